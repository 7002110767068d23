"""Benchmark of CRCL, robots and grippers: ``./run bench crcl``.

Each section is a separate module; one that cannot run here leaves its figures empty, with the
reason.
"""

from __future__ import annotations

import importlib
from typing import Callable, List, NamedTuple, Tuple

from bench.lib import crcl_language
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"language: medians of {crcl_language.REPETITIONS} times {crcl_language.COMMANDS} documents "
    "in processor time; "
    "the other sections say how often in their notes"
)


class Section(NamedTuple):
    """Function that returns figures, with the figures missing on failure."""

    module: str
    function: str
    missing: Tuple[Figure, ...]

    def measure(self) -> List[Figure]:
        function: Callable[[], List[Figure]] = getattr(
            importlib.import_module(self.module), self.function
        )
        return function()


SECTIONS = (
    Section(
        "bench.lib.crcl_language",
        "speed",
        (
            Figure("parse and own validation of a MoveTo", None, "/s", 20000.0, "higher"),
            Figure("writing a MoveTo", None, "/s", 10000.0, "higher"),
        ),
    ),
    Section(
        "bench.lib.crcl_language", "hostile", (Figure("crashes of hostile input", None, "", 0.0),)
    ),
    Section(
        "bench.lib.crcl_server",
        "figures",
        (
            Figure("GetStatus round trip over loopback, robot moving, p50", None, "ms", 2.0),
            Figure("GetStatus round trip over loopback, robot moving, p99", None, "ms", 10.0),
            Figure(
                "50 clients at 50 Hz for 60 s: wrong, lost or mixed-up documents", None, "", 0.0
            ),
        ),
    ),
    Section(
        "bench.lib.crcl_kinematics",
        "kinematics",
        (
            Figure("inverse kinematics, closed form, all branches", None, "us", 50.0),
            Figure("closed form against pinocchio", None, "m", 1e-9),
        ),
    ),
    Section(
        "bench.lib.crcl_motion",
        "lines",
        (
            Figure("deviation from a straight line at 0.25 m/s", None, "mm", 1.0),
            Figure("end pose error at Done, position", None, "mm", 0.2),
            Figure("end pose error at Done, orientation", None, "deg", 0.05),
        ),
    ),
    Section(
        "bench.lib.crcl_motion",
        "handling",
        (
            Figure(
                "pick and place without grasp assist that succeed, of 100", None, "", 98.0, "higher"
            ),
        ),
    ),
)


def main() -> None:
    report = Report("crcl", header(REPETITIONS))
    for section in SECTIONS:
        report.add(attempt(section.measure, *section.missing))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
