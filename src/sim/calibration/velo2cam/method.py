"""Whole method of [Velo2Cam]: centres of every frame, then one registration."""

from __future__ import annotations

from typing import Dict, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.result import FAILED, GOOD, BoardPoses, Calibration, FrameVerdict
from sim.calibration.velo2cam.centers import (
    NO_POINTS,
    SegmentationSteps,
    lidar_centers,
    stereo_centers,
)
from sim.calibration.velo2cam.registration import (
    LIDAR_CLUSTER_TOLERANCE,
    STEREO_CLUSTER_TOLERANCE,
    board_at,
    centroids,
    register,
)

# The method gives no covariance.
UNKNOWN = np.full((6, 6), np.nan)
WHOLE = 4
# Centres (k, 3) in the cloud and in the pictures of one frame.
Centers = Tuple[Array, Array]


def calibrate_velo2cam(
    board: Board,
    recording: BoardRecording,
    seed: int = 0,
    known: Optional[Dict[int, Centers]] = None,
) -> Calibration:
    """Calibrate by all frames of a recording.

    A stereo pair and a lidar with rings. ``known`` caches the centres of frames by their numbers,
    for longer parts of the same recording.
    """
    known = {} if known is None else known
    for number, frame in enumerate(recording.frames):
        if number not in known:
            lidar, camera = segment(board, recording.optics, frame, seed, number)
            known[number] = lidar.centers, camera.centers
    return _registered(board, [known[number] for number in range(len(recording.frames))])


def segment(
    board: Board, optics: RectifiedCamera, frame: SensorFrame, seed: int, number: int
) -> Tuple[SegmentationSteps, SegmentationSteps]:
    """Return the clouds of each step, of lidar and left camera, for the frame of that number."""
    rng = np.random.default_rng([seed, number])
    lidar = lidar_centers(board, frame.cloud, rng)
    if frame.right is None:
        return lidar, SegmentationSteps(NO_POINTS)
    return lidar, stereo_centers(board, optics, frame.left, frame.right, rng)


def _registered(board: Board, frames: Sequence[Centers]) -> Calibration:
    """Register centres; frames without four centres of a sensor are skipped."""
    verdicts = tuple(_verdict(*frame) for frame in frames)
    lidar = centroids([one for one, _ in frames if len(one) == WHOLE], LIDAR_CLUSTER_TOLERANCE)
    camera = centroids([one for _, one in frames if len(one) == WHOLE], STEREO_CLUSTER_TOLERANCE)
    if lidar is None or camera is None:
        which = "lidar" if lidar is None else "camera"
        return Calibration(FAILED, None, (f"{which}: no four clusters of circles",), verdicts)
    pose = PoseEstimate(register(camera, lidar), UNKNOWN)
    seen = BoardPoses(board_at(board, camera), board_at(board, lidar))
    return Calibration(GOOD, pose, (), verdicts, (seen,))


def _verdict(lidar: Array, camera: Array) -> FrameVerdict:
    if len(lidar) == len(camera) == WHOLE:
        return FrameVerdict(True)
    return FrameVerdict(
        False, f"{len(lidar)} circles in the cloud and {len(camera)} in the pictures, not {WHOLE}"
    )
