"""Conversion of CRCL's poses to and from positions and quaternions xyzw.

A CRCL pose is a point, an x and a z axis. Uses plain numbers instead of arrays, since a status is
built many times a second and numpy takes longer for three numbers.
"""

from __future__ import annotations

import math
from typing import Tuple

from sim.crcl import Point, Pose, Vector
from sim.errors import InputError
from sim.robot_orders import Quaternion, Triple
from sim.transforms import quaternion_from_rotation

# Degrees by which the angle of the axes may differ from 90: allows values with few digits, not
# wrong poses.
SKEW = 1.0


def position(point: Point) -> Triple:
    return (float(point.x), float(point.y), float(point.z))


def orientation(pose: Pose, where: str) -> Quaternion:
    """Return the quaternion of a pose's axes.

    z stays as given; x is projected onto the plane perpendicular to it (Gram-Schmidt).
    """
    z, x = _unit(pose.z_axis, f"{where}/ZAxis"), _unit(pose.x_axis, f"{where}/XAxis")
    along = _dot(x, z)
    angle = math.degrees(math.acos(max(-1.0, min(1.0, along))))
    if abs(angle - 90.0) > SKEW:
        raise InputError(
            where, f"XAxis and ZAxis are {angle:.1f} degrees apart; they must be perpendicular"
        )
    x = (x[0] - along * z[0], x[1] - along * z[1], x[2] - along * z[2])
    length = math.sqrt(_dot(x, x))
    x = (x[0] / length, x[1] / length, x[2] / length)
    y = (z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0])
    return quaternion_from_rotation(tuple(zip(x, y, z)))


def pose(place: Triple, turn: Quaternion) -> Pose:
    """Return CRCL's pose of a position and a quaternion."""
    x, y, z, w = turn
    norm = math.sqrt(x * x + y * y + z * z + w * w) or 1.0
    x, y, z, w = x / norm, y / norm, z / norm, w / norm
    return Pose(
        point=Point(*place),
        x_axis=Vector(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
        z_axis=Vector(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    )


def _dot(a: Tuple[float, ...], b: Tuple[float, ...]) -> float:
    return sum(one * other for one, other in zip(a, b))


def _unit(vector: Vector, where: str) -> Triple:
    i, j, k = float(vector.i), float(vector.j), float(vector.k)
    length = math.sqrt(_dot((i, j, k), (i, j, k)))
    if not 1e-6 < length < math.inf:
        raise InputError(
            where,
            f"({vector.i:g}, {vector.j:g}, {vector.k:g}) is not a direction; must be a unit vector",
        )
    return (i / length, j / length, k / length)
