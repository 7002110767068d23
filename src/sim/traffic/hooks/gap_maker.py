"""Driver that opens gaps for vehicles that signal onto its lane.

If the vehicle ahead on a neighbouring lane signals towards the own lane, no vehicle is between
them, and ``brakes`` suffices, the driver follows it as if it were on the own lane already: by the
Intelligent Driver Model with a ``headway`` that others find long enough to enter, braking no harder
than ``brakes`` and never slower than ``slower`` below the other's speed. After ``patience`` s
without success it drives on for as long. Otherwise SUMO drives, and it keeps every command safe.
Gap creation is that of [LMRS], courtesy yielding that of [Hidas2002].
"""

from __future__ import annotations

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.idm import idm
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.view import View


class GapMaker:
    """Driver that opens gaps.

    ``sight`` and ``gap`` in m, ``headway`` and ``patience`` in s, ``brakes`` in m/s^2, ``slower``
    in m/s.
    """

    def __init__(
        self,
        sight: float = 50.0,
        headway: float = 1.5,
        gap: float = 2.0,
        brakes: float = 2.0,
        slower: float = 4.0,
        patience: float = 10.0,
    ) -> None:
        self.sight = checks.number(sight, "sight", 1.0, 150.0)
        self.headway, self.gap = (
            checks.number(headway, "headway", 0.1, 5.0),
            checks.number(gap, "gap", 0.1, 20.0),
        )
        self.brakes, self.slower = (
            checks.number(brakes, "brakes", 0.1, 9.0),
            checks.number(slower, "slower", 0.0, 50.0),
        )
        self.patience = checks.number(patience, "patience", 0.0)
        self._spent = Memory(1)

    def control(self, view: View) -> Actions:
        """Return accelerations of vehicles that open gaps; SUMO drives the others."""
        wanted = np.full(len(view), np.inf)
        for side in (view.left, view.right):
            closing = np.maximum(view.speed - side.speed_ahead, 0.0)
            can = closing**2 <= 2.0 * self.brakes * np.maximum(side.gap_ahead, 0.0)
            comes = (
                side.open & side.coming & can & (side.gap_ahead < np.minimum(self.sight, view.gap))
            )
            follows = idm(
                view.speed,
                side.gap_ahead,
                side.speed_ahead,
                view.allowed_speed,
                self.headway,
                self.gap,
                view.max_acceleration,
                self.brakes,
            )
            slowest = (np.maximum(side.speed_ahead - self.slower, 0.0) - view.speed) / view.dt
            wanted = np.where(
                comes, np.minimum(wanted, np.maximum(follows, np.minimum(slowest, 0.0))), wanted
            )
        # SUMO's own driver yields as well, which a command would end: no command if there is room
        # already.
        makes = (wanted < 0.0) & self._patient(view, np.isfinite(wanted))
        return Actions(
            acceleration=np.where(
                makes, np.clip(wanted, -self.brakes, view.max_acceleration), np.nan
            )
        )

    def _patient(self, view: View, asked: Array) -> Array:
        """Return a mask (n,) of drivers with patience left.

        It decreases while a gap is requested, and recovers, from below zero, while none is or it is
        used up.
        """
        spent: Array = self._spent.get(view.number, np.zeros((1, len(view))))[0]
        rests = spent < 0.0
        spent = np.where(
            rests,
            np.minimum(spent + view.dt, 0.0),
            np.where(asked, spent + view.dt, np.maximum(spent - view.dt, 0.0)),
        )
        spent = np.where(spent > self.patience, -self.patience, spent)
        self._spent.put(view.number, spent[None])
        return ~(rests | (spent < 0.0))
