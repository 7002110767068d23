"""Rigid transforms of MuJoCo: conversion of 4x4 matrices to position and quaternion.

Quaternions here are in MuJoCo's order (w, x, y, z); they get the order of ROS when readings leave
the physics.
"""

from __future__ import annotations

from typing import Sequence, Tuple, Union

import mujoco
import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.transforms import quaternion_from_rpy, transform

ROTATION_TOLERANCE = 1e-4
NEXT_AXES = np.array([1, 2, 0])
LAST_AXES = np.array([2, 0, 1])
# MuJoCo writes quaternions wxyz.
WXYZ = [3, 0, 1, 2]
# Signs that make of a quaternion wxyz the one that turns back.
INVERSE = np.array([1.0, -1.0, -1.0, -1.0])


def transform_of_quaternion(position: Array, quaternion: Array) -> Array:
    """Return the transform (4, 4) of a position (3,) and a quaternion wxyz (4,)."""
    rotation = np.empty(9)
    mujoco.mju_quat2Mat(rotation, np.asarray(quaternion, dtype=float))
    return transform(position, rotation.reshape(3, 3))


def position_quaternion(matrix: Array) -> Tuple[Array, Array]:
    """Return position (3,) and unit quaternion wxyz (4,) of a transform (4, 4)."""
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(matrix[:3, :3], dtype=float).ravel())
    mujoco.mju_normalize4(quaternion)
    return np.array(matrix[:3, 3], dtype=float), quaternion


def align_z(normal: Union[Array, Sequence[float]]) -> Array:
    """Return the shortest rotation (3, 3) of +z to ``normal`` (3,)."""
    quaternion, rotation = np.empty(4), np.empty(9)
    mujoco.mju_quatZ2Vec(quaternion, np.asarray(normal, dtype=float))
    mujoco.mju_quat2Mat(rotation, quaternion)
    return rotation.reshape(3, 3)


def quaternions_of_angles(angles: Array) -> Array:
    """Return quaternions wxyz (n, 4) of R_z(yaw) R_y(pitch) R_x(roll).

    ``angles`` are yaws (n, 1), or yaw, pitch, roll (n, 3).
    """
    if angles.shape[1] == 3:
        yaw, pitch, roll = angles.T
        return quaternion_from_rpy(roll, pitch, yaw)[:, WXYZ]
    quaternions = np.zeros((len(angles), 4))
    quaternions[:, 0], quaternions[:, 3] = np.cos(0.5 * angles[:, 0]), np.sin(0.5 * angles[:, 0])
    return quaternions


def checked_pose(where: object, pose: Array) -> Array:
    """Return the pose as a float array (4, 4). Raises InputError if it is not a rigid transform."""
    matrix = np.asarray(pose, dtype=float)
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise InputError(where, f"the pose must be a finite 4x4 transform, not {matrix.tolist()}")
    rotation = matrix[:3, :3]
    if (
        np.abs(rotation @ rotation.T - np.eye(3)).max() > ROTATION_TOLERANCE
        or np.linalg.det(rotation) < 0
    ):
        raise InputError(
            where, "the pose must hold a rotation (an orthonormal, right-handed 3x3 part)"
        )
    return matrix


def checked_vector(where: object, what: str, vector: Array) -> Array:
    """Return the vector as a finite float array (3,).

    Raises InputError with its name ``what`` otherwise.
    """
    array = np.asarray(vector, dtype=float)
    if array.shape != (3,) or not np.isfinite(array).all():
        raise InputError(where, f"{what} must be 3 finite numbers, not {array.tolist()}")
    return array


def cross(left: Array, right: Array) -> Array:
    """Return cross products (..., 3); several times faster than NumPy's for few."""
    result: Array = (
        left[..., NEXT_AXES] * right[..., LAST_AXES] - left[..., LAST_AXES] * right[..., NEXT_AXES]
    )
    return result


def rotate(quaternions: Array, vectors: Array) -> Array:
    """Rotate vectors (n, 3) by quaternions wxyz (n, 4).

    It computes v + 2 w (u x v) + 2 u x (u x v).
    """
    axis = quaternions[:, 1:]
    turned = 2 * cross(axis, vectors)
    result: Array = vectors + quaternions[:, :1] * turned + cross(axis, turned)
    return result


def multiply(left: Array, right: Array) -> Array:
    """Return the Hamilton products (n, 4) of quaternions wxyz (n, 4)."""
    scalar = left[:, :1] * right[:, :1] - (left[:, 1:] * right[:, 1:]).sum(axis=1, keepdims=True)
    vector = (
        left[:, :1] * right[:, 1:] + right[:, :1] * left[:, 1:] + cross(left[:, 1:], right[:, 1:])
    )
    return np.hstack([scalar, vector])
