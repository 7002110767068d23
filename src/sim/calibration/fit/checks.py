"""Quality checks of a fit, with messages that suggest a remedy."""

from __future__ import annotations

from typing import List, Sequence

import numpy as np

from sim.calibration.board import Board
from sim.calibration.fit.camera_fit import CameraEstimate
from sim.calibration.fit.lidar_fit import LidarEstimate
from sim.calibration.fit.misfit import Misfit
from sim.calibration.fit.pose import PoseEstimate, step_between

# Limits of a good transform.
MAX_STANDARD_DEVIATIONS = np.array([0.005] * 3 + [np.radians(0.2)] * 3)  # m, rad
MAX_CONTRADICTING_SHARE = 0.04  # of rays
MAX_RANGE_SIGMA = 0.05  # m
MAX_EDGE_SIGMA = 0.5  # pixels
MIN_CONTOUR_SHARE = 0.7
MIN_STEADY_SHARE = 0.5  # of each edge, in the same place in a single picture
# Largest offset of an edge, unless it may be chance.
MAX_EDGE_OFFSET = 0.003  # m
MAX_EDGE_OFFSET_PIXELS = 0.4  # pixels
SIGNIFICANT_SIGMAS = 5.0  # standard deviations
# Squared Mahalanobis distance in six dimensions with a probability of 1e-6 to be exceeded.
MAX_SQUARED_DISTANCE = 38.3


def _edge_faults(
    board: Board, sensor: str, found: Sequence[Misfit], most: float, unit: str
) -> List[str]:
    """Report the edge farthest from its place, if it is too far."""
    wrong = [one for one in found if abs(one.by) > most and one.sigmas > SIGNIFICANT_SIGMAS]
    if not wrong:
        return []
    worst = max(wrong, key=lambda one: abs(one.by))
    return [
        f"{sensor}: {board.edge_name(worst.edge)} is {abs(worst.by):.3g} {unit} from where a "
        f"board of {board.width:.3g} x {board.height:.3g} m with holes of {board.radius:.3g} m "
        "radius has it; measure the board"
    ]


def lidar_faults(board: Board, fit: LidarEstimate) -> List[str]:
    """Return reasons against the lidar's side of a fit."""
    faults = []
    if fit.contradicting > MAX_CONTRADICTING_SHARE:
        faults.append(
            f"lidar: {100.0 * fit.contradicting:.0f} % of the rays about the board contradict a "
            f"board of {board.width} x {board.height} m with holes of {board.radius} m radius; "
            "measure the board, or remove what stands before it"
        )
    if fit.sigma > MAX_RANGE_SIGMA:
        faults.append(
            f"lidar: ranges on the board scatter by {fit.sigma:.3f} m; let board and sensors "
            "stand still"
        )
    return faults + _edge_faults(board, "lidar", fit.misfits, MAX_EDGE_OFFSET, "m")


def camera_faults(board: Board, fit: CameraEstimate) -> List[str]:
    """Return reasons against the camera's side of a fit."""
    faults = []
    if fit.sigma > MAX_EDGE_SIGMA:
        faults.append(
            f"camera: the board's edges scatter by {fit.sigma:.1f} pixels; the pictures are not "
            "rectified, or the board is not of the given size, or not flat"
        )
    if fit.steady < MIN_STEADY_SHARE:
        faults.append(
            f"camera: one picture has {100.0 * fit.steady:.0f} % of an edge of the board where the "
            "others have it; board and sensors must stand still"
        )
    if fit.found < MIN_CONTOUR_SHARE * fit.visible:
        faults.append(
            f"camera: {fit.found} of {fit.visible} points of the board's edges are seen; put it "
            "before something darker or brighter, and nothing before it"
        )
    return faults + _edge_faults(board, "camera", fit.misfits, MAX_EDGE_OFFSET_PIXELS, "pixels")


def spread_faults(pose: PoseEstimate, places: Sequence[PoseEstimate]) -> List[str]:
    """Report an uncertain transform and contradicting places of the board."""
    faults = []
    deviation = np.sqrt(np.diag(pose.covariance))
    if (deviation > MAX_STANDARD_DEVIATIONS).any():
        faults.append(
            f"the transform is uncertain by {1e3 * deviation[:3].max():.1f} mm and "
            f"{np.degrees(deviation[3:].max()):.2f} deg; record more frames, or bring the board "
            "nearer"
        )
    for number, one in enumerate(places):
        step = step_between(pose.matrix, one.matrix)
        if len(places) > 1 and step @ np.linalg.solve(one.covariance, step) > MAX_SQUARED_DISTANCE:
            faults.append(
                f"place {number + 1} of the board contradicts the others by "
                f"{1e3 * np.linalg.norm(step[:3]):.1f} mm; did a sensor move between?"
            )
    return faults
