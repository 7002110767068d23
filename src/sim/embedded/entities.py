"""Entities of the world by gazebo_ros' names: ``model``, ``model::link``, traffic vehicles,
``world``.

States are relative to a reference entity as in gazebo_ros: pose in its frame, twist rotated into
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import quaternions_of_angles, transform_of_quaternion
from sim.embedded.robot_plugins.ignored import say_ignored
from sim.embedded.sensor_checks import check_sensors
from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.sdf.namespaces import in_namespace
from sim.sdf.types import Model
from sim.traffic.interpolation import VehiclePoses
from sim.transforms import inverse

WORLD_NAMES = ("", "world", "map", "/map")


@dataclass(frozen=True)
class EntityState:
    """Pose (4, 4) and twist (linear (3,), angular (3,)) in a reference frame."""

    pose: Array
    linear: Array
    angular: Array


class WorldEntities:
    """Reads and writes the world by name; belongs to the physics thread."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._physics = simulation.physics

    def spawn(self, model: Model, name: str, pose: Array, namespace: str = "") -> None:
        """Add a model, with a namespace for plugins that name none.

        Raises InputError if the name is taken or the model cannot be built.
        """
        if self._is_traffic(name):
            raise InputError(name, "a traffic vehicle has this name; choose another")
        model = in_namespace(model, namespace)
        check_sensors(model, name, self._physics.timestep)
        say_ignored(model, name)
        vehicles = self._simulation.vehicles.prepare(model, self._physics.timestep)
        self._physics.add(model, name, pose)
        self._simulation.vehicles.add(name, model, vehicles)
        self._simulation.pool.touch()

    def delete(self, name: str) -> None:
        """Remove a model."""
        self._only_model(name, "deleted")
        self._physics.remove(name)
        # Another model of this name may come before the next step.
        self._simulation.subsystems.wrenches.forget_model(name)
        self._simulation.subsystems.efforts.forget_model(name)
        self._simulation.vehicles.remove(name)
        self._simulation.pool.touch()

    def names(self) -> List[str]:
        """Return all models, traffic included."""
        return self._physics.models.names() + self._simulation.pool.names()

    def state(self, entity: str, reference: str = "") -> EntityState:
        """Return the state of a model or link in a reference frame."""
        state = self._world_state(entity)
        if reference in WORLD_NAMES:
            return state
        frame = self._world_state(reference)
        turn = frame.pose[:3, :3].T
        return EntityState(
            inverse(frame.pose) @ state.pose,
            turn @ (state.linear - frame.linear),
            turn @ (state.angular - frame.angular),
        )

    def set_model_state(self, name: str, state: EntityState, reference: str = "") -> None:
        """Set the pose and twist of a model."""
        self._only_model(name, "moved")
        pose, linear, angular = self._in_world(state, reference)
        self._physics.poses.set_model_pose(name, pose)
        self._physics.poses.set_model_twist(name, linear, angular)
        self._simulation.pool.touch()

    def set_link_state(self, entity: str, state: EntityState, reference: str = "") -> None:
        """Set pose and twist of a link and the links joined to it."""
        model, link = self.link(entity)
        pose, linear, angular = self._in_world(state, reference)
        self._physics.poses.set_link_pose(model, link, pose)
        self._physics.poses.set_link_twist(model, link, linear, angular)
        self._simulation.pool.touch()

    def link(self, entity: str) -> Tuple[str, str]:
        """Return model and link of ``model::link``."""
        model, _, link = entity.partition("::")
        if not self._physics.models.has(model):
            raise InputError(
                entity,
                f"no such link; links are named model::link, models are {self._some_names()}",
            )
        if link not in self._physics.models.link_names(model):
            raise InputError(
                entity,
                f"no such link; {model} has {', '.join(self._physics.models.link_names(model))}",
            )
        return model, link

    def joint(self, name: str) -> Tuple[str, str]:
        """Return model and joint of ``model::joint``, or of a unique joint name."""
        model, _, joint = name.partition("::")
        if (
            joint
            and self._physics.models.has(model)
            and joint in self._physics.models.joint_names(model)
        ):
            return model, joint
        owners = [
            model
            for model in self._physics.models.names()
            if name in self._physics.models.joint_names(model)
        ]
        if len(owners) != 1:
            raise InputError(
                name,
                f"several models have this joint: {', '.join(owners)}; write model::joint"
                if owners
                else "no model has a joint of this name; write joint or model::joint",
            )
        return owners[0], name

    def _world_state(self, entity: str) -> EntityState:
        if entity in WORLD_NAMES:
            return EntityState(np.eye(4), np.zeros(3), np.zeros(3))
        if self._physics.models.has(entity):
            return EntityState(
                self._physics.poses.model_pose(entity), *self._physics.poses.model_twist(entity)
            )
        if "::" in entity:
            model, link = self.link(entity)
            return EntityState(
                self._physics.poses.link_pose(model, link),
                *self._physics.poses.link_twist(model, link),
            )
        poses, _ = self._simulation.pool.pose(entity)
        if not len(poses.yaw):
            raise InputError(entity, f"no such model; models: {self._some_names()}")
        return traffic_state(poses)

    def _in_world(self, state: EntityState, reference: str) -> Tuple[Array, Array, Array]:
        frame = self._world_state(reference)
        turn = frame.pose[:3, :3]
        return (
            frame.pose @ state.pose,
            turn @ state.linear + frame.linear,
            turn @ state.angular + frame.angular,
        )

    def _only_model(self, name: str, verb: str) -> None:
        if self._is_traffic(name):
            raise InputError(name, f"SUMO moves this vehicle; it cannot be {verb} here")
        if not self._physics.models.has(name):
            raise InputError(name, f"no such model; models: {self._some_names()}")

    def _is_traffic(self, name: str) -> bool:
        return len(self._simulation.pool.pose(name)[0].yaw) > 0

    def _some_names(self, most: int = 12) -> str:
        names = self._physics.models.names()
        return ", ".join(names[:most]) + (
            f" and {len(names) - most} more" if len(names) > most else ""
        )


def traffic_state(poses: VehiclePoses) -> EntityState:
    """Return the state of the first of some traffic poses."""
    angles = np.array([poses.yaw[0], poses.pitch[0], poses.roll[0]])
    pose = transform_of_quaternion(poses.position[0], quaternions_of_angles(angles[None])[0])
    return EntityState(pose, poses.velocity[0], np.array([0.0, 0.0, poses.yaw_rate[0]]))
