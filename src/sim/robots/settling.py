"""When a motion counts as done: the measured pose is still and near enough, or near enough after
some patience."""

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
    """Within ``point`` m and ``angle`` rad (for joints ``joint_angle`` rad and ``joint_slide`` m)
    of its goal an arm has arrived.

    After ``patience`` s, being within the command's own tolerance is enough; after ``timeout`` s a
    tolerance that is missed is an error.
    """

    point: float = 1e-4
    angle: float = 3e-4
    joint_angle: float = 5e-4
    joint_slide: float = 1e-4
    patience: float = 0.5
    timeout: float = 3.0


@dataclass(frozen=True)
class Miss:
    """How far a controlled point is from where it should be: along the workstation's axes (3,) m,
    and angles of its x and z axes, rad."""

    point: Array
    x_axis: float
    z_axis: float

    @property
    def distance(self) -> float:
        return float(np.linalg.norm(self.point))

    def within(self, settling: Settling) -> bool:
        return self.distance <= settling.point and max(self.x_axis, self.z_axis) <= settling.angle

    def share(self, tolerance: Tolerance) -> float:
        """The largest part of a tolerance that is used; above 1 it is missed, 0 where none is
        given."""
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
    """The miss of a pose (4, 4)."""
    return Miss(
        measured[:3, 3] - wanted[:3, 3],
        _angle(measured[:3, 0], wanted[:3, 0]),
        _angle(measured[:3, 2], wanted[:3, 2]),
    )


def _angle(one: Array, other: Array) -> float:
    """Angle between unit vectors, exact where it is small."""
    return 2.0 * math.asin(min(1.0, 0.5 * float(np.linalg.norm(one - other))))


def between(before: Array, after: Array, wanted: Array) -> Array:
    """Of two measured poses (4, 4), one after the other, the pose on the way between that was
    nearest to ``wanted``, a rad counting as RHO m.

    The point goes straight from one to the other while the rotation turns about one axis.
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
    """The rotation vector (3,) of a turn (3, 3) that is no half turn, at a tenth of what vector_of
    costs."""
    (a, b, c), (d, e, f), (g, h, i) = turn.tolist()
    x, y, z = h - f, c - g, d - b
    twice = math.sqrt(x * x + y * y + z * z)
    scale = math.atan2(twice, a + e + i - 1.0) / twice if twice > 1e-12 else 0.5
    return np.array([scale * x, scale * y, scale * z])
