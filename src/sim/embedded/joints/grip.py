"""Fixed joint between a gripper and its object, switched at run time.

It is a constraint of the compiled world, which exists from the gripper's spawn on.
"""

from __future__ import annotations

from typing import Optional, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import position_quaternion
from sim.embedded.physics.motion import body_pose
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.spec import weld_name
from sim.transforms import inverse

# Speed in m/s at which distant objects are drawn in.
DRAWING = 0.1


class Grip:
    """Joint of one gripper. It releases objects that are moved or deleted from outside."""

    def __init__(self, physics: Physics, model: str) -> None:
        self._physics, self._model = physics, model
        self._held: Optional[str] = None
        self._values, self._goal = np.zeros(11), np.zeros(3)
        self._jumps: Tuple[int, int] = (0, 0)
        self._generation = -1

    @property
    def thing(self) -> str:
        """Held model; empty if none."""
        return self._held.partition("::")[0] if self._held else ""

    @property
    def body(self) -> int:
        """MuJoCo's id of the held body; -1 if none."""
        return (
            mujoco.mj_name2id(self._physics.model, mujoco.mjtObj.mjOBJ_BODY, self._held)
            if self._held
            else -1
        )

    def take(self, body: int, point: Array, goal: Array) -> None:
        """Hold a body as oriented; draw its ``point`` (3,) to ``goal`` (3,).

        Both are in the world frame.
        """
        model, data = self._physics.model, self._physics.data
        hand = body_pose(data, int(model.eq_obj1id[self._index]))
        thing = body_pose(data, body)
        places = ((thing, point), (hand, point), (hand, goal))
        in_thing, in_hand, self._goal = (
            (inverse(frame) @ np.append(place, 1.0))[:3] for frame, place in places
        )
        self._values = np.concatenate(
            [in_thing, in_hand, position_quaternion(inverse(hand) @ thing)[1], [1.0]]
        )
        self._held = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, body)
        self._jumps = self._jumps_of(self.thing)
        self._switch(body)

    def release(self) -> None:
        """Release the object."""
        if self._held:
            self._held = None
            self._physics.data.eq_active[self._index] = 0
            self._physics.touch()

    def keep(self) -> None:
        """Follow recompiles, and release moved objects; call it before each step."""
        if not self._held:
            return
        if not self._physics.models.has(self.thing) or self._jumps != self._jumps_of(self.thing):
            self.release()
            return
        way = self._goal - self._values[3:6]
        if way.any() and tuple(sorted((self.thing, self._model))) in self._physics.contacts.pairs():
            # It has come up against the gripper.
            self._goal, way = self._values[3:6].copy(), np.zeros(3)
        if way.any():
            self._values[3:6] += way * min(
                1.0, DRAWING * self._physics.timestep / float(np.linalg.norm(way))
            )
        if way.any() or self._generation != self._physics.models.generation:
            self._switch(self.body)

    def force(self) -> Array:
        """Return the force (3,) in N from gripper to object.

        World axes; call it right after the step.
        """
        data, force = self._physics.data, np.zeros(3)
        if self._held:
            rows = np.flatnonzero(
                (data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY)
                & (data.efc_id == self._index)
            )[:3]
            force[: len(rows)] = data.efc_force[rows]
        return force

    @property
    def _index(self) -> int:
        result: int = mujoco.mj_name2id(
            self._physics.model, mujoco.mjtObj.mjOBJ_EQUALITY, weld_name(self._model)
        )
        return result

    def _switch(self, body: int) -> None:
        physics, index = self._physics, self._index
        physics.model.eq_obj2id[index] = body
        physics.model.eq_data[index, :11] = self._values
        physics.data.eq_active[index] = 1
        self._generation = physics.models.generation
        physics.touch()

    def _jumps_of(self, thing: str) -> Tuple[int, int]:
        return self._physics.poses.jumps(thing), self._physics.poses.jumps(self._model)
