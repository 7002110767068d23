"""Centres of the board's holes in one frame of each sensor (sections III-B and III-C), and the
cloud of each step (Figs. 3 and 4).

Lidar frame and left camera frame with ROS's axes; m.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.discontinuities import discontinuities, points_and_rings
from sim.calibration.fit.stereo import places
from sim.calibration.recording import Optics
from sim.calibration.velo2cam.circles import find_circles
from sim.calibration.velo2cam.planes import parallel_plane
from sim.transforms import inverse

# Pass-through filters: how far ahead and to either side, m.
LIDAR_AHEAD = (0.5, 4.5)
CAMERA_AHEAD = (1.0, 4.0)
ASIDE = 2.0
LIDAR_PLANE = 0.05
STEREO_PLANE = 0.10
DISCONTINUITY = 0.5
SOBEL = 128
LIDAR_CIRCLE = 0.04
LIDAR_SLACK = 0.02
STEREO_CIRCLE = 0.01
STEREO_SLACK = 0.01
# Only the lidar's circles are held to the board's distances: the camera's squares are not checked.
OUT = 0.05
FEWEST_IN_RING = 4
# Lines are removed that are within this of an axis of the board, rad, and longer than a hole is
# wide.
LINE = 0.01
STRAIGHT = 0.2
LINE_TRIALS = 300
MOST_LINES = 6
SPARSE = 4000


NOTHING = np.empty((0, 3))


@dataclass(frozen=True)
class Segmented:
    """Clouds (n, 3) of one sensor after each step, empty where a step before it found nothing: what
    the pass-through filter left (``passed``), the ``plane``, its discontinuities in range or in the
    picture (``edges``), these without the board's outline (``filtered``), those on ``circles``, and
    the ``centers`` of these."""

    passed: Array
    plane: Array = field(default_factory=lambda: NOTHING)
    edges: Array = field(default_factory=lambda: NOTHING)
    filtered: Array = field(default_factory=lambda: NOTHING)
    circles: Array = field(default_factory=lambda: NOTHING)
    centers: Array = field(default_factory=lambda: NOTHING)


def lidar_centers(board: Board, cloud: Array, rng: np.random.Generator) -> Segmented:
    """By a cloud with ``ring``; InputError without."""
    points, rings, jumps = discontinuities(*points_and_rings(cloud))
    ahead = (
        (points[:, 0] > LIDAR_AHEAD[0])
        & (points[:, 0] < LIDAR_AHEAD[1])
        & (np.abs(points[:, 1]) < ASIDE)
    )
    plane = parallel_plane(points[ahead], rng)
    if plane is None:
        return Segmented(points[ahead])
    on = ahead & (plane.distances(points) < LIDAR_PLANE)
    edge = on & (jumps >= DISCONTINUITY)
    kept = _inner(points, rings, edge)
    circles, centers = _in_plane(
        board, points[kept], plane.flat(), (LIDAR_SLACK, LIDAR_CIRCLE, OUT), rng
    )
    return Segmented(
        points[ahead], points[on], points[edge], points[kept], points[kept][circles], centers
    )


def stereo_centers(
    board: Board, optics: Optics, left: Array, right: Array, rng: np.random.Generator
) -> Segmented:
    """By a stereo pair (h, w) uint8, rectified."""
    cloud, rows, columns = _stereo_cloud(optics, left, right)
    ahead = (
        (cloud[:, 0] > CAMERA_AHEAD[0])
        & (cloud[:, 0] < CAMERA_AHEAD[1])
        & (np.abs(cloud[:, 1]) < ASIDE)
    )
    plane = parallel_plane(cloud[ahead], rng)
    if plane is None:
        return Segmented(cloud[ahead])
    on = ahead & (plane.distances(cloud) < STEREO_PLANE)
    edge = on & (_sobel(left)[rows, columns] >= SOBEL)
    sensor_from_flat = plane.flat()
    points = cloud[edge]
    if len(points) > SPARSE:
        points = points[rng.choice(len(points), SPARSE, False)]
    flat = points @ sensor_from_flat[:3, :3] - sensor_from_flat[:3, 3] @ sensor_from_flat[:3, :3]
    kept = _without_lines(flat[:, :2], 2.0 * board.radius, rng)
    circles, centers = _in_plane(
        board, points[kept], sensor_from_flat, (STEREO_SLACK, STEREO_CIRCLE, np.inf), rng
    )
    return Segmented(
        cloud[ahead], cloud[on], cloud[edge], points[kept], points[kept][circles], centers
    )


def _inner(points: Array, rings: Array, edge: Array) -> Array:
    """Numbers of edge points of rings with enough of them, without the outermost two."""
    kept = []
    for ring in np.unique(rings[edge]):
        own = np.flatnonzero(edge & (rings == ring))
        if len(own) >= FEWEST_IN_RING:
            own = own[np.argsort(np.arctan2(points[own, 1], points[own, 0]))]
            kept.append(own[1:-1])
    return np.concatenate(kept) if kept else np.empty(0, int)


def _in_plane(
    board: Board,
    points: Array,
    sensor_from_flat: Array,
    limits: Tuple[float, float, float],
    rng: np.random.Generator,
) -> Tuple[Array, Array]:
    """Which points (n,) are on circles, and the centres (k, 3) of these; ``limits`` are the slack
    of the radius, how far points may be from a circle, and how far off the board's own a centre's
    distance from their centroid may be."""
    slack, threshold, off = limits
    flat = points @ inverse(sensor_from_flat)[:3, :3].T + inverse(sensor_from_flat)[:3, 3]
    apart = np.linalg.norm(board.centers[:, None] - board.centers, axis=-1)
    nearest = float(apart[apart > 0.0].min())
    out = np.hypot(*board.centers.T)
    bounds = (float(out.min()) - off, float(out.max()) + off)
    found = find_circles(flat[:, :2], board.radius, slack, threshold, nearest, rng, bounds)
    placed = np.column_stack([found.centers, np.zeros(len(found.centers))])
    return found.on, placed @ sensor_from_flat[:3, :3].T + sensor_from_flat[:3, 3]


def _stereo_cloud(optics: Optics, left: Array, right: Array) -> Tuple[Array, Array, Array]:
    matcher = cv2.StereoSGBM.create(
        minDisparity=0,
        numDisparities=128,
        blockSize=3,
        P1=216,
        P2=864,
        preFilterCap=63,
        uniquenessRatio=10,
        speckleWindowSize=100,
        speckleRange=2,
    )
    disparity = matcher.compute(left, right).astype(np.float32) / 16.0
    rows, columns = np.nonzero(disparity > 0.0)
    depth = optics.focal * optics.baseline / disparity[rows, columns]
    return places(optics, columns.astype(float), rows.astype(float), depth), rows, columns


def _sobel(image: Array) -> Array:
    across = cv2.Sobel(image, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(image, cv2.CV_32F, 0, 1)
    found: Array = np.minimum(0.5 * (np.abs(across) + np.abs(down)), 255.0)
    return found


def _without_lines(flat: Array, longest: float, rng: np.random.Generator) -> Array:
    """Numbers of points (n, 2) that are on no line along or across the board longer than
    ``longest``."""
    left = np.arange(len(flat))
    for _ in range(MOST_LINES):
        if len(left) < 10:
            break
        ends = flat[left[rng.integers(len(left), size=(LINE_TRIALS, 2))]]
        along = ends[:, 1] - ends[:, 0]
        length = np.hypot(*along.T)
        tilt = np.abs(np.arctan2(along[:, 1], along[:, 0])) % (0.5 * np.pi)
        good = (length > longest) & (np.minimum(tilt, 0.5 * np.pi - tilt) < STRAIGHT)
        if not good.any():
            break
        normal = np.column_stack([-along[:, 1], along[:, 0]])[good] / length[good, None]
        origin = ends[good, 0]
        near = np.abs((flat[left] @ normal.T) - (normal * origin).sum(axis=1)) < LINE
        best = int(near.sum(axis=0).argmax())
        on = left[near[:, best]]
        reach = flat[on] @ np.array([normal[best, 1], -normal[best, 0]])
        # A line that is a border is covered evenly; one through holes is not.
        covered = len(np.unique(np.round(reach / LINE))) * LINE
        if covered < 0.5 * max(float(np.ptp(reach)), longest):
            break
        left = left[~near[:, best]]
    return left
