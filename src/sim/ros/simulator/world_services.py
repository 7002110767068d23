"""gazebo_ros services about the world.

Spawning, deleting, properties, physics, pausing, resetting, stepping, lockstep.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import rospy

from gazebo_msgs.msg import ODEPhysics
from gazebo_msgs.srv import (
    DeleteModel,
    GetModelProperties,
    GetPhysicsProperties,
    GetWorldProperties,
    SetPhysicsProperties,
    SpawnModel,
)
from sim.embedded.entities import WorldEntities
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.ros.conversions import array, matrix_from_pose, stamp, vector
from sim.ros.node.services import offer, offer_empty
from sim.ros.packages import package_folder
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model_string
from sim.sdf.types import Model
from sim.sdf.urdf.reader import is_urdf, read_urdf_string
from sim.srv import LockstepJoin, LockstepLeave, ModelSdf, SetWind, StepWorld
from sim.traffic.state import MODEL_PREFIX

Reader = Callable[[str], Tuple[Model, List[str]]]


class WorldServices:
    """``/gazebo/...``; handlers run in the physics thread. Whatever leaves time standing still
    calls ``tell_time(s)``."""

    def __init__(
        self,
        simulation: Simulation,
        entities: WorldEntities,
        model_path: ModelPath,
        tell_time: Callable[[float], None],
    ) -> None:
        self._simulation, self._entities, self._model_path, self._tell_time = (
            simulation,
            entities,
            model_path,
            tell_time,
        )
        # Documents of the spawned models.
        self._documents: Dict[str, str] = {}
        box = simulation.mailbox
        self._services = [
            offer(
                "gazebo/spawn_sdf_model",
                SpawnModel,
                box,
                lambda request: self._spawn(request, self._read_sdf),
            ),
            offer(
                "gazebo/spawn_urdf_model",
                SpawnModel,
                box,
                lambda request: self._spawn(request, self._read_urdf),
            ),
            offer(
                "gazebo/spawn_gazebo_model",
                SpawnModel,
                box,
                lambda request: self._spawn(request, self._read_any),
            ),
            offer("gazebo/delete_model", DeleteModel, box, self._delete),
            offer("gazebo/model_sdf", ModelSdf, box, self._model_sdf),
            offer("gazebo/get_world_properties", GetWorldProperties, box, self._world_properties),
            offer("gazebo/get_model_properties", GetModelProperties, box, self._model_properties),
            offer(
                "gazebo/get_physics_properties", GetPhysicsProperties, box, self._physics_properties
            ),
            offer(
                "gazebo/set_physics_properties",
                SetPhysicsProperties,
                box,
                self._set_physics_properties,
            ),
            offer("gazebo/set_wind", SetWind, box, self._set_wind),
            offer("gazebo/step_world", StepWorld, box, self._step_world),
            offer("gazebo/lockstep/join", LockstepJoin, box, self._join),
            offer("gazebo/lockstep/leave", LockstepLeave, box, self._leave),
            offer_empty("gazebo/pause_physics", box, self._pause),
            offer_empty(
                "gazebo/unpause_physics", box, lambda: setattr(simulation, "paused", False)
            ),
            offer_empty("gazebo/reset_simulation", box, lambda: simulation.reset(with_time=True)),
            offer_empty("gazebo/reset_world", box, lambda: simulation.reset(with_time=False)),
        ]

    def _spawn(self, request: Any, read: Reader) -> Dict[str, Any]:
        model, unsupported = read(request.model_xml)
        for line in unsupported:
            rospy.logwarn("%s", line)
        name = request.model_name or model.name
        frame = (
            self._entities.state(request.reference_frame).pose if request.reference_frame else None
        )
        pose = matrix_from_pose(request.initial_pose)
        self._entities.spawn(
            model, name, pose if frame is None else frame @ pose, request.robot_namespace
        )
        self._documents[name] = request.model_xml
        return {"status_message": f"SpawnModel: spawned {name}"}

    def _read_sdf(self, text: str) -> Tuple[Model, List[str]]:
        return read_model_string(text, self._model_path.paths)

    def _read_urdf(self, text: str) -> Tuple[Model, List[str]]:
        return read_urdf_string(text, "request", package_folder, self._model_path.paths)

    def _read_any(self, text: str) -> Tuple[Model, List[str]]:
        """Read a model by its root element, as the format is unknown."""
        return self._read_urdf(text) if is_urdf(text) else self._read_sdf(text)

    def _delete(self, request: Any) -> Dict[str, Any]:
        self._entities.delete(request.model_name)
        self._documents.pop(request.model_name, None)
        return {"status_message": f"DeleteModel: deleted {request.model_name}"}

    def _model_sdf(self, request: Any) -> Dict[str, Any]:
        name = request.model_name
        # Raises for an unknown model.
        self._entities.state(name)
        if name not in self._documents:
            raise InputError(
                name, "was not spawned; it belongs to the world's file or to the traffic"
            )
        return {"sdf": self._documents[name]}

    def _world_properties(self, request: Any) -> Dict[str, Any]:
        return {
            "sim_time": self._simulation.physics.time,
            "model_names": self._entities.names(),
            "rendering_enabled": False,
        }

    def _model_properties(self, request: Any) -> Dict[str, Any]:
        name, physics = request.model_name, self._simulation.physics
        if name.startswith(MODEL_PREFIX) and not physics.models.has(name):
            self._entities.state(name)
            return {"body_names": ["link"], "canonical_body_name": "link", "is_static": True}
        model = physics.models.sdf(name)
        geometries = [f"{collision.name}" for link in model.links for collision in link.collisions]
        return {
            "canonical_body_name": model.links[0].name,
            "body_names": physics.models.link_names(name),
            "geom_names": geometries,
            "joint_names": physics.models.joint_names(name),
            "is_static": model.static,
        }

    def _physics_properties(self, request: Any) -> Dict[str, Any]:
        simulation = self._simulation
        step = simulation.physics.timestep
        return {
            "time_step": step,
            "pause": simulation.paused,
            "max_update_rate": simulation.real_time_factor / step,
            "gravity": vector(simulation.physics.gravity),
            "ode_config": ODEPhysics(),
        }

    def _set_physics_properties(self, request: Any) -> Dict[str, Any]:
        simulation = self._simulation
        if request.time_step > 0 and abs(request.time_step - simulation.physics.timestep) > 1e-12:
            raise InputError(
                "time_step",
                f"the step of {simulation.physics.timestep} s is fixed at the start; "
                "set <max_step_size> in the world or the parameter ~step",
            )
        if not 0 <= request.max_update_rate < math.inf:
            raise InputError(
                "max_update_rate",
                f"must be a finite number of steps per second, not {request.max_update_rate}; "
                "0 is as fast as possible",
            )
        simulation.physics.set_gravity(array(request.gravity))
        simulation.set_pace(request.max_update_rate * simulation.physics.timestep)
        return {
            "status_message": "gravity and update rate set; ode_config does not apply to this "
            "simulator"
        }

    def _set_wind(self, request: Any) -> Dict[str, Any]:
        velocity = array(request.velocity)
        if not np.isfinite(velocity).all():
            raise InputError("velocity", "holds a number that is not finite")
        self._simulation.vehicles.set_wind(velocity.tolist())
        return {"status_message": "wind set"}

    def _pause(self) -> None:
        self._simulation.paused = True
        self._tell_time(self._simulation.physics.time)

    def _step_world(self, request: Any) -> Dict[str, Any]:
        self._simulation.step_world(request.steps)
        self._tell_time(self._simulation.physics.time)
        return {"stamp": stamp(self._simulation.physics.time)}

    def _join(self, request: Any) -> Dict[str, Any]:
        simulation = self._simulation
        first = simulation.lockstep.join(
            request.name,
            request.period.to_sec(),
            request.timeout.to_sec(),
            tuple(request.models),
            simulation.physics.time,
            simulation.physics.timestep,
        )
        return {"first_boundary": stamp(first)}

    def _leave(self, request: Any) -> Dict[str, Any]:
        if not self._simulation.lockstep.leave(request.name):
            raise InputError(request.name, "is not a participant")
        return {}
