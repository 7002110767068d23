"""Whole method of [Velas2014]: circles, translation, and pose search by edges.

The lidar's axes are taken as nearly the camera's: x along its optical axis, y left, z up.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.calibration.result import FAILED, GOOD, Calibration, FrameVerdict
from sim.calibration.velas.cloud_marker import cloud_circles
from sim.calibration.velas.edges import (
    cloud_edges,
    inverse_distance_transform,
    picture_edges,
    visible,
)
from sim.calibration.velas.picture_marker import PictureCircles, picture_circles
from sim.calibration.velas.refinement import refine
from sim.errors import InputError

# The method gives no covariance.
UNKNOWN_COVARIANCE = np.full((6, 6), np.nan)
UNUSED = FrameVerdict(False, "the method takes a single shot, which an earlier frame is")
# Shares of the strongest edge.
MARKER_EDGE_THRESHOLD = 0.1  # edges for the search of circles
OVERLAY_EDGE_THRESHOLD = 0.05  # edges that are laid over the picture


def calibrate_velas(board: Board, recording: BoardRecording, seed: int = 0) -> Calibration:
    """Calibrate by the first frame that shows four circles.

    In its left picture and in its cloud, which has rings: a single shot, repeated until it
    succeeds.
    """
    if not recording.frames:
        return Calibration(FAILED, None, ("the recording has no frames",))
    rng, verdicts = np.random.default_rng(seed), []
    for frame in recording.frames:
        try:
            pose = _pose(board, recording.optics, frame, rng)
        except InputError as error:
            verdicts.append(FrameVerdict(False, str(error)))
            continue
        later = (UNUSED,) * (len(recording.frames) - len(verdicts) - 1)
        frames = (*verdicts, FrameVerdict(True), *later)
        return Calibration(GOOD, PoseEstimate(pose, UNKNOWN_COVARIANCE), (), frames)
    return Calibration(FAILED, None, (verdicts[-1].reason,), tuple(verdicts))


def _pose(
    board: Board, optics: RectifiedCamera, frame: SensorFrame, rng: np.random.Generator
) -> Array:
    """Calibrate by one frame. Raises InputError if a sensor does not show the four circles."""
    if len(board.centers) != 4:
        raise InputError("board", f"has {len(board.centers)} holes; this method needs four")
    all_edges = cloud_edges(frame.cloud)
    steep = picture_edges(frame.left)
    circles = picture_circles(steep)
    if circles is None:
        raise InputError("camera", "its picture does not show exactly four circles")
    centers = cloud_circles(board, visible(optics, all_edges).above(MARKER_EDGE_THRESHOLD), rng)
    if centers is None:
        raise InputError("lidar", "four circles of the board not found in the camera's view")
    shift = translation(board, optics, circles, centers)
    return refine(
        optics, inverse_distance_transform(steep), all_edges.above(OVERLAY_EDGE_THRESHOLD), shift
    )


def translation(
    board: Board, optics: RectifiedCamera, circles: PictureCircles, centers: Array
) -> Array:
    """Return the lidar's place (3,) in the camera's frame, unrotated.

    Its depth by the circles' radius, and the rest by the centres (4, 3) in the cloud [Velas2014,
    section 3.2].
    """
    depth = board.radius * optics.focal / circles.radius
    ahead = depth - float(centers[:, 0].mean())
    reach = centers[:, 0] + ahead
    aside = -(circles.centers[:, 0] - optics.center[0]) / optics.focal * reach
    up = -(circles.centers[:, 1] - optics.center[1]) / optics.focal * reach
    return np.array([ahead, (aside - centers[:, 1]).mean(), (up - centers[:, 2]).mean()])
