"""Reader of models: links, joints and frames.

Nested and included models are flattened; a nested model's parts are named ``nested::part``. All
poses end up in the frame of the outermost model.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.context import DocumentContext, document_context
from sim.sdf.plugins import Plugin, read_plugins
from sim.sdf.readers.joints import read_joint
from sim.sdf.readers.links import read_link
from sim.sdf.readers.poses import FrameGraph
from sim.sdf.sensors.reader import check_sensor_names, joint_sensors
from sim.sdf.types import Joint, Link, Model
from sim.sdf.xml.elements import (
    Element,
    boolean,
    child_text,
    failure,
    name_of,
    parse_file,
    text_of,
    where,
)
from sim.sdf.xml.repair import repair
from sim.sdf.xml.tinyxml import parse_tolerantly

ROOT = "__model__"
_KNOWN = (
    "link",
    "joint",
    "frame",
    "model",
    "include",
    "plugin",
    "static",
    "pose",
    "allow_auto_disable",
    "self_collide",
)
_INCLUDE = ("uri", "name", "pose", "static", "plugin")


@dataclass(frozen=True)
class ModelSource:
    """A model's element with the overrides of its ``<include>``.

    Name, pose, static, further plugins.
    """

    name: str
    element: Element
    context: DocumentContext
    pose: Optional[Element]
    static: bool
    plugins: Tuple[Plugin, ...] = ()


@dataclass(frozen=True)
class UnnestedModel:
    """A model in its own frame.

    ``frames`` are its named frames there, ``link_of`` the link of each.
    """

    links: Tuple[Link, ...]
    joints: Tuple[Joint, ...]
    plugins: Tuple[Plugin, ...]
    frames: Mapping[str, Array]
    link_of: Mapping[str, str]

    def as_model(self, source: ModelSource, world_from_model: Array) -> Model:
        return Model(
            source.name, world_from_model, source.static, self.links, self.joints, self.plugins
        )


def find_source(element: Element, context: DocumentContext) -> Optional[ModelSource]:
    """Return the source of a ``<model>`` or ``<include>`` element; None for an included light."""
    if element.tag == "model":
        return model_source(element, context)
    if not context.measured:
        context.report.rest(element, _INCLUDE)
    included = _open_include(element, context)
    if included is None:
        return None
    model, inner = included
    pose, static = element.find("pose"), element.find("static")
    return ModelSource(
        text_of(element.find("name")) or name_of(model),
        model,
        inner,
        model.find("pose") if pose is None else pose,
        boolean(model.find("static") if static is None else static, False),
        read_plugins(element, context),
    )


def model_source(element: Element, context: DocumentContext) -> ModelSource:
    """Return the source of a ``<model>`` element."""
    return ModelSource(
        name_of(element),
        element,
        context,
        element.find("pose"),
        boolean(element.find("static"), False),
    )


def _open_include(
    element: Element, context: DocumentContext
) -> Optional[Tuple[Element, DocumentContext]]:
    path = context.model_path.model_file(child_text(element, "uri"), context.folder, where(element))
    return open_model(path, context, element)


def open_model(
    path: str, context: DocumentContext, element: Optional[Element] = None
) -> Optional[Tuple[Element, DocumentContext]]:
    """Return the ``<model>`` of an SDF file and its reading context.

    None if the file has only a light.
    """
    identity = os.path.realpath(path)
    if identity in context.files:
        raise InputError(
            where(element) if element is not None else path,
            f"cyclic include: {' -> '.join((*context.files, identity))}; remove one of them",
        )
    root = _parsed(path, context)
    inner = document_context(
        root, context.model_path, context.report, (*context.files, identity), context.measured
    )
    model = root.find("model")
    if model is None:
        if root.find("light") is not None or (context.measured and root.find("actor") is not None):
            return None
        raise InputError(
            path, "has no <model>; a model's file is <sdf version=...><model name=...>..."
        )
    # Relative URIs start where the file was found, which need not be where a link points to.
    return model, replace(inner, folder=os.path.dirname(os.path.abspath(path)))


def _parsed(path: str, context: DocumentContext) -> Element:
    if not context.measured:
        return parse_file(path)
    root = parse_tolerantly(path, context.report)
    repair(root, context.report)
    return root


def read_flat_model(source: ModelSource) -> UnnestedModel:
    """Read a model and everything nested in it."""
    element, context = source.element, source.context
    if not context.measured:
        context.report.rest(element, _KNOWN)
    graph = FrameGraph(ROOT, tolerant=bool(context.measured))
    link_of: Dict[str, str] = {}
    for link in element.iterfind("link"):
        graph.add_pose(name_of(link), link.find("pose"), ROOT, link)
        link_of[name_of(link)] = name_of(link)
    nested = _read_nested(source, graph, link_of)
    _add_frames(element, graph, link_of)
    self_collide = boolean(element.find("self_collide"), False)
    links = [
        read_link(link, graph, source.static, context, self_collide)
        for link in element.iterfind("link")
    ]
    joints = [] if context.measured else _read_joints(element, graph, link_of, context)
    links = [_with_joint_sensors(link, joints, element, context) for link in links]
    plugins = list(read_plugins(element, context)) + list(source.plugins)
    for name, model in nested:
        parent_from_nested = graph.resolve(name, element)
        links += [_prefixed_link(name, parent_from_nested, link) for link in model.links]
        joints += [_prefixed_joint(name, joint) for joint in model.joints]
        plugins += model.plugins
    if not links and not source.static and not context.measured:
        raise failure(element, "has no links; a model that is not static needs one")
    check_sensor_names(element, links)
    frames = {name: graph.resolve(name, element) for name in graph.names()}
    return UnnestedModel(tuple(links), tuple(joints), tuple(plugins), frames, link_of)


def _read_nested(
    source: ModelSource, graph: FrameGraph, link_of: Dict[str, str]
) -> List[Tuple[str, UnnestedModel]]:
    nested: List[Tuple[str, UnnestedModel]] = []
    for child in source.element:
        inner = find_source(child, source.context) if child.tag in ("model", "include") else None
        if inner is None:
            continue
        if graph.tolerant and child.tag == "model" and inner.name in graph:
            # Gazebo keeps both of two nested models of one name, each at its pose.
            inner = replace(inner, name=f"{inner.name} {len(nested)}")
        if inner.static and not source.static:
            source.context.report.add(
                child, "static inside a model that is not static is not supported, moves with it"
            )
        model = read_flat_model(replace(inner, static=source.static))
        graph.add_pose(inner.name, inner.pose, ROOT, child)
        for name, nested_from_frame in model.frames.items():
            graph.add(f"{inner.name}::{name}", inner.name, nested_from_frame, child)
        if model.links:
            link_of[inner.name] = f"{inner.name}::{model.links[0].name}"
        link_of.update(
            {
                f"{inner.name}::{name}": f"{inner.name}::{link}"
                for name, link in model.link_of.items()
            }
        )
        nested.append((inner.name, model))
    return nested


def _add_frames(element: Element, graph: FrameGraph, link_of: Dict[str, str]) -> None:
    """Add ``<frame>`` and joint frames to the graph.

    Also finds the link that each ``<frame>`` is attached to.
    """
    attached = {}
    for frame in element.iterfind("frame"):
        base = (frame.get("attached_to") or "").strip() or ROOT
        graph.add_pose(name_of(frame), frame.find("pose"), base, frame)
        attached[name_of(frame)] = (base, frame)
    for joint in element.iterfind("joint"):
        if graph.tolerant and not text_of(joint.find("child")):
            continue
        child = child_text(joint, "child")
        # Up to SDF 1.6 a joint may share a name with a link; the name then means the link's frame.
        if name_of(joint) not in graph:
            graph.add_pose(name_of(joint), joint.find("pose"), child, joint)
            attached[name_of(joint)] = (child, joint)
    first = next(iter(link_of.values()), None)
    for name in attached:
        link = _follow(name, attached, link_of, first)
        if link is not None:
            link_of[name] = link


def _follow(
    name: str,
    attached: Mapping[str, Tuple[str, Element]],
    link_of: Mapping[str, str],
    first: Optional[str],
) -> Optional[str]:
    """Return the link at the end of a chain of ``attached_to``.

    The model's own frame is on its first link.
    """
    seen: List[str] = []
    while name in attached and name not in link_of:
        if name in seen:
            raise failure(
                attached[name][1],
                f"the frames {' -> '.join([*seen, name])} are attached to each other; "
                "attach one of them to a link",
            )
        seen.append(name)
        name = attached[name][0]
    return first if name == ROOT else link_of.get(name)


def _read_joints(
    element: Element, graph: FrameGraph, link_of: Mapping[str, str], context: DocumentContext
) -> List[Joint]:
    names = set()
    joints = []
    for child in element.iterfind("joint"):
        if name_of(child) in names:
            raise failure(
                child,
                f"the joint's name {name_of(child)!r} is used twice in this model; rename one",
            )
        names.add(name_of(child))
        joint = read_joint(child, graph, link_of, context)
        if joint is not None:
            joints.append(joint)
    return joints


def _with_joint_sensors(
    link: Link, joints: Sequence[Joint], model: Element, context: DocumentContext
) -> Link:
    """Return the link with the sensors of joints to it (as child)."""
    found = link.sensors
    for joint in joints:
        if joint.child == link.name:
            element = next(one for one in model.iterfind("joint") if name_of(one) == joint.name)
            found += joint_sensors(element, joint.child_from_joint, context)
    return replace(link, sensors=found) if found != link.sensors else link


def _prefixed_link(prefix: str, parent_from_nested: Array, link: Link) -> Link:
    return replace(
        link,
        name=f"{prefix}::{link.name}",
        model_from_link=parent_from_nested @ link.model_from_link,
    )


def _prefixed_joint(prefix: str, joint: Joint) -> Joint:
    parent = joint.parent if joint.parent == "world" else f"{prefix}::{joint.parent}"
    return replace(
        joint, name=f"{prefix}::{joint.name}", parent=parent, child=f"{prefix}::{joint.child}"
    )
