"""Reads links: mass and inertia, collisions and visuals, gravity, sensors.

SI units; poses of inertials, collisions and visuals are in the link's frame.
"""

from __future__ import annotations

from typing import Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.context import DocumentContext
from sim.sdf.missing_meshes import MissingMeshError, MissingVisuals
from sim.sdf.readers.geometry import read_collision, read_color, read_visual
from sim.sdf.readers.poses import FrameGraph
from sim.sdf.sensors.reader import read_sensors
from sim.sdf.types import Collision, Inertial, Link, Visual
from sim.sdf.xml.elements import Element, boolean, failure, name_of, number
from sim.sdf.xml.poses import pose_frame, pose_matrix
from sim.sdf.xml.report import ReaderReport
from sim.transforms import inverse

_KNOWN = ("pose", "inertial", "collision", "visual", "gravity", "light", "sensor", "self_collide")
_MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def read_link(
    element: Element,
    graph: FrameGraph,
    static: bool,
    context: DocumentContext,
    self_collide: bool = False,
) -> Link:
    """Return the link, with ``model_from_link`` resolved by the model's frame graph.

    ``self_collide`` is the model's, for links that do not say.
    """
    if context.measured:
        return _measured_link(element, context.measured, graph, context)
    context.report.rest(element, _KNOWN)
    name = name_of(element)
    model_from_link = graph.resolve(name, element)

    def place(child: Element) -> Array:
        return link_from(child, name, graph)

    collisions = _collisions(element, place, context)
    visuals = _visuals(element, place, collisions, context)
    return Link(
        name,
        model_from_link,
        _read_inertial(element.find("inertial"), static, context),
        collisions,
        visuals,
        boolean(element.find("gravity"), True),
        read_sensors(element, place, context),
        boolean(element.find("self_collide"), self_collide),
    )


def _collisions(
    element: Element, place: Callable[[Element], Array], context: DocumentContext
) -> Tuple[Collision, ...]:
    read = (read_collision(child, place(child), context) for child in element.iterfind("collision"))
    return tuple(collision for collision in read if collision is not None)


def _visuals(
    element: Element,
    place: Callable[[Element], Array],
    collisions: Sequence[Collision],
    context: DocumentContext,
) -> Tuple[Visual, ...]:
    visuals, missing = [], MissingVisuals(context.report)
    for child in element.iterfind("visual"):
        try:
            visual = read_visual(child, place(child), context)
        except MissingMeshError as error:
            if context.measured:
                raise
            missing.note(child, name_of(child), read_color(child, context)[0], error)
            continue
        if visual is not None:
            visuals.append(visual)
    return (*visuals, *missing.shown_as(collisions))


def _measured_link(
    element: Element, part: str, graph: FrameGraph, context: DocumentContext
) -> Link:
    """Return the link with its collisions or its visuals alone. ``part`` names them."""
    name = name_of(element)
    poses: Dict[str, Array] = {}
    for child in element.iterfind(part):
        # Of two that have one name Gazebo places both where the first is.
        poses.setdefault(name_of(child), link_from(child, name, graph))

    def place(child: Element) -> Array:
        return poses[name_of(child)]

    collisions = _collisions(element, place, context) if part == "collision" else ()
    visuals = _visuals(element, place, (), context) if part != "collision" else ()
    return Link(
        name, graph.resolve(name, element), Inertial(1.0, np.eye(4), np.eye(3)), collisions, visuals
    )


def link_from(element: Element, link: str, graph: FrameGraph) -> Array:
    """Return ``link_from_element`` (4, 4) of a child of a link.

    Its pose may be relative to any frame of the model.
    """
    pose = element.find("pose")
    if pose is None or pose_frame(pose) in (None, link):
        return pose_matrix(pose)
    return inverse(graph.resolve(link, element)) @ graph.resolve_pose(pose, link, pose)


def _read_inertial(element: Optional[Element], static: bool, context: DocumentContext) -> Inertial:
    """Return the inertial, by default mass 1 and unit inertia.

    The default is that of the SDF specification.
    """
    if element is None:
        return Inertial(1.0, np.eye(4), np.eye(3))
    context.report.rest(element, ("pose", "mass", "inertia"))
    mass = number(element.find("mass"), 1.0)
    inertia = inertia_matrix(*_read_moments(element.find("inertia")))
    if not static:
        check_inertial(element, mass, inertia, context.report)
    return Inertial(mass, pose_matrix(element.find("pose")), inertia)


def _read_moments(element: Optional[Element]) -> Tuple[float, ...]:
    if element is None:
        return (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    return tuple(number(element.find(tag), 1.0 if tag[1] == tag[2] else 0.0) for tag in _MOMENTS)


def inertia_matrix(ixx: float, iyy: float, izz: float, ixy: float, ixz: float, iyz: float) -> Array:
    """Return the symmetric inertia (3, 3) of its six moments, kg m^2."""
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


def check_inertial(element: Element, mass: float, inertia: Array, report: ReaderReport) -> None:
    """Refuse a mass that is not positive.

    Reports a physically impossible inertia, which Gazebo accepts.
    """
    if mass <= 0.0:
        raise failure(element, f"the mass is {mass:g}; it must be greater than 0")
    moments = np.linalg.eigvalsh(inertia)
    if moments[0] <= 0.0:
        report.add(
            element,
            "the inertia's principal moments are "
            f"{', '.join(f'{moment:.3g}' for moment in moments)}; "
            "all should be greater than 0",
        )
