"""Transform between a lidar and a camera from recordings of one board.

Each sensor's frames give the board's pose with covariance; the two make the transform. Recordings
of several places of the board are averaged by their covariances.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.camera_fit import CameraEstimate, fit_camera, steadiness
from sim.calibration.fit.camera_start import camera_starts
from sim.calibration.fit.checks import camera_faults, lidar_faults, spread_faults
from sim.calibration.fit.detection import SensorView, find_board
from sim.calibration.fit.frames import judge_clouds, judge_images
from sim.calibration.fit.lidar_fit import LidarEstimate, fit_lidar
from sim.calibration.fit.photometric import refine_plane
from sim.calibration.fit.pose import PoseEstimate, apply_step, step_between
from sim.calibration.fit.rays import rays_of, short_piece_mask
from sim.calibration.recording import BoardRecording, SensorFrame
from sim.calibration.result import FAILED, GOOD, POOR, BoardPoses, Calibration, FrameVerdict
from sim.errors import InputError

# Largest distance of points from their plane, m.
LIDAR_TOLERANCE = 0.03
# Number of single pictures that are checked, from the first to the last.
LOOKED_AT = 5
# Longest piece of a scan line on a board, in board diagonals.
LONGEST = 1.1
NO_BOARD = "no board of the given size is in its view; bring the whole of it, upright, before it"


def calibrate(board: Board, recordings: Sequence[BoardRecording]) -> Calibration:
    """Calibrate by recordings of one rig, one per place of the board."""
    found: List[PoseEstimate] = []
    reasons: List[str] = []
    frames: List[FrameVerdict] = []
    boards: List[BoardPoses] = []
    for recording in recordings:
        place = _calibrate_place(board, recording)
        frames += place.frames
        reasons += place.reasons
        boards += place.boards
        if place.pose is not None:
            found.append(place.pose)
    if not found:
        return Calibration(FAILED, None, tuple(reasons), tuple(frames))
    pose = weighted_mean(found)
    reasons += spread_faults(pose, found)
    verdict = GOOD if not reasons else POOR
    return Calibration(verdict, pose, tuple(reasons), tuple(frames), tuple(boards))


def weighted_mean(estimates: Sequence[PoseEstimate]) -> PoseEstimate:
    """Return the covariance-weighted mean of independent estimates of one transform."""
    center = estimates[0].matrix
    for _ in range(5):
        weights = [np.linalg.inv(one.covariance) for one in estimates]
        steps = [step_between(center, one.matrix) for one in estimates]
        covariance = np.linalg.inv(np.sum(weights, axis=0))
        center = apply_step(
            center, covariance @ np.sum([w @ step for w, step in zip(weights, steps)], axis=0)
        )
    return PoseEstimate(center, covariance)


@dataclass(frozen=True)
class _PlaceResult:
    pose: Optional[PoseEstimate]
    reasons: Tuple[str, ...]
    frames: Tuple[FrameVerdict, ...]
    boards: Tuple[BoardPoses, ...] = ()


def _calibrate_place(board: Board, recording: BoardRecording) -> _PlaceResult:
    """Calibrate by one place of the board; inconsistent frames are left out."""
    if not recording.frames:
        return _PlaceResult(None, ("the recording has no frames",), ())
    images = judge_images(recording)
    clouds = judge_clouds([frame.cloud for frame in recording.frames])
    verdicts = tuple(
        FrameVerdict(not (image or cloud), image or cloud) for image, cloud in zip(images, clouds)
    )
    frames = [frame for frame, verdict in zip(recording.frames, verdicts) if verdict.accepted]
    if len(frames) * 2 < len(verdicts):
        reason = next(verdict.reason for verdict in verdicts if not verdict.accepted)
        rejected = len(verdicts) - len(frames)
        return _PlaceResult(
            None, (f"{rejected} of {len(verdicts)} frames cannot be used: {reason}",), verdicts
        )
    try:
        lidar = lidar_pose(board, frames)
        camera = camera_pose(board, recording, frames)
    except InputError as error:
        return _PlaceResult(None, (str(error),), verdicts)
    faults = (*lidar_faults(board, lidar), *camera_faults(board, camera))
    board_seen = BoardPoses(camera.pose.matrix, lidar.pose.matrix)
    return _PlaceResult(camera.pose.then(lidar.pose.inverse()), faults, verdicts, (board_seen,))


def lidar_pose(board: Board, frames: Sequence[SensorFrame]) -> LidarEstimate:
    """Return the board's pose in the lidar's frame. Raises InputError if it is not found."""
    rays = rays_of([frame.cloud for frame in frames])
    points, seen = rays.ends, np.isfinite(rays.ranges)
    pieces = short_piece_mask(rays, LONGEST * float(np.hypot(board.width, board.height)))
    view = SensorView(points[seen], points[pieces], rays.directions[~seen], LIDAR_TOLERANCE)
    found = find_board(board, view)
    if found is None:
        raise InputError("lidar", NO_BOARD)
    return fit_lidar(board, rays, found.sensor_from_board)


def camera_pose(
    board: Board, recording: BoardRecording, frames: Sequence[SensorFrame]
) -> CameraEstimate:
    """Return the board's pose in the left camera's frame. Raises InputError if it is not found."""
    images = [mean_image([frame.left for frame in frames])]
    if recording.optics.baseline > 0.0 and frames[0].right is not None:
        images.append(mean_image([frame.right for frame in frames if frame.right is not None]))
    starts = camera_starts(board, recording.optics, images)
    if not starts:
        raise InputError("camera", NO_BOARD)
    fits = [fit_camera(board, recording.optics, images, start) for start in starts]
    best = min(fits, key=lambda fit: fit.sigma)
    some = np.unique(np.linspace(0, len(frames) - 1, LOOKED_AT).round().astype(int))
    singles = [frames[number].left for number in some]
    steady = steadiness(board, recording.optics, images[0], singles, best.pose.matrix)
    best = replace(best, steady=steady)
    if len(images) < 2:
        return best
    return replace(best, pose=refine_plane(board, recording.optics, images, best.pose))


def mean_image(images: Sequence[Array]) -> Array:
    """Return the mean (h, w) float32 of images."""
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        total += image
    return total / len(images)
