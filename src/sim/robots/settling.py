"""Criteria for the end of a motion.

The measured pose is still and near enough, or near enough after some patience.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.arrays import Array
from sim.robot_orders import Tolerance
from sim.transforms import rotation_from_rotvec

RHO = 0.2  # m that a rad counts as, where translation and rotation are one way


@dataclass(frozen=True)
class Settling:
    """Tolerances and times for arrival.

    An arm has arrived within ``point`` m and ``angle`` rad (for joints ``joint_angle`` rad and
    ``joint_slide`` m) of its goal. After ``patience`` s, the command's own tolerance is enough;
    after ``timeout`` s a missed tolerance is an error.
    """

    point: float = 1e-4
    angle: float = 3e-4
    joint_angle: float = 5e-4
    joint_slide: float = 1e-4
    patience: float = 0.5
    timeout: float = 3.0


@dataclass(frozen=True)
class Miss:
    """Deviation of a controlled point from its goal, in the workstation's axes.

    Units: m along the axes (3,), rad for the angles of the point's x and z axes.
    """

    point: Array
    x_axis: float
    z_axis: float

    @property
    def distance(self) -> float:
        return float(np.linalg.norm(self.point))

    def within(self, settling: Settling) -> bool:
        return self.distance <= settling.point and max(self.x_axis, self.z_axis) <= settling.angle

    def share(self, tolerance: Tolerance) -> float:
        """Return the largest used share of a tolerance.

        Above 1 it is missed; 0 without a tolerance.
        """
        used = [
            abs(value) / most if most > 0.0 else math.inf if abs(value) > 0.0 else 0.0
            for value, most in zip(
                (*self.point, self.x_axis, self.z_axis),
                (*tolerance.point, tolerance.x_axis, tolerance.z_axis),
            )
            if not math.isinf(most)
        ]
        return float(max(used, default=0.0))

    def __str__(self) -> str:
        x, y, z = 1e3 * self.point
        return (
            f"off by ({x:.2f}, {y:.2f}, {z:.2f}) mm, its x axis by "
            f"{math.degrees(self.x_axis):.3f} and its z axis by "
            f"{math.degrees(self.z_axis):.3f} degrees"
        )


def miss(measured: Array, wanted: Array) -> Miss:
    """Return the deviation of a pose (4, 4)."""
    return Miss(
        measured[:3, 3] - wanted[:3, 3],
        _angle(measured[:3, 0], wanted[:3, 0]),
        _angle(measured[:3, 2], wanted[:3, 2]),
    )


def _angle(one: Array, other: Array) -> float:
    """Return the angle between unit vectors, exact for small angles."""
    return 2.0 * math.asin(min(1.0, 0.5 * float(np.linalg.norm(one - other))))


def between(before: Array, after: Array, wanted: Array) -> Array:
    """Return the pose nearest to ``wanted`` between two measured poses (4, 4).

    The point moves straight from one to the other while the rotation turns about one axis (SLERP);
    a rad counts as RHO m.
    """
    way, turn = (after - before)[:3, 3], _vector(before[:3, :3].T @ after[:3, :3])
    length = float(way @ way + RHO**2 * turn @ turn)
    left = _vector(before[:3, :3].T @ wanted[:3, :3])
    share = (
        0.0
        if length == 0.0
        else float((wanted - before)[:3, 3] @ way + RHO**2 * left @ turn) / length
    )
    if not 0.0 < share < 1.0:
        return before if share <= 0.0 else after
    nearest = np.eye(4)
    nearest[:3, :3] = before[:3, :3] @ rotation_from_rotvec(share * turn)
    nearest[:3, 3] = before[:3, 3] + share * way
    return nearest


def _vector(turn: Array) -> Array:
    """Return the rotation vector (3,) of a rotation (3, 3).

    Not for half turns; takes a tenth of the time of vector_of.
    """
    (a, b, c), (d, e, f), (g, h, i) = turn.tolist()
    x, y, z = h - f, c - g, d - b
    twice = math.sqrt(x * x + y * y + z * z)
    scale = math.atan2(twice, a + e + i - 1.0) / twice if twice > 1e-12 else 0.5
    return np.array([scale * x, scale * y, scale * z])
