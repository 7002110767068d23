"""The mean pose of a board among all that a lidar's rays allow, and its covariance.

A ray that ends on the board has its edge on the one side, a ray that passes it on the other: that
is all that edges say, and each pose that agrees is as likely as any other. The mean of these has
the least expected error. A fit to the middles between neighbouring rays has not: where rays are the
same in all frames, or parallel to an edge, many pairs say the very same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Callable

import numpy as np
from scipy.special import ndtr

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.fit.board_rays import clearance, met, off_plane
from sim.calibration.fit.pose import Estimate, moved
from sim.calibration.fit.posterior import sampled
from sim.calibration.fit.rays import Rays

# Of the directions of rays and of the board's shape, m: what is expected, by which factor it may
# differ, as the deviation of a logarithm, and what is added, since nothing is better known.
SHARP = 2e-5
FACTOR = 2.0
SHARPEST = 5e-6
# How well a board as a whole is known at most, m.
KNOWN = 5e-6
# The share of rays that say something else than the board.
WRONG = 0.01
# Of a step before anything is measured, m and rad.
WIDE = np.array([0.05] * 3 + [0.1] * 3)
# Rays farther from an edge, in standard deviations, decide nothing.
FAR = 5.0
# Numbers that are computed at a time; a step for derivatives, m and rad; rounds of the pose about
# which edges are taken as straight; beyond how many standard deviations ranges do not count.
MANY = 2**22
SMALL = 1e-6
ROUNDS = 3
MOST = 4.0
# Of a ray that belongs to an edge, m; how many are looked at first.
EDGE = 0.05
FIRST = 2000


@dataclass(frozen=True)
class Constraints:
    """How far (n,) rays are on their side of the board's edges, in m, and how that changes (n, 6)
    with a step of the pose; what the ranges say of it, ``information`` (6, 6) and ``gradient``
    (6,)."""

    margins: Array
    slopes: Array
    information: Array
    gradient: Array


def density(of: Constraints, draws: Array) -> Array:
    """The logarithm (k,) of the likelihood of steps and of the logarithm of the sharpness (k, 7),
    but for a constant."""
    steps, sharp = draws[:, :6], draws[:, 6]
    found: Array = -0.5 * ((steps / WIDE) ** 2).sum(axis=1)
    found -= 0.5 * ((sharp - np.log(SHARP)) / FACTOR) ** 2
    found -= 0.5 * np.einsum("ki,ij,kj->k", steps, of.information, steps) + steps @ of.gradient
    many = max(MANY // max(len(of.margins), 1), 1)
    for begin in range(0, len(draws), many):
        part = slice(begin, begin + many)
        away = (steps[part] @ of.slopes.T + of.margins) / (SHARPEST + np.exp(sharp[part]))[:, None]
        found[part] += np.log(WRONG + (1.0 - WRONG) * ndtr(away)).sum(axis=1)
    return found


def mean_pose(board: Board, rays: Rays, plane: Array, start: Estimate, sigma: float) -> Estimate:
    """The mean of poses near ``start`` that ``rays`` allow; ``plane`` numbers those that measure
    the face, whose ranges have a standard deviation of ``sigma`` in m."""
    rng = np.random.default_rng(len(rays.ranges))
    pose, sharp = start.matrix, np.array([np.log(SHARP), FACTOR])
    covariance = start.covariance
    for number in range(ROUNDS):
        of = _constraints(board, rays, plane, pose, covariance, sigma, float(sharp @ [1.0, 2.0]))
        guess = np.zeros((7, 7))
        guess[:6, :6], guess[6, 6] = covariance, sharp[1] ** 2
        if number == 0:
            of = _some(of, rng)
        found = sampled(partial(density, of), np.array([0.0] * 6 + [sharp[0]]), guess, rng)
        pose, covariance = moved(pose, found.mean[:6]), found.covariance[:6, :6]
        sharp = np.array([found.mean[6], np.sqrt(found.covariance[6, 6])])
    known = np.array([KNOWN] * 3 + [2.0 * KNOWN / min(board.width, board.height)] * 3)
    return Estimate(pose, covariance + np.diag(known**2))


def _some(of: Constraints, rng: np.random.Generator) -> Constraints:
    """Enough of many edges to come near what all of them allow."""
    if len(of.margins) <= FIRST:
        return of
    chosen = rng.choice(len(of.margins), FIRST, replace=False)
    return replace(of, margins=of.margins[chosen], slopes=of.slopes[chosen])


def _constraints(
    board: Board,
    rays: Rays,
    plane: Array,
    pose: Array,
    covariance: Array,
    sigma: float,
    sharp: float,
) -> Constraints:
    off = off_plane(rays.of(plane), pose) / sigma
    slopes = _changes(lambda at: off_plane(rays.of(plane), at) / sigma, pose, off)
    kept = np.abs(off) < MOST
    seen = met(board, rays, pose, sigma)
    chosen = (seen.hits | seen.misses) & (np.abs(seen.clearance) < EDGE)
    directions, side = rays.of(chosen), np.where(seen.hits[chosen], 1.0, -1.0)
    margins = clearance(board, directions, pose)
    changes = _changes(lambda at: clearance(board, directions, at), pose, margins)
    spread = np.sqrt(np.einsum("ni,ij,nj->n", changes, covariance, changes))
    near = np.abs(margins) < FAR * (spread + np.exp(sharp))
    return Constraints(
        (side * margins)[near],
        (side[:, None] * changes)[near],
        slopes[kept].T @ slopes[kept],
        slopes[kept].T @ off[kept],
    )


def _changes(measure: Callable[[Array], Array], pose: Array, here: Array) -> Array:
    """Of something (n,) with the six steps of a pose (n, 6)."""
    return np.stack(
        [(measure(moved(pose, step)) - here) / SMALL for step in SMALL * np.eye(6)], axis=1
    )
