"""Geometry of an arm's axes at position 0, for closed forms.

Directions, points and intersections.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.arrays import Array
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.turns import about_y, about_z

TOLERANCE = 1e-6  # of directions and, in m, of distances between axes that should meet


class NotThisKind(ValueError):
    """The arm is not built as a closed form wants it."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise NotThisKind(what)


def parallel(a: Array, b: Array) -> bool:
    return bool(np.linalg.norm(np.cross(a, b)) < TOLERANCE)


def square(a: Array, b: Array) -> bool:
    return abs(float(a @ b)) < TOLERANCE


def meeting_point(directions: Array, points: Array, names: str) -> Array:
    """Return the point (3,) nearest to all axes (m, 3) (least squares).

    Raises NotThisKind if the axes do not intersect.
    """
    across = np.eye(3) - directions[:, :, None] * directions[:, None, :]
    point = np.linalg.solve(across.sum(axis=0), (across @ points[:, :, None])[:, :, 0].sum(axis=0))
    miss = np.linalg.norm((across @ (point - points)[:, :, None])[:, :, 0], axis=1).max()
    require(miss < TOLERANCE, f"the axes of {names} do not meet in a point")
    return point


def canonical(z: Array, y: Array) -> Array:
    """Return the rotation (3, 3) from base axes to given z, y."""
    return np.array([np.cross(y, z), y, z])


@dataclass(frozen=True)
class Wrist:
    """Spherical wrist of the last three joints.

    Rz(a) Ry(b) Rz(c) after constants, with a = first + ``first`` and b = second + ``second``.
    ``frame`` (3, 3) has joint 4's axis as z, the tip's rotation is multiplied by ``from_tip`` (3,
    3) on its right, ``centre`` (3,) is in the tip's frame.
    """

    frame: Array
    first: float
    second: float
    from_tip: Array
    centre: Array


def spherical_wrist(chain: Chain, base: Array, y: Array) -> Wrist:
    """Return the wrist of the last three joints.

    In axes ``base`` (3, 3); joint 4's axis must be perpendicular to ``y`` (3,) in those axes.
    """
    directions, points = chain.zero_axes()
    names = ", ".join(chain.arm.names[-3:])
    require(not any(joint.slides for joint in chain.arm.joints[-3:]), f"{names} must turn")
    w4, w5, w6 = (base @ direction for direction in directions[-3:])
    require(
        square(w4, w5) and square(w5, w6),
        f"the axes of {names} are not square to each other in turn",
    )
    require(square(w4, y), f"the axis of {chain.arm.names[-3]} is not square to that before it")
    centre = meeting_point(directions[-3:], points[-3:], names)
    frame = np.column_stack([np.cross(y, w4), y, w4])
    fifth = frame.T @ w5
    first = math.atan2(-fifth[0], fifth[1])
    sixth = about_z(first).T @ frame.T @ w6
    second = math.atan2(sixth[0], sixth[2])
    zero = chain.forward(np.zeros(len(chain.arm)))
    from_tip = zero[:3, :3].T @ base.T @ frame @ about_z(first) @ about_y(second)
    return Wrist(frame, first, second, from_tip, zero[:3, :3].T @ (centre - zero[:3, 3]))
