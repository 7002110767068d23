"""Settings of the embedded simulator's physics for dynamic_reconfigure."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

from sim.embedded.simulation import Simulation
from sim.ros.simulator.physics_parameters import GRAVITY


class EmbeddedPhysics:
    """The physics of the embedded simulator."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def read(self) -> Dict[str, Any]:
        physics, step = self._simulation.physics, self._simulation.physics.timestep
        return {
            "time_step": step,
            "max_update_rate": self._simulation.real_time_factor / step,
            **dict(zip(GRAVITY, map(float, physics.gravity))),
        }

    def apply(self, changes: Dict[str, Any]) -> str:
        return str(self._simulation.mailbox.call(lambda: self._apply(dict(changes))))

    def _apply(self, changes: Dict[str, Any]) -> str:
        simulation = self._simulation
        gravity = simulation.physics.gravity
        simulation.physics.set_gravity(
            np.array([changes.pop(name, value) for name, value in zip(GRAVITY, gravity)])
        )
        if "max_update_rate" in changes:
            simulation.set_pace(changes.pop("max_update_rate") * simulation.physics.timestep)
        if not changes:
            return ""
        return (
            f"{', '.join(changes)} cannot be set: the step is fixed at the start, and ODE's "
            "settings do not apply to this simulator"
        )
