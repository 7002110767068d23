"""Command line ``./run export RECORDING``.

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

from sim.bags.formats import FORMATS, default_format, default_name, open_source
from sim.bags.progress import ExportProgress
from sim.bags.rosbags_names import DISTRIBUTIONS
from sim.console import exit_code
from sim.errors import InputError


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Writes a recording of ROS 1, a bag or an MCAP file, in another format.",
    )
    parser.add_argument(
        "recording", metavar="RECORDING", help="a bag of ROS 1, or an MCAP file of its messages"
    )
    parser.add_argument(
        "--to",
        choices=tuple(FORMATS),
        help="; ".join(f"{name}: {one.help}" for name, one in FORMATS.items())
        + " (mcap; of an MCAP file bag)",
    )
    parser.add_argument(
        "--out", metavar="PATH", help="file or folder to write (RECORDING's name beside it)"
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="read what is complete of a file that was not closed, or is damaged",
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
    path = Path(given.recording)
    with open_source(path, given.topics, given.without, given.repair) as recording:
        to = given.to or default_format(path)
        out = Path(given.out or default_name(path, to, given.repair))
        if out.exists() or out == path:
            raise InputError(out, "exists already; give another name by --out, or remove it")
        if not out.parent.is_dir():
            raise InputError(out.parent, "is not a folder to write into")
        for note in recording.notes:
            _say(note)
        progress = ExportProgress(recording.count, _say)
        draft = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        try:
            # A rosbag2 names its file by its folder.
            write = FORMATS[to].write
            write(recording, draft / out.name, given.distribution, progress, _say)
            os.rename(draft / out.name, out)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    _say(f"{progress.done} messages of {len(recording.channels)} topics")
    print(out)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
