"""Puts a driver module's actions to SUMO, and only what differs from what SUMO has been told already."""
from __future__ import annotations

from typing import Dict, Set

import numpy as np
import traci.constants as tc

from sim.traffic.control.batch import Batch, byte, compound, double, integer
from sim.traffic.control.vehicles import FREE, LANE, SPEED, VehicleControl
from sim.traffic.hooks.actions import Commands
from sim.traffic.hooks.view import View

# Speed mode without regard for the safe speed; accelerations, right of way and emergency braking at red stay as they are.
SAFE_SPEED = 1
# Lane change mode: what TraCI asks for is done unless boxes would touch at once.
REQUESTS, NO_TOUCH = 0b11 << 8, 0b01 << 8
CHANGE_TIME = 1.0


class Pilot:
    """Remembers what was told to the vehicles of one module; a user's own commands go before a module's."""

    def __init__(self, control: VehicleControl) -> None:
        self._control = control
        self._speeds: Dict[str, float] = {}
        self._careless: Set[str] = set()
        self._speed_modes: Dict[str, int] = {}
        self._lane_modes: Dict[str, int] = {}

    def apply(self, view: View, wanted: Commands) -> None:
        """Tells SUMO what vehicles are to do in the coming step."""
        batch = self._control.batch()
        there = np.where(wanted.lane_change > 0, view.left.open, view.right.open)
        lanes = np.where(there, wanted.lane_change, 0)
        for name, speed, lane, careless in zip(view.name.tolist(), wanted.speed.tolist(), lanes.tolist(), wanted.careless.tolist()):
            if self._control.holds.has(name, SPEED):
                self._speeds.pop(name, None)
            else:
                self._tell_speed(batch, name, speed)
                self._tell_care(batch, name, careless and speed == speed)
            if lane and not self._control.holds.has(name, LANE):
                self._tell_lane(batch, name, lane)
        batch.send()

    def forget(self, names: Set[str]) -> None:
        """Drops vehicles that are not on the road any more."""
        for name in names:
            self._careless.discard(name)
            for known in (self._speeds, self._speed_modes, self._lane_modes):
                known.pop(name, None)

    def told(self) -> Set[str]:
        """The vehicles of which something is remembered."""
        return {*self._speeds, *self._speed_modes, *self._lane_modes}

    def release(self, names: Set[str]) -> None:
        """Gives vehicles back to SUMO as they were."""
        batch = self._control.batch()
        for name in sorted(names):
            if name in self._speeds and not self._control.holds.has(name, SPEED):
                batch.set(tc.VAR_SPEED, name, double(FREE))
            if name in self._speed_modes:
                batch.set(tc.VAR_SPEEDSETMODE, name, integer(self._speed_modes[name]))
            if name in self._lane_modes:
                batch.set(tc.VAR_LANECHANGE_MODE, name, integer(self._lane_modes[name]))
        batch.send()
        self.forget(names)

    def _tell_speed(self, batch: Batch, name: str, speed: float) -> None:
        before = self._speeds.get(name)
        if speed != speed:
            if before is not None:
                batch.set(tc.VAR_SPEED, name, double(FREE))
                del self._speeds[name]
        elif speed != before:
            batch.set(tc.VAR_SPEED, name, double(speed))
            self._speeds[name] = speed

    def _tell_care(self, batch: Batch, name: str, careless: bool) -> None:
        if careless != (name in self._careless):
            if name not in self._speed_modes:
                self._speed_modes[name] = self._asked(tc.VAR_SPEEDSETMODE, name)
            mode = self._speed_modes[name]
            batch.set(tc.VAR_SPEEDSETMODE, name, integer(mode & ~SAFE_SPEED if careless else mode))
            (self._careless.add if careless else self._careless.discard)(name)

    def _tell_lane(self, batch: Batch, name: str, lane: int) -> None:
        if name not in self._lane_modes:
            self._lane_modes[name] = self._asked(tc.VAR_LANECHANGE_MODE, name)
            batch.set(tc.VAR_LANECHANGE_MODE, name, integer(self._lane_modes[name] & ~REQUESTS | NO_TOUCH))
        batch.set(tc.CMD_CHANGELANE, name, compound((byte(lane), double(CHANGE_TIME), byte(1))))

    def _asked(self, variable: int, name: str) -> int:
        batch = self._control.batch()
        batch.get(variable, name)
        return batch.send()[0].value
