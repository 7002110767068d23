"""Board pose in the left camera's frame from sub-pixel contours.

The contours are in one or two pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.contours import Contour, contour
from sim.calibration.fit.misfit import Misfit, misfits
from sim.calibration.fit.pose import PoseEstimate, apply_step
from sim.calibration.fit.steep_places import MAX_CANDIDATES, steep_places
from sim.calibration.fit.stereo import pixels
from sim.calibration.recording import RectifiedCamera
from sim.errors import InputError
from sim.transforms import inverse

# Search distance in pixels to either side of an edge, from the first round to the last.
SEARCH_REACHES = (24.0, 16.0, 10.0, 6.0, 4.0, 3.0, 3.0, 3.0)
MIN_OFFSETS = 60
# RANSAC at a fit's start.
RANSAC_TRIALS = 300
LINES_PER_TRIAL = 8
INLIER_DISTANCE = 2.0  # pixels
DIFFERENCE_STEP = 1e-6  # m, rad
CAUCHY_TUNING = 2.5  # standard deviations
IMAGE_NUMBER_STRIDE = 1000  # between the numbers of one edge in the left and in the right image
# Blur and texture shift neighbouring points of an edge together; rendering or focus shifts whole
# edges, in both pictures or in one.
CORRELATION_LENGTH = 24  # points
EXPECTED_COMMON_SHIFT = 0.03  # pixels, alike in both pictures
EXPECTED_OWN_SHIFT = 0.01  # pixels, in one picture
EXPECTATION_WEIGHT = 2.0  # edges as which the expectation counts
# Points per independent observation, for the check of whole edges.
POINTS_PER_OBSERVATION = 4.0


@dataclass(frozen=True)
class CameraEstimate:
    """Fitted ``pose`` camera_from_board with its quality.

    ``sigma`` of an edge in pixels; ``found`` contour points of the ``visible`` ones in the
    pictures; ``misfits`` of its edges, left or right, in pixels. ``steady``: the least share of an
    edge that a single picture has at the place in the mean of all.
    """

    pose: PoseEstimate
    sigma: float
    found: int
    visible: int
    misfits: Tuple[Misfit, ...]
    steady: float = 1.0


def fit_camera(
    board: Board, optics: RectifiedCamera, images: Sequence[Array], start: Array
) -> CameraEstimate:
    """Fit the board's pose near ``start`` (4, 4) to the pictures' edges.

    The left image, or left and right (h, w). Raises InputError if too few edges are visible.
    """
    pose = start
    grey = [np.asarray(image, np.float32) for image in images]
    for reach in SEARCH_REACHES:
        expected = contour(board, inverse(pose)[:3, 3])
        seen = _measured(optics, grey, expected, pose, reach)
        if len(seen.offsets) < MIN_OFFSETS:
            raise InputError(
                "camera",
                f"{len(seen.offsets)} points of the board's edges are seen; bring it into view, "
                "into focus, and before something darker or brighter than it",
            )
        step, sigma, covariance = _solve_step(seen)
        pose = apply_step(pose, step)
    uncertain = np.full(len(seen.edges), np.sqrt(POINTS_PER_OBSERVATION) * sigma)
    offsets = seen.offsets[:, 0]
    off = misfits(seen.edges, offsets, offsets, uncertain)
    return CameraEstimate(
        PoseEstimate(pose, covariance),
        sigma,
        len(seen.offsets),
        seen.visible,
        tuple(replace(one, edge=one.edge % IMAGE_NUMBER_STRIDE) for one in off),
    )


def steadiness(
    board: Board, optics: RectifiedCamera, mean: Array, singles: Sequence[Array], pose: Array
) -> float:
    """Return the least share of an edge that stays within a pixel.

    Of each edge that the ``mean`` (h, w) of left images has within a pixel of its place by ``pose``
    (4, 4), the share that a single image has there: the least of all edges and images.
    """
    expected = contour(board, inverse(pose)[:3, 3])
    everywhere = _count_near(optics, mean, expected, pose)
    judged = everywhere >= MIN_OFFSETS
    if not judged.any():
        return 0.0
    return min(
        float((_count_near(optics, one, expected, pose)[judged] / everywhere[judged]).min())
        for one in singles
    )


def _count_near(optics: RectifiedCamera, image: Array, expected: Contour, pose: Array) -> Array:
    """Count the points (edges,) within a pixel of each edge."""
    seen = _measured(optics, [np.asarray(image, np.float32)], expected, pose, SEARCH_REACHES[-1])
    near = np.abs(seen.offsets[:, 0]) < 1.0
    return np.bincount(seen.edges[near], minlength=int(expected.edge.max()) + 1)


@dataclass(frozen=True)
class _ContourPoints:
    """Measured contour points k in all images.

    ``slopes`` (k, 6): change of the place along the normal with the six steps of the pose, in
    pixels; ``offsets`` (k, MAX_CANDIDATES): distances to the steepest places, in pixels; ``edges``
    (k,): edge and image of each; ``visible``: number of points in the pictures.
    """

    slopes: Array
    offsets: Array
    edges: Array
    visible: int


def _measured(
    optics: RectifiedCamera, images: Sequence[Array], expected: Contour, pose: Array, reach: float
) -> _ContourPoints:
    slopes: List[Array] = []
    offsets: List[Array] = []
    edges: List[Array] = []
    visible = 0
    for number, (image, aside) in enumerate(zip(images, (0.0, optics.baseline))):
        at, normal = _lines(optics, expected, pose, aside)
        inside = (
            (at > reach + 1.0) & (at < np.array([optics.width, optics.height]) - reach - 2.0)
        ).all(axis=1)
        visible += int(inside.sum())
        change = np.stack(
            [
                (pixels(optics, _transformed(expected.points, apply_step(pose, step)), aside) - at)
                for step in DIFFERENCE_STEP * np.eye(6)
            ],
            axis=-1,
        )
        if not inside.any():
            continue
        offset, clear = steep_places(image, at[inside], normal[inside], reach)
        slopes.append(np.einsum("kd,kdp->kp", normal, change)[inside][clear] / DIFFERENCE_STEP)
        offsets.append(offset[clear])
        edges.append(expected.edge[inside][clear] + IMAGE_NUMBER_STRIDE * number)
    if not slopes:
        return _ContourPoints(np.empty((0, 6)), np.empty((0, MAX_CANDIDATES)), np.empty(0, int), 0)
    return _ContourPoints(
        np.concatenate(slopes), np.concatenate(offsets), np.concatenate(edges), visible
    )


def _transformed(points: Array, pose: Array) -> Array:
    found: Array = points @ pose[:3, :3].T + pose[:3, 3]
    return found


def _lines(
    optics: RectifiedCamera, edge: Contour, pose: Array, aside: float
) -> Tuple[Array, Array]:
    """Return pixels and unit normals (n, 2) of a contour."""
    at = pixels(optics, _transformed(edge.points, pose), aside)
    along = np.column_stack([edge.normals[:, 0], -edge.normals[:, 2], edge.normals[:, 1]])
    tangent = pixels(optics, _transformed(edge.points + 1e-4 * along, pose), aside) - at
    normal = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    out = pixels(optics, _transformed(edge.points + 1e-4 * edge.normals, pose), aside) - at
    normal *= np.sign((normal * out).sum(axis=1))[:, None]
    return at, normal / np.linalg.norm(normal, axis=1)[:, None]


def _solve_step(seen: _ContourPoints) -> Tuple[Array, float, Array]:
    """Solve for the step (6,) by robust least squares (Cauchy weights).

    Returns the step, sigma of the offsets, and the step's covariance (6, 6): of correlated errors
    of neighbours [NeweyWest], and of common shifts of whole edges.
    """
    scale = np.linalg.norm(seen.slopes, axis=0)
    scaled = seen.slopes / scale
    step = _ransac_step(scaled, seen.offsets)
    for _ in range(10):
        rivals = seen.offsets - (scaled @ step)[:, None]
        left = rivals[np.arange(len(rivals)), np.abs(rivals).argmin(axis=1)]
        sigma = max(1.4826 * float(np.median(np.abs(left))), 0.01)
        weight = 1.0 / (1.0 + (left / (CAUCHY_TUNING * sigma)) ** 2)
        normal = scaled.T @ (weight[:, None] * scaled)
        step = np.linalg.solve(normal, scaled.T @ (weight * (left + scaled @ step)))
    spread = np.linalg.inv(normal)
    pulls = _newey_west((weight * left)[:, None] * scaled, seen.edges)
    common = _edge_shift_deviation(scaled, weight, left, spread, seen.edges % IMAGE_NUMBER_STRIDE)
    for edges, shift in (
        (seen.edges % IMAGE_NUMBER_STRIDE, common),
        (seen.edges, EXPECTED_OWN_SHIFT),
    ):
        whole = _sum_by_edge(weight[:, None] * scaled, edges)
        pulls += shift**2 * whole.T @ whole
    covariance = spread @ pulls @ spread
    return step / scale, sigma, covariance / np.outer(scale, scale)


def _ransac_step(slopes: Array, offsets: Array) -> Array:
    """Return the step (6,) with the most inlier lines, by RANSAC.

    Samples a few lines' steepest places; a line agrees by any of its candidates
    [FischlerBolles1981].
    """
    rng = np.random.default_rng(len(offsets))
    lines = rng.integers(len(offsets), size=(RANSAC_TRIALS, LINES_PER_TRIAL))
    some = slopes[lines]
    square = np.einsum("tlp,tlq->tpq", some, some) + 1e-12 * np.eye(6)
    steps = np.linalg.solve(square, np.einsum("tlp,tl->tp", some, offsets[lines, 0])[..., None])
    left = np.abs(offsets[:, :, None] - (slopes @ steps[..., 0].T)[:, None, :]).min(axis=1)
    found: Array = steps[(left < INLIER_DISTANCE).sum(axis=0).argmax(), :, 0]
    return found


def _newey_west(pulls: Array, edges: Array) -> Array:
    """Return the covariance (6, 6) of a sum with correlated terms (Newey-West).

    Terms (k, 6) of points along edges (k,).
    """
    found: Array = pulls.T @ pulls
    for apart in range(1, CORRELATION_LENGTH):
        same = edges[apart:] == edges[:-apart]
        pairs = pulls[apart:][same].T @ pulls[:-apart][same]
        found += (1.0 - apart / CORRELATION_LENGTH) * (pairs + pairs.T)
    return found


def _edge_shift_deviation(
    slopes: Array, weight: Array, left: Array, spread: Array, edges: Array
) -> float:
    """Return the standard deviation of whole edges' shifts, in pixels."""
    whole = _sum_by_edge(weight[:, None] * slopes, edges)
    counts = _sum_by_edge(weight[:, None], edges)
    means = _sum_by_edge((weight * left)[:, None], edges) / counts
    # Residual of shifts after a fit.
    kept = np.eye(len(counts)) - (whole / counts) @ spread @ whole.T
    squares = float((means**2).sum()) + EXPECTATION_WEIGHT * EXPECTED_COMMON_SHIFT**2
    return float(np.sqrt(squares / (float((kept**2).sum()) + EXPECTATION_WEIGHT)))


def _sum_by_edge(values: Array, edges: Array) -> Array:
    """Return the sum (e, 6) of values (k, 6) of each edge."""
    _, edge = np.unique(edges, return_inverse=True)
    found = np.zeros((edge.max() + 1, values.shape[1]))
    np.add.at(found, edge, values)
    return found
