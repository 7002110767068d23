"""Rotations, quaternions and transforms, against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import transforms

ANGLE = st.floats(-np.pi, np.pi)
rotations = pytest.importorskip("scipy.spatial.transform").Rotation
RANDOM = rotations.random(200, random_state=3)
# Half turns about the axes: where a component of the quaternion is 0.
CORNERS = rotations.from_quat(np.eye(4))


def same_rotation(quaternions: np.ndarray, others: np.ndarray) -> None:
    signs = np.sign((quaternions * others).sum(axis=-1, keepdims=True))
    np.testing.assert_allclose(quaternions, signs * others, atol=1e-12)


@given(ANGLE, ANGLE, ANGLE)
def test_roll_pitch_and_yaw_turn_about_fixed_axes(roll, pitch, yaw):
    expected = rotations.from_euler("xyz", [roll, pitch, yaw])
    np.testing.assert_allclose(
        transforms.rotation_from_rpy(roll, pitch, yaw), expected.as_matrix(), atol=1e-12
    )
    same_rotation(transforms.quaternion_from_rpy(*np.array([roll, pitch, yaw])), expected.as_quat())


def test_many_angles_at_once():
    roll, pitch, yaw = RANDOM.as_euler("xyz").T
    np.testing.assert_allclose(
        transforms.rotation_from_rpy(roll, pitch, yaw), RANDOM.as_matrix(), atol=1e-12
    )
    same_rotation(transforms.quaternion_from_rpy(roll, pitch, yaw), RANDOM.as_quat())


@pytest.mark.parametrize("some", [RANDOM, CORNERS], ids=["random", "corners"])
def test_quaternions_and_rotations(some):
    np.testing.assert_allclose(
        transforms.rotation_from_quaternion(some.as_quat()), some.as_matrix(), atol=1e-12
    )
    found = transforms.quaternions_from_rotations(some.as_matrix())
    same_rotation(found, some.as_quat())
    assert (found[:, 3] >= 0.0).all()
    for matrix, quaternion in zip(some.as_matrix(), found):
        np.testing.assert_allclose(
            transforms.quaternion_from_rotation(matrix.tolist()), quaternion, atol=1e-12
        )
        place = quaternion[:3].tolist()
        moved = transforms.transform_from_quaternion(place, (1.7 * quaternion).tolist())
        np.testing.assert_allclose(moved, transforms.transform(place, matrix), atol=1e-12)
    assert (
        transforms.transform_from_quaternion((1, 2, 3), (0, 0, 0, 0))[:3, :3] == np.eye(3)
    ).all()


@pytest.mark.parametrize("scale", [1.0, 1e-9, 0.0])
def test_rotation_vectors(scale):
    vectors = scale * RANDOM.as_rotvec()
    expected = rotations.from_rotvec(vectors)
    found = transforms.rotation_from_rotvec(vectors)
    np.testing.assert_allclose(found, expected.as_matrix(), atol=1e-12)
    same_rotation(transforms.quaternion_from_rotvec(vectors), expected.as_quat())
    np.testing.assert_allclose(transforms.rotvec_from_rotation(found), vectors, atol=1e-7)


def test_products_of_quaternions():
    left, right = RANDOM[:100], RANDOM[100:]
    product = transforms.quaternion_product(left.as_quat(), right.as_quat())
    same_rotation(product, (left * right).as_quat())


@given(st.tuples(ANGLE, ANGLE, ANGLE), st.tuples(ANGLE, ANGLE, ANGLE))
def test_a_pose_comes_back_and_its_inverse_undoes_it(xyz, rpy):
    matrix = transforms.transform_from_rpy(xyz, rpy)
    again = transforms.transform_from_pose(transforms.pose_from_transform(matrix))
    np.testing.assert_allclose(again, matrix, atol=1e-7)
    np.testing.assert_allclose(transforms.inverse(matrix) @ matrix, np.eye(4), atol=1e-12)
