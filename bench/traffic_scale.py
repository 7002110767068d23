"""The figures of traffic in full: ``./run bench traffic_scale``, about fifteen minutes.

Each section has a module of its own; this one says what is measured, and what is missing where a
section cannot run.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable, List, Tuple

from bench.lib import big_grid, driver_modules, lights, town, worlds
from bench.lib.overhead import listened
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"overhead: median of {big_grid.PAIRS} pairs of {big_grid.STEPS} paired steps; lights: "
    f"medians of some hundred steps in turns, Gazebo of {lights.GAZEBO_RUNS} gzservers; "
    f"town: median of {town.RUNS} launches of {town.DURATION:g} s; worlds: median of "
    f"{worlds.GRID_RUNS} and {worlds.MAP_RUNS}; driver modules: "
    f"median of {driver_modules.STEPS} steps"
)


def on_the_bridge(folder: Path) -> List[Figure]:
    """What is published is heard by one other process; rospy lives once in a process, so that these
    two share it."""
    with listened() as publisher:
        return [
            *attempt(lambda: lights.bridge(folder), *lights.missing("the bridge")),
            *attempt(lambda: big_grid.measure(folder, publisher), *big_grid.missing()),
        ]


def sections(folder: Path) -> List[Tuple[Callable[[], List[Figure]], List[Figure]]]:
    """What measures, and the figures that are missing where it cannot."""
    return [
        (lambda: worlds.grid(folder), worlds.missing_grid()),
        (lambda: worlds.square_kilometre(folder), worlds.missing_square_kilometre()),
        (lambda: driver_modules.measure(folder), driver_modules.missing()),
        (lambda: on_the_bridge(folder), [*lights.missing("the bridge"), *big_grid.missing()]),
        (lights.embedded, lights.missing("the embedded simulator")),
        (lights.gazebo, lights.missing("Gazebo")),
        *(
            (lambda name=name: town.measure(folder, name), town.missing(name))
            for name in town.GOALS
        ),
    ]


def main() -> None:
    report = Report("traffic_scale", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as scratch:
        for measure, missing in sections(Path(scratch)):
            report.add(attempt(measure, *missing))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
