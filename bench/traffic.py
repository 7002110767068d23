"""Benchmark of hybrid traffic: ``./run bench traffic``, about six minutes.

Each section is a separate module; this one lists the measurements, their repetitions and goals.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Dict, List

import numpy as np

from bench.lib import floors, motion, overhead
from bench.lib.processes import MostMemory, launch
from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from bench.lib.scenario import STEP, Scenario, grid, merge

VEHICLES = (300, 1000, 3000)
# Vehicles: simulated s of a launch, number of launches, minimum real-time factor.
LAUNCHES = {300: (60.0, 3, 15.0), 1000: (30.0, 3, 6.0), 3000: (20.0, 1, 1.5)}
# Vehicles: least share of the floor, least multiple of SUMO polled by getters.
SHARES = {300: (0.6, 18.0), 1000: (0.7, 23.0), 3000: (0.8, 26.0)}
MOTION_STEPS = 300
GRID_STEPS = 600
MEMORY_GOAL = 1000.0  # MB
MEMORY_TIME = 60.0  # s
REPETITIONS = (
    "overhead: median of 300, 200, 200 steps (the paper's schemes: 100, 40, 20), in turns with "
    "bare steps; launches: median of 3, 3, 1; "
    f"motion: {MOTION_STEPS} SUMO steps on the merge, {GRID_STEPS} on the grid"
)


def overheads(scenarios: Dict[int, Scenario]) -> List[Figure]:
    """Compare bridge and paper with bare steps.

    Last comes the cost in service calls of vehicles that come and go.
    """
    figures, calls, departed, arrived = [], 0, 0, 0
    with overhead.listened() as publisher:
        for vehicles, scenario in scenarios.items():
            measured = overhead.measure(scenario, publisher, vehicles)
            figures += overhead.figures(measured, vehicles)
            calls, departed, arrived = (
                calls + measured.service_calls,
                departed + measured.departed,
                arrived + measured.arrived,
            )
    return [
        *figures,
        Figure(
            "service calls as vehicles appear and leave",
            calls,
            "calls",
            0.0,
            note=f"by the bridge, counted in rospy while {departed} departed and {arrived} arrived",
        ),
    ]


def end_to_end(scenario: Scenario, vehicles: int) -> List[Figure]:
    """Whole launches with an ego that drives itself."""
    duration, runs, goal = LAUNCHES[vehicles]
    summaries = [launch(scenario, duration, "embedded").summary for _ in range(runs)]
    floor = floors.measure(scenario)
    factor = float(np.median([summary["rtf"] for summary in summaries]))
    share, multiple = SHARES[vehicles]
    lags = [summary["lag_max_s"] for summary in summaries]
    note = (
        f"{runs} launch(es) of {duration:g} s, physics 200 Hz, lane_follow, no sensors, no GUI, "
        f"at most {max(summary['vehicles_max'] for summary in summaries)} vehicles"
    )
    return [
        of_samples(
            f"real-time factor, whole launch, N = {vehicles}",
            [summary["rtf"] for summary in summaries],
            "x",
            goal,
            better="higher",
            note=note,
        ),
        Figure(
            share_name(vehicles),
            factor / floor.slower,
            "",
            share,
            "higher",
            note=f"physics alone {floor.physics:.3g} x, SUMO with the bridge's subscription, its "
            f"answers dropped, {floor.subscribed:.3g} x",
        ),
        Figure(
            multiple_name(vehicles),
            factor / floor.polled,
            "x",
            multiple,
            "higher",
            note=f"SUMO polled {floor.polled:.3g} x",
        ),
        Figure(
            f"largest lag, whole launch, N = {vehicles}",
            max(lags),
            "s",
            2 * STEP,
            low=min(lags),
            high=max(lags),
        ),
        of_samples(
            f"the bridge's own work beside its SUMO step, whole launch, N = {vehicles}",
            [summary["overhead_ms"] for summary in summaries],
            "ms",
            note="with an ego and both cores busy; SUMO's step took "
            f"{np.median([s['sumo_step_ms'] for s in summaries]):.3g} ms",
        ),
    ]


def share_name(vehicles: int) -> str:
    return (
        "real-time factor, whole launch, as a share of the slower of physics and SUMO, "
        f"N = {vehicles}"
    )


def multiple_name(vehicles: int) -> str:
    return (
        "real-time factor, whole launch, over SUMO's when polled by the paper's getters, "
        f"N = {vehicles}"
    )


def memory(scenario: Scenario) -> List[Figure]:
    """Measure the memory of all processes of a launch."""
    most = MostMemory()
    launch(scenario, MEMORY_TIME, "embedded", watch=most)
    return [
        Figure(
            "memory, whole launch without GUI, N = 300",
            most.value,
            "MB",
            MEMORY_GOAL,
            note="largest sum of PSS of roslaunch and all its descendants, looked at ten times a "
            "second",
        )
    ]


def motion_on_merge(scenario: Scenario) -> List[Figure]:
    seen = motion.Watch(scenario).run(MOTION_STEPS)
    return (
        motion.comparison(seen, "merge")
        + motion.smoothness(seen, "merge")
        + motion.population(seen)
    )


def motion_on_grid(scenario: Scenario) -> List[Figure]:
    seen = motion.Watch(scenario).run(GRID_STEPS)
    return motion.smoothness(seen, "right angles") + motion.comparison(
        seen, "right angles", with_goal=False
    )


def main() -> None:
    report = Report("traffic", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        scenarios = {vehicles: merge(folder, vehicles) for vehicles in VEHICLES}
        report.add(
            attempt(
                lambda: overheads(scenarios),
                *(
                    Figure(f"bridge: overhead / bare SUMO step, N = {n}", None, "x", goal)
                    for n, goal in overhead.GOALS.items()
                ),
            )
        )
        for n, scenario in scenarios.items():
            report.add(
                attempt(
                    lambda scenario=scenario, n=n: end_to_end(scenario, n),
                    Figure(
                        f"real-time factor, whole launch, N = {n}",
                        None,
                        "x",
                        LAUNCHES[n][2],
                        "higher",
                    ),
                    Figure(share_name(n), None, "", SHARES[n][0], "higher"),
                    Figure(multiple_name(n), None, "x", SHARES[n][1], "higher"),
                    Figure(f"largest lag, whole launch, N = {n}", None, "s", 2 * STEP),
                )
            )
        report.add(
            attempt(
                lambda: memory(scenarios[300]),
                Figure("memory, whole launch without GUI, N = 300", None, "MB", MEMORY_GOAL),
            )
        )
        report.add(
            attempt(
                lambda: motion_on_merge(scenarios[300]), Figure("motion on the merge", None, "")
            )
        )
        report.add(
            attempt(
                lambda: motion_on_grid(grid(folder)), Figure("motion at right angles", None, "")
            )
        )
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
