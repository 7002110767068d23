"""Centres of the board's holes in one frame of each sensor.

Sections III-B and III-C, with the cloud of each step (Figs. 3 and 4). Lidar frame and left camera
frame with ROS's axes; m.
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
from sim.calibration.recording import RectifiedCamera
from sim.calibration.velo2cam.circles import find_circles
from sim.calibration.velo2cam.planes import parallel_plane
from sim.transforms import inverse

# Pass-through filters.
LIDAR_DEPTH_RANGE = (0.5, 4.5)  # m
CAMERA_DEPTH_RANGE = (1.0, 4.0)  # m
MAX_LATERAL_DISTANCE = 2.0  # m
LIDAR_PLANE_TOLERANCE = 0.05  # m
STEREO_PLANE_TOLERANCE = 0.10  # m
MIN_DISCONTINUITY = 0.5  # m
MIN_SOBEL = 128  # grey levels
LIDAR_CIRCLE_TOLERANCE = 0.04  # m
LIDAR_RADIUS_TOLERANCE = 0.02  # m
STEREO_CIRCLE_TOLERANCE = 0.01  # m
STEREO_RADIUS_TOLERANCE = 0.01  # m
# Only the lidar's circles are checked against the board's distances, not the camera's.
CENTER_DISTANCE_TOLERANCE = 0.05  # m
MIN_RING_POINTS = 4
# Lines along an axis of the board that are longer than a hole is wide are removed.
LINE_TOLERANCE = 0.01  # m
MAX_AXIS_ANGLE = 0.2  # rad
LINE_TRIALS = 300
MAX_LINES = 6
MAX_PLANE_POINTS = 4000


NO_POINTS = np.empty((0, 3))


@dataclass(frozen=True)
class SegmentationSteps:
    """Clouds (n, 3) of one sensor after each step.

    Empty after a step without a result: ``passed`` by the pass-through filter, the ``plane``, its
    discontinuities in range or in the picture (``edges``), these without the board's outline
    (``filtered``), points on ``circles``, and their ``centers``.
    """

    passed: Array
    plane: Array = field(default_factory=lambda: NO_POINTS)
    edges: Array = field(default_factory=lambda: NO_POINTS)
    filtered: Array = field(default_factory=lambda: NO_POINTS)
    circles: Array = field(default_factory=lambda: NO_POINTS)
    centers: Array = field(default_factory=lambda: NO_POINTS)


def lidar_centers(board: Board, cloud: Array, rng: np.random.Generator) -> SegmentationSteps:
    """Find the centres in a cloud with ``ring``. Raises InputError without ``ring``."""
    points, rings, jumps = discontinuities(*points_and_rings(cloud))
    ahead = (
        (points[:, 0] > LIDAR_DEPTH_RANGE[0])
        & (points[:, 0] < LIDAR_DEPTH_RANGE[1])
        & (np.abs(points[:, 1]) < MAX_LATERAL_DISTANCE)
    )
    plane = parallel_plane(points[ahead], rng)
    if plane is None:
        return SegmentationSteps(points[ahead])
    on = ahead & (plane.distances(points) < LIDAR_PLANE_TOLERANCE)
    edge = on & (jumps >= MIN_DISCONTINUITY)
    kept = _inner(points, rings, edge)
    circles, centers = _in_plane(
        board,
        points[kept],
        plane.flat(),
        (LIDAR_RADIUS_TOLERANCE, LIDAR_CIRCLE_TOLERANCE, CENTER_DISTANCE_TOLERANCE),
        rng,
    )
    return SegmentationSteps(
        points[ahead], points[on], points[edge], points[kept], points[kept][circles], centers
    )


def stereo_centers(
    board: Board, optics: RectifiedCamera, left: Array, right: Array, rng: np.random.Generator
) -> SegmentationSteps:
    """Find the centres in a rectified stereo pair (h, w) uint8."""
    cloud, rows, columns = _stereo_cloud(optics, left, right)
    ahead = (
        (cloud[:, 0] > CAMERA_DEPTH_RANGE[0])
        & (cloud[:, 0] < CAMERA_DEPTH_RANGE[1])
        & (np.abs(cloud[:, 1]) < MAX_LATERAL_DISTANCE)
    )
    plane = parallel_plane(cloud[ahead], rng)
    if plane is None:
        return SegmentationSteps(cloud[ahead])
    on = ahead & (plane.distances(cloud) < STEREO_PLANE_TOLERANCE)
    edge = on & (_sobel(left)[rows, columns] >= MIN_SOBEL)
    sensor_from_flat = plane.flat()
    points = cloud[edge]
    if len(points) > MAX_PLANE_POINTS:
        points = points[rng.choice(len(points), MAX_PLANE_POINTS, False)]
    flat = points @ sensor_from_flat[:3, :3] - sensor_from_flat[:3, 3] @ sensor_from_flat[:3, :3]
    kept = _without_lines(flat[:, :2], 2.0 * board.radius, rng)
    circles, centers = _in_plane(
        board,
        points[kept],
        sensor_from_flat,
        (STEREO_RADIUS_TOLERANCE, STEREO_CIRCLE_TOLERANCE, np.inf),
        rng,
    )
    return SegmentationSteps(
        cloud[ahead], cloud[on], cloud[edge], points[kept], points[kept][circles], centers
    )


def _inner(points: Array, rings: Array, edge: Array) -> Array:
    """Return inner edge points of rings, as numbers.

    Rings with enough of them, without the outermost two.
    """
    kept = []
    for ring in np.unique(rings[edge]):
        own = np.flatnonzero(edge & (rings == ring))
        if len(own) >= MIN_RING_POINTS:
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
    """Find circles in a plane.

    Returns a mask of points (n,) on them, and their centres (k, 3). ``limits`` are the tolerances
    of the radius, of points to a circle, and of a centre's distance from the centroid.
    """
    slack, threshold, off = limits
    flat = points @ inverse(sensor_from_flat)[:3, :3].T + inverse(sensor_from_flat)[:3, 3]
    apart = np.linalg.norm(board.centers[:, None] - board.centers, axis=-1)
    nearest = float(apart[apart > 0.0].min())
    out = np.hypot(*board.centers.T)
    bounds = (float(out.min()) - off, float(out.max()) + off)
    found = find_circles(flat[:, :2], board.radius, slack, threshold, nearest, rng, bounds)
    placed = np.column_stack([found.centers, np.zeros(len(found.centers))])
    return found.on, placed @ sensor_from_flat[:3, :3].T + sensor_from_flat[:3, 3]


def _stereo_cloud(optics: RectifiedCamera, left: Array, right: Array) -> Tuple[Array, Array, Array]:
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
    """Return points (n, 2) without long lines, as numbers.

    Lines along or across the board longer than ``longest``.
    """
    left = np.arange(len(flat))
    for _ in range(MAX_LINES):
        if len(left) < 10:
            break
        ends = flat[left[rng.integers(len(left), size=(LINE_TRIALS, 2))]]
        along = ends[:, 1] - ends[:, 0]
        length = np.hypot(*along.T)
        tilt = np.abs(np.arctan2(along[:, 1], along[:, 0])) % (0.5 * np.pi)
        good = (length > longest) & (np.minimum(tilt, 0.5 * np.pi - tilt) < MAX_AXIS_ANGLE)
        if not good.any():
            break
        normal = np.column_stack([-along[:, 1], along[:, 0]])[good] / length[good, None]
        origin = ends[good, 0]
        near = np.abs((flat[left] @ normal.T) - (normal * origin).sum(axis=1)) < LINE_TOLERANCE
        best = int(near.sum(axis=0).argmax())
        on = left[near[:, best]]
        reach = flat[on] @ np.array([normal[best, 1], -normal[best, 0]])
        # A border is covered evenly; a line through holes is not.
        covered = len(np.unique(np.round(reach / LINE_TOLERANCE))) * LINE_TOLERANCE
        if covered < 0.5 * max(float(np.ptp(reach)), longest):
            break
        left = left[~near[:, best]]
    return left
