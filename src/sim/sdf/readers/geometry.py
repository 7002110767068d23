"""Reads collisions and visuals: their geometry, friction and colour.

Metres; poses are in the link's frame. Images and meshes are only named here (see ``mesh`` and
``skins``).
"""

from __future__ import annotations

import math
from typing import Callable, Dict, List, Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.missing_meshes import MissingMeshError
from sim.sdf.readers.paint import Paint, read_paint
from sim.sdf.readers.shapes import (
    read_capsule,
    read_ellipsoid,
    read_empty,
    read_heightmap,
    read_image,
    read_polyline,
)
from sim.sdf.types import (
    AnyGeometry,
    Box,
    Collision,
    Cylinder,
    Empty,
    Friction,
    Geometry,
    Mesh,
    Plane,
    Sphere,
    Visual,
)
from sim.sdf.xml.elements import (
    Element,
    boolean,
    child_text,
    failure,
    local_name,
    name_of,
    number,
    parse_numbers,
    positive,
    required_child,
    vector,
)


def read_collision(
    element: Element, link_from_collision: Array, context: DocumentContext
) -> Optional[Collision]:
    """Return the collision. None if its geometry is of an unsupported kind (which is reported)."""
    if context.measured:
        return Collision(name_of(element), link_from_collision, read_any_geometry(element, context))
    context.report.rest(element, ("geometry", "pose", "surface", "max_contacts"))
    geometry = read_geometry(element, context)
    friction = _read_friction(element.find("surface"), context)
    if geometry is None:
        return None
    return Collision(name_of(element), link_from_collision, geometry, friction)


def read_visual(
    element: Element, link_from_visual: Array, context: DocumentContext
) -> Optional[Visual]:
    """Return the visual. None if its geometry is of an unsupported kind (which is reported)."""
    if context.measured:
        return Visual(name_of(element), link_from_visual, read_any_geometry(element, context))
    context.report.rest(
        element, ("geometry", "pose", "material", "transparency", "cast_shadows", "meta")
    )
    color, image = read_color(element, context)
    geometry = read_geometry(element, context)
    if geometry is None:
        return None
    return Visual(
        name_of(element),
        link_from_visual,
        geometry,
        color,
        image,
        element.find("material") is None,
    )


def read_color(visual: Element, context: DocumentContext) -> Paint:
    """Return a visual's colour with its transparency, and its image."""
    (red, green, blue, alpha), image = read_paint(visual.find("material"), context)
    opacity = 1.0 - number(visual.find("transparency"), 0.0)
    return (red, green, blue, alpha * opacity), image


def read_geometry(parent: Element, context: DocumentContext) -> Optional[Geometry]:
    """Return the geometry of a collision or visual; None for ``<empty>`` and unsupported ones."""
    geometry = required_child(parent, "geometry")
    for child in geometry:
        if child.tag in _READERS:
            return _READERS[child.tag](child, context)
        if child.tag == "empty":
            return None
        if child.tag in _MEASURED:
            context.report.unsupported(child)
            return None
    raise failure(geometry, f"must contain one of: {', '.join(_READERS)}")


def read_any_geometry(parent: Element, context: DocumentContext) -> AnyGeometry:
    """Return the geometry inside a collision or visual, of any kind.

    The first supported one counts; without one it is an empty geometry.
    """
    for child in required_child(parent, "geometry"):
        reader = _READERS.get(child.tag) or _MEASURED.get(child.tag)
        if reader is not None:
            return reader(child, context)
    return Empty()


def _read_box(element: Element, context: DocumentContext) -> Box:
    x, y, z = parse_numbers(element, child_text(element, "size"), [3], "3 numbers: x y z")
    for value in (x, y, z):
        positive(required_child(element, "size"), value)
    return Box((x, y, z))


def _read_length(element: Element, tag: str) -> float:
    child_text(element, tag)
    child = required_child(element, tag)
    return positive(child, number(child, 0.0))


def _read_cylinder(element: Element, context: DocumentContext) -> Cylinder:
    return Cylinder(_read_length(element, "radius"), _read_length(element, "length"))


def _read_sphere(element: Element, context: DocumentContext) -> Sphere:
    return Sphere(_read_length(element, "radius"))


def _read_plane(element: Element, context: DocumentContext) -> Plane:
    normal = np.array(vector(element.find("normal"), (0.0, 0.0, 1.0), "x y z"))
    length = float(np.linalg.norm(normal))
    if length == 0.0:
        raise failure(required_child(element, "normal"), "is zero; give a direction such as 0 0 1")
    size = vector(element.find("size"), (1.0, 1.0), "length width")
    return Plane(tuple(normal / length), size)


def _read_mesh(element: Element, context: DocumentContext) -> Mesh:
    uri = child_text(element, "uri")
    scale = vector(element.find("scale"), (1.0, 1.0, 1.0), "x y z")
    if 0.0 in scale:
        raise failure(
            required_child(element, "scale"),
            "has a zero, which makes the mesh flat; use 1 to keep a size",
        )
    submesh = element.find("submesh")
    name = child_text(submesh, "name") if submesh is not None else None
    center = submesh is not None and boolean(submesh.find("center"), False)
    try:
        path = context.resolve(required_child(element, "uri"), uri)
    except InputError as error:
        raise MissingMeshError(element, error) from None
    return Mesh(path, scale, name, center)


_READERS: Dict[str, Callable[[Element, DocumentContext], Geometry]] = {
    "box": _read_box,
    "cylinder": _read_cylinder,
    "sphere": _read_sphere,
    "plane": _read_plane,
    "mesh": _read_mesh,
}
# Kinds that the embedded simulator does not build.
_MEASURED: Dict[str, Callable[[Element, DocumentContext], AnyGeometry]] = {
    "empty": read_empty,
    "polyline": read_polyline,
    "heightmap": read_heightmap,
    "image": read_image,
    "ellipsoid": read_ellipsoid,
    "capsule": read_capsule,
}


def _read_friction(surface: Optional[Element], context: DocumentContext) -> Friction:
    if surface is None:
        return Friction()
    rolling = _read_rolling(surface)
    context.report.rest(surface, ("friction", *(child.tag for child in _rolling(surface))))
    friction = surface.find("friction")
    if friction is None:
        return Friction(rolling=rolling)
    context.report.rest(friction, ("ode",))
    ode = friction.find("ode")
    if ode is None:
        return Friction(rolling=rolling)
    context.report.rest(ode, ("mu", "mu2"))
    return Friction(_read_coefficient(ode.find("mu")), _read_coefficient(ode.find("mu2")), rolling)


def _rolling(surface: Element) -> List[Element]:
    """Return elements ``rolling_resistance`` of any namespace, as ``sim:``."""
    return [child for child in surface if local_name(child) == "rolling_resistance"]


def _read_rolling(surface: Element) -> float:
    """Return the surface's extra rolling resistance coefficient for tyres."""
    for child in _rolling(surface):
        value = number(child, 0.0)
        if not 0.0 <= value <= 1.0:
            raise failure(
                child, f"{value:g} is not a coefficient of rolling resistance; must be 0 to 1"
            )
        return value
    return 0.0


def _read_coefficient(element: Optional[Element]) -> float:
    """Return a friction coefficient. Below 0 it is unlimited, as in Gazebo."""
    return coefficient_of(number(element, 1.0))


def coefficient_of(value: float) -> float:
    """Convert a file's friction coefficient as Gazebo's physics does."""
    return math.inf if value < 0.0 else value
