"""CRCL commands of kitting. Poses are of the controlled point in the robot's workstation; SI
units."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.crcl import (
    CloseToolChanger,
    MoveTo,
    OpenToolChanger,
    Point,
    Pose,
    PoseAndSet,
    SetEndEffector,
    TransSpeedAbsolute,
    Vector,
)
from sim.kitting.execution.failures import MOTION_FAILED, TOOL_CHANGER_STUCK
from sim.kitting.execution.requests import Do


def move(workstation_from_tool: Array, speed: float, straight: bool) -> Do:
    """Move to a pose (4, 4) at a speed in m/s."""
    x, z = workstation_from_tool[:3, 0].tolist(), workstation_from_tool[:3, 2].tolist()
    pose = PoseAndSet(
        Point(*workstation_from_tool[:3, 3].tolist()),
        Vector(*x),
        Vector(*z),
        True,
        TransSpeedAbsolute(speed),
    )
    return Do(lambda number: MoveTo(number, straight, pose), MOTION_FAILED, motion=True)


def grip(setting: float) -> Do:
    """Set the end effector from 0 (closed, off) to 1 (open, on)."""
    return Do(lambda number: SetEndEffector(number, setting), MOTION_FAILED)


def open_tool_changer() -> Do:
    return Do(OpenToolChanger, TOOL_CHANGER_STUCK)


def close_tool_changer() -> Do:
    return Do(CloseToolChanger, TOOL_CHANGER_STUCK)


def place_of(pose: Pose) -> Array:
    """Return the controlled point (3,) of a status, in the workstation."""
    return np.array([pose.point.x, pose.point.y, pose.point.z], float)
