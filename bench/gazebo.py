"""The figures of real Gazebo: ``./run bench gazebo``, about twelve minutes.

Each section has a module of its own; this one says what is measured how often, against which goals.
"""
from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Callable, Dict, List, Sequence

import numpy as np

import _gazebo_endurance
import _gazebo_poses
import _manoeuvres
from _processes import launch
from _report import ROOT, Figure, Report, attempt, header, of_samples
from _scenario import STEP, Scenario, merge
from sim.errors import SimError
from sim.gazebo.installation import ready

POSES, POSE_RUNS = (300, 1000, 3000), 3
# Vehicles, physics step in s, simulated s of a launch, least real-time factor.
LAUNCHES = ((300, 0.001, 40.0, 4.0), (300, 0.005, 60.0, 6.0), (1000, 0.005, 30.0, 2.0))
LAUNCH_RUNS = 3
# What other processes take from the machine in 5 s.
REPETITIONS = (f"poses, step cost, appearing, stalls: median of {POSE_RUNS} gzservers with medians of 41 turns, means of 1500 and 300 steps in each; launches: "
               f"median of {LAUNCH_RUNS}; decay: one launch; manoeuvres: one run on each simulator")
Section = Callable[[], List[Figure]]


def poses(vehicles: int) -> List[Figure]:
    """What traffic costs the physics thread."""
    return _gazebo_poses.figures([_gazebo_poses.measure(vehicles) for _ in range(POSE_RUNS)], vehicles)


def name_of(vehicles: int, step: float) -> str:
    return f"whole launch, physics {1e3 * step:g} ms, N = {vehicles}"


def end_to_end(scenario: Scenario, vehicles: int, step: float, duration: float, goal: float) -> List[Figure]:
    """Whole launches with an ego that drives itself."""
    summaries = [launch(scenario, duration, "gazebo", step).summary for _ in range(LAUNCH_RUNS)]
    lags = [summary["lag_max_s"] for summary in summaries]
    note = (f"{LAUNCH_RUNS} launches of {duration:g} s, lane_follow, no sensors, no GUI, at most "
            f"{max(summary['vehicles_max'] for summary in summaries)} vehicles; SUMO's step took "
            f"{np.median([summary['sumo_step_ms'] for summary in summaries]):.3g} ms, the bridge's own work beside it "
            f"{np.median([summary['overhead_ms'] for summary in summaries]):.3g} ms of {1e3 * STEP:g} ms simulated")
    return [of_samples(f"real-time factor, {name_of(vehicles, step)}", [summary["rtf"] for summary in summaries], "x", goal, better="higher", note=note),
            Figure(f"largest lag, {name_of(vehicles, step)}", max(lags), "s", 2 * STEP, low=min(lags), high=max(lags))]


def missing_launch(vehicles: int, step: float, goal: float) -> List[Figure]:
    return [Figure(f"real-time factor, {name_of(vehicles, step)}", None, "x", goal, "higher"),
            Figure(f"largest lag, {name_of(vehicles, step)}", None, "s", 2 * STEP)]


def missing_manoeuvres() -> List[Figure]:
    return [Figure("ego manoeuvres: largest distance, Gazebo to embedded", None, "cm/100m", _manoeuvres.PER_100_M),
            Figure("ego manoeuvres: way, top speed, turn, Gazebo to embedded", None, "%", _manoeuvres.RELATIVE)]
