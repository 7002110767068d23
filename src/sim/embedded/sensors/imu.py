"""Inertial measurement unit: angular rates, specific force, orientation.

The specific force is the mean since the last measurement, as a device integrates it between two
readings: f = R^T ((v(t) - v(t')) / (t - t') - g), with v the velocity of the mounting point. Rates
and orientation are instantaneous.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.mount import SensorMount


@dataclass(frozen=True)
class InertialReading:
    """Reading of an inertial measurement unit, in the sensor's axes.

    ``orientation`` world_from_sensor (3, 3), angular velocity (3,) in rad/s and specific force (3,)
    in m/s^2.
    """

    orientation: Array
    angular_velocity: Array
    specific_force: Array


class InertialUnit:
    """Inertial measurement unit; stores velocity (3,) and step of the last reading."""

    def __init__(self, physics: Physics, mount: SensorMount) -> None:
        self._physics, self._mount = physics, mount
        self._watched, self._jumps = -2, -1
        self._since: Tuple[int, Array] = (0, np.zeros(3))

    def watch(self) -> bool:
        """Update after each step while measured; return False for a first mean.

        Moving a model or setting its velocity is not an acceleration: the mean restarts.
        """
        steps, jumps = self._physics.steps, self._physics.poses.jumps(self._mount.model)
        watching = self._watched in (steps, steps - 1)
        if not watching or jumps != self._jumps:
            self._since = (steps, self._mount.twist(self._physics)[0])
        self._watched, self._jumps = steps, jumps
        return watching

    def measure(self) -> Optional[InertialReading]:
        """Return the reading of this instant; None without an earlier one."""
        physics, mount = self._physics, self._mount
        if not self.watch():
            return None
        linear, angular = mount.twist(physics)
        steps = physics.steps - self._since[0]
        mean = (linear - self._since[1]) / (steps * physics.timestep) if steps > 0 else np.zeros(3)
        self._since = (physics.steps, linear)
        turn = mount.pose(physics)[:3, :3]
        return InertialReading(turn, turn.T @ angular, turn.T @ (mean - physics.gravity))
