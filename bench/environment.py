"""Benchmark of the development environment: ``./run bench environment``.

It takes some hours and is resumable; ``./run exec python3 -m bench.environment SECTION ...``
repeats some sections. Each section is a separate module; this one lists the measurements and their
goals. The laps come last and take most of it.
"""

from __future__ import annotations

from functools import partial
from typing import Callable, Dict, List, Mapping, Optional

from bench.lib import (
    dataset_speed,
    environment_laps,
    found_persons,
    lidar_against_camera,
    odometry,
    town_pictures,
    tracked_features,
    unseen_cost,
)
from bench.lib.report import ROOT, Figure, Report, Section, add_sections, header, run

LAPS = 20
RESULTS = ROOT / "bench" / "results"


def main() -> None:
    report = Report("environment", header(f"{LAPS} laps, empty and with traffic"))
    add_sections(report, _sections(), RESULTS)
    report.write(RESULTS)


def _sections() -> Dict[str, Section]:
    def rates(names: Callable[[str], str], goals: Mapping[str, Optional[float]]) -> List[Figure]:
        return [Figure(names(key), None, "1/s", goal, "higher") for key, goal in goals.items()]

    old = Figure(town_pictures.OLD, None, "x", town_pictures.OLD_GOAL, "higher")
    return {
        "pictures": (town_pictures.figures, [*rates(town_pictures.name, town_pictures.GOALS), old]),
        "unseen": (
            unseen_cost.figures,
            [
                Figure(name, None, unseen_cost.UNIT, unseen_cost.COST_GOAL, unseen_cost.BETTER)
                for name in (unseen_cost.NAME, unseen_cost.CAMERA)
            ],
        ),
        **{
            name: (
                section.figures,
                [Figure(section.NAME, None, section.UNIT, section.GOAL, section.BETTER)],
            )
            for name, section in (
                ("features", tracked_features),
                ("lidar", lidar_against_camera),
                ("persons", found_persons),
            )
        },
        "odometry": (
            odometry.figures,
            [
                Figure(odometry.VISUAL, None, "%", odometry.VISUAL_GOAL),
                Figure(odometry.LIDAR, None, "%", odometry.LIDAR_GOAL),
            ],
        ),
        "dataset": (dataset_speed.figures, rates(dataset_speed.name, dataset_speed.GOALS)),
        **{
            name: (
                partial(environment_laps.laps, LAPS, traffic),
                [Figure("laps", None, "", float(LAPS - traffic), better="higher")],
            )
            for name, traffic in (("laps", False), ("laps_in_traffic", True))
        },
    }


if __name__ == "__main__":
    run(main)
