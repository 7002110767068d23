"""Orders SDF links into MuJoCo's kinematic trees; refuses loops.

MuJoCo nests a body in its parent, SDF lists links and joints flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

from sim.errors import InputError
from sim.sdf.types import Joint, Link, Model

WORLD = "world"
KINDS = ("revolute", "continuous", "prismatic", "fixed")


@dataclass(frozen=True)
class Node:
    """Link with the joint above it.

    Without a joint it is free; ``parent`` is None at the root of a tree.
    """

    link: Link
    joint: Optional[Joint]
    parent: Optional[str]


def kinematic_tree(model: Model) -> List[Node]:
    """Return a model's links, each after its parent, else in file order."""
    links = _links_by_name(model)
    joint_above = _joint_above(model, links)
    nodes: List[Node] = []
    placed = {WORLD}
    waiting = list(model.links)
    while waiting:
        ready = [
            link
            for link in waiting
            if link.name not in joint_above or joint_above[link.name].parent in placed
        ]
        if not ready:
            names = ", ".join(link.name for link in waiting)
            raise InputError(
                model.name,
                f"links {names} hang on each other in a circle; kinematic loops are unsupported",
            )
        for link in ready:
            nodes.append(_node(link, joint_above.get(link.name)))
            placed.add(link.name)
        waiting = [link for link in waiting if link.name not in placed]
    return nodes


def _node(link: Link, joint: Optional[Joint]) -> Node:
    parent = None if joint is None or joint.parent == WORLD else joint.parent
    return Node(link, joint, parent)


def _links_by_name(model: Model) -> Dict[str, Link]:
    if not model.links:
        raise InputError(model.name, "a model needs at least one link")
    links: Dict[str, Link] = {}
    for link in model.links:
        if link.name in links:
            raise InputError(
                f"{model.name}::{link.name}",
                "two links have this name; names must differ within a model",
            )
        links[link.name] = link
    return links


def _joint_above(model: Model, links: Dict[str, Link]) -> Dict[str, Joint]:
    above: Dict[str, Joint] = {}
    names = set()
    for joint in model.joints:
        _check_joint(joint, links, f"{model.name}::{joint.name}")
        if joint.name in names:
            raise InputError(
                f"{model.name}::{joint.name}",
                "two joints have this name; names must differ within a model",
            )
        if joint.child in above:
            raise InputError(
                f"{model.name}::{joint.name}",
                f"link {joint.child} already hangs on joint "
                f"{above[joint.child].name}; kinematic loops are unsupported: give each link one "
                "parent",
            )
        names.add(joint.name)
        above[joint.child] = joint
    return above


def _check_joint(joint: Joint, links: Dict[str, Link], where: str) -> None:
    if joint.kind not in KINDS:
        raise InputError(
            where, f"joint type {joint.kind} is unsupported; use one of {', '.join(KINDS)}"
        )
    for end, known in ((joint.child, set(links)), (joint.parent, {WORLD, *links})):
        if end not in known:
            raise InputError(where, f"link {end} not found; links: {', '.join(links)}")
    if joint.kind == "fixed":
        return
    if joint.axis is None or sum(value * value for value in joint.axis.xyz) < 1e-12:
        raise InputError(where, f"a {joint.kind} joint needs an axis that is not zero")
    if joint.axis.lower > joint.axis.upper:
        raise InputError(
            where, f"the lower limit {joint.axis.lower} is above the upper limit {joint.axis.upper}"
        )
