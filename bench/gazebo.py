"""Benchmark of real Gazebo: ``./run bench gazebo``, about twelve minutes.

``./run exec python3 -m bench.gazebo SECTION ...`` repeats some sections. Each section is a separate
module; this one lists the measurements, their repetitions and goals.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Dict, List

import numpy as np

from bench.lib import gazebo_endurance, gazebo_poses, manoeuvres
from bench.lib.processes import launch
from bench.lib.report import ROOT, Figure, Report, Section, add_sections, header, of_samples, run
from bench.lib.scenario import STEP, Scenario, merge
from sim.errors import SimError
from sim.gzserver.installation import ready

RESULTS = ROOT / "bench" / "results"
POSE_VEHICLES = (300, 1000, 3000)
POSE_RUNS = 3
# Vehicles, physics step in s, simulated s of a launch, least real-time factor.
LAUNCHES = ((300, 0.001, 40.0, 4.0), (300, 0.005, 60.0, 6.0), (1000, 0.005, 30.0, 2.0))
LAUNCH_RUNS = 3
REPETITIONS = (
    f"poses, step cost, appearing, stalls: median of {POSE_RUNS} gzservers, in each the median of "
    "41 turns and means of 1500 steps (the "
    f"paper's: 300); launches: median of {LAUNCH_RUNS}; decay: one launch; manoeuvres: one run on "
    "each simulator"
)


def poses(vehicles: int) -> List[Figure]:
    """Measure the cost of traffic in the physics thread."""
    return gazebo_poses.figures(
        [gazebo_poses.measure(vehicles) for _ in range(POSE_RUNS)], vehicles
    )


def name_of(vehicles: int, step: float) -> str:
    return f"whole launch, physics {1e3 * step:g} ms, N = {vehicles}"


def end_to_end(
    scenario: Scenario, vehicles: int, step: float, duration: float, goal: float
) -> List[Figure]:
    """Whole launches with an ego that drives itself."""
    summaries = [launch(scenario, duration, "gazebo", step).summary for _ in range(LAUNCH_RUNS)]
    lags = [summary["lag_max_s"] for summary in summaries]
    note = (
        f"{LAUNCH_RUNS} launches of {duration:g} s, lane_follow, no sensors, no GUI, at most "
        f"{max(summary['vehicles_max'] for summary in summaries)} vehicles; SUMO's step took "
        f"{np.median([summary['sumo_step_ms'] for summary in summaries]):.3g} ms, the bridge's "
        "own work beside it "
        f"{np.median([summary['overhead_ms'] for summary in summaries]):.3g} ms of {1e3 * STEP:g} "
        "ms simulated"
    )
    factors = [summary["rtf"] for summary in summaries]
    return [
        of_samples(
            f"real-time factor, {name_of(vehicles, step)}",
            factors,
            "x",
            goal,
            better="higher",
            note=note,
        ),
        Figure(
            f"largest lag, {name_of(vehicles, step)}",
            max(lags),
            "s",
            2 * STEP,
            low=min(lags),
            high=max(lags),
        ),
    ]


def missing_launch(vehicles: int, step: float, goal: float) -> List[Figure]:
    return [
        Figure(f"real-time factor, {name_of(vehicles, step)}", None, "x", goal, "higher"),
        Figure(f"largest lag, {name_of(vehicles, step)}", None, "s", 2 * STEP),
    ]


def missing_manoeuvres() -> List[Figure]:
    return [
        Figure(
            "ego manoeuvres: largest distance, Gazebo to embedded",
            None,
            "cm/100m",
            manoeuvres.DISTANCE_GOAL,
        ),
        Figure(
            "ego manoeuvres: way, top speed, turn, Gazebo to embedded",
            None,
            "%",
            manoeuvres.RELATIVE_GOAL,
        ),
    ]


def sections(folder: Path) -> Dict[str, Section]:
    """Return the sections, each with its missing figures on failure."""
    scenarios = lru_cache(maxsize=None)(partial(merge, folder))
    return {
        **{f"poses_{n}": (partial(poses, n), gazebo_poses.missing(n)) for n in POSE_VEHICLES},
        **{
            f"launch_{vehicles}_{1e3 * step:g}_ms": (
                lambda row=(vehicles, step, duration, goal): end_to_end(scenarios(row[0]), *row),
                missing_launch(vehicles, step, goal),
            )
            for vehicles, step, duration, goal in LAUNCHES
        },
        "endurance": (
            lambda: gazebo_endurance.measure(scenarios(300)),
            [Figure(gazebo_endurance.NAME, None, "%", gazebo_endurance.GOAL)],
        ),
        "manoeuvres": (manoeuvres.figures, missing_manoeuvres()),
    }


def without_gazebo(why: str, section: Section) -> Section:
    """Return the section's figures, each missing for this reason."""
    _, missing = section
    return lambda: [replace(figure, why=why) for figure in missing], missing


def main() -> None:
    found, why = None, ""
    try:
        found = ready(os.environ)
    except SimError as error:
        why = str(error)
    said = header(REPETITIONS)
    said["versions"]["gazebo"] = found.version if found else "none"
    report = Report("gazebo", said)
    with tempfile.TemporaryDirectory() as scratch:
        known = sections(Path(scratch))
        if not found:
            known = {name: without_gazebo(why, section) for name, section in known.items()}
        add_sections(report, known, RESULTS)
    print(f"results in {report.write(RESULTS)}")


if __name__ == "__main__":
    run(main)
