"""Poses (x, y, yaw) of the car in the world. SI units.

It also has the views from them.
"""

from __future__ import annotations

import math
from typing import Optional, Sequence, Tuple, TypeVar

import numpy as np

from sim.arrays import Array

T = TypeVar("T")
Pose = Tuple[float, float, float]
# A pose that is further away in time than this is that of another moment, s.
LATEST = 0.3


def world_points(pose: Pose, points: Array) -> Array:
    """Return points (..., 2) of the car's frame in the world."""
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    found: Array = np.asarray(points, float) @ np.array([[cos, sin], [-sin, cos]]) + pose[:2]
    return found


def car_points(pose: Pose, points: Array) -> Array:
    """Return points (..., 2) of the world in the car's frame."""
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    found: Array = (np.asarray(points, float) - pose[:2]) @ np.array([[cos, -sin], [sin, cos]])
    return found


def advance_pose(pose: Pose, speed: float, yaw_rate: float, dt: float) -> Pose:
    """Return the pose ``dt`` s later, at constant speed and yaw rate."""
    middle = pose[2] + 0.5 * yaw_rate * dt
    way = speed * dt
    return (
        pose[0] + way * math.cos(middle),
        pose[1] + way * math.sin(middle),
        pose[2] + yaw_rate * dt,
    )


def compose_poses(pose: Pose, step: Pose) -> Pose:
    """Return the pose after a ``step`` of the car's own frame."""
    (x, y), yaw = world_points(pose, np.asarray(step[:2])), pose[2] + step[2]
    return float(x), float(y), yaw


def relative_pose(pose: Pose, other: Pose) -> Pose:
    """Return the other pose in the first pose's frame."""
    (x, y), yaw = car_points(pose, np.asarray(other[:2])), other[2] - pose[2]
    return float(x), float(y), yaw


def nearest(known: Sequence[Tuple[float, T]], time: float) -> Optional[T]:
    """Return the value nearest in time; None if too far away."""
    if not known:
        return None
    at, found = min(known, key=lambda one: abs(one[0] - time))
    return found if abs(at - time) <= LATEST else None
