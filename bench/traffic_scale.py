"""Benchmark of full traffic: ``./run bench traffic_scale``, about fifteen minutes.

``./run exec python3 -m bench.traffic_scale SECTION ...`` repeats some sections. Each section is a
separate module; this one lists the measurements, and the missing figures of a failed section.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import lru_cache, partial
from pathlib import Path
from typing import Callable, Dict, List

from bench.lib import big_grid, driver_modules, lights, town, worlds
from bench.lib.overhead import listened
from bench.lib.report import ROOT, Figure, Report, Section, add_sections, header, run
from sim.ros.traffic.publisher import TrafficPublisher

RESULTS = ROOT / "bench" / "results"

REPETITIONS = (
    f"overhead: median of {big_grid.PAIRS} pairs of {big_grid.STEPS} paired steps; lights: "
    f"medians of some hundred steps in turns, Gazebo of {lights.GAZEBO_RUNS} gzservers; "
    f"town: median of {town.RUNS} launches of {town.DURATION:g} s; worlds: median of "
    f"{worlds.GRID_RUNS} and {worlds.MAP_RUNS}; driver modules: "
    f"median of {driver_modules.STEPS} steps"
)


def sections(folder: Path, publisher: Callable[[], TrafficPublisher]) -> Dict[str, Section]:
    """Return the sections, each with its missing figures on failure.

    ``publisher`` returns this process's publisher, since rospy is a singleton.
    """
    return {
        "grid": (lambda: worlds.grid(folder), worlds.missing_grid()),
        "map": (lambda: worlds.square_kilometre(folder), worlds.missing_square_kilometre()),
        "drivers": (lambda: driver_modules.measure(folder), driver_modules.missing()),
        "lights": (lambda: _heard_lights(folder, publisher), lights.missing("the bridge")),
        "ten_thousand": (lambda: big_grid.measure(folder, publisher()), big_grid.missing()),
        "lights_embedded": (lights.embedded, lights.missing("the embedded simulator")),
        "lights_gazebo": (lights.gazebo, lights.missing("Gazebo")),
        **{
            f"town_{name}": (partial(town.measure, folder, name), town.missing(name))
            for name in town.GOALS
        },
    }


def _heard_lights(folder: Path, publisher: Callable[[], TrafficPublisher]) -> List[Figure]:
    # Its publishers need a node.
    publisher()
    return lights.bridge(folder)


def main() -> None:
    report = Report("traffic_scale", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        publisher = lru_cache(maxsize=None)(lambda: stack.enter_context(listened()))
        add_sections(report, sections(Path(scratch), publisher), RESULTS)
    print(f"results in {report.write(RESULTS)}")


if __name__ == "__main__":
    run(main)
