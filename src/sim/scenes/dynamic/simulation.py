"""Scenic's Simulator and Simulation on a :class:`~sim.scenes.dynamic.backend.Backend`.

The caller of a run catches the exceptions that end it early.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np
from scenic.core.simulators import Simulation, Simulator
from scenic.core.vectors import Orientation, Vector
from scipy.spatial.transform import Rotation

from sim.arrays import Array
from sim.errors import InputError
from sim.scenes.dynamic.backend import Backend, ModelMotion
from sim.scenes.dynamic.body import ObjectModel, body_of, cross, heading_of
from sim.scenes.dynamic.control import AgentControl, AgentMotion, execute
from sim.scenes.models import ModelInfo
from sim.scenes.scene import SceneObject

# Our object and model for an object of Scenic; called once per object, in their order.
Describe = Callable[[Any], Tuple[SceneObject, Optional[ModelInfo]]]
STANDS = AgentMotion(None, np.zeros(3), None)


class SceneSimulator(Simulator):
    """Runs scenes in one world.

    ``simulation`` is the newest one, even if it was rejected or broke off.
    """

    def __init__(self, backend: Backend, describe: Describe, flat: bool) -> None:
        super().__init__()
        self.backend, self.describe, self.flat = backend, describe, flat
        self.simulation: Optional[SceneSimulation] = None

    def createSimulation(
        self, scene: Any, *, timestep: Optional[float] = None, **options: Any
    ) -> SceneSimulation:
        if timestep is not None and timestep != self.backend.period:
            raise InputError(
                "timestep", f"{timestep:g} s is not that of the world, {self.backend.period:g} s"
            )
        return SceneSimulation(scene, self, **options)


class SceneSimulation(Simulation):
    """One run, with the methods that Scenic calls.

    They are called in the order of the life of a simulation. Time 0 is the world's when the run
    begins.
    """

    def __init__(self, scene: Any, simulator: SceneSimulator, **options: Any) -> None:
        simulator.simulation = self
        self.backend, self._describe, self._flat = (
            simulator.backend,
            simulator.describe,
            simulator.flat,
        )
        self.began = self.backend.time
        # By the identity of Scenic's objects, which compare as they like.
        self._bodies: Dict[int, ObjectModel] = {}
        self.names: Dict[int, str] = {}
        self._controls: Dict[int, AgentControl] = {}
        self._moving: Dict[int, bool] = {}
        super().__init__(scene, timestep=self.backend.period, **options)

    def setup(self) -> None:
        super().setup()
        self.backend.begin()
        self.began = self.backend.time

    def createObjectInSimulator(self, obj: Any) -> None:
        item, info = self._describe(obj)
        self.names[id(obj)] = item.name
        if item.mission_only or info is None:
            return
        existing = str(getattr(obj, "existing", "") or "")
        body = self._bodies[id(obj)] = body_of(item, info, self._flat, existing)
        if not existing:
            self.backend.spawn(item, info)
            return
        self.backend.bind(existing)
        if getattr(obj, "place", False):
            rotation = obj.orientation.getRotation().as_matrix()
            pose = body.model_pose(
                np.array(tuple(obj.position), float),
                rotation,
                float(self.backend.state(existing).pose[2, 3]),
            )
            self.backend.move(existing, ModelMotion(pose))

    def control(self, agent: Any) -> AgentControl:
        """Return the sum of an agent's actions in this timestep."""
        if id(agent) not in self._bodies:
            raise InputError(
                self.names.get(id(agent), str(agent)),
                "is an entity of the mission alone, which cannot act; its model has no body",
            )
        return self._controls.setdefault(id(agent), AgentControl())

    def actionsAreCompatible(self, agent: Any, actions: Tuple[Any, ...]) -> bool:
        kinds = [action.kind for action in actions if hasattr(action, "kind")]
        return len(set(kinds)) == len(kinds) and super().actionsAreCompatible(agent, actions)

    def executeActions(self, allActions: Any) -> None:
        self._controls = {}
        super().executeActions(allActions)
        for key in [
            key
            for key, moving in self._moving.items()
            if moving and self._control_of(key).moved is None
        ]:
            self._controls.setdefault(key, AgentControl()).moved = STANDS
        for key, control in self._controls.items():
            execute(self.backend, self._bodies[key], control)
            if control.moved is not None:
                self._moving[key] = control.moved.moves

    def _control_of(self, key: int) -> AgentControl:
        return self._controls.get(key) or AgentControl()

    def step(self) -> None:
        self.backend.advance()

    def getProperties(self, obj: Any, properties: Any) -> Dict[str, Any]:
        body = self._bodies.get(id(obj))
        if body is None:
            return {name: getattr(obj, name) for name in properties}
        state = self.backend.state(body.name)
        position, rotation = body.placed(state.pose)
        linear = state.linear + cross(state.angular, position - state.pose[:3, 3])
        if self._flat:
            linear[2] = 0.0
        yaw, pitch, roll = self._angles(obj, rotation)
        known = {
            "position": Vector(*position.tolist()),
            "yaw": yaw,
            "pitch": pitch,
            "roll": roll,
            "velocity": Vector(*linear.tolist()),
            "speed": float(np.linalg.norm(linear)),
            "angularVelocity": Vector(*state.angular.tolist()),
            "angularSpeed": float(np.linalg.norm(state.angular)),
        }
        return {name: known[name] if name in known else getattr(obj, name) for name in properties}

    def _angles(self, obj: Any, rotation: Array) -> Tuple[float, float, float]:
        """Return Scenic's yaw, pitch and roll of world_from_object (3, 3).

        Relative to the object's parent.
        """
        if self._flat:
            return heading_of(rotation) - float(obj.parentOrientation.yaw), 0.0, 0.0
        yaw, pitch, roll = obj.parentOrientation.localAnglesFor(
            Orientation(Rotation.from_matrix(rotation))
        )
        return float(yaw), float(pitch), float(roll)

    def currentState(self) -> Tuple[Tuple[Any, ...], ...]:
        """Return name, x, y, z, heading and speed of every object."""
        return tuple(
            (
                self.names[id(obj)],
                *(float(value) for value in obj.position),
                float(obj.heading),
                float(obj.speed),
            )
            for obj in self.objects
            if id(obj) in self._bodies
        )
