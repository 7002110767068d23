"""Builds an SDF model into a MuJoCo ``MjSpec``: bodies, joints, inertias, geoms.

Static models become bodies without joints, with poses that can be written at any time; links of one
model do not collide with each other, as in Gazebo with its default of ``self_collide``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from typing import Dict, FrozenSet, Iterator, List, Optional, Tuple, Union

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import Gripper, Mechanism, Parallel, Vacuum, read_mechanism
from sim.embedded.physics.frames import checked_pose, position_quaternion
from sim.embedded.physics.geoms import add_collision, add_visual
from sim.embedded.physics.ground.shapes import GroundShape as ApartShape
from sim.embedded.physics.ground.shapes import is_apart, shape_of
from sim.embedded.physics.ground.sheets import Sheet, sheet_of
from sim.embedded.physics.inertia import principal_inertia
from sim.embedded.physics.meshes import MeshAssets
from sim.embedded.physics.self_collisions import meeting_links
from sim.embedded.physics.tree import Node, kinematic_tree
from sim.embedded.robot_plugin_settings import motor_torques, read_robot_plugins
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.sdf.types import Axis, Collision, Joint, Link, Mesh, Model, Visual
from sim.transforms import inverse

LOCKED_PLAY = 1e-4
# kg; apparent mass of a finger's drive at the finger: contacts of lighter ones yield to its force.
FINGER_DRIVE = 4.0
# kg; links below this mass have hard contacts, as fingers have: MuJoCo's contacts yield more for
# lighter bodies, and a light part would be squeezed flat between fingers.
LIGHT = 1.0
HARD = [0.99, 0.999, 0.001, 0.5, 2.0]
# s; settling time of hard contacts of a robot on driven wheels: at less, wheels and castors rattle
# in fast turns, and a wheel that lifts off at times slips; at more they sink in.
ROLLING = 0.004
# A joint's stop ends its speed within a step and its depth within some of these times, so that it
# hardly bounces: the part step / STOP_TIME of a speed. Impedances are MuJoCo's largest, which
# ``native/physics.cc`` exceeds.
STOP = [0.9999, 0.9999, 0.001, 0.5, 2.0]
STOP_TIME = 0.05  # s
# A motor holds its speed as exactly as MuJoCo's constraints do.
MOTOR = [0.9999, 0.9999, 0.001, 0.5, 2.0]

Shape = Union[Collision, Visual]


@dataclass(frozen=True)
class Parts:
    """Elements of a model in the spec.

    Bodies under the world, excluded pairs of bodies, the gripper's welds, sheets, and shapes kept
    out of the physics. They are handles, since MuJoCo finds elements by name only once compiled.
    """

    roots: List[mujoco.MjsBody] = field(default_factory=list)
    excludes: List[mujoco.MjsExclude] = field(default_factory=list)
    welds: List[mujoco.MjsEquality] = field(default_factory=list)
    sheets: List[Sheet] = field(default_factory=list)
    shapes: List[ApartShape] = field(default_factory=list)

    def delete_from(self, spec: mujoco.MjSpec) -> None:
        """Delete all elements from the spec, pairs first.

        An uncompiled spec keeps pairs beyond their bodies.
        """
        for element in (*self.excludes, *self.welds, *self.roots):
            spec.delete(element)
        for elements in (self.excludes, self.welds, self.roots, self.sheets, self.shapes):
            elements.clear()


@dataclass(frozen=True)
class ModelPlan:
    """Model to build, and its elements once built.

    Links in tree order, names of the bodies under the world, meshes and parts; ``apart``: its
    shapes are kept out of the physics.
    """

    model: Model
    name: str
    world_from_model: Array
    nodes: Tuple[Node, ...]
    roots: Tuple[str, ...]
    meshes: FrozenSet[Mesh]
    parts: Parts
    mechanism: Optional[Mechanism] = None
    apart: bool = False
    robot_plugins: Tuple[PluginSettings, ...] = ()

    @cached_property
    def link_from_model(self) -> Array:
        """Model frame (4, 4) relative to its first link, with which it moves."""
        return inverse(self.model.links[0].model_from_link)

    @property
    def motors(self) -> Dict[str, float]:
        """Torques in N m of the wheels' motors, by joint."""
        return motor_torques(self.robot_plugins)

    @property
    def fingers(self) -> FrozenSet[str]:
        """Names of the links that a gripper's fingers move."""
        gripper = self.mechanism.gripper if self.mechanism else None
        return (
            frozenset(joint.child for joint in gripper.fingers)
            if isinstance(gripper, Parallel)
            else frozenset()
        )


def body_name(model: str, link: str) -> str:
    """Return the name of a link's body in the compiled model."""
    return f"{model}::{link}"


def plan_model(model: Model, name: str, world_from_model: Array, visuals: bool) -> ModelPlan:
    """Check a model and order its links.

    Static models lose their joints, so that each link is separate.
    """
    pose = checked_pose(name, world_from_model)
    named = replace(model, name=name)
    nodes = kinematic_tree(replace(named, joints=()) if model.static else named)
    roots = tuple(body_name(name, node.link.name) for node in nodes if node.parent is None)
    parts = [part for link in model.links for part in _shapes(link, visuals)]
    meshes = frozenset(part.geometry for part in parts if isinstance(part.geometry, Mesh))
    return ModelPlan(
        named,
        name,
        pose,
        tuple(nodes),
        roots,
        meshes,
        Parts(),
        read_mechanism(named),
        robot_plugins=read_robot_plugins(named),
    )


@dataclass(frozen=True)
class ModelMount:
    """Link of another model that carries a model at ``link_from_model`` (4, 4)."""

    owner: ModelPlan
    link: str
    link_from_model: Array


def build(
    spec: mujoco.MjSpec,
    plan: ModelPlan,
    meshes: MeshAssets,
    visuals: bool,
    mount: Optional[ModelMount] = None,
) -> List[str]:
    """Add a planned model to the spec, free or on a mount.

    Returns warnings about replaced values.
    """
    bodies: Dict[str, mujoco.MjsBody] = {}
    warnings: List[str] = []
    ground, pose = spec.worldbody, plan.world_from_model
    if mount is not None:
        ground = spec.body(body_name(mount.owner.name, mount.link))
        pose = mount.link_from_model
    for node in plan.nodes:
        parent = ground if node.parent is None else bodies[node.parent]
        body = bodies[node.link.name] = _add_body(parent, plan, node, pose)
        if node.parent is None:
            plan.parts.roots.append(body)
        warnings += _fill_body(
            body, plan, node, meshes, visuals, spec.option.timestep, mount is not None
        )
    if not plan.model.static:
        _exclude_self_collisions(spec, plan, mount)
    if plan.mechanism and plan.mechanism.gripper:
        plan.parts.welds.append(_add_weld(spec, plan.name, plan.mechanism.gripper))
    return warnings


def _add_body(
    parent: mujoco.MjsBody, plan: ModelPlan, node: Node, parent_from_model: Array
) -> mujoco.MjsBody:
    where = body_name(plan.name, node.link.name)
    model_from_link = checked_pose(where, node.link.model_from_link)
    if node.parent is None:
        pose = parent_from_model @ model_from_link
    else:
        model_from_parent = next(
            link.model_from_link for link in plan.model.links if link.name == node.parent
        )
        pose = inverse(model_from_parent) @ model_from_link
    position, quaternion = position_quaternion(pose)
    return parent.add_body(name=where, pos=position, quat=quaternion)


def _fill_body(
    body: mujoco.MjsBody,
    plan: ModelPlan,
    node: Node,
    meshes: MeshAssets,
    visuals: bool,
    step: float,
    mounted: bool,
) -> List[str]:
    where = body_name(plan.name, node.link.name)
    warnings = [] if plan.model.static else set_inertia(body, node.link, where)
    if not plan.model.static and not (mounted and node.joint is None):
        _add_joint(body, plan, node)
    for name, part in unique_names(where, node.link, visuals):
        if isinstance(part, Collision) and plan.apart and is_apart(part):
            plan.parts.shapes.append(shape_of(part, where, name))
        elif isinstance(part, Collision):
            geom = add_collision(body, part, plan.model.static, meshes, name)
            if not plan.model.static and (
                node.link.inertial.mass < LIGHT or node.link.name in plan.fingers
            ):
                least = ROLLING if plan.motors else 0.0
                geom.solref, geom.solimp = [max(2 * step, least), 1.0], HARD
            if node.joint is not None and node.joint.name in plan.motors:
                # A wheel turns on its spot without resistance, as in ODE, whatever it stands on.
                geom.condim, geom.priority = 3, geom.priority + 1
            sheet = sheet_of(part, where, name) if plan.model.static else None
            if sheet is not None:
                # Rays hit the mesh itself; what touches it meets prisms instead of its convex hull.
                geom.contype = geom.conaffinity = 0
                plan.parts.sheets.append(sheet)
        else:
            add_visual(body, part, meshes, name)
    return warnings


def unique_names(where: str, link: Link, visuals: bool) -> Iterator[Tuple[str, Shape]]:
    """Yield unique geom names ``model::link::part``, with a suffix for repeated names.

    SDF lets a visual share a collision's name.
    """
    seen: Dict[str, int] = {}
    for part in _shapes(link, visuals):
        name = f"{where}::{part.name}" + ("::visual" if isinstance(part, Visual) else "")
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name}::{seen[name]}"), part


def _shapes(link: Link, visuals: bool) -> Tuple[Shape, ...]:
    return (*link.collisions, *(link.visuals if visuals else ()))


def set_inertia(body: mujoco.MjsBody, link: Link, where: str) -> List[str]:
    """Set a body's inertia from its link; return warnings about replaced values."""
    inertia, warnings = principal_inertia(link, where)
    body.explicitinertial = True
    body.mass, body.ipos, body.iquat, body.inertia = (
        inertia.mass,
        inertia.position,
        inertia.quaternion,
        inertia.moments,
    )
    body.gravcomp = 0.0 if link.gravity else 1.0
    return warnings


def _add_joint(body: mujoco.MjsBody, plan: ModelPlan, node: Node) -> None:
    if node.joint is None:
        body.add_freejoint()
        return
    joint = node.joint
    if joint.kind == "fixed" or joint.axis is None:
        return
    where = body_name(plan.name, joint.name)
    child_from_joint = checked_pose(where, joint.child_from_joint)
    slide = joint.kind == "prismatic"
    added = body.add_joint(
        name=where,
        type=mujoco.mjtJoint.mjJNT_SLIDE if slide else mujoco.mjtJoint.mjJNT_HINGE,
        pos=child_from_joint[:3, 3],
        axis=child_from_joint[:3, :3] @ np.asarray(joint.axis.xyz, dtype=float),
    )
    set_joint(added, plan, joint, joint.axis)
    if joint.child in plan.fingers:
        added.armature = FINGER_DRIVE


def set_joint(added: mujoco.MjsJoint, plan: ModelPlan, joint: Joint, axis: Axis) -> None:
    """Set a joint's limits, damping and friction from an axis.

    A motor's torque replaces friction, as in ODE.
    """
    _set_axis(added, joint, axis, body_name(plan.name, joint.name))
    torque = plan.motors.get(joint.name)
    if torque is not None:
        added.frictionloss, added.solimp_friction = torque, MOTOR


def _set_axis(added: mujoco.MjsJoint, joint: Joint, axis: Axis, where: str) -> None:
    if not (axis.damping >= 0 and axis.friction >= 0):
        raise InputError(
            where, f"damping {axis.damping} and friction {axis.friction} must not be negative"
        )
    added.damping, added.frictionloss = axis.damping, axis.friction
    limited = joint.kind != "continuous" and (np.isfinite(axis.lower) or np.isfinite(axis.upper))
    added.limited = (
        mujoco.mjtLimited.mjLIMITED_TRUE if limited else mujoco.mjtLimited.mjLIMITED_FALSE
    )
    if limited:
        lower, upper = np.clip([axis.lower, axis.upper], -1e10, 1e10)
        # MuJoCo refuses equal limits, with which SDF files lock a joint.
        play = LOCKED_PLAY if upper - lower < LOCKED_PLAY else 0.0
        added.range = [lower - play, upper + play]


def _exclude_self_collisions(
    spec: mujoco.MjSpec, plan: ModelPlan, mount: Optional[ModelMount]
) -> None:
    """Exclude contacts within a model and with its mount's model.

    Links with ``self_collide`` keep theirs.
    """
    own = _colliding(plan)
    meeting = meeting_links(plan.model)
    pairs = [
        (body_name(plan.name, first), body_name(plan.name, second))
        for first, second in combinations(own, 2)
        if frozenset((first, second)) not in meeting
    ]
    if mount is not None:
        pairs += [
            (body_name(mount.owner.name, other), body_name(plan.name, link))
            for other, link in product(_colliding(mount.owner), own)
        ]
    for first, second in pairs:
        plan.parts.excludes.append(spec.add_exclude(bodyname1=first, bodyname2=second))


def _colliding(plan: ModelPlan) -> List[str]:
    return [link.name for link in plan.model.links if link.collisions]


def weld_name(model: str) -> str:
    """Return the name of the constraint that holds a gripper's object."""
    return f"{model}::grip"


def _add_weld(spec: mujoco.MjSpec, model: str, gripper: Gripper) -> mujoco.MjsEquality:
    """Add a fixed joint between gripper and held object, not yet chosen."""
    link = gripper.cup if isinstance(gripper, Vacuum) else gripper.palm
    step = spec.option.timestep
    return spec.add_equality(
        name=weld_name(model),
        type=mujoco.mjtEq.mjEQ_WELD,
        objtype=mujoco.mjtObj.mjOBJ_BODY,
        active=False,
        name1="world" if link == "world" else body_name(model, link),
        name2="world",
        solref=[2 * step, 1.0],
        solimp=HARD,
    )
