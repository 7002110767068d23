"""Adds, removes and looks up models of the MuJoCo world.

Leaves compiling to ``compiled``, mounted models to ``mounts``, changes of links and joints to
``properties``, stepping, poses and twists to ``physics``. World frame, SI units.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import Mechanism
from sim.embedded.physics.bare import put_last
from sim.embedded.physics.compiled import CompiledWorld
from sim.embedded.physics.derived import DerivedState
from sim.embedded.physics.discs import Discs
from sim.embedded.physics.frames import checked_vector
from sim.embedded.physics.ground.ground_slots import GroundSlots
from sim.embedded.physics.ground.shapes import many, stands_apart
from sim.embedded.physics.layout import IndexLayout
from sim.embedded.physics.meshes import MeshAssets
from sim.embedded.physics.mounts import ModelMounts
from sim.embedded.physics.plans import ModelPlans
from sim.embedded.physics.pool import BoxPool, add_slot_bodies
from sim.embedded.physics.properties import ModelProperties
from sim.embedded.physics.spec import ModelPlan, body_name, build, plan_model
from sim.errors import InputError
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.types import Model

Addition = Tuple[Model, str, Array]


class Population:
    """Named SDF models of a world, compiled again at each change."""

    def __init__(
        self,
        gravity: Sequence[float],
        timestep: float,
        memory: int,
        visuals: bool,
    ) -> None:
        if not timestep > 0:
            raise InputError("timestep", f"{timestep} s must be above zero")
        # MuJoCo's own handler writes a file into the working directory.
        mujoco.set_mju_user_warning(logging.getLogger(__name__).warning)
        self.visuals = visuals
        # Counts models that came or went, which traffic's slots do not.
        self.changes = 0
        self.warnings: List[str] = []
        self._plans = ModelPlans()
        vector = checked_vector("gravity", "gravity", np.asarray(gravity))
        self.world = CompiledWorld(vector, timestep, memory, self._plans)
        self._meshes = MeshAssets(self.world.spec)
        self.properties = ModelProperties(self.world, self._plans)
        self.mounts = ModelMounts(self.world, self._plans, self._meshes, self.properties, visuals)
        self.ground_slots, self.discs = GroundSlots(self.world), Discs()
        self.ground = self.ground_slots.ground
        self.derived = DerivedState(self.ground, self.discs)
        self._slots = BoxPool(self.derived.touch)
        for follower in (self._slots, self.ground, self.discs, self.derived):
            self.world.follow(follower)
        self._bounds: Dict[str, Tuple[Array, Array]] = {}
        self._layout: Optional[Tuple[int, IndexLayout]] = None

    @property
    def generation(self) -> int:
        """Return the number of compilations; all ids change with it."""
        return self.world.generation

    def names(self) -> List[str]:
        """Return the names of all models in order of insertion."""
        return list(self._plans)

    def has(self, name: str) -> bool:
        """Return whether a model of this name is in the world."""
        return name in self._plans

    def sdf(self, name: str) -> Model:
        """Return the model as added, under its name in the world."""
        return self.plan(name).model

    def mechanism(self, name: str) -> Optional[Mechanism]:
        """Return a model's driven joints, as the same object while it exists."""
        return self.plan(name).mechanism

    def link_names(self, name: str) -> List[str]:
        """Return the names of a model's links in the order of its SDF."""
        return [link.name for link in self.plan(name).model.links]

    def joint_names(self, name: str) -> List[str]:
        """Return the names of a model's joints in the order of its SDF."""
        return [joint.name for joint in self.plan(name).model.joints]

    def bounds(self, name: str) -> Tuple[Array, Array]:
        """Return size (3,) and centre (3,) of a model's bounding box.

        Model frame; zeros without bounded shapes.
        """
        if name not in self._bounds:
            box = model_bounds(self.plan(name).model)
            lower, upper = (
                (np.zeros(3), np.zeros(3))
                if box is None
                else (np.asarray(box[0]), np.asarray(box[1]))
            )
            self._bounds[name] = (upper - lower, (upper + lower) / 2)
        return self._bounds[name]

    def body_id(self, name: str, link: str) -> int:
        """Return MuJoCo's current id of a link's body."""
        self.plan(name)
        where = body_name(name, link)
        body: int = mujoco.mj_name2id(self.world.model, mujoco.mjtObj.mjOBJ_BODY, where)
        if body < 0:
            raise InputError(
                where, f"no such link; model {name} has {', '.join(self.link_names(name))}"
            )
        return body

    def geom_id(self, name: str, link: str, part: str) -> int:
        """Return MuJoCo's current id of a collision. A visual has ``::visual`` behind its name."""
        where = f"{body_name(name, link)}::{part}"
        geom: int = mujoco.mj_name2id(self.world.model, mujoco.mjtObj.mjOBJ_GEOM, where)
        if geom < 0:
            raise InputError(where, "no such collision or visual")
        return geom

    def add_many(self, additions: Iterable[Addition]) -> None:
        """Add models with one compile; an InputError leaves the world unchanged."""
        plans: Dict[str, ModelPlan] = {}
        additions = list(additions)
        apart = many(model for model, _, _ in additions)
        for model, name, pose in additions:
            self._plans.check_new_name(name, plans)
            plan = plan_model(model, name, pose, self.visuals)
            plans[name] = replace(plan, apart=apart and stands_apart(model))
        warnings: List[str] = []
        try:
            for plan in plans.values():
                warnings += build(self.world.spec, plan, self._meshes, self.visuals)
            put_last(self.world.spec, (*self._plans.values(), *plans.values()))
            self.world.compile(", ".join(list(plans)[:3]))
        except Exception:
            for plan in plans.values():
                plan.parts.delete_from(self.world.spec)
            self._meshes.prune()
            raise
        for plan in plans.values():
            self._meshes.hold(plan.meshes)
            self.ground.add(plan.name, plan.parts.sheets)
            self.ground.shapes.add(plan.name, plan.parts.shapes)
        self._plans.update(plans)
        self._start(plans.values())
        self.changes += 1
        self.warnings += warnings
        self.world.bind_followers()

    def remove(self, name: str) -> None:
        """Remove a model and everything that belongs to it alone."""
        plan = self.plan(name)
        self.mounts.remove(name)
        self.ground.remove(name)
        plan.parts.delete_from(self.world.spec)
        self._meshes.release(plan.meshes)
        del self._plans[name]
        self.properties.forget(name)
        self.changes += 1
        self._bounds.pop(name, None)
        self.world.compile(name)
        self.world.bind_followers()

    def add_slots(self, count: int, size: Sequence[float] = (4.0, 1.8, 1.5)) -> BoxPool:
        """Append parked boxes of edges ``size`` (3,); return the pool."""
        edges = checked_vector("slots", "size", np.asarray(size))
        bodies = add_slot_bodies(self.world.spec, len(self._slots), count)
        self.world.compile_added("slots", bodies)
        self._slots.grow([body.name for body in bodies], edges)
        self.world.bind_followers()
        return self._slots

    def reset(self, time: float) -> None:
        """Move every model to its spawn pose, at rest, with initial joints. Traffic slots stay."""
        self.world.reset(time)
        self._start(self._plans.values())
        self.ground.look_again()
        self.world.bind_followers()

    def _start(self, plans: Iterable[ModelPlan]) -> None:
        """Set joints to the initial positions of plugins."""
        model, data = self.world.model, self.world.data
        for plan in plans:
            for joint, position in (plan.mechanism.start if plan.mechanism else {}).items():
                index = mujoco.mj_name2id(
                    model, mujoco.mjtObj.mjOBJ_JOINT, body_name(plan.name, joint)
                )
                data.qpos[model.jnt_qposadr[index]] = position

    def layout(self) -> IndexLayout:
        """Array indices of this generation."""
        if self._layout is None or self._layout[0] != self.generation:
            pools = (self._slots, self.ground_slots.prisms, self.ground_slots.shapes)
            plans = list(self._plans.values())
            self._layout = (self.generation, IndexLayout(self.world.model, plans, pools))
        return self._layout[1]

    def plan(self, name: str) -> ModelPlan:
        """Return the plan of a model; raises InputError if unknown."""
        return self._plans[name]
