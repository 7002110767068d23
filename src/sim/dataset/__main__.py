"""Command line ``./run dataset OUT``.

Errors are one line with exit code 2.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import List, Optional

from sim.console import ended_by_term, exit_code
from sim.dataset.drive import DatasetDrive
from sim.dataset.mercator import MercatorProjection
from sim.dataset.options import DEFAULT_LATITUDE, DEFAULT_LONGITUDE, DatasetOptions, places
from sim.dataset.writer import DatasetWriter
from sim.dataset.writing_thread import WritingThread
from sim.rendering.classes import standard_classes
from sim.rendering.conditions import conditions_of, hour_of
from sim.rendering.types import LEVELS, Quality

PROGRESS = 10.0


def _parser() -> argparse.ArgumentParser:
    usual = DatasetOptions()
    parser = argparse.ArgumentParser(
        prog="./run dataset",
        description="A drive through traffic as a data set: KITTI's object, odometry and raw data, "
        "and COCO's, with exact labels.",
    )
    parser.add_argument("out", metavar="OUT", help="folder to write into; it must not exist yet")
    parser.add_argument("--world", default=usual.place, help=f"{', '.join(places())} (town)")
    for name, what in (
        ("frames", "pictures"),
        ("every", "steps of 0.1 s from one to the next"),
        ("seed", "of the traffic"),
    ):
        value = getattr(usual, name)
        parser.add_argument(f"--{name}", type=int, default=value, help=f"{what} ({value})")
    parser.add_argument("--width", type=int, default=usual.pixels[0], help="pixels (640)")
    parser.add_argument("--height", type=int, default=usual.pixels[1], help="pixels (480)")
    parser.add_argument("--fov", type=float, default=usual.horizontal_fov, help="rad (1.4)")
    parser.add_argument("--lidar", default=usual.lidar, help="VLP-16, HDL-32 or HDL-64")
    parser.add_argument(
        "--smallest",
        type=float,
        default=usual.smallest,
        help="minimum height of a label in pixels (10)",
    )
    for name, value in (("latitude", DEFAULT_LATITUDE), ("longitude", DEFAULT_LONGITUDE)):
        parser.add_argument(
            f"--{name}",
            type=float,
            default=value,
            help=f"of the world's origin in OXTS, degrees ({value:g})",
        )
    parser.add_argument("--quality", default="middle", help=f"{', '.join(LEVELS)} (middle)")
    parser.add_argument("--weather", default="clear", help="clear, cloudy, rain, fog, ... (clear)")
    parser.add_argument("--time-of-day", default="12", help="hours, or world (12)")
    return parser


def main(arguments: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    with ended_by_term():
        return exit_code(lambda: _run(options))


def _run(given: argparse.Namespace) -> None:
    options = DatasetOptions(
        given.world,
        given.frames,
        given.every,
        given.seed,
        (given.width, given.height),
        given.fov,
        given.lidar,
        given.smallest,
        Quality(given.quality),
        conditions_of(given.weather, hour_of(given.time_of_day)),
    )
    names, projection = (
        standard_classes().names,
        MercatorProjection(given.latitude, given.longitude),
    )
    out = Path(given.out)
    print(f"traffic of seed {options.seed} in {options.place}: {options.frames} frames", flush=True)
    with DatasetDrive(options) as drive:
        writer = DatasetWriter(out, options, names, drive.ego, projection.locate)
        said = time.monotonic()
        try:
            with WritingThread(writer.add) as thread:
                for sample in drive.samples():
                    thread.add(sample)
                    if time.monotonic() > said + PROGRESS:
                        said = time.monotonic()
                        print(f"{writer.frames} of {options.frames} frames", flush=True)
        finally:
            writer.finish()
    if not writer.labels:
        print(writer.without_labels, file=sys.stderr)
    print(out)


if __name__ == "__main__":
    sys.exit(main())
