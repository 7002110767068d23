"""Reader of URDF robots into the same data as SDF models.

Fixed joints stay joints; ``<gazebo>`` tags are read in ``gazebo_tags``. SI units. The model's frame
is the root link's; every link's pose is the one with all joints at zero (URDF's joint frame is its
child link's frame).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.materials.colors import DEFAULT
from sim.sdf.missing_meshes import MissingMeshError, MissingVisuals
from sim.sdf.model_path import ModelPath, confined_parts, split_uri
from sim.sdf.readers.links import check_inertial, inertia_matrix
from sim.sdf.sensors.reader import check_sensor_names
from sim.sdf.types import (
    Box,
    Collision,
    Color,
    Cylinder,
    Geometry,
    Inertial,
    Link,
    Mesh,
    Model,
    Sphere,
    Visual,
)
from sim.sdf.urdf.attributes import attribute, number_of, numbers_of, origin
from sim.sdf.urdf.gazebo_tags import read_gazebo_tags
from sim.sdf.urdf.joints import check_masses, link_poses, read_joints
from sim.sdf.xml.elements import (
    Element,
    failure,
    name_of,
    parse_text,
    positive,
    required_child,
    where,
)
from sim.sdf.xml.report import ReaderReport

PackageFolder = Callable[[str], str]
_MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_BEFORE_ROOT = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ROBOT = re.compile(r"<robot\b")
_SHAPES = ("box", "cylinder", "sphere", "mesh")


@dataclass(frozen=True)
class _Context:
    report: ReaderReport
    package_folder: Optional[PackageFolder]
    model_path: ModelPath
    colors: Dict[str, Color] = field(default_factory=dict)


def is_urdf(text: str) -> bool:
    """Return whether an XML text's outermost element is a URDF's."""
    at = 0
    while found := _BEFORE_ROOT.match(text, at):
        at = found.end()
    return _ROBOT.match(text, at) is not None


def read_urdf_string(
    text: Union[str, bytes],
    source: str,
    package_folder: Optional[PackageFolder] = None,
    model_path: Sequence[str] = (),
) -> Tuple[Model, List[str]]:
    """Read a ``spawn_urdf_model`` request.

    ``package_folder`` gives a ROS package's folder or raises LookupError. Bytes are in the encoding
    that they declare.
    """
    root = parse_text(text, source)
    if root.tag != "robot":
        raise InputError(
            where(root),
            f'the root is <{root.tag}>; URDF starts with <robot name="..."> (expand xacro first)',
        )
    context = _Context(ReaderReport(), package_folder, ModelPath(model_path))
    for material in root.iterfind("material"):
        context.colors[name_of(material)] = _read_material(material, context)
    context.report.rest(root, ("link", "joint", "material", "gazebo", "transmission"))
    tags = read_gazebo_tags(root, DocumentContext(context.model_path, context.report))
    joints = read_joints(root, context.report)
    elements = _link_elements(root)
    if "world" in elements and len(elements["world"]):
        context.report.add(elements["world"], "is the world itself, what is in it is ignored")
    model_from_link = link_poses(root, elements, joints)
    links = tuple(
        tags.on(_read_link(element, model_from_link[name], context))
        for name, element in elements.items()
        if name != "world"
    )
    check_sensor_names(root, links)
    check_masses(root, {link.name: link.inertial.mass for link in links}, joints)
    model = Model(
        name_of(root),
        np.eye(4),
        tags.static,
        links,
        tuple(joint for joint, _ in joints),
        tags.plugins,
        tuple(joint.get("name", "") for joint in root.iterfind("transmission/joint[@name]")),
    )
    return model, context.report.messages()


def _link_elements(root: Element) -> Mapping[str, Element]:
    elements: Dict[str, Element] = {}
    for element in root.iterfind("link"):
        name = name_of(element)
        if name in elements:
            raise failure(element, f"the link's name {name!r} is used twice; rename one")
        elements[name] = element
    if not set(elements) - {"world"}:
        raise failure(root, "has no links; a robot needs one")
    return elements


def _read_link(element: Element, model_from_link: Array, context: _Context) -> Link:
    name = name_of(element)
    context.report.rest(element, ("inertial", "collision", "visual"))
    collisions = []
    for index, child in enumerate(element.iterfind("collision")):
        context.report.rest(child, ("origin", "geometry"))
        geometry = _read_geometry(child, context)
        if geometry is not None:
            collisions.append(Collision(_part_name(child, name, index), origin(child), geometry))
    visuals = _read_visuals(element, name, collisions, context)
    inertial = _read_inertial(element.find("inertial"), context.report)
    return Link(name, model_from_link, inertial, tuple(collisions), visuals)


def _read_visuals(
    element: Element, link: str, collisions: Sequence[Collision], context: _Context
) -> Tuple[Visual, ...]:
    visuals, missing = [], MissingVisuals(context.report)
    for index, child in enumerate(element.iterfind("visual")):
        name, material = _part_name(child, link, index), child.find("material")
        try:
            geometry = _read_geometry(child, context)
        except MissingMeshError as error:
            missing.note(child, name, _read_material(material, context), error)
            continue
        if geometry is not None:
            color = _read_material(material, context)
            visuals.append(Visual(name, origin(child), geometry, color, unpainted=material is None))
    return (*visuals, *missing.shown_as(collisions))


def _part_name(element: Element, link: str, index: int) -> str:
    """Return the part's own name, else that from Gazebo's URDF conversion."""
    return element.get("name") or f"{link}_{element.tag}" + (f"_{index}" if index else "")


def _read_inertial(element: Optional[Element], report: ReaderReport) -> Inertial:
    """Return the inertial; a mere frame is without inertia.

    A frame is a link without ``<inertial>``, or of mass 0.
    """
    mass = 0.0 if element is None else number_of(required_child(element, "mass"), "value")
    if element is None or mass == 0.0:
        return Inertial(0.0, np.eye(4), np.zeros((3, 3)))
    moments = required_child(element, "inertia")
    inertia = inertia_matrix(
        *(number_of(moments, tag, 0.0 if tag[1] != tag[2] else None) for tag in _MOMENTS)
    )
    check_inertial(element, mass, inertia, report)
    return Inertial(mass, origin(element), inertia)


def _read_geometry(parent: Element, context: _Context) -> Optional[Geometry]:
    geometry = required_child(parent, "geometry")
    for child in geometry:
        if child.tag == "box":
            x, y, z = (positive(child, value) for value in numbers_of(child, "size", None, "x y z"))
            return Box((x, y, z))
        if child.tag == "cylinder":
            return Cylinder(
                positive(child, number_of(child, "radius")),
                positive(child, number_of(child, "length")),
            )
        if child.tag == "sphere":
            return Sphere(positive(child, number_of(child, "radius")))
        if child.tag == "mesh":
            return _read_mesh(child, context)
        context.report.unsupported(child)
        return None
    raise failure(geometry, f"must contain one of: {', '.join(_SHAPES)}")


def _read_mesh(element: Element, context: _Context) -> Mesh:
    x, y, z = scale = numbers_of(element, "scale", (1.0, 1.0, 1.0), "x y z")
    if 0.0 in scale:
        raise failure(
            element, "the scale has a zero, which makes the mesh flat; use 1 to keep a size"
        )
    uri = attribute(element, "filename")
    try:
        return Mesh(_mesh_path(element, uri, context), (x, y, z))
    except InputError as error:
        raise MissingMeshError(element, error) from None


def _mesh_path(element: Element, uri: str, context: _Context) -> str:
    scheme, rest = split_uri(uri)
    if scheme != "package":
        return context.model_path.resolve(uri, where=where(element))
    package, *parts = confined_parts(uri, rest, where(element))
    path = os.path.join(_folder_of(package, uri, element, context), *parts)
    if not os.path.isfile(path):
        raise failure(element, f"{uri!r}: file {path} not found; check its name")
    return path


def _folder_of(package: str, uri: str, element: Element, context: _Context) -> str:
    try:
        if context.package_folder is None:
            raise LookupError("package:// is not available here")
        return context.package_folder(package)
    except LookupError as error:
        raise failure(
            element,
            f"{uri!r}: the ROS package {package!r} is not found ({error}); source its workspace "
            "or add it to ROS_PACKAGE_PATH",
        ) from None


def _read_material(element: Optional[Element], context: _Context) -> Color:
    """Return the RGBA of a material.

    From its ``<color>``, else the robot's material of that name; textures are not read.
    """
    if element is None:
        return DEFAULT
    color = element.find("color")
    if color is not None:
        red, green, blue, alpha = numbers_of(color, "rgba", None, "red green blue alpha", count=4)
        return red, green, blue, alpha
    name = element.get("name")
    if name in context.colors:
        return context.colors[name]
    what = (
        "has a texture, which is not read"
        if element.find("texture") is not None
        else "has no colour"
    )
    context.report.add(element, f"{what}, shown grey")
    return DEFAULT
