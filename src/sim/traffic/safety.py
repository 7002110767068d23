"""How close an ego comes to traffic: gap and time to collision ahead, and contacts.

Gap and time to collision as in SUMO's surrogate safety measures: bumper to bumper along the ego's heading, to vehicles whose
boxes reach into the strip that the ego's box sweeps.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.traffic.coupling import EgoState, box_corners

RANGE = 150.0


@dataclass(frozen=True)
class Closeness:
    """``gap`` in m, ``time_to_collision`` in s (inf where there is none), ``touched`` (k,) rows of traffic in contact."""

    gap: float
    time_to_collision: float
    touched: np.ndarray


def closeness(ego: EgoState, position: np.ndarray, yaw: np.ndarray, speed: np.ndarray,
              length: np.ndarray, width: np.ndarray) -> Closeness:
    """Measures an ego against vehicles with centres (n, 2) and the rest (n,)."""
    near = np.flatnonzero(np.hypot(*(position - ego.centre).T) < RANGE)
    if not len(near):
        return Closeness(np.inf, np.inf, near)
    corners = _in_frame(ego, box_corners(position[near], yaw[near], length[near], width[near]))
    half = 0.5 * np.array([ego.length, ego.width])
    gap = corners[..., 0].min(1) - half[0]
    across_low, across_high = corners[..., 1].min(1), corners[..., 1].max(1)
    ahead = (gap > 0) & (across_low < half[1]) & (across_high > -half[1])
    closing = ego.speed - speed[near] * np.cos(yaw[near] - ego.yaw)
    times = gap[ahead & (closing > 0.1)] / closing[ahead & (closing > 0.1)]
    touched = near[_overlap(corners, yaw[near] - ego.yaw, half)]
    return Closeness(float(gap[ahead].min()) if ahead.any() else np.inf, float(times.min()) if len(times) else np.inf, touched)


def _in_frame(ego: EgoState, points: np.ndarray) -> np.ndarray:
    apart = points - np.array(ego.centre)
    c, s = np.cos(ego.yaw), np.sin(ego.yaw)
    return np.stack([apart[..., 0] * c + apart[..., 1] * s, -apart[..., 0] * s + apart[..., 1] * c], axis=-1)


def _overlap(corners: np.ndarray, yaw: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Whether boxes (n, 4, 2) overlap the box of half size ``half`` at the origin (separating axes)."""
    apart = np.any((corners.min(1) > half) | (corners.max(1) < -half), axis=1)
    own = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * half
    for axis in (np.stack([np.cos(yaw), np.sin(yaw)], 1), np.stack([-np.sin(yaw), np.cos(yaw)], 1)):
        theirs, ours = np.einsum("nij,nj->ni", corners, axis), axis @ own.T
        apart |= (theirs.min(1) > ours.max(1)) | (theirs.max(1) < ours.min(1))
    return ~apart
