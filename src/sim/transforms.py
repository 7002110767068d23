"""Rotations, quaternions and rigid transforms, alone or many at once.

Transforms are (4, 4), rotations (3, 3), quaternions (4,) xyzw of length 1 as in ROS messages.
Roll, pitch and yaw turn about the fixed axes x, y, z in this order, rad [REP103]. A rotation vector
(rotvec) is an axis times an angle in rad.
"""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array

Numbers = Union[float, Array]


def rotation_from_rpy(roll: Numbers, pitch: Numbers, yaw: Numbers) -> Array:
    """Return rotations (..., 3, 3), Rz(yaw) Ry(pitch) Rx(roll)."""
    cr, sr, cp, sp = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch)
    cy, sy = np.cos(yaw), np.sin(yaw)
    return _rotations(
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    )


def rotation_from_quaternion(quaternion: Array) -> Array:
    """Return rotations (..., 3, 3) of quaternions (..., 4)."""
    q = np.asarray(quaternion, dtype=float)
    x, y, z, w = q.tolist() if q.ndim == 1 else np.moveaxis(q, -1, 0)
    return _rotations(*_quaternion_rows(x, y, z, w))


def rotation_from_rotvec(vectors: Array) -> Array:
    """Return rotations (..., 3, 3) of rotation vectors (Rodrigues' formula).

    The vectors are (..., 3).
    """
    angles = np.linalg.norm(vectors, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(vectors, -1, 0)
    zero = np.zeros_like(x)
    cross = _rotations([zero, -z, y], [z, zero, -x], [-y, x, zero])
    # sinc takes pi x.
    result: Array = (
        np.eye(3)
        + np.sinc(angles / np.pi) * cross
        + 0.5 * np.sinc(angles / (2.0 * np.pi)) ** 2 * (cross @ cross)
    )
    return result


def quaternion_from_rpy(roll: Array, pitch: Array, yaw: Array) -> Array:
    """Return quaternions (..., 4)."""
    cr, sr, cp, sp = np.cos(roll / 2), np.sin(roll / 2), np.cos(pitch / 2), np.sin(pitch / 2)
    cy, sy = np.cos(yaw / 2), np.sin(yaw / 2)
    return np.stack(
        [
            cy * cp * sr - sy * sp * cr,
            cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr,
            cy * cp * cr + sy * sp * sr,
        ],
        axis=-1,
    )


def quaternion_from_rotation(
    rotation: Sequence[Sequence[float]],
) -> Tuple[float, float, float, float]:
    """Return the quaternion with w >= 0 of one rotation matrix.

    Its rows are floats; by the largest component [Shepperd].
    """
    (a, b, c), (d, e, f), (g, h, i) = rotation
    trace = a + e + i
    largest = max(trace, a, e, i)
    if largest == trace:
        x, y, z, w = h - f, c - g, d - b, 1.0 + trace
    elif largest == a:
        x, y, z, w = 1.0 + a - e - i, d + b, g + c, h - f
    elif largest == e:
        x, y, z, w = d + b, 1.0 - a + e - i, h + f, c - g
    else:
        x, y, z, w = g + c, h + f, 1.0 - a - e + i, d - b
    length = math.copysign(math.sqrt(x * x + y * y + z * z + w * w), w)
    return x / length, y / length, z / length, w / length


def quaternions_from_rotations(rotations: Array) -> Array:
    """Return quaternions (..., 4) of rotations (..., 3, 3).

    w >= 0; by their largest components [Shepperd].
    """
    m = np.asarray(rotations, dtype=float)
    trace = np.trace(m, axis1=-2, axis2=-1)
    a, e, i = np.moveaxis(np.diagonal(m, axis1=-2, axis2=-1), -1, 0)
    dx, dy, dz = (
        m[..., 2, 1] - m[..., 1, 2],
        m[..., 0, 2] - m[..., 2, 0],
        m[..., 1, 0] - m[..., 0, 1],
    )
    sx, sy, sz = (
        m[..., 2, 1] + m[..., 1, 2],
        m[..., 0, 2] + m[..., 2, 0],
        m[..., 1, 0] + m[..., 0, 1],
    )
    rows = np.stack(
        [
            np.stack([dx, dy, dz, 1.0 + trace], -1),
            np.stack([1.0 + a - e - i, sz, sy, dx], -1),
            np.stack([sz, 1.0 - a + e - i, sx, dy], -1),
            np.stack([sy, sx, 1.0 - a - e + i, dz], -1),
        ],
        axis=-2,
    )
    best = np.argmax(np.stack([trace, a, e, i], axis=-1), axis=-1)
    row = np.take_along_axis(rows, best[..., None, None], axis=-2)[..., 0, :]
    row = row / np.linalg.norm(row, axis=-1, keepdims=True)
    return np.where(row[..., 3:] < 0.0, -row, row)


def quaternion_from_rotvec(vectors: Array) -> Array:
    """Return quaternions (..., 4) of rotation vectors (..., 3)."""
    half = 0.5 * np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.concatenate([0.5 * vectors * np.sinc(half / np.pi), np.cos(half)], axis=-1)


def rotvec_from_rotation(rotations: Array) -> Array:
    """Return rotation vectors (..., 3) of rotations (..., 3, 3). They are at most pi long."""
    quaternions = quaternions_from_rotations(rotations)
    sine = np.linalg.norm(quaternions[..., :3], axis=-1)
    angle = 2.0 * np.arctan2(sine, quaternions[..., 3])
    scale = np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0)
    result: Array = quaternions[..., :3] * scale[..., None]
    return result


def quaternion_product(left: Array, right: Array) -> Array:
    """Return Hamilton products (..., 4): rotation by ``right``, then ``left``."""
    a, b, c, d = np.moveaxis(left, -1, 0)
    x, y, z, w = np.moveaxis(right, -1, 0)
    return np.stack(
        [
            d * x + a * w + b * z - c * y,
            d * y - a * z + b * w + c * x,
            d * z + a * y - b * x + c * w,
            d * w - a * x - b * y - c * z,
        ],
        axis=-1,
    )


def transform(translation: Union[Array, Sequence[float]], rotation: Array) -> Array:
    """Return the transform (4, 4) of a translation and a rotation. (3,) and (3, 3)."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = translation
    return matrix


def transform_from_quaternion(
    translation: Sequence[float], quaternion: Sequence[float], least: float = 0.0
) -> Array:
    """Return the transform (4, 4) of a translation and a quaternion xyzw.

    The quaternion may have any length above ``least``; a shorter one is invalid.
    """
    given = np.array(quaternion, float)
    norm = math.sqrt(given.dot(given))
    if not norm > least:
        return transform(translation, np.eye(3))
    # Plain floats: of one pose, arrays take three times as long.
    rows = _quaternion_rows(*(number / norm for number in quaternion))
    return np.array([[*row, x] for row, x in zip(rows, translation)] + [[0.0, 0.0, 0.0, 1.0]])


def transform_from_rpy(
    xyz: Union[Array, Sequence[float]], rpy: Sequence[float] = (0.0, 0.0, 0.0)
) -> Array:
    """Return the transform (4, 4) of a translation and roll, pitch, yaw."""
    return transform(xyz, rotation_from_rpy(*rpy))


def transform_from_pose(pose: Sequence[float]) -> Array:
    """Return the transform (4, 4) of x, y, z, roll, pitch, yaw."""
    return transform_from_rpy(pose[:3], pose[3:])


def pose_from_transform(matrix: Array) -> Tuple[float, ...]:
    """Return x, y, z, roll, pitch, yaw of a transform (4, 4).

    If x points straight up or down, yaw is 0.
    """
    turn = matrix[:3, :3]
    level = math.hypot(turn[0, 0], turn[1, 0])
    pitch = math.atan2(-turn[2, 0], level)
    if level > 1e-9:
        roll, yaw = math.atan2(turn[2, 1], turn[2, 2]), math.atan2(turn[1, 0], turn[0, 0])
    else:
        roll, yaw = math.atan2(-turn[1, 2], turn[1, 1]), 0.0
    return (*map(float, matrix[:3, 3]), roll, pitch, yaw)


def inverse(matrix: Array) -> Array:
    """Return the inverse (4, 4) of a transform."""
    back = matrix[:3, :3].T
    return transform(-back @ matrix[:3, 3], back)


def _quaternion_rows(x: Numbers, y: Numbers, z: Numbers, w: Numbers) -> List[List[Numbers]]:
    """Return the rows of the rotation of a quaternion of length 1."""
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]


def _rotations(*rows: Sequence[Numbers]) -> Array:
    """Return matrices (..., 3, 3) of three rows of three arrays (...)."""
    if np.ndim(rows[0][0]) == 0:
        return np.array(rows, dtype=float)
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
