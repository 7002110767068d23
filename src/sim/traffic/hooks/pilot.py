"""Sends changes of a driver module's actions to SUMO."""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Sequence, Set

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.traffic.control.batch import RequestBatch, byte, compound, double, integer
from sim.traffic.control.vehicles import (
    FREE_SPEED,
    LANE_CHANGE_MODE,
    LANE_HOLD,
    SPEED_HOLD,
    SPEED_MODE,
    VehicleControl,
)
from sim.traffic.hooks.actions import Commands
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.view import View

# Speed mode without regard for the safe speed; the other bits stay as they are.
SAFE_SPEED_BIT = 1
# Lane change mode: TraCI's requests are executed unless boxes would touch at once.
REQUEST_BITS = 0b11 << 8
NO_TOUCH_BITS = 0b01 << 8
CHANGE_TIME = 1.0  # s


class Pilot:
    """Remembers the commands sent to one module's vehicles.

    A user's own commands have precedence over a module's.
    """

    def __init__(self, control: VehicleControl) -> None:
        self._control = control
        self._sent = Memory(1)
        self._numbers: Dict[str, int] = {}

    def apply(self, view: View, wanted: Commands) -> None:
        """Send vehicles their commands for the next step."""
        batch = self._control.batch()
        free = self._free(view, SPEED_HOLD)
        if not free.all():
            self._sent.put(view.number[~free], np.full((1, int((~free).sum())), np.nan))
        self._tell_speeds(batch, view, np.where(free, wanted.speed, np.nan))
        self._tell_care(batch, view, wanted.careless & free & ~np.isnan(wanted.speed))
        there = np.where(wanted.lane_change > 0, view.left.open, view.right.open)
        for row in np.flatnonzero(
            (wanted.lane_change != 0) & there & self._free(view, LANE_HOLD, LANE_CHANGE_MODE)
        ).tolist():
            self._numbers[view.name[row]] = int(view.number[row])
            change = self._control.leftward * int(wanted.lane_change[row])
            self._tell_lane(batch, view.name[row], change)
        batch.send()

    def forget(self, names: Set[str]) -> None:
        """Discard vehicles that have left the road."""
        for name in names:
            for known in (self._numbers, *self._control.modes.values()):
                known.pop(name, None)

    def commanded(self) -> Set[str]:
        """Return vehicles with remembered commands."""
        return set(self._numbers)

    def missing(self, present: FrozenSet[int]) -> Set[str]:
        """Return the commanded vehicles with ids not among the ``present`` ones."""
        if present.issuperset(self._numbers.values()):
            return set()
        return {name for name, number in self._numbers.items() if number not in present}

    def release(self, names: Set[str]) -> None:
        """Return vehicles to SUMO in their former state."""
        batch = self._control.batch()
        for name in sorted(names):
            if name in self._numbers:
                self._sent.put(np.array([self._numbers[name]]), np.full((1, 1), np.nan))
                if not self._control.holds.has(name, SPEED_HOLD):
                    batch.set(tc.VAR_SPEED, name, double(FREE_SPEED))
            for aspect, modes in self._control.modes.items():
                if name in modes:
                    batch.set(int(aspect), name, integer(modes[name]))
        batch.send()
        self.forget(names)

    def _free(self, view: View, *aspects: str) -> Array:
        """Return a mask (n,) of vehicles without a user's setting.

        The setting is of one of these aspects.
        """
        holds = self._control.holds
        if not len(holds):
            return np.ones(len(view), bool)
        return np.array(
            [not any(holds.has(name, aspect) for aspect in aspects) for name in view.name.tolist()],
            bool,
        )

    def _tell_speeds(self, batch: RequestBatch, view: View, speed: Array) -> None:
        before = self._sent.get(view.number, np.full((1, len(view)), np.nan))[0]
        differ = (speed != before) & ~(np.isnan(speed) & np.isnan(before))
        rows = np.flatnonzero(differ)
        self._sent.put(view.number[rows], speed[None, rows])
        values = np.where(np.isnan(speed[rows]), FREE_SPEED, speed[rows]).tolist()
        batch.set_numbers(tc.VAR_SPEED, view.name[rows].tolist(), values)
        fresh = rows[np.isnan(before[rows])]
        self._numbers.update(zip(view.name[fresh].tolist(), view.number[fresh].tolist()))

    def _tell_care(self, batch: RequestBatch, view: View, careless: Array) -> None:
        modes, wanted = (
            self._control.modes[SPEED_MODE],
            set(view.name[careless & self._free(view, SPEED_MODE)].tolist()),
        )
        ending = modes.keys() - wanted
        for name in [name for name in view.name.tolist() if name in ending] if ending else ():
            batch.set(tc.VAR_SPEEDSETMODE, name, integer(modes.pop(name)))
        beginning = sorted(wanted - modes.keys())
        for name in self._kept(SPEED_MODE, beginning):
            batch.set(tc.VAR_SPEEDSETMODE, name, integer(modes[name] & ~SAFE_SPEED_BIT))

    def _tell_lane(self, batch: RequestBatch, name: str, lane: int) -> None:
        modes = self._control.modes[LANE_CHANGE_MODE]
        if name not in modes and self._kept(LANE_CHANGE_MODE, [name]):
            batch.set(
                tc.VAR_LANECHANGE_MODE, name, integer(modes[name] & ~REQUEST_BITS | NO_TOUCH_BITS)
            )
        batch.set(tc.CMD_CHANGELANE, name, compound((byte(lane), double(CHANGE_TIME), byte(1))))

    def _kept(self, aspect: str, names: Sequence[str]) -> List[str]:
        """Save the vehicles' modes before the module changes them.

        Return the vehicles that are still in SUMO.
        """
        batch = self._control.batch()
        for name in names:
            batch.get(int(aspect), name)
        found = {
            name: answer.value for name, answer in zip(names, batch.send()) if not answer.error
        }
        self._control.modes[aspect].update(found)
        return list(found)
