"""Wheel forces and hitches of all vehicles, as a subsystem of steps."""

from __future__ import annotations

import math

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.embedded.vehicles import Vehicles


class VehicleForces(Subsystem):
    """Subsystem that applies the forces of ``vehicles``.

    In steps that one C++ call makes, C++ applies them, except hitches.
    """

    def __init__(self, physics: Physics, vehicles: Vehicles) -> None:
        self._physics, self._vehicles = physics, vehicles

    def before_step(self) -> None:
        self._vehicles.apply(self._physics)

    def reset(self) -> None:
        self._vehicles.reset()

    def next_update(self, now: float) -> float:
        return now if self._vehicles.towing else math.inf
