"""Command line ``./run export BAG``.

Errors are one line with exit code 2.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import List, Optional

from sim.bags.mcap_file import write_mcap
from sim.bags.progress import ExportProgress
from sim.bags.recording import BagRecording
from sim.bags.ros2_types import DISTRIBUTIONS
from sim.bags.rosbag2_folder import write_rosbag2
from sim.console import exit_code
from sim.errors import InputError


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Writes a bag of ROS 1 for Foxglove and other readers of MCAP, or for ROS 2.",
    )
    parser.add_argument("bag", metavar="BAG", help="as rosbag record writes it")
    parser.add_argument(
        "--to",
        choices=("mcap", "rosbag2"),
        default="mcap",
        help="mcap: ROS 1's messages as they are; rosbag2: those of ROS 2 (mcap)",
    )
    parser.add_argument(
        "--out", metavar="PATH", help="file or folder to write (BAG's name beside it)"
    )
    for name, what in (("topics", "only these"), ("without", "all but these")):
        parser.add_argument(f"--{name}", metavar="TOPIC", nargs="+", default=[], help=what)
    parser.add_argument(
        "--distribution",
        choices=tuple(DISTRIBUTIONS),
        default="humble",
        help="of ROS 2, whose types a rosbag2 gets (humble)",
    )
    return parser


def main(arguments: Optional[List[str]] = None, program: str = "./run export") -> int:
    given = _parser(program).parse_args(arguments)
    return exit_code(lambda: _run(given))


def _run(given: argparse.Namespace) -> None:
    bag = Path(given.bag)
    out = Path(given.out or bag.with_suffix(".mcap" if given.to == "mcap" else ""))
    if out.exists() or out == bag:
        raise InputError(out, "exists already; give another name by --out, or remove it")
    if not out.parent.is_dir():
        raise InputError(out.parent, "is not a folder to write into")
    with BagRecording(bag, given.topics, given.without) as recording:
        progress = ExportProgress(recording.count, _say)
        draft = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        try:
            # A rosbag2 names its file by its folder.
            if given.to == "mcap":
                write_mcap(recording, draft / out.name, progress)
            else:
                write_rosbag2(recording, draft / out.name, given.distribution, progress, _say)
            os.rename(draft / out.name, out)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    _say(f"{progress.done} messages of {len(recording.channels)} topics")
    print(out)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
