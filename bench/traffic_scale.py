"""The figures of traffic in full: ``./run bench traffic_scale``, about fifteen minutes.

Each section has a module of its own; this one says what is measured, and what is missing where a
section cannot run.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable, List, Tuple

import _big_grid
import _driver_modules
import _lights
import _town
import _worlds
from _overhead import listened
from _report import ROOT, Figure, Report, attempt, header, run

REPETITIONS = (
    f"overhead: median of {_big_grid.PAIRS} pairs of {_big_grid.STEPS} paired steps; lights: "
    f"medians of some hundred steps in turns, Gazebo of {_lights.GAZEBO_RUNS} gzservers; "
    f"town: median of {_town.RUNS} launches of {_town.DURATION:g} s; worlds: median of "
    f"{_worlds.GRID_RUNS} and {_worlds.MAP_RUNS}; driver modules: "
    f"median of {_driver_modules.STEPS} steps"
)


def on_the_bridge(folder: Path) -> List[Figure]:
    """What is published is heard by one other process; rospy lives once in a process, so that these
    two share it."""
    with listened() as publisher:
        return [
            *attempt(lambda: _lights.bridge(folder), *_lights.missing("the bridge")),
            *attempt(lambda: _big_grid.measure(folder, publisher), *_big_grid.missing()),
        ]


def sections(folder: Path) -> List[Tuple[Callable[[], List[Figure]], List[Figure]]]:
    """What measures, and the figures that are missing where it cannot."""
    return [
        (lambda: _worlds.grid(folder), _worlds.missing_grid()),
        (lambda: _worlds.square_kilometre(folder), _worlds.missing_square_kilometre()),
        (lambda: _driver_modules.measure(folder), _driver_modules.missing()),
        (lambda: on_the_bridge(folder), [*_lights.missing("the bridge"), *_big_grid.missing()]),
        (_lights.embedded, _lights.missing("the embedded simulator")),
        (_lights.gazebo, _lights.missing("Gazebo")),
        *(
            (lambda name=name: _town.measure(folder, name), _town.missing(name))
            for name in _town.GOALS
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
