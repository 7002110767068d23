"""Oriented boxes on the road, compared pair by pair.

Computes when they meet at constant velocity. Arrays of n pairs, world frame, SI units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.traffic.state import STOREY

# Maximum gap in m of boxes that are checked exactly.
EDGE = 1e-6
_SIGNS = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], float)
# Stands for the array of zeros that is made where none is given.
_NOT_GIVEN = np.empty(0)


@dataclass(frozen=True)
class Boxes:
    """Oriented boxes.

    Centres (n, 2) and yaw, speed along it, length, width, height ``z`` of the base and yaw rate
    (n,), the last two 0 if not given.
    """

    position: Array
    yaw: Array
    speed: Array
    length: Array
    width: Array
    z: Array = field(default_factory=lambda: _NOT_GIVEN)
    yaw_rate: Array = field(default_factory=lambda: _NOT_GIVEN)

    def __post_init__(self) -> None:
        for name in ("z", "yaw_rate"):
            if getattr(self, name) is _NOT_GIVEN:
                object.__setattr__(self, name, np.zeros(len(self.yaw)))

    def __len__(self) -> int:
        return len(self.yaw)

    def __getitem__(self, rows: Union[Array, slice]) -> Boxes:
        return Boxes(*(values[rows] for values in vars(self).values()))

    def joined(self, *more: Boxes) -> Boxes:
        """Return these boxes followed by more."""
        return Boxes(
            *(
                np.concatenate(values)
                for values in zip(*(vars(boxes).values() for boxes in (self, *more)))
            )
        )

    def repeated(self, count: int) -> Boxes:
        """Repeat a single box ``count`` times."""
        return self[np.zeros(count, np.intp)]

    def after(self, time: Array) -> Boxes:
        """Return the boxes at times (n,) at constant speed and yaw rate.

        After a turn by a right angle they go straight.
        """
        turning = np.minimum(time, 0.5 * np.pi / np.maximum(np.abs(self.yaw_rate), 1e-9))
        half = 0.5 * self.yaw_rate * turning
        # The chord of an arc is shorter than the arc by sin(x) / x of half its angle.
        chord, straight = (
            self.speed * turning * np.sinc(half / np.pi),
            self.speed * (time - turning),
        )
        middle, yaw = self.yaw + half, self.yaw + 2.0 * half
        moved = self.position + np.stack(
            [
                chord * np.cos(middle) + straight * np.cos(yaw),
                chord * np.sin(middle) + straight * np.sin(yaw),
            ],
            axis=1,
        )
        return Boxes(moved, yaw, self.speed, self.length, self.width, self.z, self.yaw_rate)

    @property
    def radius(self) -> Array:
        """Half diagonals (n,)."""
        return 0.5 * np.sqrt(self.length**2 + self.width**2)


@dataclass(frozen=True)
class Relative:
    """Boxes in the frames of other boxes.

    Corners (n, 4, 2), velocity (n, 2), and yaw (n,) are relative to the other boxes, with half
    sizes ``half`` (n, 2).
    """

    corners: Array
    velocity: Array
    yaw: Array
    half: Array


def relative(own: Boxes, other: Boxes) -> Relative:
    """Return the others in the frames of their partners.

    x is along the partner's heading; the origin is its centre.
    """
    c, s = np.cos(own.yaw), np.sin(own.yaw)
    apart, yaw = other.position - own.position, other.yaw - own.yaw
    centre = np.stack(
        [apart[:, 0] * c + apart[:, 1] * s, apart[:, 1] * c - apart[:, 0] * s], axis=1
    )
    along, across = (
        np.stack([np.cos(yaw), np.sin(yaw)], axis=1),
        np.stack([-np.sin(yaw), np.cos(yaw)], axis=1),
    )
    reach = (0.5 * other.length)[:, None, None] * along[:, None] * _SIGNS[None, :, :1] + (
        0.5 * other.width
    )[:, None, None] * across[:, None] * _SIGNS[None, :, 1:]
    velocity = other.speed[:, None] * along
    velocity[:, 0] -= own.speed
    return Relative(
        centre[:, None] + reach, velocity, yaw, 0.5 * np.stack([own.length, own.width], axis=1)
    )


def meeting(pairs: Relative) -> Tuple[Array, Array, Array, Array]:
    """Return begin and end of overlap of boxes at constant velocities.

    Then begin and end of overlap across the own heading alone; (n,) each. Two boxes overlap while
    their projections on each of their four axes do (separating axis theorem). Begin is above end if
    they never do.
    """
    count = len(pairs.yaw)
    c, s = np.cos(pairs.yaw), np.sin(pairs.yaw)
    axes = np.empty((count, 4, 2))
    axes[:, 0], axes[:, 1] = (1.0, 0.0), (0.0, 1.0)
    axes[:, 2, 0], axes[:, 2, 1], axes[:, 3, 0], axes[:, 3, 1] = c, s, -s, c
    shadows = axes @ pairs.corners.transpose(0, 2, 1)
    low, high = least(shadows), most(shadows)
    own = (np.abs(axes) @ pairs.half[:, :, None])[..., 0]
    speed = (axes @ pairs.velocity[:, :, None])[..., 0]
    begin, end = _overlap_times(low, high, own, speed)
    return most(begin), least(end), begin[:, 1], end[:, 1]


def least(values: Array) -> Array:
    """Return the minimum of each row of a few values.

    (n, ..., few) to (n, ...), column by column, since numpy's own takes ten times as long for short
    rows.
    """
    result: Array = reduce(np.minimum, np.moveaxis(values, -1, 0))
    return result


def most(values: Array) -> Array:
    """Return the maximum of each row, as :func:`least`."""
    result: Array = reduce(np.maximum, np.moveaxis(values, -1, 0))
    return result


def total(values: Array) -> Array:
    """Return the sum of each row, as :func:`least`."""
    result: Array = reduce(np.add, np.moveaxis(values, -1, 0))
    return result


def _overlap_times(low: Array, high: Array, own: Array, speed: Array) -> Tuple[Array, Array]:
    """Return when [low, high] moving at ``speed`` overlaps [-own, own].

    Always or never if it stands.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        first, second = (-own - high) / speed, (own - low) / speed
    still = np.abs(speed) < 1e-9
    inside = (low <= own) & (high >= -own)
    begin = np.where(still, np.where(inside, -np.inf, np.inf), np.minimum(first, second))
    end = np.where(still, np.where(inside, np.inf, -np.inf), np.maximum(first, second))
    return begin, end


def overlapping(own: Boxes, other: Boxes) -> Array:
    """Return whether the boxes of each pair overlap (n,). Boxes above each other do not."""
    begin, end, _, _ = meeting(relative(own, other))
    overlaps: Array = (begin <= 0.0) & (end >= 0.0) & (np.abs(own.z - other.z) < STOREY)
    return overlaps


def touching(own: Boxes, others: Boxes) -> Array:
    """Return rows of the boxes that overlap a single one."""
    apart = np.abs(others.position - own.position)
    near = np.flatnonzero(apart.max(axis=1, initial=0.0) < others.radius + own.radius)
    near = near[_in_strip(own, others[near])] if len(near) else near
    return near[overlapping(own.repeated(len(near)), others[near])] if len(near) else near


def _in_strip(own: Boxes, others: Boxes) -> Array:
    """Return whether boxes reach into a single box's strip along its heading.

    Most nearby boxes are beside it.
    """
    c, s = np.cos(own.yaw), np.sin(own.yaw)
    right, up = (others.position - own.position).T
    turn = others.yaw - own.yaw
    reach = 0.5 * (others.length * np.abs(np.sin(turn)) + others.width * np.abs(np.cos(turn)))
    inside: Array = np.abs(up * c - right * s) < reach + 0.5 * own.width + EDGE
    return inside
