"""Runner of Scenic programs in the kinematic world, for tests.

Objects are described by hand.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Mapping, Tuple

import numpy as np
import scenic

from sim.scenes.dynamic.kinematic import KinematicWorld
from sim.scenes.dynamic.result import RunResult
from sim.scenes.dynamic.run import DynamicRunOptions, run
from sim.scenes.models import MISSION_ONLY, ModelInfo
from sim.scenes.scene import SceneObject
from sim.scenes.seeds import seed_all

PERIOD = 0.05
HEAD = """
from sim.scenes.behaviors import *
class Walker:
    width: 0.5
    length: 0.4
    height: 1.7
    requireVisible: False
class Car:
    width: 1.8
    length: 4.6
    height: 1.4
    requireVisible: False
class Goal:
    width: 0.1
    length: 0.1
    requireVisible: False
"""
HEAD_LINES = HEAD.count("\n")
# By class: static, front and the box's centre in the model frame.
KINDS = {
    "Walker": (True, "x", (0.1, 0.0, 0.85)),
    "Car": (False, "x", (0.2, 0.0, 0.7)),
    "Goal": (True, "x", (0.0, 0.0, 0.0)),
    "Box": (False, "y", (0.0, 0.3, 0.5)),
}


def described(obj: Any) -> Tuple[SceneObject, ModelInfo]:
    """Return the loader's description of an object, for the models known here."""
    kind, heading = type(obj).__name__, float(obj.heading)
    static, front, center = KINDS[kind]
    info = ModelInfo(
        kind,
        kind,
        MISSION_ONLY if kind == "Goal" else "GAZEBO_MODEL",
        (obj.length, obj.width, obj.height),
        center,
        front=front,
        static=static,
    )
    yaw = heading + (math.pi / 2 if front == "x" else 0.0)
    x, y, z = obj.position
    origin = (
        x - math.cos(yaw) * center[0] + math.sin(yaw) * center[1],
        y - math.sin(yaw) * center[0] - math.cos(yaw) * center[1],
        z,
        0.0,
        0.0,
        yaw,
    )
    return SceneObject(
        str(getattr(obj, "name", kind.lower())),
        kind,
        kind == "Goal",
        (x, y, z),
        (0.0, 0.0, heading),
        origin,
        (obj.width, obj.length, obj.height),
    ), info


def run_program(
    text: str, seed: int = 1, world: Any = None, flat: bool = True, head: str = HEAD, **options: Any
) -> RunResult:
    """The result of a program of these classes."""
    program = scenic.scenarioFromString(head + text, filename="program.scenic", mode2D=flat)
    seed_all(seed)
    scene, _ = program.generate(maxIterations=100)
    return run(
        scene,
        described,
        world or KinematicWorld(PERIOD),
        DynamicRunOptions("program.scenic", seed, flat=flat, **options),
    )


def standing(**places: Tuple[float, float, float]) -> Mapping[str, np.ndarray]:
    """world_from_model (4, 4) by name, of x, y and yaw."""
    poses = {}
    for name, (x, y, yaw) in places.items():
        cos, sin = math.cos(yaw), math.sin(yaw)
        poses[name] = np.array(
            [[cos, -sin, 0.0, x], [sin, cos, 0.0, y], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
        )
    return poses


def files(result: RunResult, folder: Path) -> Mapping[str, bytes]:
    """Return the contents of a result's files, by name."""
    result.write(folder)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
