"""Posterior mean and covariance of a board's pose from lidar rays.

A ray that ends on the board has its edge on the one side, a ray that passes it on the other: edges
carry no more information, and each pose that agrees is equally likely. The mean of these has the
least expected error. A fit to the middles between neighbouring rays has not: if rays repeat in all
frames, or are parallel to an edge, many pairs are redundant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Callable

import numpy as np
from scipy.special import ndtr

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.board_rays import classify_rays, clearance, plane_distances
from sim.calibration.fit.pose import PoseEstimate, apply_step
from sim.calibration.fit.posterior import importance_sample
from sim.calibration.fit.rays import LidarRays

# Prior of the sharpness of ray directions and of the board's shape.
EXPECTED_SHARPNESS = 2e-5  # m
LOG_SHARPNESS_SIGMA = 2.0  # standard deviation of its logarithm
MIN_SHARPNESS = 5e-6  # m, added, since nothing is better known
BOARD_POSE_SIGMA = 5e-6  # m, how well a board as a whole is known at most
OUTLIER_SHARE = 0.01  # of rays
PRIOR_STEP_SIGMA = np.array([0.05] * 3 + [0.1] * 3)  # m, rad, before anything is measured
# Rays farther from an edge do not constrain the pose.
MAX_EDGE_DISTANCE = 5.0  # standard deviations
MAX_ARRAY_SIZE = 2**18  # numbers computed at a time; larger arrays are new memory each time
DIFFERENCE_STEP = 1e-6  # m, rad
LINEARIZATION_ROUNDS = 3  # of the pose about which edges are taken as straight
MAX_RANGE_ERROR = 4.0  # standard deviations
MAX_EDGE_CLEARANCE = 0.05  # m, of a ray that belongs to an edge
MAX_FIRST_RAYS = 2000


@dataclass(frozen=True)
class Constraints:
    """Linearised constraints on a step of the pose.

    ``margins`` (n,): distances of rays to their side of the board's edges, in m, and their change
    ``slopes`` (n, 6) with a step; ``information`` (6, 6) and ``gradient`` (6,) of the ranges.
    """

    margins: Array
    slopes: Array
    information: Array
    gradient: Array


def density(of: Constraints, draws: Array) -> Array:
    """Return the log likelihood (k,) of steps, up to a constant.

    Draws (k, 7): six numbers of the step and the logarithm of the sharpness.
    """
    steps, sharp = draws[:, :6], draws[:, 6]
    found: Array = -0.5 * ((steps / PRIOR_STEP_SIGMA) ** 2).sum(axis=1)
    found -= 0.5 * ((sharp - np.log(EXPECTED_SHARPNESS)) / LOG_SHARPNESS_SIGMA) ** 2
    found -= 0.5 * np.einsum("ki,ij,kj->k", steps, of.information, steps) + steps @ of.gradient
    many = max(MAX_ARRAY_SIZE // max(len(of.margins), 1), 1)
    for begin in range(0, len(draws), many):
        part = slice(begin, begin + many)
        away = (steps[part] @ of.slopes.T + of.margins) / (MIN_SHARPNESS + np.exp(sharp[part]))[
            :, None
        ]
        found[part] += np.log(OUTLIER_SHARE + (1.0 - OUTLIER_SHARE) * ndtr(away)).sum(axis=1)
    return found


def mean_pose(
    board: Board, rays: LidarRays, plane: Array, start: PoseEstimate, sigma: float
) -> PoseEstimate:
    """Return the posterior mean of poses near ``start`` that ``rays`` allow.

    ``plane`` numbers the rays that measure the face; their ranges have a standard deviation of
    ``sigma`` in m.
    """
    rng = np.random.default_rng(len(rays.ranges))
    pose, sharp = start.matrix, np.array([np.log(EXPECTED_SHARPNESS), LOG_SHARPNESS_SIGMA])
    covariance = start.covariance
    for number in range(LINEARIZATION_ROUNDS):
        of = _constraints(board, rays, plane, pose, covariance, sigma, float(sharp @ [1.0, 2.0]))
        guess = np.zeros((7, 7))
        guess[:6, :6], guess[6, 6] = covariance, sharp[1] ** 2
        if number == 0:
            of = _random_subset(of, rng)
        found = importance_sample(
            partial(density, of), np.array([0.0] * 6 + [sharp[0]]), guess, rng
        )
        pose, covariance = apply_step(pose, found.mean[:6]), found.covariance[:6, :6]
        sharp = np.array([found.mean[6], np.sqrt(found.covariance[6, 6])])
    known = np.array(
        [BOARD_POSE_SIGMA] * 3 + [2.0 * BOARD_POSE_SIGMA / min(board.width, board.height)] * 3
    )
    return PoseEstimate(pose, covariance + np.diag(known**2))


def _random_subset(of: Constraints, rng: np.random.Generator) -> Constraints:
    """Return a random subset of many edges, enough for a first estimate."""
    if len(of.margins) <= MAX_FIRST_RAYS:
        return of
    chosen = rng.choice(len(of.margins), MAX_FIRST_RAYS, replace=False)
    return replace(of, margins=of.margins[chosen], slopes=of.slopes[chosen])


def _constraints(
    board: Board,
    rays: LidarRays,
    plane: Array,
    pose: Array,
    covariance: Array,
    sigma: float,
    sharp: float,
) -> Constraints:
    off = plane_distances(rays.of(plane), pose) / sigma
    slopes = _derivatives(lambda at: plane_distances(rays.of(plane), at) / sigma, pose, off)
    kept = np.abs(off) < MAX_RANGE_ERROR
    seen = classify_rays(board, rays, pose, sigma)
    chosen = (seen.hits | seen.misses) & (np.abs(seen.clearance) < MAX_EDGE_CLEARANCE)
    directions, side = rays.of(chosen), np.where(seen.hits[chosen], 1.0, -1.0)
    margins = clearance(board, directions, pose)
    changes = _derivatives(lambda at: clearance(board, directions, at), pose, margins)
    spread = np.sqrt(np.einsum("ni,ij,nj->n", changes, covariance, changes))
    near = np.abs(margins) < MAX_EDGE_DISTANCE * (spread + np.exp(sharp))
    return Constraints(
        (side * margins)[near],
        (side[:, None] * changes)[near],
        slopes[kept].T @ slopes[kept],
        slopes[kept].T @ off[kept],
    )


def _derivatives(measure: Callable[[Array], Array], pose: Array, here: Array) -> Array:
    """Return derivatives (n, 6) with the six steps of a pose. Finite differences."""
    return np.stack(
        [
            (measure(apply_step(pose, step)) - here) / DIFFERENCE_STEP
            for step in DIFFERENCE_STEP * np.eye(6)
        ],
        axis=1,
    )
