"""Errors for which Gazebo, or its spawn service, refuses a model.

urdfdom reads a URDF, and reports its errors in gzserver's log alone.
"""

from __future__ import annotations

from typing import Callable, Dict, Iterator, Optional, Sequence

from sim.errors import InputError
from sim.sdf.model_path import ModelPath, split_uri
from sim.sdf.xml.elements import Element, parent_of, text_of

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_LIMITED = ("revolute", "prismatic")


def gazebo_refusal(
    root: Element,
    model_path: Sequence[str],
    package_folder: Optional[Callable[[str], str]],
) -> str:
    """Return the first error of a ``<robot>`` or ``<model>``, or empty."""
    if root.tag == "robot":
        return next(_errors(root), "") or next(_missing_packages(root, package_folder), "")
    return next(_sdf_errors(root, ModelPath(model_path)), "")


def _missing_packages(
    root: Element, package_folder: Optional[Callable[[str], str]]
) -> Iterator[str]:
    for mesh in root.iterfind("link/collision/geometry/mesh"):
        scheme, rest = split_uri(mesh.get("filename") or "")
        if scheme == "package" and package_folder is not None:
            try:
                package_folder(rest.partition("/")[0])
            except LookupError as error:
                yield f"{mesh.get('filename')}: {error}"


def _sdf_errors(root: Element, model_path: ModelPath) -> Iterator[str]:
    for mass in root.iter("mass"):
        try:
            if float(text_of(mass, "1")) <= 0.0:
                yield f"the mass {text_of(mass)} must be above 0"
        except ValueError:
            yield f"the mass {text_of(mass)!r} is not a number"
    for uri in root.iter("uri"):
        shape = parent_of(uri)
        visual = any(one.tag == "visual" for one in shape.iterancestors())
        if shape.tag == "script" or (shape.tag == "mesh" and visual):
            continue
        try:
            model_path.resolve(text_of(uri, ""))
        except InputError as error:
            yield str(error)


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
