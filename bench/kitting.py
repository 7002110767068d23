"""Benchmark of kitting: ``./run bench kitting``, one to two hours.

Each section is a separate module; this one lists the measurements and their goals.
"""

from __future__ import annotations

from typing import List

import numpy as np

from bench.lib import kitting_detection, kitting_trials
from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.kitting.planning.planner import Planner
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.task_file import read_task

REPETITIONS = (
    "trials: 50 seeds, 20 for each kind of fault, 10 on Gazebo, 5 for the real-time factor; "
    "detection: 8 pictures of each camera; planning: 7"
)
# At this level of noise every object is to be detected, within the error.
GOAL_NOISE_LEVEL = 0.007
MAX_ERROR = 0.5e-3  # m


def detection() -> List[Figure]:
    clusters = kitting_detection.clusters()
    figures = [
        Figure("the paper's clusters: deviation off by", 100.0 * clusters["worst"], "%", 5.0),
    ]
    for level in kitting_detection.recognition(pictures=8):
        name, at_goal = f"pictures, sigma {level.sigma:g}", level.sigma == GOAL_NOISE_LEVEL
        figures += [
            Figure(
                f"{name}: detected",
                100.0 * level.rate,
                "%",
                100.0 if at_goal else None,
                better="higher",
            ),
            Figure(
                f"{name}: largest error",
                1e3 * float(np.max(level.errors)),
                "mm",
                1e3 * MAX_ERROR if at_goal else None,
            ),
            Figure(f"{name}: a picture takes", level.seconds, "s"),
        ]
    return figures


def planning() -> List[Figure]:
    path = ROOT / "config" / "kitting" / "problems" / "three_kits.yaml"
    task = read_task(path)
    with Planner(PlanningSettings()) as planner:
        planner.plan(task)
        plans = [planner.plan(task) for _ in range(7)]
    return [
        of_samples("plan: 12 parts, 3 kits, 2 robots", [plan.total for plan in plans], "s", 2.0),
        of_samples("the planner's memory", [plan.megabytes for plan in plans], "MB"),
    ]


def main() -> None:
    report = Report("kitting", header(REPETITIONS))
    report.add(attempt(planning, Figure("plan: 12 parts, 3 kits, 2 robots", None, "s", 2.0)))
    report.add(attempt(detection, Figure("detection", None, "mm", 0.5)))
    report.add(
        attempt(
            lambda: kitting_trials.together(3),
            Figure("one robot at a time / both at once", None, "x", 1.6, better="higher"),
        )
    )
    report.add(
        attempt(
            lambda: kitting_trials.speed(5),
            Figure("one trial: real-time factor", None, "x", 3.0, better="higher"),
        )
    )
    for simulator, seeds in (("embedded", 50), ("gazebo", 10)):
        report.add(
            attempt(
                lambda simulator=simulator, seeds=seeds: kitting_trials.completion(
                    simulator, seeds
                ),
                Figure(f"kit of 4 gears, {simulator}", None, "%", 100.0, better="higher"),
            )
        )
    report.add(
        attempt(
            lambda: kitting_trials.recovery(20),
            Figure("faults recovered", None, "%", 95.0, better="higher"),
        )
    )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
