"""gazebo_ros services about physical properties of links and joints."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Dict, List, Optional, Sequence

import numpy as np
from geometry_msgs.msg import Pose

from gazebo_msgs.srv import GetLinkProperties, SetJointProperties, SetLinkProperties
from sim.embedded.entities import WorldEntities
from sim.embedded.physics.properties import LinkProperties
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.ros.conversions import matrix_from_pose
from sim.ros.node.services import offer

# Of ODE's solver, which this is not.
OF_ODE = ("erp", "cfm", "stop_erp", "stop_cfm", "fudge_factor", "vel")


class PropertyServices:
    """``/gazebo/get_link_properties`` and its kin; handlers run in the physics thread."""

    def __init__(self, simulation: Simulation, entities: WorldEntities) -> None:
        self._models, self._entities = simulation.physics.models, entities
        box = simulation.mailbox
        self._services = [
            offer("gazebo/get_link_properties", GetLinkProperties, box, self._get_link),
            offer("gazebo/set_link_properties", SetLinkProperties, box, self._set_link),
            offer("gazebo/set_joint_properties", SetJointProperties, box, self._set_joint),
        ]

    def _get_link(self, request: Any) -> Dict[str, Any]:
        found = self._models.properties.link(*self._entities.link(request.link_name))
        com = Pose()
        com.position.x, com.position.y, com.position.z = map(float, found.center)
        com.orientation.w = 1.0
        rows = found.inertia
        return {
            "com": com,
            "gravity_mode": found.gravity,
            "mass": found.mass,
            "ixx": rows[0, 0],
            "ixy": rows[0, 1],
            "ixz": rows[0, 2],
            "iyy": rows[1, 1],
            "iyz": rows[1, 2],
            "izz": rows[2, 2],
        }

    def _set_link(self, request: Any) -> Dict[str, Any]:
        model, link = self._entities.link(request.link_name)
        com = matrix_from_pose(request.com)
        inertia = np.array(
            [
                [request.ixx, request.ixy, request.ixz],
                [request.ixy, request.iyy, request.iyz],
                [request.ixz, request.iyz, request.izz],
            ]
        )
        turn = com[:3, :3]
        wanted = LinkProperties(
            request.mass, com[:3, 3], turn @ inertia @ turn.T, request.gravity_mode
        )
        warnings = self._models.properties.set_link(model, link, wanted)
        return {"status_message": "; ".join(["properties set", *warnings])}

    def _set_joint(self, request: Any) -> Dict[str, Any]:
        model, joint = self._entities.joint(request.joint_name)
        config, axis = request.ode_joint_config, self._models.properties.axis(model, joint)
        damping, friction = _one(config, "damping"), _one(config, "fmax")
        lower, upper = _one(config, "loStop", math.isnan), _one(config, "hiStop", math.isnan)
        for name, value in (("damping", damping), ("fmax", friction)):
            if value is not None and value < 0.0:
                raise InputError(name, f"{value:g} must not be negative")
        self._models.properties.set_axis(
            model,
            joint,
            replace(
                axis,
                damping=axis.damping if damping is None else damping,
                friction=axis.friction if friction is None else friction,
                lower=axis.lower if lower is None else lower,
                upper=axis.upper if upper is None else upper,
            ),
        )
        ignored = [name for name in OF_ODE if any(getattr(config, name))]
        return {
            "status_message": "properties set"
            + (f"; {', '.join(ignored)} do not apply to this simulator" if ignored else "")
        }


def _one(config: Any, name: str, wrong: Any = None) -> Optional[float]:
    """Return the value given for a joint's only axis, or None."""
    values: Sequence[float] = getattr(config, name)
    if not values:
        return None
    bad: List[float] = [
        value for value in values if (wrong(value) if wrong else not math.isfinite(value))
    ]
    if len(values) > 1 or bad:
        raise InputError(name, f"{list(values)} must be one number, as the joint has one axis")
    return values[0]
