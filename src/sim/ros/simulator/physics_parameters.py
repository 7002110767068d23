"""Settings of the physics through dynamic_reconfigure, if installed.

``/gazebo/set_parameters`` and its topics, as in gazebo_ros. The table is
``laws/physics_parameters.h``.
"""

from __future__ import annotations

import importlib.util
from typing import Any, Dict, Protocol

import rospy

from sim.errors import SimError
from sim.laws.physics_parameters import physics_parameters
from sim.ros.node.reconfigure import ReconfigureSetting, description

SPACE = "/gazebo/"
GRAVITY = ("gravity_x", "gravity_y", "gravity_z")
KINDS = {"bool": bool, "int": int, "double": float}


class SettablePhysics(Protocol):
    """A simulator with settings that can be changed at run time."""

    def read(self) -> Dict[str, Any]:
        """Return the simulator's settings; missing ones are shown as 0."""

    def apply(self, changes: Dict[str, Any]) -> str:
        """Apply changes as far as possible; return why others failed, or ""."""


class PhysicsParameters:
    """Offers the settings; what does not apply is logged and taken back."""

    def __init__(self, physics: SettablePhysics) -> None:
        from dynamic_reconfigure.server import Server

        self._physics = physics
        self._settings = [
            ReconfigureSetting(
                one.name,
                one.kind,
                KINDS[one.kind](one.least),
                KINDS[one.kind](one.most),
                one.text,
            )
            for one in physics_parameters()
        ]
        values = self._present()
        # Values of an earlier run on the parameter server are not changes by this run's user.
        for name in values:
            if rospy.has_param(SPACE + name):
                rospy.delete_param(SPACE + name)
        self._server = Server(description(self._settings, values), self._change, SPACE)

    def _present(self) -> Dict[str, Any]:
        given = self._physics.read()
        # The server rounds all values in this way: a rounded one would otherwise be a change.
        return {
            one.name: min(max(given.get(one.name, KINDS[one.kind]()), one.least), one.most)
            for one in self._settings
        }

    def _change(self, config: Any, level: int) -> Any:
        """Apply the values that differ from the last ones.

        The first call comes from the server itself and changes nothing.
        """
        if level >= 0:
            before = self._server.config
            changes = {
                one.name: config[one.name]
                for one in self._settings
                if config[one.name] != before[one.name]
            }
            try:
                wrong = self._physics.apply(changes)
                if wrong:
                    rospy.logwarn("dynamic_reconfigure: %s", wrong)
            except SimError as error:
                rospy.logerr("dynamic_reconfigure: %s", error)
            config.update(self._present())
        return config


def installed() -> bool:
    """Return whether dynamic_reconfigure is installed."""
    return importlib.util.find_spec("dynamic_reconfigure") is not None


def offered_parameters(physics: SettablePhysics) -> PhysicsParameters | None:
    """Return the settings' server, or None without dynamic_reconfigure."""
    return PhysicsParameters(physics) if installed() else None
