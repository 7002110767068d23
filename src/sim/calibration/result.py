"""Result of a calibration, with its verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.recording import CAMERA_FROM_OPTICAL
from sim.transforms import inverse, rotvec_from_rotation, transform

GOOD = "good"
POOR = "poor"
FAILED = "failed"


@dataclass(frozen=True)
class FrameVerdict:
    """Use of a frame, with the ``reason`` if it was rejected."""

    accepted: bool
    reason: str = ""


@dataclass(frozen=True)
class BoardPoses:
    """Pose (4, 4) of the board in the frame of each sensor."""

    camera_from_board: Array
    lidar_from_board: Array


@dataclass(frozen=True)
class Calibration:
    """Calibrated ``pose`` of the lidar in the left camera's frame.

    x along its optical axis, y left, z up; None if ``verdict`` is failed. ``reasons`` explain a
    verdict that is not good, and suggest a remedy.
    """

    verdict: str
    pose: Optional[PoseEstimate] = None
    reasons: Tuple[str, ...] = ()
    frames: Tuple[FrameVerdict, ...] = ()
    boards: Tuple[BoardPoses, ...] = ()

    def in_optical_frame(self) -> Calibration:
        """Return the calibration with the pose in the left camera's optical frame.

        Its pictures are in this frame.
        """
        if self.pose is None:
            return self
        matrix = inverse(transform([0.0] * 3, CAMERA_FROM_OPTICAL)) @ self.pose.matrix
        return replace(self, pose=PoseEstimate(matrix, self.pose.covariance))


def errors(found: Array, truth: Array) -> Tuple[float, float]:
    """Return translation error in m and rotation error in rad.

    e_t = |t - t_gt| and e_r, the angle of R^-1 R_gt [Velo2Cam, eqs. 4 and 5], of camera_from_lidar
    (4, 4).
    """
    turn = rotvec_from_rotation((inverse(found) @ truth)[:3, :3])
    return float(np.linalg.norm(found[:3, 3] - truth[:3, 3])), float(np.linalg.norm(turn))
