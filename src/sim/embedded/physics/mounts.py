"""Mounts models on links of others, as tools on flanges.

They can be freed again.
"""

from __future__ import annotations

from typing import Dict, Optional

import mujoco

from sim.arrays import Array
from sim.embedded.physics.bare import put_last
from sim.embedded.physics.compiled import CompiledWorld
from sim.embedded.physics.meshes import MeshAssets
from sim.embedded.physics.motion import body_pose, body_twist, move_root, set_tree_twist
from sim.embedded.physics.plans import ModelPlans
from sim.embedded.physics.properties import ModelProperties
from sim.embedded.physics.spec import ModelMount, ModelPlan, build
from sim.transforms import inverse


class ModelMounts:
    """Mounted models of one world; each joins its owner's kinematic tree."""

    def __init__(
        self,
        world: CompiledWorld,
        plans: ModelPlans,
        meshes: MeshAssets,
        properties: ModelProperties,
        visuals: bool,
    ) -> None:
        self._world, self._plans, self._meshes = world, plans, meshes
        self._properties, self._visuals = properties, visuals
        self._mounts: Dict[str, ModelMount] = {}

    def owner_of(self, name: str) -> str:
        """Return the owner of a mounted model; empty if it is free."""
        return self._mounts[name].owner.name if name in self._mounts else ""

    def mount(self, name: str, owner: str, link: str, link_from_model: Array) -> None:
        """Fix a free model to another's link, as by a fixed joint."""
        self._rebuild(name, ModelMount(self._plans[owner], link, link_from_model))

    def unmount(self, name: str) -> None:
        """Free a model, with its current pose and velocity."""
        if name not in self._mounts:
            return
        plan, (model, data) = self._plans[name], (self._world.model, self._world.data)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_fwdVelocity(model, data)
        root = self._root(plan)
        pose, twist = body_pose(data, root), body_twist(model, data, root)
        self._rebuild(name, None)
        root, (model, data) = self._root(plan), (self._world.model, self._world.data)
        mujoco.mj_kinematics(model, data)
        move_root(model, data, root, pose @ inverse(body_pose(data, root)))
        mujoco.mj_kinematics(model, data)
        fingers = data.qvel.copy()
        set_tree_twist(model, data, root, *twist, data.xpos[root].copy())
        inner = model.body_rootid[model.dof_bodyid] == root
        inner[model.body_dofadr[root] : model.body_dofadr[root] + 6] = False
        data.qvel[inner] = fingers[inner]

    def remove(self, name: str) -> None:
        """Free the models mounted on a model that will be removed."""
        plan = self._plans[name]
        for other in [one for one, mount in self._mounts.items() if mount.owner is plan]:
            self.unmount(other)
        self._mounts.pop(name, None)

    def _root(self, plan: ModelPlan) -> int:
        return int(mujoco.mj_name2id(self._world.model, mujoco.mjtObj.mjOBJ_BODY, plan.roots[0]))

    def _rebuild(self, name: str, mount: Optional[ModelMount]) -> None:
        plan, world = self._plans[name], self._world
        plan.parts.delete_from(world.spec)
        build(world.spec, plan, self._meshes, self._visuals, mount)
        put_last(world.spec, self._plans.values())
        world.compile(name, frozenset(plan.roots))
        if self._properties.again(plan):
            world.compile(name)
        if mount is None:
            del self._mounts[name]
        else:
            self._mounts[name] = mount
        world.bind_followers()
