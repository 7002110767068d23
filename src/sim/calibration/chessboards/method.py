"""Whole chessboard method: detection, planes in the cloud, registration."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.calibration.chessboards.chessboard import Chessboard
from sim.calibration.chessboards.pictures import find_chessboards
from sim.calibration.chessboards.registration import register
from sim.calibration.chessboards.segments import find_segments
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.recording import BoardRecording
from sim.calibration.result import FAILED, GOOD, POOR, Calibration, FrameVerdict
from sim.errors import InputError

# The method gives no covariance.
UNKNOWN_COVARIANCE = np.full((6, 6), np.nan)
UNUSED = FrameVerdict(False, "the method takes a single shot, the last frame")
MIN_BOARDS = 3  # that give a transform
MIN_CONFIRMED_BOARDS = 4  # one of them confirms the others


def calibrate_chessboards(
    board: Chessboard, recording: BoardRecording, seed: int = 0
) -> Calibration:
    """Calibrate by the last frame of a recording alone.

    Pictures of a stereo or single camera and a cloud with rings.
    """
    if not recording.frames:
        return Calibration(FAILED, None, ("the recording has no frames",))
    frame = recording.frames[-1]
    others = (UNUSED,) * (len(recording.frames) - 1)
    try:
        segments = find_segments(frame.cloud, board.width, board.height)
    except InputError as error:
        return _failed(str(error), others)
    boards = find_chessboards(board, recording.optics, frame.left, frame.right)
    if len(boards) < MIN_BOARDS:
        return _failed(f"camera: {len(boards)} chessboards, where {MIN_BOARDS} are needed", others)
    found = register(board, boards, segments, np.random.default_rng(seed))
    if found is None:
        return _failed(
            f"no {MIN_BOARDS} of {len(boards)} chessboards are among {len(segments)} planes of the "
            "cloud",
            others,
        )
    frames = (*others, FrameVerdict(True))
    pose = PoseEstimate(found.matrix, UNKNOWN_COVARIANCE)
    if len(found.matched) < MIN_CONFIRMED_BOARDS:
        reason = f"only {len(found.matched)} chessboards have a plane in the cloud"
        return Calibration(POOR, pose, (reason,), frames)
    return Calibration(GOOD, pose, (), frames)


def _failed(reason: str, others: Tuple[FrameVerdict, ...]) -> Calibration:
    return Calibration(FAILED, None, (reason,), (*others, FrameVerdict(False, reason)))
