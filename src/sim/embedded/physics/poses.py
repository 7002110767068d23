"""Reads and writes poses and twists of models and links by name.

World frame, SI units, poses as (4, 4) ``world_from_x``.
"""

from __future__ import annotations

from collections import Counter
from typing import Dict, Tuple

import mujoco

from sim.arrays import Array
from sim.embedded.physics.frames import checked_pose, checked_vector
from sim.embedded.physics.layout import States
from sim.embedded.physics.motion import body_pose, body_twist, move_root, set_tree_twist
from sim.embedded.physics.population import Population
from sim.errors import InputError
from sim.transforms import inverse

ALL = ""


class ModelPoses:
    """Poses and twists of one world's models and links."""

    def __init__(self, models: Population) -> None:
        self._models, self._world, self._derived = models, models.world, models.derived
        self._jumps: Counter[str] = Counter()
        # Twists of static models that are moved from outside, by name.
        self._carried: Dict[str, Tuple[Array, Array]] = {}

    def model_pose(self, name: str) -> Array:
        """Return world_from_model (4, 4), which moves with the model's first link."""
        self._derived.refresh()
        plan = self._models.plan(name)
        body = self._models.body_id(name, plan.model.links[0].name)
        return body_pose(self._world.data, body) @ plan.link_from_model

    def set_model_pose(self, name: str, pose: Array) -> None:
        """Move all links of a model rigidly; joint angles and velocities stay."""
        self._check_free(name)
        displacement = checked_pose(name, pose) @ inverse(self.model_pose(name))
        for root in self._models.plan(name).roots:
            move_root(self._world.model, self._world.data, self._root_id(root), displacement)
        self._moved(name)

    def model_twist(self, name: str) -> Tuple[Array, Array]:
        """Return a model's linear (3,) and angular velocity (3,), world axes.

        They belong to the first link's origin; for a static model, they are as set.
        """
        if name in self._carried:
            linear, angular = self._carried[name]
            return linear.copy(), angular.copy()
        return self.link_twist(name, self._models.plan(name).model.links[0].name)

    def set_model_twist(self, name: str, linear: Array, angular: Array) -> None:
        """Move all links of a model as one rigid body.

        Its joints stop, as in Gazebo. A static model stays, and only reports the twist.
        """
        linear, angular = (
            checked_vector(name, "linear", linear),
            checked_vector(name, "angular", angular),
        )
        self._check_free(name)
        plan = self._models.plan(name)
        if plan.model.static:
            self._carried[name] = (linear.copy(), angular.copy())
            return
        self._derived.refresh()
        model, data = self._world.model, self._world.data
        origin = data.xpos[self._models.body_id(name, plan.model.links[0].name)]
        for root in plan.roots:
            set_tree_twist(model, data, self._root_id(root), linear, angular, origin)
        self.note_jump(name)
        self._derived.touch()

    def link_pose(self, name: str, link: str) -> Array:
        """Return world_from_link (4, 4)."""
        self._derived.refresh()
        body = self._models.body_id(name, link)
        return body_pose(self._world.data, body)

    def set_link_pose(self, name: str, link: str, pose: Array) -> None:
        """Set the pose of a link and all joined links. Joint angles stay."""
        self._check_free(name)
        displacement = checked_pose(f"{name}::{link}", pose) @ inverse(self.link_pose(name, link))
        model, body = self._world.model, self._models.body_id(name, link)
        move_root(model, self._world.data, int(model.body_rootid[body]), displacement)
        self._moved(name)

    def link_twist(self, name: str, link: str) -> Tuple[Array, Array]:
        """Return a link's linear (3,) and angular velocity (3,), world axes.

        The linear velocity is that of its origin.
        """
        self._derived.refresh()
        body = self._models.body_id(name, link)
        return body_twist(self._world.model, self._world.data, body)

    def set_link_twist(self, name: str, link: str, linear: Array, angular: Array) -> None:
        """Set the twist of a link and all joined links. These joints stop."""
        linear, angular = (
            checked_vector(name, "linear", linear),
            checked_vector(name, "angular", angular),
        )
        self._derived.refresh()
        body = self._models.body_id(name, link)
        model, data = self._world.model, self._world.data
        root = int(model.body_rootid[body])
        set_tree_twist(model, data, root, linear, angular, data.xpos[body])
        self.note_jump(name)
        self._derived.touch()

    def model_states(self) -> States:
        """Return pose and twist of every model, in order of insertion."""
        self._derived.refresh()
        states = self._models.layout().model_states(self._world.model, self._world.data)
        for name, (linear, angular) in self._carried.items():
            row = states.names.index(name)
            states.linear[row], states.angular[row] = linear, angular
        return states

    def link_states(self) -> States:
        """Return pose and twist of every link in one reading."""
        self._derived.refresh()
        return self._models.layout().link_states(self._world.model, self._world.data)

    def link_poses(self) -> Tuple[Array, Array]:
        """Return positions (n, 3) and rotations (n, 3, 3) of every link.

        They are in the order of models and of their links.
        """
        self._derived.refresh()
        bodies, data = self._models.layout().link_bodies, self._world.data
        return data.xpos[bodies], data.xmat[bodies].reshape(-1, 3, 3)

    def dynamic_positions(self) -> Array:
        """Return positions (n, 3) of the dynamic models' first links."""
        self._derived.refresh_poses()
        return self._models.layout().dynamic_positions(self._world.data)

    def jumps(self, name: str) -> int:
        """Return the number of external changes to a model's pose or velocity."""
        return self._jumps[name] + self._jumps[ALL]

    def note_jump(self, name: str = ALL) -> None:
        """Count a jump of a model, or of all."""
        self._jumps[name] += 1

    def remove(self, name: str) -> None:
        """Delete the twist of a removed static model."""
        self._carried.pop(name, None)

    def reset(self) -> None:
        """Set the twists of static models to zero."""
        self._carried.clear()

    def _check_free(self, name: str) -> None:
        owner = self._models.mounts.owner_of(name)
        if owner:
            raise InputError(
                name, f"is held by the tool changer of {owner}; open that first, or move {owner}"
            )

    def _moved(self, name: str) -> None:
        """Note a moved model; for ground, update prisms and slots."""
        self.note_jump(name)
        parts = self._models.plan(name).parts
        if parts.sheets or parts.shapes:
            self._models.ground.look_again()
        self._derived.touch()

    def _root_id(self, body: str) -> int:
        result: int = mujoco.mj_name2id(self._world.model, mujoco.mjtObj.mjOBJ_BODY, body)
        return result
