"""The board's pose in the lidar's frame from all rays of all frames: ranges to its plane, and
neighbouring rays of which one meets it and the other passes it.

An edge between two rays is equally likely anywhere between them, so that half the distance between
their clearances stands for sqrt(3) sigma. Directions of rays are taken as exact: noise of a range
moves a point along its ray only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np
from scipy.optimize import least_squares

from sim.arrays import Array
from sim.calibration.board import Board, crossing
from sim.calibration.fit.edges import edge_pairs
from sim.calibration.fit.misfit import Misfit, misfits
from sim.calibration.fit.pose import Estimate, moved
from sim.calibration.fit.rays import Rays
from sim.errors import InputError
from sim.transforms import inverse

# Rays about the board that are looked at, m beside it; points nearer to an edge say nothing of the
# plane.
BESIDE, MARGIN = 0.15, 0.006
# How far behind the plane a ray has passed for sure, and the least that an edge may count for, m.
BEHIND, SHARPEST = 0.15, 4e-4
# Of a ray that belongs to an edge, and of one that belongs to none, m.
EDGE, CLEAR = 0.05, 0.02
FEWEST_EDGES, FEWEST_POINTS = 12, 40
ROUNDS = 6


@dataclass(frozen=True)
class LidarEstimate:
    """``pose``: lidar_from_board; ``sigma`` of the ranges in m; how many points and edges it is
    made of; ``contradicting`` is the share of rays about the board that pass its material or end
    where it has none; ``misfits`` of its edges are in m."""

    pose: Estimate
    sigma: float
    points: int
    edges: int
    contradicting: float
    misfits: Tuple[Misfit, ...]


def fit_lidar(board: Board, rays: Rays, start: Array) -> LidarEstimate:
    """The pose near ``start`` (4, 4); InputError where too few rays meet the board or its edges."""
    rays = rays.of(_near(board, rays, start))
    pose, sigma = start, 0.02
    for _ in range(ROUNDS):
        plane, pairs = _sorted(board, rays, pose, sigma)
        if len(plane) < FEWEST_POINTS or len(pairs[0]) < FEWEST_EDGES:
            raise InputError(
                "lidar",
                f"{len(plane)} points on the board and {len(pairs[0])} edges are too few; bring "
                "the board nearer, or record more frames",
            )
        solved = least_squares(
            _residuals,
            np.zeros(6),
            args=(board, rays, plane, pairs, pose, sigma),
            x_scale=[1e-3] * 6,
            loss="soft_l1",
            f_scale=3.0,
        )
        pose = moved(pose, solved.x)
        before, sigma = sigma, max(_spread(rays, plane, pose), 1e-4)
        if np.abs(solved.x).max() < 1e-6 and abs(sigma - before) < 0.01 * sigma:
            break
    covariance = np.linalg.inv(solved.jac.T @ solved.jac)
    return LidarEstimate(
        Estimate(pose, covariance),
        sigma,
        len(plane),
        len(pairs[0]),
        _contradicting(board, rays, pose, sigma),
        _misfits(board, rays, pairs, pose),
    )


def _contradicting(board: Board, rays: Rays, pose: Array, sigma: float) -> float:
    """The share of rays that cross the face within its outline and off its edges, and of which the
    board says something else."""
    hits, misses, clearance = _met(board, rays, pose, sigma)
    wrong = (hits & (clearance < -CLEAR)) | (misses & (clearance > CLEAR))
    told = (hits | misses) & (np.abs(clearance) > CLEAR)
    return float(wrong.sum()) / max(int(told.sum()), 1)


def _misfits(
    board: Board, rays: Rays, pairs: Tuple[Array, Array], pose: Array
) -> Tuple[Misfit, ...]:
    seen = [_seen_from_board(rays.directions[part], pose) for part in pairs]
    met, passed = (board.ray_clearance(*one) for one in seen)
    edges = board.nearest_edge(crossing(*seen[0], 0.0))
    return misfits(edges, -0.5 * (met + passed), _uncertain(met, passed))


def _uncertain(met: Array, passed: Array) -> Array:
    """Standard deviation (n,) in m of an edge that is anywhere between two rays."""
    found: Array = np.maximum(np.abs(met - passed) / np.sqrt(12.0), SHARPEST)
    return found


def _near(board: Board, rays: Rays, pose: Array) -> Array:
    eye, along = _seen_from_board(rays.directions, pose)
    ahead = along[:, 0] < -1e-3
    chosen = np.zeros(len(along), bool)
    places = crossing(eye, along[ahead], 0.0)
    chosen[ahead] = (np.abs(places) < 0.5 * np.array([board.width, board.height]) + BESIDE).all(
        axis=1
    )
    return chosen


def _sorted(
    board: Board, rays: Rays, pose: Array, sigma: float
) -> Tuple[Array, Tuple[Array, Array]]:
    """Numbers of the rays that measure the plane, and the pairs at its edges."""
    hits, misses, clearance = _met(board, rays, pose, sigma)
    plane = np.flatnonzero(hits & (clearance > MARGIN))
    edge = np.abs(clearance) < EDGE
    one, other = edge_pairs(rays, hits, misses)
    close = edge[one] & edge[other]
    return plane, (one[close], other[close])


def _met(board: Board, rays: Rays, pose: Array, sigma: float) -> Tuple[Array, Array, Array]:
    """Which rays (n,) end on the board or its rims, which pass it, and their clearance (n,) where
    they cross the face."""
    eye, along = _seen_from_board(rays.directions, pose)
    deeper = rays.ranges + eye[0] / along[:, 0]
    rim = board.thickness / np.maximum(-along[:, 0], 0.1)
    near = max(5.0 * sigma, 0.02)
    hits = (deeper > -near) & (deeper < near + rim)
    return hits, deeper > BEHIND + rim, board.clearance(crossing(eye, along, 0.0))


def _residuals(
    step: Array,
    board: Board,
    rays: Rays,
    plane: Array,
    pairs: Tuple[Array, Array],
    pose: Array,
    sigma: float,
) -> Array:
    """Of ranges and of edges, in their standard deviations, after a step (6,) from a pose."""
    pose = moved(pose, step)
    eye, along = _seen_from_board(rays.directions[plane], pose)
    ranges = (rays.ranges[plane] + eye[0] / along[:, 0]) / sigma
    met, passed = (
        board.ray_clearance(*_seen_from_board(rays.directions[part], pose)) for part in pairs
    )
    return np.concatenate([ranges, 0.5 * (met + passed) / _uncertain(met, passed)])


def _spread(rays: Rays, plane: Array, pose: Array) -> float:
    eye, along = _seen_from_board(rays.directions[plane], pose)
    return float(1.4826 * np.median(np.abs(rays.ranges[plane] + eye[0] / along[:, 0])))


def _seen_from_board(directions: Array, lidar_from_board: Array) -> Tuple[Array, Array]:
    """The lidar (3,) and rays (n, 3) in the board's frame."""
    board_from_lidar = inverse(lidar_from_board)
    return board_from_lidar[:3, 3], directions @ board_from_lidar[:3, :3].T
