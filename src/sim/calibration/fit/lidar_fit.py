"""Board pose in the lidar's frame from all rays of all frames.

Uses ranges to its plane, and the rays that meet it or pass it. A robust fit to the middles between
neighbouring rays on either side of an edge comes near the pose, from which :mod:`placement` takes
the mean of all poses that the rays allow. Directions of rays are taken as exact: noise of a range
moves a point along its ray only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np
from scipy.optimize import least_squares

from sim.arrays import Array
from sim.calibration.board import Board, crossing
from sim.calibration.fit.board_rays import (
    classify_rays,
    clearance,
    plane_distances,
    rays_in_board_frame,
    rays_near,
)
from sim.calibration.fit.edges import edge_pairs
from sim.calibration.fit.misfit import Misfit, misfits
from sim.calibration.fit.placement import MAX_EDGE_CLEARANCE, mean_pose
from sim.calibration.fit.pose import PoseEstimate, apply_step
from sim.calibration.fit.rays import LidarRays
from sim.errors import InputError

PLANE_MARGIN = 0.006  # m, points nearer to an edge do not measure the plane
MIN_EDGE_SIGMA = 4e-4  # m
EDGE_CLEARANCE = 0.02  # m, rays that are as far from any edge belong to none
MIN_EDGES = 12
MIN_POINTS = 40
ITERATIONS = 6


@dataclass(frozen=True)
class LidarEstimate:
    """Fitted ``pose`` lidar_from_board with its quality.

    ``sigma`` of the ranges in m; number of points and edges; ``contradicting`` is the share of rays
    about the board that pass its material or end in its openings; ``misfits`` of its edges in m.
    """

    pose: PoseEstimate
    sigma: float
    points: int
    edges: int
    contradicting: float
    misfits: Tuple[Misfit, ...]


def fit_lidar(board: Board, rays: LidarRays, start: Array) -> LidarEstimate:
    """Fit the board's pose near ``start`` (4, 4) by robust least squares.

    Raises InputError if too few rays meet the board or its edges.
    """
    rays = rays_near(board, rays, start)
    pose, sigma = start, 0.02
    for _ in range(ITERATIONS):
        plane, pairs = _sorted(board, rays, pose, sigma)
        if len(plane) < MIN_POINTS or len(pairs[0]) < MIN_EDGES:
            raise InputError("lidar", _too_few(rays, len(plane), len(pairs[0])))
        solved = least_squares(
            _residuals,
            np.zeros(6),
            args=(board, rays.of(plane), *map(rays.of, pairs), pose, sigma),
            x_scale=[1e-3] * 6,
            loss="soft_l1",
            f_scale=3.0,
        )
        pose = apply_step(pose, solved.x)
        before, sigma = sigma, max(_plane_noise(rays.of(plane), pose), 1e-4)
        if np.abs(solved.x).max() < 1e-6 and abs(sigma - before) < 0.01 * sigma:
            break
    fitted = PoseEstimate(pose, np.linalg.inv(solved.jac.T @ solved.jac))
    mean = mean_pose(board, rays, plane, fitted, sigma)
    return LidarEstimate(
        mean,
        sigma,
        len(plane),
        len(pairs[0]),
        _contradiction_share(board, rays, mean.matrix, sigma),
        _misfits(board, rays.of(pairs[0]), rays.of(pairs[1]), mean.matrix),
    )


def _too_few(rays: LidarRays, points: int, edges: int) -> str:
    if edges == 0 and (rays.lines < 0).all():
        return (
            "no ray is known to pass the board: without scan lines, those that find nothing are "
            "not seen; put something behind the board"
        )
    return (
        f"{points} points on the board and {edges} edges are too few; bring the board nearer, or "
        "record more frames"
    )


def _contradiction_share(board: Board, rays: LidarRays, pose: Array, sigma: float) -> float:
    """Return the share of rays through the face, off its edges, that contradict the board."""
    seen = classify_rays(board, rays, pose, sigma)
    away = seen.clearance
    wrong = (seen.hits & (away < -EDGE_CLEARANCE)) | (seen.misses & (away > EDGE_CLEARANCE))
    judged = (seen.hits | seen.misses) & (np.abs(away) > EDGE_CLEARANCE)
    return float(wrong.sum()) / max(int(judged.sum()), 1)


def _misfits(
    board: Board, meeting: LidarRays, passing: LidarRays, pose: Array
) -> Tuple[Misfit, ...]:
    inside, outside = clearance(board, meeting, pose), clearance(board, passing, pose)
    edges = board.nearest_edge(crossing(*rays_in_board_frame(meeting.directions, pose), 0.0))
    return misfits(edges, -inside, -outside, _edge_deviation(inside, outside))


def _edge_deviation(inside: Array, outside: Array) -> Array:
    """Return the standard deviation (n,) of edges between two rays, m.

    Uniformly distributed between them.
    """
    found: Array = np.maximum(np.abs(inside - outside) / np.sqrt(12.0), MIN_EDGE_SIGMA)
    return found


def _sorted(
    board: Board, rays: LidarRays, pose: Array, sigma: float
) -> Tuple[Array, Tuple[Array, Array]]:
    """Return the rays that measure the plane, and the pairs at edges."""
    seen = classify_rays(board, rays, pose, sigma)
    plane = np.flatnonzero(seen.hits & (seen.clearance > PLANE_MARGIN))
    edge = np.abs(seen.clearance) < MAX_EDGE_CLEARANCE
    one, other = edge_pairs(rays, seen.hits, seen.misses)
    close = edge[one] & edge[other]
    return plane, (one[close], other[close])


def _residuals(
    step: Array,
    board: Board,
    plane: LidarRays,
    meeting: LidarRays,
    passing: LidarRays,
    pose: Array,
    sigma: float,
) -> Array:
    """Return residuals after a step (6,), in standard deviations."""
    pose = apply_step(pose, step)
    inside, outside = clearance(board, meeting, pose), clearance(board, passing, pose)
    edges = 0.5 * (inside + outside) / _edge_deviation(inside, outside)
    return np.concatenate([plane_distances(plane, pose) / sigma, edges])


def _plane_noise(plane: LidarRays, pose: Array) -> float:
    return float(1.4826 * np.median(np.abs(plane_distances(plane, pose))))
