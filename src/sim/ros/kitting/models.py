"""Models of the running simulator: where they are in truth, and moving, removing and adding them.
Only trials' faults and judges use this, never what is under test."""

from __future__ import annotations

from typing import Any, Dict, Iterable

import rospy
from geometry_msgs.msg import Twist

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import (
    DeleteModel,
    GetModelState,
    GetWorldProperties,
    SetModelState,
    SpawnModel,
)
from sim.arrays import Array
from sim.errors import SimulationError
from sim.ros.conversions import WORLD, matrix_from_pose, pose_from_matrix

SERVICES = {
    "get_world_properties": GetWorldProperties,
    "get_model_state": GetModelState,
    "set_model_state": SetModelState,
    "delete_model": DeleteModel,
    "spawn_sdf_model": SpawnModel,
}


class Models:
    """Poses are world_from_model (4, 4)."""

    def __init__(self) -> None:
        self._services = {
            name: rospy.ServiceProxy(f"/gazebo/{name}", kind, persistent=True)
            for name, kind in SERVICES.items()
        }

    def names(self) -> Iterable[str]:
        found: Iterable[str] = self._call("get_world_properties").model_names
        return found

    def poses(self, names: Iterable[str]) -> Dict[str, Array]:
        """Those of the models that are there."""
        there = set(self.names())
        return {
            name: matrix_from_pose(self._call("get_model_state", name, WORLD).pose)
            for name in names
            if name in there
        }

    def move(self, name: str, pose: Array) -> None:
        """Puts a model somewhere, at rest."""
        self._call("set_model_state", ModelState(name, pose_from_matrix(pose), Twist(), WORLD))

    def remove(self, name: str) -> None:
        self._call("delete_model", name)

    def add(self, name: str, sdf: str, pose: Array) -> None:
        self._call("spawn_sdf_model", name, sdf, f"/{name}", pose_from_matrix(pose), WORLD)

    def _call(self, name: str, *fields: Any) -> Any:
        try:
            answer = self._services[name](*fields)
        except rospy.ServiceException as error:
            raise SimulationError(
                f"the simulator does not answer /gazebo/{name} ({error})"
            ) from None
        if not answer.success:
            raise SimulationError(answer.status_message)
        return answer
