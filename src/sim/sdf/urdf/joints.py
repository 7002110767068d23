"""Reads a URDF's joints and lays out its tree of links.

SI units; a joint's frame is its child link's, so ``child_from_joint`` is the identity.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.types import Axis, Joint
from sim.sdf.urdf.attributes import attribute, number_of, numbers_of, origin
from sim.sdf.xml.elements import Element, failure, name_of, required_child
from sim.sdf.xml.report import ReaderReport

KINDS = ("revolute", "continuous", "prismatic", "fixed")
_UNSUPPORTED = ("floating", "planar")
_KNOWN = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")

JointElement = Tuple[Joint, Element]


def read_joints(root: Element, report: ReaderReport) -> List[JointElement]:
    """Return the supported joints, each with its element."""
    names = set()
    joints = []
    for element in root.iterfind("joint"):
        name = name_of(element)
        if name in names:
            raise failure(element, f"the joint's name {name!r} is used twice; rename one")
        names.add(name)
        joint = _read_joint(element, report)
        if joint is not None:
            joints.append((joint, element))
    return joints


def _read_joint(element: Element, report: ReaderReport) -> Optional[Joint]:
    kind = attribute(element, "type")
    if kind in _UNSUPPORTED:
        report.add(
            element, f"joints of type {kind} are not supported, left out: its links move freely"
        )
        return None
    if kind not in KINDS:
        raise failure(element, f"has the type {kind!r}; write one of {', '.join(KINDS)}")
    report.rest(element, _KNOWN)
    parent, child = (attribute(required_child(element, tag), "link") for tag in ("parent", "child"))
    axis = None if kind == "fixed" else _read_axis(element, kind)
    mimic = element.find("mimic")
    mimics = "" if mimic is None or axis is None else attribute(mimic, "joint")
    return Joint(name_of(element), kind, parent, child, np.eye(4), axis, mimics)


def _read_axis(joint: Element, kind: str) -> Axis:
    element = joint.find("axis")
    x, y, z = (
        (1.0, 0.0, 0.0) if element is None else numbers_of(element, "xyz", (1.0, 0.0, 0.0), "x y z")
    )
    length = float(np.linalg.norm((x, y, z)))
    if length == 0.0:
        raise failure(required_child(joint, "axis"), "is zero; give a direction such as 0 0 1")
    values: Dict[str, float] = {}
    limit, dynamics = joint.find("limit"), joint.find("dynamics")
    if limit is None and kind != "continuous":
        raise failure(
            joint, f"is {kind} and has no <limit>; write one with lower, upper, effort and velocity"
        )
    if limit is not None:
        for name in ("effort", "velocity"):
            values[name] = number_of(limit, name, np.inf)
        if kind != "continuous":
            values.update(
                lower=number_of(limit, "lower", 0.0), upper=number_of(limit, "upper", 0.0)
            )
            if values["lower"] > values["upper"]:
                raise failure(
                    limit,
                    f"lower {values['lower']:g} is above upper {values['upper']:g}; exchange them",
                )
    if dynamics is not None:
        values.update(
            damping=number_of(dynamics, "damping", 0.0),
            friction=number_of(dynamics, "friction", 0.0),
        )
    return Axis((x / length, y / length, z / length), **values)


def link_poses(
    root: Element, elements: Mapping[str, Element], joints: Sequence[JointElement]
) -> Dict[str, Array]:
    """Return ``model_from_link`` of every link.

    A link without a parent joint is at the model's origin.
    """
    by_child: Dict[str, JointElement] = {}
    for joint, element in joints:
        for link in (joint.parent, joint.child):
            if link not in elements and link != "world":
                raise failure(element, f"link {link!r} not found; links: {', '.join(elements)}")
        if joint.child in by_child or joint.child == "world":
            raise failure(
                element, f"{joint.child!r} hangs on two joints or is the world; a URDF is a tree"
            )
        by_child[joint.child] = (joint, element)
    roots = [name for name in elements if name not in by_child]
    left_out = len(list(root.iterfind("joint"))) > len(joints)
    if len(roots) > 1 and not left_out:
        raise failure(
            root,
            f"has the roots {', '.join(roots)}; join them so that one link is left without a "
            "parent",
        )
    return {name: _pose_of(name, by_child) for name in elements}


def _pose_of(name: str, by_child: Mapping[str, JointElement]) -> Array:
    pose = np.eye(4)
    seen = set()
    while name in by_child:
        joint, element = by_child[name]
        if name in seen:
            raise failure(element, f"the link {name!r} is its own ancestor; a URDF is a tree")
        seen.add(name)
        pose = origin(element) @ pose
        name = joint.parent
    return pose


def check_masses(
    root: Element, masses: Mapping[str, float], joints: Sequence[JointElement]
) -> None:
    """Refuse groups of fixed-joined links without mass. Unless the world holds the group."""
    group = {name: name for name in (*masses, "world")}

    def find(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for joint, _ in joints:
        if joint.kind == "fixed":
            group[find(joint.child)] = find(joint.parent)
    total: Dict[str, float] = {}
    for name, mass in masses.items():
        total[find(name)] = total.get(find(name), 0.0) + mass
    for name in masses:
        if total[find(name)] <= 0.0 and find(name) != find("world"):
            raise failure(root, f"moving link {name!r} has no mass; give it an <inertial>")
