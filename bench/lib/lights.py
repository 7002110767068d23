"""Cost of 200 traffic light heads that change in every SUMO step.

It is measured for the bridge, the embedded simulator, and Gazebo.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any, Collection, Dict, List, Sequence

import numpy as np
import sumolib

from bench.lib import gazebo_poses
from bench.lib.report import Figure, of_samples
from bench.lib.scenario import STEP
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.gzserver.installation import ready
from sim.ros.traffic.publisher import TrafficPublisher
from sim.sdf.types import Inertial, Link, Model, Sphere, Visual
from sim.traffic.roads.light_heads import LightHead, light_heads
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

HEADS = 200
STEP_GOAL = 0.2  # ms
STEPS = 400
PHYSICS_STEP = 0.005  # s
GAZEBO_RUNS = 3
NAMES = {
    what: f"lights, {HEADS} heads changing: added step time of {what}"
    for what in ("the bridge", "the embedded simulator", "Gazebo")
}


def bridge(folder: Path) -> List[Figure]:
    """Run one net in turns, with changing lights and with constant ones."""
    net = folder / "lights.net.xml"
    subprocess.run(
        [
            sumolib.checkBinary("netgenerate"),
            "--grid",
            "--grid.number",
            "5",
            "--grid.length",
            "100",
            "--grid.attach-length",
            "100",
            "--default-junction-type",
            "traffic_light",
            "--no-turnarounds",
            "-o",
            str(net),
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    network = Network.read(net)
    changing = _lights_of(HEADS, light_heads(network))
    runs = {}
    try:
        for name, phase in (("changing", STEP), ("still", 1e5)):
            runs[name] = TrafficRun(
                SumoOptions(
                    net, (_program(net, folder / f"{name}.add.xml", phase, changing),), STEP
                ),
                network,
                (),
                Summary("none", 42, "follow"),
            )
        publishers = {name: TrafficPublisher({}, 1.0, run.heads) for name, run in runs.items()}
        seconds: Any = {name: [] for name in runs}
        for step in range(STEPS):
            for name in runs if step % 2 else reversed(list(runs)):
                seconds[name].append(_bridge_step(runs[name], publishers[name], step))
        changes, heads = runs["changing"].control.lights.version, len(runs["changing"].heads)
        still = runs["still"].control.lights.version
    finally:
        for run in runs.values():
            run.close()
    if changes < 0.95 * STEPS or still > 2:
        raise RuntimeError(
            f"the lights changed {changes} times in {STEPS} steps, those that stand still {still} "
            "times"
        )
    taken, plain = (np.array(seconds[name][20:]) for name in ("changing", "still"))
    return [
        _added(
            NAMES["the bridge"],
            taken - plain,
            f"{sum(changing.values())} of {heads} heads change; whole step with SUMO and "
            f"publishing, {1e3 * np.median(taken):.3g} ms against "
            f"{1e3 * np.median(plain):.3g} ms with lights that stand still",
        )
    ]


def _lights_of(wanted: int, heads: Sequence[LightHead]) -> Dict[str, int]:
    """Return lights with at least ``wanted`` heads together, and their heads."""
    found: Dict[str, int] = {}
    for light, count in Counter(head.light for head in heads).items():
        if sum(found.values()) < wanted:
            found[light] = count
    return found


def _bridge_step(run: TrafficRun, publisher, step: int) -> float:
    started, busy = time.perf_counter(), time.process_time()
    run.step(())
    publisher.publish(run, (step + 1) * STEP)
    taken = time.perf_counter() - started
    # rospy's sending thread works on after the step.
    time.sleep(0.001)
    return max(taken, time.process_time() - busy)


def _program(net: Path, path: Path, phase: float, changing: Collection[str]) -> Path:
    """Write a program per light of two phases in which links change.

    Lights other than ``changing`` stay red.
    """
    graph = sumolib.net.readNet(str(net))
    logics = []
    for light in graph.getTrafficLights():
        span = phase if light.getID() in changing else 1e5
        links = 1 + max(connection[2] for connection in light.getConnections())
        logics.append(
            f'<tlLogic id="{light.getID()}" type="static" programID="bench" offset="0">'
            f'<phase duration="{span:g}" state="{"r" * links}"/><phase duration="{span:g}" '
            f'state="{"G" * links}"/></tlLogic>'
        )
    path.write_text(f"<additional>{''.join(logics)}</additional>")
    return path


def embedded() -> List[Figure]:
    """Compare steps with and without changing lamps, at 5 ms.

    The world has visuals; lamps change in every SUMO step.
    """
    physics, lamps = _physics()
    letters = [{("A", link): letter for link in range(HEADS)} for letter in "rG"]
    per_step = round(STEP / PHYSICS_STEP)
    with_lamps, without = [], []
    for step in range(60 * per_step):
        for painted in (True, False) if step % 2 else (False, True):
            started = time.perf_counter()
            if painted:
                if step % per_step == 0:
                    lamps.add(step * PHYSICS_STEP, letters[step // per_step % 2])
                lamps.update(step * PHYSICS_STEP)
            physics.step()
            (with_lamps if painted else without).append(time.perf_counter() - started)
    extra = np.array(with_lamps[per_step:]) - np.array(without[per_step:])
    return [
        _added(
            NAMES["the embedded simulator"],
            extra[::per_step],
            f"median of the {len(extra[::per_step])} physics steps of 5 ms in which all heads "
            "change, with visuals as where there is a camera; the mean of "
            f"all steps, {per_step - 1} of {per_step} without a change, is "
            f"{1e3 * extra.mean():.3g} ms",
        )
    ]


def _physics():
    identity = np.eye(4)
    visuals = tuple(
        Visual(
            f"lamp/A/{link}/{color}", _at(2.0 * link, 0.3 * k), Sphere(0.1), (0.1, 0.1, 0.1, 1.0)
        )
        for link in range(HEADS)
        for k, color in enumerate(("green", "yellow", "red"))
    )
    physics = Physics((0.0, 0.0, -9.8), PHYSICS_STEP, visuals=True)
    link = Link("lights", identity, Inertial(1.0, identity, np.eye(3)), (), visuals)
    physics.add(Model("traffic_lights", identity, True, (link,)), "traffic_lights", identity)
    return physics, Lamps(physics)


def _at(x: float, z: float) -> np.ndarray:
    pose = np.eye(4)
    pose[0, 3], pose[2, 3] = x, z
    return pose


def gazebo() -> List[Figure]:
    """Measure the traffic plugin's physics step in which all heads change.

    A client watches the scene.
    """
    ready(os.environ)
    runs = [gazebo_poses.measure(300) for _ in range(GAZEBO_RUNS)]
    if int(min(run["lights_lamps"] for run in runs)) < 3 * HEADS:
        raise RuntimeError("not all lamps were found")
    return [
        of_samples(
            NAMES["Gazebo"],
            [1e3 * run["lights_watched"] for run in runs],
            "ms",
            STEP_GOAL,
            note=f"median of {GAZEBO_RUNS} gzservers, in each of 200 physics steps in which all "
            f"{HEADS} heads change and a scene listens; "
            f"{1e3 * np.median([run['lights_unwatched'] for run in runs]):.3g} ms while nobody "
            "does",
        )
    ]


def _added(name: str, extra: np.ndarray, note: str) -> Figure:
    parts = [1e3 * float(np.median(part)) for part in np.array_split(extra, 5)]
    return Figure(
        name,
        1e3 * float(np.median(extra)),
        "ms",
        STEP_GOAL,
        low=min(parts),
        high=max(parts),
        note=note,
    )


def missing(what: str) -> List[Figure]:
    return [Figure(NAMES[what], None, "ms", STEP_GOAL)]
