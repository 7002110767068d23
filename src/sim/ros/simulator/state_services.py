"""gazebo_ros services about states: models, links and joints."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np
from geometry_msgs.msg import Pose, Twist

from gazebo_msgs.msg import LinkState
from gazebo_msgs.srv import (
    GetJointProperties,
    GetJointPropertiesResponse,
    GetLinkState,
    GetModelState,
    SetLinkState,
    SetModelConfiguration,
    SetModelState,
)
from sim.embedded.entities import EntityState, WorldEntities
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.ros.conversions import array, header, matrix_from_pose, pose_from_matrix, twist
from sim.ros.node.services import offer

JOINT_TYPES = {
    "revolute": GetJointPropertiesResponse.REVOLUTE,
    "continuous": GetJointPropertiesResponse.CONTINUOUS,
    "prismatic": GetJointPropertiesResponse.PRISMATIC,
    "fixed": GetJointPropertiesResponse.FIXED,
}


class StateServices:
    """``/gazebo/get_*`` and ``set_*``; handlers run in the physics thread."""

    def __init__(self, simulation: Simulation, entities: WorldEntities) -> None:
        self._simulation, self._entities = simulation, entities
        box = simulation.mailbox
        self._services = [
            offer("gazebo/get_model_state", GetModelState, box, self._get_model_state),
            offer(
                "gazebo/set_model_state",
                SetModelState,
                box,
                lambda request: self.set_model_state(request.model_state),
            ),
            offer("gazebo/get_link_state", GetLinkState, box, self._get_link_state),
            offer(
                "gazebo/set_link_state",
                SetLinkState,
                box,
                lambda request: self.set_link_state(request.link_state),
            ),
            offer("gazebo/get_joint_properties", GetJointProperties, box, self._joint_properties),
            offer(
                "gazebo/set_model_configuration",
                SetModelConfiguration,
                box,
                self._set_model_configuration,
            ),
        ]

    def set_model_state(self, message: Any) -> Dict[str, Any]:
        """Serve the service and the topic of this name."""
        self._entities.set_model_state(
            message.model_name, _state(message.pose, message.twist), message.reference_frame
        )
        return {}

    def set_link_state(self, message: Any) -> Dict[str, Any]:
        """Serve the service and the topic of this name."""
        self._entities.set_link_state(
            message.link_name, _state(message.pose, message.twist), message.reference_frame
        )
        return {}

    def _get_model_state(self, request: Any) -> Dict[str, Any]:
        state = self._entities.state(request.model_name, request.relative_entity_name)
        frame = request.relative_entity_name or "world"
        return {
            "header": header(self._simulation.physics.time, frame),
            "pose": pose_from_matrix(state.pose),
            "twist": twist(state.linear, state.angular),
        }

    def _get_link_state(self, request: Any) -> Dict[str, Any]:
        self._entities.link(request.link_name)
        state = self._entities.state(request.link_name, request.reference_frame)
        return {
            "link_state": LinkState(
                request.link_name,
                pose_from_matrix(state.pose),
                twist(state.linear, state.angular),
                request.reference_frame or "world",
            )
        }

    def _joint_properties(self, request: Any) -> Dict[str, Any]:
        model, name = self._entities.joint(request.joint_name)
        position, rate, kind = self._simulation.physics.joints.state(model, name)
        models = self._simulation.physics.models
        fixed = kind == "fixed" or models.sdf(model).static
        return {
            "type": JOINT_TYPES[kind],
            "damping": [0.0 if fixed else models.properties.axis(model, name).damping],
            "position": [position],
            "rate": [rate],
        }

    def _set_model_configuration(self, request: Any) -> Dict[str, Any]:
        if len(request.joint_names) != len(request.joint_positions):
            raise InputError(
                "joint_positions",
                f"{len(request.joint_positions)} positions for {len(request.joint_names)} joints",
            )
        physics = self._simulation.physics
        missing = [
            name
            for name in request.joint_names
            if name not in physics.models.joint_names(request.model_name)
        ]
        if missing:
            raise InputError(
                request.model_name,
                f"has no joint {missing[0]}; it has "
                f"{', '.join(physics.models.joint_names(request.model_name))}",
            )
        for name, position in zip(request.joint_names, request.joint_positions):
            physics.joints.set_position(request.model_name, name, position)
        return {}


def _state(pose: Pose, twist_message: Twist) -> EntityState:
    linear, angular = array(twist_message.linear), array(twist_message.angular)
    if not (np.isfinite(linear).all() and np.isfinite(angular).all()):
        raise InputError("twist", "holds a number that is not finite")
    return EntityState(matrix_from_pose(pose), linear, angular)
