"""Which models are in the MuJoCo world: adds and removes them, recompiles, and keeps everything
else's state exactly.

Leaves stepping, poses and twists to ``physics``. World frame, SI units.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import AbstractSet, Dict, Iterable, List, Optional, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import Mechanism
from sim.embedded.physics.bare import put_last
from sim.embedded.physics.carry import carry_state
from sim.embedded.physics.derived import DerivedState
from sim.embedded.physics.discs import Discs
from sim.embedded.physics.frames import checked_vector
from sim.embedded.physics.ground.prisms import PrismArray, add_prism_bodies
from sim.embedded.physics.ground.shapes import many, stands_apart
from sim.embedded.physics.ground.slots import ShapeSlots, add_shape_bodies
from sim.embedded.physics.ground.solid_ground import SolidGround
from sim.embedded.physics.ground.solid_shapes import SolidShapes
from sim.embedded.physics.layout import Layout
from sim.embedded.physics.meshes import MeshAssets
from sim.embedded.physics.motion import body_pose, body_twist, move_root, set_tree_twist
from sim.embedded.physics.pool import Pool, add_slot_bodies
from sim.embedded.physics.properties import LinkProperties, Properties
from sim.embedded.physics.spec import Mount, Plan, body_name, build, plan_model
from sim.errors import InputError
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.types import Axis, Model
from sim.transforms import inverse

Addition = Tuple[Model, str, Array]


class Population:
    """A MuJoCo world of named SDF models; ``model``, ``data`` and all ids change at each
    generation."""

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
        self.generation = 0
        # Counts models that came or went, which traffic's slots do not.
        self.changes = 0
        self.warnings: List[str] = []
        self._spec = _empty_spec(
            checked_vector("gravity", "gravity", np.asarray(gravity)), timestep, memory
        )
        self._meshes = MeshAssets(self._spec)
        self._properties = Properties(self._spec)
        self._plans: Dict[str, Plan] = {}
        self._mounts: Dict[str, Mount] = {}
        self._prisms = PrismArray()
        self.discs = Discs()
        self.shape_slots = ShapeSlots()
        self.ground = SolidGround(
            self._prisms, self._grow_prisms, SolidShapes(self.shape_slots, self._grow_shapes)
        )
        self.derived = DerivedState(self.ground, self.discs)
        self._slots = Pool(self.derived.touch)
        self._bounds: Dict[str, Tuple[Array, Array]] = {}
        self._layout: Optional[Tuple[int, Layout]] = None
        self.model = self._spec.compile()
        self.data = mujoco.MjData(self.model)
        self._adopt(self.model, self.data)

    def names(self) -> List[str]:
        """Names of all models in order of insertion."""
        return list(self._plans)

    def has(self, name: str) -> bool:
        """Whether a model of this name is in the world."""
        return name in self._plans

    def sdf(self, name: str) -> Model:
        """The model as it was added, under its name in the world."""
        return self.plan(name).model

    def mechanism(self, name: str) -> Optional[Mechanism]:
        """What is driven in a model; the same object for as long as the model is in the world."""
        return self.plan(name).mechanism

    def link_names(self, name: str) -> List[str]:
        """Names of a model's links in the order of its SDF."""
        return [link.name for link in self.plan(name).model.links]

    def joint_names(self, name: str) -> List[str]:
        """Names of a model's joints in the order of its SDF."""
        return [joint.name for joint in self.plan(name).model.joints]

    def bounds(self, name: str) -> Tuple[Array, Array]:
        """Size (3,) and centre (3,) of a model's box in the model frame; zeros where nothing in it
        is bounded."""
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
        """MuJoCo's id of a link's body, valid for this generation."""
        self.plan(name)
        body: int = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, body_name(name, link))
        if body < 0:
            raise InputError(
                body_name(name, link),
                f"no such link; model {name} has {', '.join(self.link_names(name))}",
            )
        return body

    def geom_id(self, name: str, link: str, part: str) -> int:
        """MuJoCo's id of a collision, or of a visual with ``::visual`` behind its name, valid for
        this generation."""
        where = f"{body_name(name, link)}::{part}"
        geom: int = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_GEOM, where)
        if geom < 0:
            raise InputError(where, "no such collision or visual")
        return geom

    def add_many(self, additions: Iterable[Addition]) -> None:
        """Add models with one compile; on an InputError the world is as before."""
        plans: Dict[str, Plan] = {}
        additions = list(additions)
        apart = many(model for model, _, _ in additions)
        for model, name, pose in additions:
            self._check_name(name, plans)
            plan = plan_model(model, name, pose, self.visuals)
            plans[name] = replace(plan, apart=apart and stands_apart(model))
        warnings: List[str] = []
        try:
            for plan in plans.values():
                warnings += build(self._spec, plan, self._meshes, self.visuals)
            put_last(self._spec, (*self._plans.values(), *plans.values()))
            self._compile(", ".join(list(plans)[:3]))
        except Exception:
            for plan in plans.values():
                plan.parts.delete_from(self._spec)
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
        self._adopt(self.model, self.data)

    def remove(self, name: str) -> None:
        """Remove a model and everything that belongs to it alone."""
        plan = self.plan(name)
        for other in [one for one, mount in self._mounts.items() if mount.owner is plan]:
            self.unmount(other)
        self._mounts.pop(name, None)
        self.ground.remove(name)
        plan.parts.delete_from(self._spec)
        self._meshes.release(plan.meshes)
        del self._plans[name]
        self._properties.forget(name)
        self.changes += 1
        self._bounds.pop(name, None)
        self._compile(name)
        self._adopt(self.model, self.data)

    def link_properties(self, name: str, link: str) -> LinkProperties:
        """Mass, centre of mass, inertia and gravity of a link."""
        return self._properties.link(self.plan(name), link)

    def axis(self, name: str, joint: str) -> Axis:
        """Limits, damping and friction of a joint; InputError where it cannot move."""
        return self._properties.axis(self.plan(name), joint)

    def set_link_properties(self, name: str, link: str, wanted: LinkProperties) -> List[str]:
        """Change a link; warnings about values that no body can have."""
        warnings = self._properties.set_link(self.plan(name), link, wanted)
        self._compile(name)
        self._adopt(self.model, self.data)
        return warnings

    def set_axis(self, name: str, joint: str, wanted: Axis) -> None:
        """Change a joint."""
        self._properties.set_axis(self.plan(name), joint, wanted)
        self._compile(name)
        self._adopt(self.model, self.data)

    def mounted_on(self, name: str) -> str:
        """The model that a model is mounted on; empty where it is free."""
        return self._mounts[name].owner.name if name in self._mounts else ""

    def mount(self, name: str, owner: str, link: str, link_from_model: Array) -> None:
        """Hang a free model on a link of another as by a fixed joint: one kinematic tree."""
        self._rebuild(name, Mount(self.plan(owner), link, link_from_model))

    def unmount(self, name: str) -> None:
        """Make a model free again, where it is and as fast as it moves."""
        if name not in self._mounts:
            return
        plan = self.plan(name)
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_fwdVelocity(self.model, self.data)
        root = self._root(plan)
        pose, twist = body_pose(self.data, root), body_twist(self.model, self.data, root)
        self._rebuild(name, None)
        root = self._root(plan)
        mujoco.mj_kinematics(self.model, self.data)
        move_root(self.model, self.data, root, pose @ inverse(body_pose(self.data, root)))
        mujoco.mj_kinematics(self.model, self.data)
        fingers = self.data.qvel.copy()
        set_tree_twist(self.model, self.data, root, *twist, self.data.xpos[root].copy())
        inner = self.model.body_rootid[self.model.dof_bodyid] == root
        inner[self.model.body_dofadr[root] : self.model.body_dofadr[root] + 6] = False
        self.data.qvel[inner] = fingers[inner]
        self.derived.touch()

    def _root(self, plan: Plan) -> int:
        return int(mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, plan.roots[0]))

    def _rebuild(self, name: str, mount: Optional[Mount]) -> None:
        plan = self.plan(name)
        plan.parts.delete_from(self._spec)
        build(self._spec, plan, self._meshes, self.visuals, mount)
        put_last(self._spec, self._plans.values())
        self._compile(name, frozenset(plan.roots))
        if self._properties.again(plan):
            self._compile(name)
        if mount is None:
            del self._mounts[name]
        else:
            self._mounts[name] = mount
        self._adopt(self.model, self.data)

    def add_slots(self, count: int, size: Sequence[float] = (4.0, 1.8, 1.5)) -> Pool:
        """Let the pool of boxes for traffic grow by parked ones of edges ``size`` (3,); returns the
        pool."""
        edges = checked_vector("slots", "size", np.asarray(size))
        bodies = add_slot_bodies(self._spec, len(self._slots), count)
        put_last(self._spec, self._plans.values())
        try:
            self._compile("slots")
        except Exception:
            for body in bodies:
                self._spec.delete(body)
            raise
        self._slots.grow([body.name for body in bodies], edges)
        self._adopt(self.model, self.data)
        return self._slots

    def _grow_prisms(self, count: int) -> None:
        elements = add_prism_bodies(self._spec, len(self._prisms), count)
        put_last(self._spec, self._plans.values())
        try:
            self._compile("static meshes")
        except Exception:
            for element in elements:
                self._spec.delete(element)
            raise
        self._prisms.grow(count)
        self._adopt(self.model, self.data)

    def _grow_shapes(self, count: int) -> None:
        bodies = add_shape_bodies(self._spec, len(self.shape_slots), count)
        put_last(self._spec, self._plans.values())
        try:
            self._compile("static shapes")
        except Exception:
            for body in bodies:
                self._spec.delete(body)
            raise
        self.shape_slots.grow(count)
        self._adopt(self.model, self.data)

    def reset(self, time: float) -> None:
        """Every model at its spawn pose, joints where they start, everything at rest; traffic slots
        go on as they are."""
        mujoco.mj_resetData(self.model, self.data)
        self._start(self._plans.values())
        self.data.time = time
        self.model.body_pos[:], self.model.body_quat[:] = self._home
        self.ground.look_again()
        self._adopt(self.model, self.data)

    def _start(self, plans: Iterable[Plan]) -> None:
        """Puts joints of models into the positions that their plugins give."""
        for plan in plans:
            for joint, position in (plan.mechanism.start if plan.mechanism else {}).items():
                index = mujoco.mj_name2id(
                    self.model, mujoco.mjtObj.mjOBJ_JOINT, body_name(plan.name, joint)
                )
                self.data.qpos[self.model.jnt_qposadr[index]] = position

    def set_gravity(self, gravity: Array) -> None:
        """Gravity (3,) of this generation and those to come."""
        self.model.opt.gravity = self._spec.option.gravity = gravity

    def layout(self) -> Layout:
        """Where everything is in the arrays of this generation."""
        if self._layout is None or self._layout[0] != self.generation:
            pools = (self._slots, self._prisms, self.shape_slots)
            self._layout = (self.generation, Layout(self.model, list(self._plans.values()), pools))
        return self._layout[1]

    def plan(self, name: str) -> Plan:
        """How a model was built; InputError where there is none of this name."""
        if name not in self._plans:
            raise InputError(name, f"no such model; there are {', '.join(self._plans) or 'none'}")
        return self._plans[name]

    def _check_name(self, name: str, others: Dict[str, Plan]) -> None:
        if not name or "::" in name or name == "world":
            raise InputError(
                repr(name), "a model's name must not be empty, 'world' or contain '::'"
            )
        if name in self._plans or name in others:
            raise InputError(
                name,
                "a model of this name is already there; delete it first or choose another name",
            )

    def _compile(self, where: str, apart: AbstractSet[str] = frozenset()) -> None:
        try:
            model = self._spec.compile()
            data = mujoco.MjData(model)
        except (ValueError, mujoco.FatalError) as error:
            raise InputError(
                where, f"MuJoCo refuses the model: {' '.join(str(error).split())}"
            ) from error
        self._home = (model.body_pos.copy(), model.body_quat.copy())
        carry_state((self.model, self.data), (model, data), apart)
        self.model, self.data = model, data
        self.generation += 1

    def _adopt(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._slots.bind(model, data)
        self.ground.bind(model, data)
        self.discs.bind(model, data)
        self.derived.bind(model, data)


def _empty_spec(gravity: Array, timestep: float, memory: int) -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    spec.memory = memory
    spec.compiler.degree = False
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    option = spec.option
    option.gravity, option.timestep = gravity, timestep
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    # The elliptic cone has the same friction in all directions; impratio above 1 keeps what sticks
    # from creeping.
    option.cone, option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, 50.0
    # A diverging run must end in an error instead of silently restarting at time 0.
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
    option.enableflags |= mujoco.mjtEnableBit.mjENBL_MULTICCD
    spec.default.geom.condim = 4
    spec.default.geom.solref = [max(2 * timestep, 0.01), 1.0]
    # Joint friction is a soft constraint: without a stiff one, a joint that should stick creeps at
    # 1 cm/s.
    spec.default.joint.solref_friction = [2 * timestep, 1.0]
    spec.default.joint.solimp_friction = [0.99, 0.999, 0.001, 0.5, 2.0]
    return spec
