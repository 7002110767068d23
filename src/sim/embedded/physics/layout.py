"""Indices of models in MuJoCo's arrays, to read many bodies.

Positions and velocities of one generation; world frame, SI units, quaternions xyzw as in ROS.
"""

from __future__ import annotations

from typing import List, NamedTuple, Sequence, Tuple, Union

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.carry import body_names
from sim.embedded.physics.frames import multiply, position_quaternion, rotate
from sim.embedded.physics.ground.prisms import PrismArray
from sim.embedded.physics.ground.slots import ShapeSlots
from sim.embedded.physics.pool import BoxPool
from sim.embedded.physics.spec import ModelPlan
from sim.transforms import inverse

BodyArray = Union[BoxPool, PrismArray, ShapeSlots]


class States(NamedTuple):
    """Names, poses and twists of entities at their origins.

    Positions (n, 3), quaternions xyzw (n, 4), linear and angular velocities (n, 3).
    """

    names: List[str]
    positions: Array
    quaternions: Array
    linear: Array
    angular: Array


class IndexLayout:
    """Index arrays of one generation."""

    def __init__(
        self, model: mujoco.MjModel, plans: Sequence[ModelPlan], pools: Sequence[BodyArray]
    ) -> None:
        self.names = [plan.name for plan in plans]
        ids = {name: index for index, name in enumerate(body_names(model))}
        links = [(number, link) for number, plan in enumerate(plans) for link in plan.model.links]
        self.link_names = [f"{plans[number].name}::{link.name}" for number, link in links]
        self.link_bodies = np.array([ids[name] for name in self.link_names], dtype=int)
        self.first_bodies = np.array(
            [ids[f"{plan.name}::{plan.model.links[0].name}"] for plan in plans], dtype=int
        )
        offsets = [
            position_quaternion(inverse(plan.model.links[0].model_from_link)) for plan in plans
        ]
        self._positions = np.array([position for position, _ in offsets]).reshape(-1, 3)
        self._quaternions = np.array([quaternion for _, quaternion in offsets]).reshape(-1, 4)
        self._pools = pools
        self._dynamic = np.array([not plan.model.static for plan in plans], dtype=bool)
        self.owner = np.full(model.nbody, -1)
        self.owner[self.link_bodies] = [number for number, _ in links]

    def model_states(self, model: mujoco.MjModel, data: mujoco.MjData) -> States:
        """Return the state of every model's frame.

        The twist is that of its first link, at that link's origin.
        """
        ids = self.first_bodies
        quaternions = data.xquat[ids]
        positions = data.xpos[ids] + rotate(quaternions, self._positions)
        linear, angular = twists(model, data, ids)
        return States(
            self.names, positions, _xyzw(multiply(quaternions, self._quaternions)), linear, angular
        )

    def link_states(self, model: mujoco.MjModel, data: mujoco.MjData) -> States:
        """Return the state of every link's frame, named ``model::link``."""
        linear, angular = twists(model, data, self.link_bodies)
        return States(
            self.link_names,
            data.xpos[self.link_bodies],
            _xyzw(data.xquat[self.link_bodies]),
            linear,
            angular,
        )

    def dynamic_positions(self, data: mujoco.MjData) -> Array:
        """Return positions (n, 3) of the dynamic models' first links."""
        result: Array = data.xpos[self.first_bodies[self._dynamic]]
        return result

    def name_of_body(self, body: int) -> str:
        """Return the model of a body, or the label of its slot.

        Prisms and shapes have labels too.
        """
        for pool in self._pools:
            label = pool.label_of_body(body)
            if label is not None:
                return label
        return self.names[self.owner[body]] if self.owner[body] >= 0 else "world"


def twists(model: mujoco.MjModel, data: mujoco.MjData, ids: Array) -> Tuple[Array, Array]:
    """Return linear (n, 3) and angular velocities (n, 3) of body origins.

    World axes. MuJoCo's ``cvel`` is about the centre of mass of the whole tree: v = v_com + w x (p
    - com).
    """
    angular = data.cvel[ids, :3]
    arms = data.xpos[ids] - data.subtree_com[model.body_rootid[ids]]
    return data.cvel[ids, 3:] + np.cross(angular, arms), angular


def _xyzw(quaternions: Array) -> Array:
    return quaternions[:, [1, 2, 3, 0]]
