"""Drift check of a calibration by a recording of a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.calibration.board import Board
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.fit.checks import MAX_SQUARED_DISTANCE
from sim.calibration.fit.pose import PoseEstimate, step_between
from sim.calibration.recording import BoardRecording
from sim.calibration.result import GOOD

HOLDS = "holds"
DRIFTED = "drifted"
UNKNOWN = "cannot judge"


@dataclass(frozen=True)
class DriftLimits:
    """Largest deviation of a lidar from its calibration, m and rad."""

    translation: float = 0.015
    rotation: float = float(np.radians(0.15))


@dataclass(frozen=True)
class DriftJudgement:
    """Result of a drift check: ``state`` with its reason.

    Deviation of the lidar from its calibrated pose, m and rad, 0 if unknown.
    """

    state: str
    reason: str
    translation: float = 0.0
    rotation: float = 0.0


def judge(
    board: Board,
    recording: BoardRecording,
    calibrated: PoseEstimate,
    limits: DriftLimits = DriftLimits(),
) -> DriftJudgement:
    """Check a calibration, camera_from_lidar, against a recording.

    It has drifted if it is beyond a limit and the deviation is significant: by chance at most once
    in a million times (squared Mahalanobis distance).
    """
    found = calibrate(board, [recording])
    if found.pose is None or found.verdict != GOOD:
        return DriftJudgement(UNKNOWN, found.reasons[0])
    step = step_between(calibrated.matrix, found.pose.matrix)
    translation, rotation = (float(np.linalg.norm(part)) for part in (step[:3], step[3:]))
    off = f"{1e3 * translation:.1f} mm and {np.degrees(rotation):.3f} deg"
    chance = step @ np.linalg.solve(found.pose.covariance + calibrated.covariance, step)
    if chance > MAX_SQUARED_DISTANCE and (
        translation > limits.translation or rotation > limits.rotation
    ):
        reason = f"the lidar is {off} from its calibrated pose; calibrate again"
        return DriftJudgement(DRIFTED, reason, translation, rotation)
    return DriftJudgement(HOLDS, f"within {off}", translation, rotation)
