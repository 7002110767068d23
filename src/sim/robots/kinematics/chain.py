"""Forward kinematics and Jacobian of an arm.

A product of the joints' transforms, for one position vector or many at once. SI units; poses are
``base_from_tip`` (..., 4, 4).
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.robots.description import Arm


class Chain:
    """An arm's constants, laid out for fast evaluation."""

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self._slides = [joint.slides for joint in arm.joints]
        self._axes = [np.asarray(joint.axis, dtype=float) for joint in arm.joints]
        self._cross = [_cross_matrix(axis) for axis in self._axes]
        self._square = [cross @ cross for cross in self._cross]

    def forward(self, positions: Array) -> Array:
        """Return ``base_from_tip`` (..., 4, 4) of joint positions (..., k)."""
        positions = np.asarray(positions, dtype=float)
        turn, point = self.joint_frames(positions)[-1]
        tip = self.arm.joint_from_tip
        pose = np.zeros((*positions.shape[:-1], 4, 4))
        pose[..., :3, :3] = turn @ tip[:3, :3]
        pose[..., :3, 3] = point + turn @ tip[:3, 3]
        pose[..., 3, 3] = 1.0
        return pose

    def joint_frames(self, positions: Array) -> List[Tuple[Array, Array]]:
        """Return each joint's frame: rotation (..., 3, 3) and origin (..., 3).

        Frames are after the joint, in the base's frame.
        """
        shape = positions.shape[:-1]
        turn, point = np.broadcast_to(np.eye(3), (*shape, 3, 3)), np.zeros((*shape, 3))
        frames = []
        for index, joint in enumerate(self.arm.joints):
            fixed, value = joint.parent_from_joint, positions[..., index]
            point = point + turn @ fixed[:3, 3]
            turn = turn @ fixed[:3, :3]
            if self._slides[index]:
                point = point + (turn @ self._axes[index]) * value[..., None]
            else:
                # Rodrigues.
                value = value[..., None, None]
                turn = turn @ (
                    np.eye(3)
                    + np.sin(value) * self._cross[index]
                    + (1.0 - np.cos(value)) * self._square[index]
                )
            frames.append((turn, point))
        return frames

    def jacobian(self, positions: Array) -> Array:
        """Return the geometric Jacobian (..., 6, k): tip twist per joint speed.

        Linear above angular, in the base's axes.
        """
        positions = np.asarray(positions, dtype=float)
        frames = self.joint_frames(positions)
        turn, point = frames[-1]
        tip = point + turn @ self.arm.joint_from_tip[:3, 3]
        columns = []
        for index, (turn, point) in enumerate(frames):
            axis = turn @ self._axes[index]
            if self._slides[index]:
                columns.append(np.concatenate([axis, np.zeros_like(axis)], axis=-1))
            else:
                columns.append(np.concatenate([np.cross(axis, tip - point), axis], axis=-1))
        return np.stack(columns, axis=-1)

    def zero_axes(self) -> Tuple[Array, Array]:
        """Return directions and points (k, 3) of axes at position 0."""
        frames = self.joint_frames(np.zeros(len(self.arm)))
        return np.array([turn @ axis for (turn, _), axis in zip(frames, self._axes)]), np.array(
            [point for _, point in frames]
        )


def _cross_matrix(axis: Array) -> Array:
    x, y, z = axis
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
