"""Coarse pose of a board before a single camera, by its holes."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Iterator, List, Optional, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.recording import CAMERA_FROM_OPTICAL, RectifiedCamera
from sim.transforms import transform

# Median filters that keep outlines and remove more or less of a board's texture.
MEDIAN_SIZES = (5, 15, 31)  # pixels
# Canny's hysteresis thresholds, and the largest gap of edges to close.
WEAK_EDGE_THRESHOLD = 25.0  # grey levels
STRONG_EDGE_THRESHOLD = 60.0  # grey levels
MAX_BRIDGED_GAP = 3  # pixels
# Outlines of holes: ellipses by their half axes.
MIN_HALF_AXIS = 8.0  # pixels
MIN_AXIS_RATIO = 0.5  # short to long
MAX_ELLIPSE_DEVIATION = 0.06  # long half axes
# Number of the largest outlines to consider, and tolerances of their match with holes.
MAX_CIRCLES = 20
MAX_SIZE_RATIO = 1.15
MAX_MISPLACEMENT = 0.15  # half axes
MIN_FORESHORTENING = 0.6  # width a board may appear narrowed to
# Number of a board's holes that may be missed.
MAX_MISSED_HOLES = 1


def hole_starts(board: Board, optics: RectifiedCamera, image: Array) -> List[Array]:
    """Return the two poses camera_from_board (4, 4) of an upright board.

    They are tilted to either side and look alike; empty if the picture (h, w) has no outlines that
    match the holes. Three outlines for three holes make an affine map of the face to the picture,
    which predicts all holes; the map with the most matching outlines is taken.
    """
    centers, sizes = _ellipses(np.asarray(np.round(image), np.uint8))
    best: Tuple[float, float, Optional[Array]] = (
        len(board.centers) - MAX_MISSED_HOLES - 0.5,
        0.0,
        None,
    )
    for chosen in combinations(range(len(centers)), 3):
        if sizes[list(chosen)].max() > MAX_SIZE_RATIO**2 * sizes[list(chosen)].min():
            continue
        for holes in permutations(range(len(board.centers)), 3):
            expected = _mapped(board, centers[list(chosen)], holes)
            if expected is None:
                continue
            places, size = expected
            seen, off = _nearest(places, size, centers, sizes)
            found = np.isfinite(off)
            score = (float(found.sum()), -float(off[found].sum()))
            if score > best[:2]:
                best = (*score, seen)
    return [] if best[2] is None else _placed(board, optics, best[2])


def _mapped(board: Board, places: Array, holes: Sequence[int]) -> Optional[Tuple[Array, float]]:
    """Map all holes to pixels (n, 2) by an affine map from the pixels (3, 2) of three.

    Returns also their half axis; None unless the board is upright and turned to the camera.
    """
    flat = board.centers[list(holes)]
    if abs(np.linalg.det(flat[1:] - flat[0])) < 1e-9:
        return None
    change = np.linalg.solve(flat[1:] - flat[0], places[1:] - places[0]).T
    long, short = np.linalg.svd(change)[1]
    # Rows of a picture count downwards.
    mirrored = np.linalg.det(change) > 0.0
    if mirrored or short < MIN_FORESHORTENING * long or change[1, 1] > -0.5 * long:
        return None
    return places[0] + (board.centers - flat[0]) @ change.T, board.radius * float(long)


def _nearest(places: Array, size: float, centers: Array, sizes: Array) -> Tuple[Array, Array]:
    """Return outlines' centres (n, 2) near expected places, and their distances (n,) in half axes.

    Without an outline of that size, returns the places themselves, and inf.
    """
    away = np.linalg.norm(places[:, None] - centers, axis=-1) / size
    away[:, np.abs(np.log(sizes / size)) > np.log(MAX_SIZE_RATIO)] = np.inf
    near = away.argmin(axis=1)
    off = away[np.arange(len(places)), near]
    off[off > MAX_MISPLACEMENT] = np.inf
    return np.where(np.isfinite(off)[:, None], centers[near], places), off


def _ellipses(image: Array) -> Tuple[Array, Array]:
    """Return centres (n, 2) and half axes (n,) of elliptic outlines, px; the best of duplicates."""
    found = [one for size in MEDIAN_SIZES for one in _outlined(cv2.medianBlur(image, size))]
    found.sort(key=lambda one: one[2])
    kept: List[Tuple[Array, float]] = []
    for center, size, _ in found:
        if all(
            np.hypot(*(center - at)) > 0.1 * other
            or max(size, other) > MAX_SIZE_RATIO * min(size, other)
            for at, other in kept
        ):
            kept.append((center, size))
    kept = sorted(kept, key=lambda one: -one[1])[:MAX_CIRCLES]
    return np.array([center for center, _ in kept]).reshape(-1, 2), np.array([s for _, s in kept])


def _outlined(image: Array) -> Iterator[Tuple[Array, float, float]]:
    """Yield ellipses of one picture, with their deviations from an ellipse."""
    edges = cv2.dilate(
        cv2.Canny(image, WEAK_EDGE_THRESHOLD, STRONG_EDGE_THRESHOLD),
        np.ones((MAX_BRIDGED_GAP, MAX_BRIDGED_GAP), np.uint8),
    )
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        hull = cv2.convexHull(outline)
        if len(outline) < 4.0 * MIN_HALF_AXIS or len(hull) < 8:
            continue
        (x, y), (one, other), turn = cv2.fitEllipse(hull)
        short, long = sorted((0.5 * one, 0.5 * other))
        if not max(MIN_HALF_AXIS, MIN_AXIS_RATIO * long) <= short or long > 0.5 * min(image.shape):
            continue
        center = np.array([x, y])
        off = _off(hull, center, (one, other), turn)
        if off < MAX_ELLIPSE_DEVIATION:
            yield center, long, off


def _off(hull: Array, center: Array, axes: Tuple[float, float], turn: float) -> float:
    """Return a hull's largest deviation (90 % quantile) from an ellipse, in half axes."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    own = (hull.reshape(-1, 2) - center) @ np.array([[cos, -sin], [sin, cos]])
    return float(np.quantile(np.abs(np.hypot(*(own / (0.5 * np.array(axes))).T) - 1.0), 0.9))


def _placed(board: Board, optics: RectifiedCamera, centers: Array) -> List[Array]:
    """Compute poses of an upright board from hole pixels (n, 2), by IPPE."""
    points = np.column_stack([board.centers, np.zeros(len(centers))])
    matrix = np.array(
        [[optics.focal, 0.0, optics.center[0]], [0.0, optics.focal, optics.center[1]], [0, 0, 1.0]]
    )
    _, turns, shifts, _ = cv2.solvePnPGeneric(
        points, centers, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    poses = [
        transform(
            CAMERA_FROM_OPTICAL @ shift.ravel(),
            (CAMERA_FROM_OPTICAL @ cv2.Rodrigues(turn)[0])[:, [2, 0, 1]],
        )
        for turn, shift in zip(turns, shifts)
    ]
    return [pose for pose in poses if pose[0, 3] > 0.0 and pose[2, 2] > 0.5]
