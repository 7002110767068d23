"""Town with 200 persons and 200 bicycles: whole launches on both simulators."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np
import yaml

from bench.lib.processes import launch_file
from bench.lib.report import ROOT, Figure, of_samples
from bench.lib.scenario import STEP
from sim.gzserver.installation import ready
from sim.traffic.demand.demand import parse_demand
from sim.traffic.demand.source import written
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

EACH = 200
NET_FILE = ROOT / "networks" / "town" / "town.net.xml"
DEMAND_FILE = ROOT / "config" / "demand" / "town.yaml"
# Simulator: its physics step in s (0: the world's) and the least real-time factor.
GOALS = {"embedded": (0.0, 5.0), "gazebo": (0.005, 2.0)}
WARM_UP_TIME = 300.0  # s
DURATION = 30.0  # s
RUNS = 3
PERSONS_FACTOR = 2.0
BICYCLES_FACTOR = 8.0


def name(simulator: str) -> str:
    return f"town, {EACH} persons and {EACH} bicycles: real-time factor, {simulator}" + (
        ", physics 5 ms" if simulator == "gazebo" else ""
    )


def demand(folder: Path) -> Path:
    """Return the town's demand with more persons and bicycles."""
    document: Dict[str, Any] = yaml.safe_load(DEMAND_FILE.read_text())
    for flow in document["flows"]:
        if flow.get("type") == "bicycle":
            flow["vehicles_per_hour"] *= BICYCLES_FACTOR
    for flow in document["persons"]:
        flow["persons_per_hour"] *= PERSONS_FACTOR
    path = folder / "town.yaml"
    path.write_text(yaml.safe_dump(document))
    return path


def population(path: Path, folder: Path) -> Tuple[int, int]:
    """Fewest persons and bicycles at once while it lasts, in SUMO alone."""
    network = Network.read(NET_FILE)
    wanted = parse_demand(yaml.safe_load(path.read_text()), str(path))
    sumo = warm_up(
        SumoOptions(NET_FILE, step=STEP, seed=wanted.seed, **written(wanted, network, folder)),
        WARM_UP_TIME,
    )
    run = TrafficRun(sumo, network, list(wanted.types), Summary("none", wanted.seed, "follow"))
    try:
        counts = []
        for _ in range(round(DURATION / STEP)):
            state = run.step(())
            models = np.array([kind.model for kind in run.session.types])[state.type]
            counts.append(((models == "pedestrian").sum(), (models == "bicycle").sum()))
    finally:
        run.close()
    return tuple(int(fewest) for fewest in np.min(counts, axis=0))


def measure(folder: Path, simulator: str) -> List[Figure]:
    """Launches with the default driver, as fast as possible."""
    if simulator == "gazebo":
        ready(os.environ)
    folder = folder / f"town_{simulator}"
    folder.mkdir()
    path = demand(folder)
    persons, bicycles = population(path, folder)
    if min(persons, bicycles) < EACH:
        raise RuntimeError(f"the demand has {persons} persons and {bicycles} bicycles at once")
    step, goal = GOALS[simulator]
    arguments = {"demand": path, "warm_up": WARM_UP_TIME, "physics_step": step}
    summaries = [
        launch_file("town.launch", arguments, DURATION, simulator).summary for _ in range(RUNS)
    ]
    return [
        of_samples(
            name(simulator),
            [summary["rtf"] for summary in summaries],
            "x",
            goal,
            better="higher",
            note=f"{RUNS} launches of {DURATION:g} s, lane_follow, no sensors, no GUI, at least "
            f"{persons} persons and {bicycles} bicycles, "
            f"at most {max(summary['vehicles_max'] for summary in summaries)} of all kinds; "
            "SUMO's step took "
            f"{np.median([summary['sumo_step_ms'] for summary in summaries]):.3g} ms, the "
            "bridge's own work beside it "
            f"{np.median([summary['overhead_ms'] for summary in summaries]):.3g} ms",
        )
    ]


def missing(simulator: str) -> List[Figure]:
    return [replace(Figure(name(simulator), None, "x", GOALS[simulator][1]), better="higher")]
