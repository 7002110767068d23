"""Errors for which urdfdom, Gazebo's reader of URDF, refuses a whole robot.

Without this, sdformat reports nothing but that it cannot convert the URDF.
"""

from __future__ import annotations

from typing import Dict, Iterator

from sim.sdf.xml.elements import Element

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_LIMITED = ("revolute", "prismatic")


def urdf_refusal(root: Element) -> str:
    """Return the first error of a ``<robot>``, or empty."""
    return next(_errors(root), "")


def _errors(root: Element) -> Iterator[str]:
    names: Dict[str, str] = {}
    for element in (*root.iterfind("link"), *root.iterfind("joint")):
        tag, name = str(element.tag), element.get("name") or ""
        if not name:
            yield f"a {tag} has no name"
        elif names.get(name) == tag:
            yield f"the name {name} of a {tag} is used twice"
        names[name] = tag
    links = {link.get("name") or "" for link in root.iterfind("link")}
    if not links:
        yield "the robot has no links"
    parents: Dict[str, str] = {}
    for joint in root.iterfind("joint"):
        yield from _joint_errors(joint)
        ends = [_end(joint, tag) for tag in ("parent", "child")]
        for end in ends:
            if end not in links:
                yield f"joint {joint.get('name')}: link {end!r} not found"
        parents[ends[1]] = ends[0]
    roots = sorted(links - set(parents))
    if len(roots) != 1:
        yield f"the robot has {len(roots)} root links: {', '.join(roots) or 'none'}"


def _joint_errors(joint: Element) -> Iterator[str]:
    name, kind, limit = joint.get("name"), joint.get("type") or "", joint.find("limit")
    if kind not in _TYPES:
        yield f"joint {name} has the type {kind!r}; must be one of: {', '.join(_TYPES)}"
    if limit is None and kind in _LIMITED:
        yield f"joint {name} is {kind} and has no limit"
    if limit is not None and not all(limit.get(one) for one in ("effort", "velocity")):
        yield f"the limit of joint {name} needs effort and velocity"


def _end(joint: Element, tag: str) -> str:
    element = joint.find(tag)
    return "" if element is None else (element.get("link") or "").strip()
