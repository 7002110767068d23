"""Finds a board in points of any sensor, anywhere in view.

Segments flat pieces of the cloud and correlates the points on and off each plane with templates of
the board. Needs no ring, no wall behind the board and no initial guess. Frame of the sensor, z
roughly up: of a board's two equal ways up, the one with z up is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Iterator, List, Optional, Tuple

import numpy as np
from scipy.spatial import cKDTree

from sim.arrays import Array
from sim.calibration.board import Board, crossing
from sim.calibration.fit.correlation import Correlation
from sim.transforms import inverse, transform

CELL_SIZE = 0.02  # m, of the grid on which shapes are compared
ORIENTATION_STEP = np.radians(5.0)  # rad
BAND_WIDTH = 0.1  # m, counted beside the board
MAX_SEEDS = 300
MAX_PLANES = 5
# Extent of the inspected plane, relative to a board's size, to distinguish it from a wall.
PLANE_REACH_RATIO = 2.0
# Planes are searched among one point of each cube (voxel).
CUBE_SIZE = 0.03  # m
MIN_BOARD_RAYS = 60
MIN_EXPLAINED_SHARE = 0.75  # of rays, by a board's shape
# A hole has fewer points per area than its surroundings, up to this share.
HOLE_INNER_RADIUS = 0.85  # hole radii
HOLE_RING_RADII = (1.05, 1.4)  # hole radii
MAX_HOLE_DENSITY = 0.3  # of the density about it
MIN_RING_POINTS = 6


@dataclass(frozen=True)
class DetectedBoard:
    """Detected board at ``sensor_from_board`` (4, 4), good to some cm.

    ``share`` of the rays about it that its shape explains, less the contradicting ones; ``score``
    also grows with their number.
    """

    sensor_from_board: Array
    share: float
    score: float


@dataclass(frozen=True)
class SensorView:
    """Measurements of one sensor at the origin.

    ``points`` (n, 3); ``pieces`` (k, 3) are the candidates for the board among them; ``passing``
    (m, 3) are directions of rays without a return; ``tolerance`` is the largest distance from a
    plane in m.
    """

    points: Array
    pieces: Array
    passing: Array
    tolerance: float


def find_board(board: Board, view: SensorView, seed: int = 0) -> Optional[DetectedBoard]:
    """Find the board in a view. Returns None if no plane has the board's shape."""
    rng = np.random.default_rng(seed)
    planes = _planes(board, _voxel_filter(view.pieces), view.tolerance, rng)
    places = [_place(board, view, center, normal) for center, normal in planes]
    fitting = [place for place in places if place is not None and place.share > MIN_EXPLAINED_SHARE]
    return max(fitting, key=lambda place: place.score, default=None)


def _voxel_filter(points: Array) -> Array:
    _, kept = np.unique(np.floor(points / CUBE_SIZE).astype(np.int64), axis=0, return_index=True)
    found: Array = points[np.sort(kept)]
    return found


def _planes(
    board: Board, points: Array, tolerance: float, rng: np.random.Generator
) -> Iterator[Tuple[Array, Array]]:
    """Yield flat pieces as large as a board, the most populated first.

    Each is a point (3,) and the normal (3,) toward the sensor.
    """
    if len(points) < MIN_BOARD_RAYS:
        return
    tree, reach = cKDTree(points), 0.5 * float(np.hypot(board.width, board.height))
    seeds = rng.choice(len(points), min(MAX_SEEDS, len(points)), replace=False)
    candidates: List[Tuple[float, Array, Array]] = []
    for near in tree.query_ball_point(points[seeds], 0.5 * reach):
        if len(near) < MIN_BOARD_RAYS // 4:
            continue
        around = points[near]
        middle, normal = _fit_plane(around, tolerance)
        close = points[tree.query_ball_point(middle, PLANE_REACH_RATIO * reach)] - middle
        on = np.abs(close @ normal) < tolerance
        within = (close * close).sum(axis=1) < reach**2
        inner, outer = float((on & within).sum()), float((on & ~within).sum())
        # Walls and ground extend beyond the size of a board.
        bounded = max(1.0 - outer / ((PLANE_REACH_RATIO**2 - 1.0) * max(inner, 1.0)), 0.0)
        candidates.append((inner * bounded * float(on[within].mean()), middle, normal))
    candidates.sort(key=lambda one: -one[0])
    kept: List[Tuple[Array, Array]] = []
    for _, middle, normal in candidates:
        if len(kept) == MAX_PLANES:
            return
        if any(
            abs(normal @ other) > 0.98
            and abs((middle - at) @ other) < 3.0 * tolerance
            and np.linalg.norm(middle - at) < reach
            for at, other in kept
        ):
            continue
        kept.append((middle, normal))
        yield middle, normal


def _fit_plane(points: Array, tolerance: float) -> Tuple[Array, Array]:
    """Fit a plane to most of some points, refitting without outliers.

    Returns a point and the normal.
    """
    chosen = points
    for _ in range(4):
        middle = chosen.mean(axis=0)
        off_middle = chosen - middle
        normal = np.linalg.eigh(off_middle.T @ off_middle)[1][:, 0]
        off = np.abs((points - middle) @ normal)
        chosen = points[off < max(2.0 * tolerance, float(np.median(off)))]
        if len(chosen) < 8:
            break
    return middle, normal if normal @ middle < 0.0 else -normal


def _place(board: Board, view: SensorView, center: Array, normal: Array) -> Optional[DetectedBoard]:
    """Find the board's best place on a plane by template matching."""
    sensor_from_plane = _upright_frame(center, normal)
    plane_from_sensor = inverse(sensor_from_plane)
    eye = plane_from_sensor[:3, 3]
    inside = view.points @ plane_from_sensor[:3, :3].T + eye
    depth = inside[:, 0]
    hits = inside[np.abs(depth) < 2.0 * view.tolerance, 1:]
    beyond = inside[depth < -5.0 * view.tolerance] - eye
    gone = view.passing @ plane_from_sensor[:3, :3].T
    rays = np.concatenate([beyond, gone[gone[:, 0] < -1e-3]])
    rays = rays[rays[:, 0] < -1e-6]
    misses = crossing(eye, rays, 0.0)
    templates = _templates(board)
    size = templates.size
    on, off = _raster(hits, size), _raster(misses, size)
    best = DetectedBoard(np.eye(4), 0.0, -np.inf)
    for angle, fits, counted in zip(
        templates.angles,
        templates.shapes.with_grid(on - off),
        templates.weights.with_grid(on + off),
    ):
        share = fits / np.maximum(counted, MIN_BOARD_RAYS)
        # Of places with an equal share, prefer the one with the most rays.
        score = share * np.sqrt(np.maximum(fits, 0.0))
        row, column = np.unravel_index(int(score.argmax()), score.shape)
        if score[row, column] > best.score:
            at = (np.array([column, row]) - size // 2) * CELL_SIZE
            best = DetectedBoard(
                _rotation_about_x(angle, at), float(share[row, column]), float(score[row, column])
            )
    board_from_plane = inverse(best.sensor_from_board)
    if not _holes_visible(board, hits @ board_from_plane[1:3, 1:3].T + board_from_plane[1:3, 3]):
        return None
    return replace(best, sensor_from_board=sensor_from_plane @ best.sensor_from_board)


def _holes_visible(board: Board, hits: Array) -> bool:
    """Return whether points (n, 2) surround each hole and leave it empty."""
    for center in board.centers:
        away = np.hypot(*(hits - center).T) / board.radius
        about = int(((away > HOLE_RING_RADII[0]) & (away < HOLE_RING_RADII[1])).sum())
        area = HOLE_INNER_RADIUS**2 / (HOLE_RING_RADII[1] ** 2 - HOLE_RING_RADII[0] ** 2)
        if (
            about < MIN_RING_POINTS
            or (away < HOLE_INNER_RADIUS).sum() > MAX_HOLE_DENSITY * area * about
        ):
            return False
    return True


def _upright_frame(center: Array, normal: Array) -> Array:
    """Return sensor_from_plane (4, 4). x along the normal, z as far up as possible."""
    up = np.array([0.0, 0.0, 1.0]) - normal[2] * normal
    if np.linalg.norm(up) < 1e-6:
        up = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    up /= np.linalg.norm(up)
    return transform(center, np.column_stack([normal, np.cross(up, normal), up]))


def _rotation_about_x(angle: float, at: Array) -> Array:
    cos, sin = np.cos(angle), np.sin(angle)
    return transform(
        np.array([0.0, *at]), np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
    )


def _raster(points: Array, size: int) -> Array:
    """Count points (n, 2) in each cell about the origin."""
    cells = np.round(points / CELL_SIZE).astype(int) + size // 2
    cells = cells[((cells >= 0) & (cells < size)).all(axis=1)]
    grid = np.zeros((size, size), np.float32)
    np.add.at(grid, (cells[:, 1], cells[:, 0]), 1.0)
    return grid


@dataclass(frozen=True)
class Templates:
    """Templates of a board at ``angles`` within half a turn.

    ``shapes`` are on grids of ``size`` cells a side, with the ``weights`` of the cells.
    """

    size: int
    angles: List[float]
    shapes: Correlation
    weights: Correlation


@lru_cache(maxsize=2)
def _templates(board: Board) -> Templates:
    size = 2 * int(np.ceil(1.3 * float(np.hypot(board.width, board.height)) / CELL_SIZE)) + 1
    angles = np.arange(-0.5 * np.pi, 0.5 * np.pi - 1e-9, ORIENTATION_STEP).tolist()
    shapes = np.stack([_template(board, angle) for angle in angles])
    return Templates(size, angles, Correlation(shapes, size), Correlation(np.abs(shapes), size))


def _template(board: Board, angle: float) -> Array:
    """Return the template of a board at an angle.

    1 on the board, -1 in its holes, -1/2 in a band about it, 0 on edges and elsewhere.
    """
    half = int(np.ceil((0.5 * np.hypot(board.width, board.height) + BAND_WIDTH) / CELL_SIZE))
    ticks = CELL_SIZE * np.arange(-half, half + 1)
    y, z = np.meshgrid(ticks, ticks)
    cos, sin = np.cos(angle), np.sin(angle)
    places = np.stack([cos * y + sin * z, -sin * y + cos * z], axis=-1)
    edge = board.clearance(places)
    beside = (np.abs(places) - 0.5 * np.array([board.width, board.height])).max(axis=-1)
    shape = np.where(beside > 0.0, -0.5, np.sign(edge))
    shape[(np.abs(edge) < 0.5 * CELL_SIZE) | (beside > BAND_WIDTH)] = 0.0
    return shape.astype(np.float32)
