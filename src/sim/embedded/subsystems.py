"""Subsystems that act on a step, in their order of effect."""

from __future__ import annotations

from typing import Iterator, List, TypeVar

from sim.embedded.efforts import Efforts
from sim.embedded.joints.mechanisms import Mechanisms
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.controlled import ControlledMotors, ControlledRobots
from sim.embedded.robot_plugins.drives import WheelDrives
from sim.embedded.robot_plugins.parts import PluginParts
from sim.embedded.robot_plugins.sliders import Sliders
from sim.embedded.robot_plugins.stand_ins import StandIns, StandInUpdates
from sim.embedded.robot_plugins.wheel_slips import WheelSlips
from sim.embedded.subsystem import Subsystem, overridden, soonest_update
from sim.embedded.vehicle_forces import VehicleForces
from sim.embedded.vehicles import Vehicles
from sim.embedded.wrenches import Wrenches

S = TypeVar("S", bound=Subsystem)


class Subsystems:
    """Calls its members around each step, in the order of ``__init__``."""

    def __init__(self, physics: Physics, vehicles: Vehicles) -> None:
        self._ordered: List[Subsystem] = []
        self.efforts = Efforts(physics)
        self.stand_ins = self._enter(StandIns(physics, self.efforts))
        self.sliders = self._enter(Sliders(physics))
        self.parts = self._enter(PluginParts(physics))
        self._enter(StandInUpdates(self.stand_ins))
        self._enter(VehicleForces(physics, vehicles))
        self.mechanisms = self._enter(Mechanisms(physics))
        self.controlled = self._enter(ControlledRobots(physics))
        self.wrenches = self._enter(Wrenches(physics))
        self._enter(self.efforts)
        self.readings = self._enter(PluginParts(physics))
        # Last, since these write what MuJoCo has computed of the state; slip comes before motors,
        # as it has constraints computed again.
        self.wheel_slips = self._enter(WheelSlips(physics))
        self.wheel_drives = self._enter(WheelDrives(physics))
        self._enter(ControlledMotors(self.controlled))
        # Each step would pay for calls that do nothing.
        self._before = overridden(self._ordered, "before_step")
        self._after = overridden(self._ordered, "after_step")

    def __iter__(self) -> Iterator[Subsystem]:
        return iter(self._ordered)

    def before_step(self) -> None:
        """Apply the forces of the coming step."""
        for act in self._before:
            act()

    def after_step(self) -> None:
        """Read the result of the step just made."""
        for read in self._after:
            read()

    def reset(self) -> None:
        """Return to the initial state.

        The order is reversed, so that forces of a user plugin's ``reset`` act.
        """
        for subsystem in reversed(self._ordered):
            subsystem.reset()

    def next_update(self, now: float) -> float:
        """Return the time in s up to which C++ alone makes steps.

        It is ``now`` if the coming step needs Python.
        """
        return soonest_update(self._ordered, now)

    def _enter(self, subsystem: S) -> S:
        self._ordered.append(subsystem)
        return subsystem
