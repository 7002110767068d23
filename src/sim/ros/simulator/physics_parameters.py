"""The physics' settings through dynamic_reconfigure, where that is installed: ``~set_parameters``
and its topics, as gazebo_ros has them.

The table is ``gazebo/world_api/law/physics_parameters.h``.
"""

from __future__ import annotations

from typing import Any, Dict

import numpy as np
import rospy

from sim.embedded.simulation import Simulation
from sim.errors import SimError
from sim.laws.physics_parameters import physics_parameters
from sim.ros.node.reconfigure import Setting, description

AXES = ("gravity_x", "gravity_y", "gravity_z")
KINDS = {"bool": bool, "int": int, "double": float}


class PhysicsParameters:
    """Offers the settings; what does not apply here is logged and taken back."""

    def __init__(self, simulation: Simulation) -> None:
        from dynamic_reconfigure.server import Server

        self._simulation = simulation
        self._settings = [
            Setting(
                one.name,
                one.kind,
                KINDS[one.kind](one.least),
                KINDS[one.kind](one.most),
                one.text,
            )
            for one in physics_parameters()
        ]
        values = self._present()
        # What another run has left on the parameter server is no wish of this one's user.
        for name in values:
            if rospy.has_param(f"~{name}"):
                rospy.delete_param(f"~{name}")
        self._server = Server(description(self._settings, values), self._change)

    def _present(self) -> Dict[str, Any]:
        physics, step = self._simulation.physics, self._simulation.physics.timestep
        given: Dict[str, Any] = {
            "time_step": step,
            "max_update_rate": self._simulation.real_time_factor / step,
            **dict(zip(AXES, map(float, physics.gravity))),
        }
        # As the server does with all that it is told: what it has cut off would be a change.
        return {
            one.name: min(max(given.get(one.name, KINDS[one.kind]()), one.least), one.most)
            for one in self._settings
        }

    def _change(self, config: Any, level: int) -> Any:
        """Applies what differs from what was there before; the first call is no change."""
        if level >= 0:
            before = self._server.config
            changes = {
                one.name: config[one.name]
                for one in self._settings
                if config[one.name] != before[one.name]
            }
            try:
                self._simulation.mailbox.call(lambda: self._apply(changes))
            except SimError as error:
                rospy.logerr("dynamic_reconfigure: %s", error)
            config.update(self._present())
        return config

    def _apply(self, changes: Dict[str, Any]) -> None:
        simulation = self._simulation
        gravity = simulation.physics.gravity
        simulation.physics.set_gravity(
            np.array([changes.pop(name, value) for name, value in zip(AXES, gravity)])
        )
        if "max_update_rate" in changes:
            simulation.set_pace(changes.pop("max_update_rate") * simulation.physics.timestep)
        if changes:
            rospy.logwarn(
                "dynamic_reconfigure: %s cannot be set: the step is fixed at the start, and ODE's "
                "settings do not apply to this simulator",
                ", ".join(changes),
            )


def offered_parameters(simulation: Simulation) -> PhysicsParameters | None:
    """The settings' server, None where dynamic_reconfigure is not installed."""
    try:
        return PhysicsParameters(simulation)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("dynamic_reconfigure"):
            raise
        return None
