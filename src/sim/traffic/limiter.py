"""Rate limiter of shown motion, which SUMO lets jump.

SUMO's yaw turns at once on right angles, and centres jump with it. A vehicle turns at most
``YAW_RATE``, a person ``PERSON_YAW_RATE``, and never moves faster between two steps than its speed
and ``SLACK`` more; the rest of a jump is distributed over the following steps. A road user that
would meanwhile overlap another, but does not in SUMO (``untangle``), is released: shown at SUMO's
position at once. Steps are joined by cubic Hermite segments, fastest in the middle: half-way
through a segment of mean slope m and end velocities v0, v1, the velocity is 3/2 m - (v0 + v1) / 4.
The laws are in ``laws/traffic/shown_motion.cc``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, LONG, NUMBER, POINTER, Laws, address

YAW_RATE = np.radians(88.0)
# A person turns on the spot; more slowly he would walk sideways.
PERSON_YAW_RATE = np.radians(400.0)
# A little under the 1.5 m/s that is promised, since an uneven segment is fastest beside its middle.
SLACK = 1.3
LAWS = Laws(
    "sim_laws",
    {
        "sim_limited_yaw": (None, [COUNT, POINTER, POINTER, LONG, *[POINTER] * 5]),
        "sim_limited_centres": (None, [COUNT, POINTER, LONG, NUMBER, NUMBER, *[POINTER] * 10]),
    },
)


@dataclass(frozen=True)
class LimitedYaw:
    """Yaw (n,) to show and that of the step ``before``.

    Both are equal for vehicles that have just appeared. Cosines and sines (2, n) of both.
    """

    yaw: Array
    before: Array
    heading: Array
    heading_before: Array


class MotionLimiter:
    """Remembers where each id was shown last."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._count = 0
        self._seen = np.full(1024, -2, np.int64)
        self._yaw = np.zeros(1024)
        self._centre = np.zeros((1024, 2))
        self._speed = np.zeros(1024)

    def yaw(self, ids: Array, yaw: Array, rate: Union[float, Array] = YAW_RATE) -> LimitedYaw:
        """Return the yaw to show in this step from SUMO's yaw (n,).

        It turns with ``rate`` (n,) at most.
        """
        ids, yaw = self._taken(ids), np.ascontiguousarray(yaw, float)
        most: Array = rate * self._step + np.zeros(len(ids))
        yaws = np.empty((2, len(ids)))
        shown, before = yaws
        LAWS().sim_limited_yaw(
            len(ids),
            address(ids),
            address(self._seen),
            self._count - 1,
            *map(address, (self._yaw, yaw, most, shown, before)),
        )
        headings = np.empty((2, 2, len(ids)))
        np.cos(yaws, out=headings[:, 0])
        np.sin(yaws, out=headings[:, 1])
        return LimitedYaw(shown, before, *headings)

    def centre(self, ids: Array, centre: Array, turned: LimitedYaw, speed: Array) -> Array:
        """Return centres (n, 2) to show and end the step. They belong to the yaw to show."""
        ids = self._taken(ids)
        yaw, now, then = turned.yaw, turned.heading, turned.heading_before
        centre, speed = np.ascontiguousarray(centre, float), np.ascontiguousarray(speed, float)
        shown = np.empty((len(ids), 2))
        LAWS().sim_limited_centres(
            len(ids),
            address(ids),
            self._count - 1,
            self._step,
            SLACK,
            *map(address, (centre, yaw, speed, now, then)),
            *map(address, (self._seen, self._yaw, self._centre, self._speed)),
            address(shown),
        )
        self._count += 1
        return shown

    def release(self, ids: Array, centre: Array, yaw: Array) -> None:
        """Set the poses last shown of released ids (k,). ``centre`` (k, 2) and ``yaw`` (k,)."""
        self._centre[ids], self._yaw[ids] = centre, yaw

    def acceleration(self, ids: Array, speed: Array) -> Array:
        """Return the acceleration (n,) in m/s^2 from SUMO's last change of speed.

        It is 0 for new vehicles.
        """
        return np.where(self._known(ids), (speed - self._speed[ids]) / self._step, 0.0)

    def _taken(self, ids: Array) -> Array:
        """Return ids (n,) after growing the arrays to hold them."""
        taken: Array = np.ascontiguousarray(ids, np.int64)
        self._grow(int(taken.max()) + 1 if len(taken) else 0)
        return taken

    def _known(self, ids: Array) -> Array:
        """Return a mask (n,) of ids present in the last step."""
        self._grow(int(ids.max()) + 1 if len(ids) else 0)
        known: Array = self._seen[ids] == self._count - 1
        return known

    def _grow(self, size: int) -> None:
        have = len(self._seen)
        if size > have:
            more = max(size, 2 * have) - have
            self._seen = np.concatenate([self._seen, np.full(more, -2, np.int64)])
            self._yaw = np.concatenate([self._yaw, np.zeros(more)])
            self._centre = np.concatenate([self._centre, np.zeros((more, 2))])
            self._speed = np.concatenate([self._speed, np.zeros(more)])
