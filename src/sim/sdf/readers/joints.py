"""Reads joints: kind, links, frame and axis.

Axes are unit vectors in the joint's frame, whatever frame the file expresses them in; rad, m, N, N
m.
"""

from __future__ import annotations

from typing import Dict, Mapping, Optional

import numpy as np

from sim.arrays import Array
from sim.sdf.context import DocumentContext
from sim.sdf.readers.poses import FrameGraph
from sim.sdf.types import Axis, Joint, Vector
from sim.sdf.xml.elements import (
    Element,
    boolean,
    child_text,
    failure,
    name_of,
    number,
    required_child,
    vector,
)
from sim.transforms import inverse

KINDS = ("revolute", "continuous", "prismatic", "fixed")
_UNSUPPORTED = ("revolute2", "universal", "ball", "screw", "gearbox", "piston")
# SDF writes "no limit" as 1e16.
_UNLIMITED = 1e16


def read_joint(
    element: Element, graph: FrameGraph, link_of: Mapping[str, str], context: DocumentContext
) -> Optional[Joint]:
    """Return the joint, or None for an unsupported type.

    ``link_of`` maps each frame to the link that it is attached to.
    """
    kind = element.get("type", "")
    if kind in _UNSUPPORTED:
        context.report.add(
            element, f"joints of type {kind} are not supported, left out: its links move freely"
        )
        return None
    if kind not in KINDS:
        raise failure(element, f"has the type {kind!r}; write one of {', '.join(KINDS)}")
    context.report.rest(element, ("parent", "child", "pose", "axis", "sensor"))
    parent, child = _link(element, "parent", link_of), _link(element, "child", link_of)
    if child == "world" or parent == child:
        raise failure(
            element,
            f"connects {parent!r} to {child!r}; the child must be a link other than its parent",
        )
    model_from_joint = graph.resolve_pose(
        element.find("pose"), child_text(element, "child"), element
    )
    axis = None if kind == "fixed" else _read_axis(element, model_from_joint, graph, context)
    if axis is not None and kind == "revolute" and np.isinf(axis.lower) and np.isinf(axis.upper):
        kind = "continuous"
    return Joint(
        name_of(element),
        kind,
        parent,
        child,
        inverse(graph.resolve(child, element)) @ model_from_joint,
        axis,
    )


def _link(element: Element, tag: str, link_of: Mapping[str, str]) -> str:
    name = child_text(element, tag)
    if name == "world":
        return name
    if name not in link_of:
        raise failure(
            required_child(element, tag),
            f"link {name!r} not found; links: {', '.join(link_of) or 'none'}",
        )
    return link_of[name]


def _read_axis(
    joint: Element, model_from_joint: Array, graph: FrameGraph, context: DocumentContext
) -> Axis:
    element = joint.find("axis")
    if element is None:
        raise failure(joint, "has no <axis>; add one with an <xyz>")
    context.report.rest(element, ("xyz", "limit", "dynamics", "use_parent_model_frame"))
    limits = _read_limits(element.find("limit"), context)
    if joint.get("type") == "continuous":
        limits.update(lower=-np.inf, upper=np.inf)
    dynamics = element.find("dynamics")
    if dynamics is not None:
        context.report.rest(dynamics, ("damping", "friction"))
        limits.update(
            damping=number(dynamics.find("damping"), 0.0),
            friction=number(dynamics.find("friction"), 0.0),
        )
    return Axis(_read_direction(element, model_from_joint, graph, context), **limits)


def _read_direction(
    element: Element, model_from_joint: Array, graph: FrameGraph, context: DocumentContext
) -> Vector:
    """Return the unit axis in the joint frame.

    SDF 1.4 and ``use_parent_model_frame`` express it in the model's.
    """
    xyz = element.find("xyz")
    direction = np.array(vector(xyz, (0.0, 0.0, 1.0), "x y z"))
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise failure(required_child(element, "xyz"), "is zero; give a direction such as 0 0 1")
    frame = text_of_attribute(xyz, "expressed_in")
    if frame is None and boolean(element.find("use_parent_model_frame"), context.version <= (1, 4)):
        frame = graph.root
    if frame is not None:
        direction = model_from_joint[:3, :3].T @ graph.resolve(frame, element)[:3, :3] @ direction
    x, y, z = (float(value) for value in direction / length)
    return x, y, z


def text_of_attribute(element: Optional[Element], name: str) -> Optional[str]:
    """Return an attribute's value. None if the element or the attribute is absent or empty."""
    return (element.get(name) or None) if element is not None else None


def _read_limits(element: Optional[Element], context: DocumentContext) -> Dict[str, float]:
    if element is None:
        return {}
    context.report.rest(element, ("lower", "upper", "effort", "velocity"))
    lower, upper = (
        _unlimited(number(element.find(tag), default, finite=False))
        for tag, default in (("lower", -np.inf), ("upper", np.inf))
    )
    if lower > upper:
        raise failure(element, f"lower {lower:g} is above upper {upper:g}; exchange them")
    result = {"lower": lower, "upper": upper}
    for tag in ("effort", "velocity"):
        value = number(element.find(tag), -1.0, finite=False)
        # A negative maximum means unlimited in SDF.
        result[tag] = np.inf if value < 0.0 else _unlimited(value)
    return result


def _unlimited(value: float) -> float:
    return float(np.copysign(np.inf, value)) if abs(value) >= _UNLIMITED else value
