"""Lidar frames as rays, including fired rays without a return.

Gaps in a scan line show the latter. Frame of the lidar, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

# Tolerance of elevations in one ring; more rings than any device has are rejected.
SAME_RING_TOLERANCE = 2e-4  # rad
MAX_RINGS = 300
MAX_GAP = 0.8  # rad, a wider one may as well be where the lidar does not look
MIN_GAP_STEPS = 2.5  # azimuth steps, a narrower one is where a turn of its head ends
RANGE_JUMP = 0.15  # m, parts the pieces of a scan line
# A value between two whole numbers may be rounded to either, but hardly for all shifts.
SAME_DIRECTION_TOLERANCE = 2e-4  # rad, of a ray that is fired again
ROUNDING_SHIFTS = (0.1, 0.45, 0.8)


@dataclass(frozen=True)
class LidarRays:
    """Lidar rays (n,) by direction, range and scan line.

    Unit ``directions`` (n, 3) and ``ranges`` (n,), inf without a return; ``lines`` (n,) numbers the
    scan lines of all frames; within one, rays are ordered by azimuth; -1 for rays without a line.
    """

    directions: Array
    ranges: Array
    lines: Array

    def of(self, chosen: Array) -> LidarRays:
        """Return some of the rays."""
        return LidarRays(self.directions[chosen], self.ranges[chosen], self.lines[chosen])

    @property
    def ends(self) -> Array:
        """End points (n, 3) of the rays; not finite without a return."""
        with np.errstate(invalid="ignore"):
            found: Array = self.ranges[:, None] * self.directions
        return found


def short_piece_mask(rays: LidarRays, longest: float) -> Array:
    """Return a mask (n,) of rays on short pieces of scan lines.

    Pieces have no jump in range and are at most ``longest`` m from end to end; rays without a line
    are included. Walls and ground appear in long pieces.
    """
    ranges = np.where(np.isfinite(rays.ranges), rays.ranges, 1e9)
    parted = np.ones(len(ranges), bool)
    parted[1:] = (np.abs(np.diff(ranges)) > RANGE_JUMP) | (rays.lines[1:] != rays.lines[:-1])
    begins = np.flatnonzero(parted)
    ends = np.append(begins[1:], len(ranges)) - 1
    places = ranges[:, None] * rays.directions
    middles = (begins + ends) // 2
    length = sum(
        np.linalg.norm(places[one] - places[other], axis=1)
        for one, other in ((begins, middles), (middles, ends))
    )
    short = np.repeat(length <= longest, ends - begins + 1)
    found: Array = np.isfinite(rays.ranges) & (short | (rays.lines < 0))
    return found


def rays_of(clouds: Sequence[Array]) -> LidarRays:
    """Return the rays of all clouds of a recording.

    Frames with the same rays count as one, with their mean ranges. Raises InputError for a cloud
    without coordinates.
    """
    frames = [_frame(cloud) for cloud in clouds]
    frames = [frame for frame in frames if len(frame.ranges)]
    if not frames:
        raise InputError("clouds", "have no point with finite coordinates")
    if len(frames) > 1 and _repeats(frames[0], frames[1]):
        frames = [_mean(frames)]
    lines, before = [], 0
    for frame in frames:
        lines.append(np.where(frame.lines >= 0, frame.lines + before, -1))
        before += int(frame.lines.max()) + 1
    return LidarRays(
        np.concatenate([frame.directions for frame in frames]),
        np.concatenate([frame.ranges for frame in frames]),
        np.concatenate(lines),
    )


def _frame(cloud: Array) -> LidarRays:
    missing = [name for name in "xyz" if name not in (cloud.dtype.names or ())]
    if missing:
        raise InputError("cloud", f"lacks the fields {', '.join(missing)}; x, y and z are needed")
    places = np.stack([cloud[name].astype(float) for name in "xyz"], axis=1)
    ranges = np.linalg.norm(places, axis=1)
    good = np.isfinite(ranges) & (ranges > 1e-3)
    places, ranges = places[good], ranges[good]
    directions = places / ranges[:, None]
    rings = _rings(cloud[good], directions)
    if rings is None or len(rings) < 2:
        return LidarRays(directions, ranges, np.full(len(ranges), -1))
    return _fill_gaps(directions, ranges, rings)


def _rings(cloud: Array, directions: Array) -> Optional[Array]:
    """Return the scan line of each point, by field or by elevation.

    None if elevations are too many for lines.
    """
    if "ring" in (cloud.dtype.names or ()):
        return cloud["ring"].astype(int)
    elevations = np.arcsin(directions[:, 2])
    order = np.argsort(elevations)
    steps = np.diff(elevations[order], prepend=elevations[order[:1]]) > SAME_RING_TOLERANCE
    if steps.sum() >= min(MAX_RINGS, 0.1 * len(order)):
        return None
    rings = np.empty(len(order), int)
    rings[order] = np.cumsum(steps)
    ascending = elevations[order]
    begins = np.concatenate([[0], np.flatnonzero(steps)])
    wide = np.maximum.reduceat(ascending, begins) - np.minimum.reduceat(ascending, begins)
    return rings if float(np.median(wide)) < SAME_RING_TOLERANCE else None


def _fill_gaps(directions: Array, ranges: Array, rings: Array) -> LidarRays:
    """Sort rays by ring and azimuth, and fill gaps with infinite ranges.

    Gaps in a ring's even steps.
    """
    azimuths = np.arctan2(directions[:, 1], directions[:, 0])
    order = np.lexsort((azimuths, rings))
    directions, ranges, rings, azimuths = (
        one[order] for one in (directions, ranges, rings, azimuths)
    )
    ahead = np.diff(azimuths, append=azimuths[:1])
    same = rings == np.roll(rings, -1)
    same[-1] = False
    steps = ahead[same & (ahead > 1e-6)]
    if len(steps) == 0:
        return LidarRays(directions, ranges, rings)
    step = float(np.median(steps))
    lacking = np.where(
        same & (ahead > MIN_GAP_STEPS * step) & (ahead < MAX_GAP),
        np.round(ahead / step).astype(int) - 1,
        0,
    )
    before = np.repeat(np.arange(len(ranges)), lacking)
    number = 1 + np.arange(len(before)) - np.repeat(np.cumsum(lacking) - lacking, lacking)
    share = number / (lacking[before] + 1)
    azimuth = azimuths[before] + share * ahead[before]
    elevation = np.arcsin(directions[before, 2])
    filled = np.column_stack(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )
    places = before + 1
    return LidarRays(
        np.insert(directions, places, filled, axis=0),
        np.insert(ranges, places, np.inf),
        np.insert(rings, places, rings[before]),
    )


def _repeats(one: LidarRays, other: LidarRays) -> bool:
    """Return whether two frames have the same rays, except lost echoes."""
    if abs(len(one.ranges) - len(other.ranges)) > 0.02 * len(one.ranges):
        return False
    ours, theirs = _keys(one), _keys(other)
    return len(np.intersect1d(ours, theirs)) > 0.9 * len(ours)


def _keys(rays: LidarRays, shift: float = ROUNDING_SHIFTS[0]) -> Array:
    x, y, z = np.round(rays.directions / SAME_DIRECTION_TOLERANCE + shift).astype(np.int64).T
    found: Array = (x << 42) + (y << 21) + z
    return found


def _mean(frames: Sequence[LidarRays]) -> LidarRays:
    """Return the first frame's rays with mean ranges of all frames."""
    keys = _keys(frames[0])
    kept, first = np.unique(keys, return_index=True)
    ranges = np.full((len(frames), len(kept)), np.nan)
    for shift in ROUNDING_SHIFTS:
        own = _keys(frames[0], shift)[first]
        for row, frame in enumerate(frames):
            _, ours, theirs = np.intersect1d(own, _keys(frame, shift), return_indices=True)
            ranges[row, ours] = frame.ranges[theirs]
    ranges[np.isinf(ranges)] = np.nan
    seen = np.isfinite(ranges).mean(axis=0) > 0.5
    means = np.full(len(kept), np.inf)
    means[seen] = np.nanmean(ranges[:, seen], axis=0)
    order = np.argsort(first)
    return LidarRays(
        frames[0].directions[first[order]], means[order], frames[0].lines[first[order]]
    )
