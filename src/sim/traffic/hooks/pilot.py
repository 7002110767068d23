"""Puts a driver module's actions to SUMO, and only what differs from what SUMO has been told already."""
from __future__ import annotations

from typing import Dict, List, Set

import numpy as np
import traci.constants as tc

from sim.traffic.control.batch import Batch, byte, compound, double, integer
from sim.traffic.control.vehicles import FREE, LANE, SPEED, VehicleControl
from sim.traffic.hooks.actions import Commands
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.view import View

# Speed mode without regard for the safe speed; the other bits stay as they are.
SAFE_SPEED = 1
# Lane change mode: what TraCI asks for is done unless boxes would touch at once.
REQUESTS, NO_TOUCH = 0b11 << 8, 0b01 << 8
CHANGE_TIME = 1.0


class Pilot:
    """Remembers what was told to the vehicles of one module; a user's own commands go before a module's."""

    def __init__(self, control: VehicleControl) -> None:
        self._control = control
        self._told = Memory(1)
        self._numbers: Dict[str, int] = {}
        self._careless: Set[str] = set()
        self._speed_modes: Dict[str, int] = {}
        self._lane_modes: Dict[str, int] = {}

    def apply(self, view: View, wanted: Commands) -> None:
        """Tells SUMO what vehicles are to do in the coming step."""
        batch = self._control.batch()
        free = self._free(view, SPEED)
        if not free.all():
            self._told.put(view.number[~free], np.full((1, int((~free).sum())), np.nan))
        self._tell_speeds(batch, view, np.where(free, wanted.speed, np.nan))
        self._tell_care(batch, view, wanted.careless & free & ~np.isnan(wanted.speed))
        there = np.where(wanted.lane_change > 0, view.left.open, view.right.open)
        for row in np.flatnonzero((wanted.lane_change != 0) & there & self._free(view, LANE)).tolist():
            self._tell_lane(batch, view.name[row], int(wanted.lane_change[row]))
        batch.send()

    def forget(self, names: Set[str]) -> None:
        """Drops vehicles that are not on the road any more."""
        for name in names:
            self._careless.discard(name)
            for known in (self._numbers, self._speed_modes, self._lane_modes):
                known.pop(name, None)

    def told(self) -> Set[str]:
        """The vehicles of which something is remembered."""
        return {*self._numbers, *self._speed_modes, *self._lane_modes}

    def release(self, names: Set[str]) -> None:
        """Gives vehicles back to SUMO as they were."""
        batch = self._control.batch()
        for name in sorted(names):
            if name in self._numbers and not self._control.holds.has(name, SPEED):
                batch.set(tc.VAR_SPEED, name, double(FREE))
                self._told.put(np.array([self._numbers[name]]), np.full((1, 1), np.nan))
            if name in self._speed_modes:
                batch.set(tc.VAR_SPEEDSETMODE, name, integer(self._speed_modes[name]))
            if name in self._lane_modes:
                batch.set(tc.VAR_LANECHANGE_MODE, name, integer(self._lane_modes[name]))
        batch.send()
        self.forget(names)

    def _free(self, view: View, aspect: str) -> np.ndarray:
        """Which vehicles (n,) no user has set."""
        holds = self._control.holds
        if not len(holds):
            return np.ones(len(view), bool)
        return np.array([not holds.has(name, aspect) for name in view.name.tolist()], bool)

    def _tell_speeds(self, batch: Batch, view: View, speed: np.ndarray) -> None:
        before = self._told.get(view.number, np.full((1, len(view)), np.nan))[0]
        differ = (speed != before) & ~(np.isnan(speed) & np.isnan(before))
        rows = np.flatnonzero(differ)
        self._told.put(view.number[rows], speed[None, rows])
        values = np.where(np.isnan(speed[rows]), FREE, speed[rows]).tolist()
        for name, number, value in zip(view.name[rows].tolist(), view.number[rows].tolist(), values):
            batch.set(tc.VAR_SPEED, name, double(value))
            self._numbers[name] = number

    def _tell_care(self, batch: Batch, view: View, careless: np.ndarray) -> None:
        wanted = set(view.name[careless].tolist())
        others = set(view.name[~careless].tolist())
        changing = sorted((wanted - self._careless) | (others & self._careless))
        for name, mode in zip(changing, self._modes(self._speed_modes, tc.VAR_SPEEDSETMODE, changing)):
            batch.set(tc.VAR_SPEEDSETMODE, name, integer(mode & ~SAFE_SPEED if name in wanted else mode))
        self._careless = (self._careless - others) | wanted

    def _tell_lane(self, batch: Batch, name: str, lane: int) -> None:
        if name not in self._lane_modes:
            (mode,) = self._modes(self._lane_modes, tc.VAR_LANECHANGE_MODE, [name])
            batch.set(tc.VAR_LANECHANGE_MODE, name, integer(mode & ~REQUESTS | NO_TOUCH))
        batch.set(tc.CMD_CHANGELANE, name, compound((byte(lane), double(CHANGE_TIME), byte(1))))

    def _modes(self, known: Dict[str, int], variable: int, names: List[str]) -> List[int]:
        """The modes that vehicles had before the module's first command."""
        batch, missing = self._control.batch(), [name for name in names if name not in known]
        for name in missing:
            batch.get(variable, name)
        known.update({name: answer.value for name, answer in zip(missing, batch.send())})
        return [known[name] for name in names]
