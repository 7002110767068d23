"""The figures of the development environment: ``./run bench environment``, some hours, resumable.

Each section has a module of its own; this one says what is measured against which goals. The laps
come last and take most of it.
"""

from __future__ import annotations

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
from bench.lib.report import ROOT, Figure, Report, attempt, header, run

LAPS = 20


def main() -> None:
    report = Report("environment", header(f"{LAPS} laps, empty and with traffic"))
    report.add(
        attempt(
            town_pictures.figures,
            *(
                Figure(town_pictures.name(quality), None, "1/s", goal, "higher")
                for quality, goal in town_pictures.GOALS.items()
            ),
            Figure(town_pictures.OLD, None, "x", town_pictures.OLD_GOAL, "higher"),
        )
    )
    report.add(
        attempt(
            unseen_cost.figures,
            *(
                Figure(name, None, unseen_cost.UNIT, unseen_cost.GOAL, unseen_cost.BETTER)
                for name in (unseen_cost.NAME, unseen_cost.CAMERA)
            ),
        )
    )
    for section in (tracked_features, lidar_against_camera, found_persons):
        missing = Figure(section.NAME, None, section.UNIT, section.GOAL, section.BETTER)
        report.add(attempt(section.figures, missing))
    report.add(
        attempt(
            odometry.figures,
            Figure(odometry.VISUAL, None, "%", odometry.VISUAL_GOAL),
            Figure(odometry.LIDAR, None, "%", odometry.LIDAR_GOAL),
        )
    )
    report.add(
        attempt(
            dataset_speed.figures,
            *(
                Figure(dataset_speed.name(quality), None, "1/s", goal, "higher")
                for quality, goal in dataset_speed.GOALS.items()
            ),
        )
    )
    for traffic in (False, True):
        missing = Figure("laps", None, "", float(LAPS - traffic), better="higher")
        report.add(attempt(lambda traffic=traffic: environment_laps.laps(LAPS, traffic), missing))
    report.write(ROOT / "bench" / "results")


if __name__ == "__main__":
    run(main)
