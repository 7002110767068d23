"""Driver that changes lanes into small gaps (MOBIL with politeness 0).

The vehicle changes if SUMO's driver signals a change, because the lane ends or leads elsewhere, or
if the advantage exceeds ``gain``: a~ - a > gain, the incentive of an egoist in [MOBIL] (politeness
0). It changes if the follower on the other lane need not brake harder than ``follower_brakes`` and
it need not brake harder than ``brakes``, and there are ``gap`` m to both: MOBIL's safety criterion
with other numbers than for considerate drivers. Accelerations are the Intelligent Driver Model's
with the short ``headway``. SUMO drives meanwhile. Forced merging is as in [Hidas2005].
"""

from __future__ import annotations

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.idm import idm
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.view import LEFT_BLINKER, RIGHT_BLINKER, AdjacentLane, View


class AggressiveMerger:
    """Driver with lane changes into small gaps.

    ``gain``, ``follower_brakes`` and ``brakes`` in m/s^2, ``gap`` and ``free_road`` in m,
    ``headway`` and ``rest`` in s. Changes for advantage alone need ``free_road`` before the lane's
    end; after a change the vehicle stays for ``rest``.
    """

    def __init__(
        self,
        gain: float = 0.3,
        follower_brakes: float = 5.0,
        brakes: float = 4.0,
        gap: float = 0.8,
        headway: float = 0.6,
        deceleration: float = 3.0,
        free_road: float = 150.0,
        rest: float = 4.0,
    ) -> None:
        self.gain = checks.number(gain, "gain", 0.0, 5.0)
        self.follower_brakes = checks.number(follower_brakes, "follower_brakes", 0.1, 9.0)
        self.brakes = checks.number(brakes, "brakes", 0.1, 9.0)
        self.gap, self.free_road = (
            checks.number(gap, "gap", 0.1, 20.0),
            checks.number(free_road, "free_road", 0.0),
        )
        self.headway, self.rest = (
            checks.number(headway, "headway", 0.1, 5.0),
            checks.number(rest, "rest", 0.0, 60.0),
        )
        self.deceleration = checks.number(deceleration, "deceleration", 0.1, 9.0)
        self._changed = Memory(1)

    def control(self, view: View) -> Actions:
        """Return lane changes of vehicles that want one and find room."""
        here = self._acceleration(view, view.gap, view.leader_speed)
        rested = (
            view.time - self._changed.get(view.number, np.full((1, len(view)), -np.inf))[0]
            >= self.rest
        )
        gains, goes = [], []
        for side, blinker in ((view.left, LEFT_BLINKER), (view.right, RIGHT_BLINKER)):
            there = self._acceleration(view, side.gap_ahead, side.speed_ahead)
            signals = (view.signals & blinker) > 0
            wants = signals | ((there - here > self.gain) & (view.remaining > self.free_road))
            goes.append(rested & side.open & wants & self._finds_room(view, side, there))
            gains.append(np.where(signals, np.inf, there - here))
        left = goes[0] & (~goes[1] | (gains[0] >= gains[1]))
        change = np.where(left, 1, np.where(goes[1], -1, 0))
        moved = change != 0
        self._changed.put(view.number[moved], np.full((1, int(moved.sum())), view.time))
        return Actions(lane_change=change)

    def _acceleration(self, view: View, gap: Array, leader_speed: Array) -> Array:
        return idm(
            view.speed,
            gap,
            leader_speed,
            view.allowed_speed,
            self.headway,
            self.gap,
            view.max_acceleration,
            self.deceleration,
        )

    def _finds_room(self, view: View, side: AdjacentLane, there: Array) -> Array:
        """Evaluate MOBIL's safety criterion.

        It applies to the follower on the other lane and to the vehicle itself.
        """
        follower = idm(
            side.speed_behind,
            side.gap_behind,
            view.speed,
            np.maximum(view.allowed_speed, side.speed_behind),
            self.headway,
            self.gap,
            view.max_acceleration,
            self.deceleration,
        )
        return (
            (side.gap_ahead > self.gap)
            & (side.gap_behind > self.gap)
            & (follower > -self.follower_brakes)
            & (there > -self.brakes)
        )
