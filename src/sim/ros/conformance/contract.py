"""The contract as data: required services and topics of gazebo_ros, and extras.

The extras are this package's own.
"""

from __future__ import annotations

from typing import Any, Dict, Tuple

from rosgraph_msgs.msg import Clock
from std_srvs.srv import Empty

from gazebo_msgs import msg, srv
from sim.msg import LockstepBoundary, LockstepDone, TrafficStates, TrafficTypes
from sim.srv import LockstepJoin, LockstepLeave, SetWind, StepWorld

SERVICES: Dict[str, Any] = {
    "/gazebo/spawn_sdf_model": srv.SpawnModel,
    "/gazebo/spawn_urdf_model": srv.SpawnModel,
    "/gazebo/delete_model": srv.DeleteModel,
    "/gazebo/get_model_state": srv.GetModelState,
    "/gazebo/set_model_state": srv.SetModelState,
    "/gazebo/get_world_properties": srv.GetWorldProperties,
    "/gazebo/get_model_properties": srv.GetModelProperties,
    "/gazebo/get_joint_properties": srv.GetJointProperties,
    "/gazebo/get_link_state": srv.GetLinkState,
    "/gazebo/set_link_state": srv.SetLinkState,
    "/gazebo/apply_body_wrench": srv.ApplyBodyWrench,
    "/gazebo/set_model_configuration": srv.SetModelConfiguration,
    "/gazebo/get_physics_properties": srv.GetPhysicsProperties,
    "/gazebo/set_physics_properties": srv.SetPhysicsProperties,
    "/gazebo/pause_physics": Empty,
    "/gazebo/unpause_physics": Empty,
    "/gazebo/reset_simulation": Empty,
    "/gazebo/reset_world": Empty,
}
EXTRA_SERVICES: Dict[str, Any] = {
    "/gazebo/step_world": StepWorld,
    "/gazebo/set_wind": SetWind,
    "/gazebo/lockstep/join": LockstepJoin,
    "/gazebo/lockstep/leave": LockstepLeave,
}
PUBLISHED: Dict[str, Any] = {
    "/clock": Clock,
    "/gazebo/model_states": msg.ModelStates,
    "/gazebo/link_states": msg.LinkStates,
}
HEARD: Dict[str, Any] = {"/gazebo/set_model_state": msg.ModelState}
EXTRA_PUBLISHED: Dict[str, Any] = {"/gazebo/lockstep/boundary": LockstepBoundary}
EXTRA_HEARD: Dict[str, Any] = {
    "/gazebo/lockstep/done": LockstepDone,
    "/traffic/states": TrafficStates,
    "/traffic/types": TrafficTypes,
}
# Of gazebo_ros, beyond the contract: no node of this package needs them.
BEYOND: Tuple[str, ...] = (
    "/gazebo/apply_joint_effort",
    "/gazebo/clear_body_wrenches",
    "/gazebo/clear_joint_forces",
    "/gazebo/delete_light",
    "/gazebo/get_light_properties",
    "/gazebo/get_link_properties",
    "/gazebo/set_joint_properties",
    "/gazebo/set_light_properties",
    "/gazebo/set_link_properties",
    "/gazebo/set_parameters",
)
