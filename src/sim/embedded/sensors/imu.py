"""An inertial measurement unit where it is mounted: rates, specific force, orientation.

The specific force is the mean over the time since the measurement before, as a device integrates it
between two readings: f = R^T ((v(t) - v(t')) / (t - t') - g), with v the velocity of the mounting
point. Rates and orientation are those of the instant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.mount import Mount


@dataclass(frozen=True)
class Inertial:
    """``orientation`` world_from_sensor (3, 3), angular velocity (3,) in rad/s and specific force
    (3,) in m/s^2 in the sensor's axes."""

    orientation: Array
    angular_velocity: Array
    specific_force: Array


class InertialUnit:
    """Remembers the velocity (3,) that the next mean begins with, and of which step it is."""

    def __init__(self, physics: Physics, mount: Mount) -> None:
        self._physics, self._mount = physics, mount
        self._watched, self._jumps = -2, -1
        self._since: Tuple[int, Array] = (0, np.zeros(3))

    def watch(self) -> bool:
        """Call it after each step while measured; False if a mean begins here for the first time.

        Whoever puts a model elsewhere, or gives it a speed, does not accelerate it: then a mean
        begins again.
        """
        steps, jumps = self._physics.steps, self._physics.poses.jumps(self._mount.model)
        watching = self._watched in (steps, steps - 1)
        if not watching or jumps != self._jumps:
            self._since = (steps, self._mount.twist(self._physics)[0])
        self._watched, self._jumps = steps, jumps
        return watching

    def measure(self) -> Optional[Inertial]:
        """The reading of this instant; None where nothing is known of the time before."""
        physics, mount = self._physics, self._mount
        if not self.watch():
            return None
        linear, angular = mount.twist(physics)
        steps = physics.steps - self._since[0]
        mean = (linear - self._since[1]) / (steps * physics.timestep) if steps > 0 else np.zeros(3)
        self._since = (physics.steps, linear)
        turn = mount.pose(physics)[:3, :3]
        return Inertial(turn, turn.T @ angular, turn.T @ (mean - physics.gravity))
