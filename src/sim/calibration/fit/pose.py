"""Poses with covariance.

A small step is (6,): a translation in m and a rotation vector in rad, both in the axes of the frame
that is placed, applied on the right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array
from sim.transforms import inverse, rotation_from_rotvec, rotvec_from_rotation, transform


@dataclass(frozen=True)
class PoseEstimate:
    """Pose ``matrix`` (4, 4) with ``covariance`` (6, 6) of a right step."""

    matrix: Array
    covariance: Array

    @property
    def parent_covariance(self) -> Array:
        """The covariance (6, 6) in the parent's axes, as ROS has it.

        Translation and rotation vector along the fixed axes of the frame that the pose is in.
        """
        turn = _both(self.matrix[:3, :3])
        return turn @ self.covariance @ turn.T

    @staticmethod
    def of_parent_covariance(matrix: Array, covariance: Array) -> PoseEstimate:
        """Return the estimate with a :attr:`parent_covariance`."""
        turn = _both(matrix[:3, :3])
        return PoseEstimate(matrix, turn.T @ covariance @ turn)

    def inverse(self) -> PoseEstimate:
        """Return the inverse transform with its covariance."""
        turn = adjoint(self.matrix)
        return PoseEstimate(inverse(self.matrix), turn @ self.covariance @ turn.T)

    def then(self, other: PoseEstimate) -> PoseEstimate:
        """Return this transform times another, independent one."""
        turn = adjoint(inverse(other.matrix))
        return PoseEstimate(
            self.matrix @ other.matrix, turn @ self.covariance @ turn.T + other.covariance
        )


def apply_step(matrix: Array, step: Array) -> Array:
    """Return a pose after a step (6,)."""
    found: Array = matrix @ transform(step[:3], rotation_from_rotvec(step[3:]))
    return found


def step_between(one: Array, other: Array) -> Array:
    """Return the step (6,) between two poses, first order in rotation."""
    between = inverse(one) @ other
    return np.concatenate([between[:3, 3], rotvec_from_rotation(between[:3, :3])])


def adjoint(matrix: Array) -> Array:
    """Return the adjoint (6, 6) of a transform.

    It turns a step in a frame into the same step in the frame that ``matrix`` places it in.
    """
    rotation, (x, y, z) = matrix[:3, :3], matrix[:3, 3]
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    found = _both(rotation)
    found[:3, 3:] = across @ rotation
    return found


def _both(rotation: Array) -> Array:
    """Return the rotation (6, 6) of a translation and a rotation vector."""
    found = np.zeros((6, 6))
    found[:3, :3] = found[3:, 3:] = rotation
    return found
