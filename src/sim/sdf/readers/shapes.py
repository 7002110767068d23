"""Reader of geometries for measuring alone.

The embedded simulator does not support them; defaults are Gazebo's own. Metres; outlines are in the
geometry's own x and y.
"""

from __future__ import annotations

from typing import Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.types import Capsule, Ellipsoid, Empty, Heightmap, Image, Polyline
from sim.sdf.xml.elements import (
    Element,
    child_text,
    failure,
    number,
    parent_of,
    positive,
    required_child,
    vector,
)

# Gazebo's default for an image's values of zero or less.
_DEFAULT_SCALE = 0.1  # m per pixel
_DEFAULT_THRESHOLD = 200  # grey level
_DEFAULT_HEIGHT = 1.0  # m


def read_empty(element: Element, context: DocumentContext) -> Empty:
    return Empty()


def read_ellipsoid(element: Element, context: DocumentContext) -> Ellipsoid:
    radii = vector(element.find("radii"), (1.0, 1.0, 1.0), "x y z")
    for radius in radii:
        positive(element, radius)
    return Ellipsoid(radii)


def read_capsule(element: Element, context: DocumentContext) -> Capsule:
    return Capsule(
        positive(element, number(element.find("radius"), 0.5)),
        positive(element, number(element.find("length"), 1.0)),
    )


def read_polyline(element: Element, context: DocumentContext) -> Polyline:
    """Return a geometry's ``<polyline>``s as one shape of the first one's height (Gazebo)."""
    outlines = tuple(_outline(sibling) for sibling in parent_of(element).iterfind("polyline"))
    return Polyline(outlines, positive(element, number(element.find("height"), 1.0)))


def _outline(element: Element) -> Tuple[Tuple[float, float], ...]:
    points = tuple(vector(point, (0.0, 0.0), "x y") for point in element.iterfind("point"))
    if points and points[0] == points[-1]:
        points = points[:-1]
    if len(points) < 3:
        raise failure(element, f"has {len(points)} different <point>s; an outline needs three")
    return points


def read_heightmap(element: Element, context: DocumentContext) -> Heightmap:
    extent = element.find("size")
    size = vector(extent, (1.0, 1.0, 1.0), "x y z")
    if extent is not None:
        for value in size:
            positive(extent, value)
    path = context.resolve(required_child(element, "uri"), child_text(element, "uri"))
    return Heightmap(path, size, vector(element.find("pos"), (0.0, 0.0, 0.0), "x y z"))


def read_image(element: Element, context: DocumentContext) -> Image:
    path = context.resolve(required_child(element, "uri"), child_text(element, "uri"))
    scale, threshold, height = (
        number(element.find(tag), default)
        for tag, default in (
            ("scale", 1.0),
            ("threshold", _DEFAULT_THRESHOLD),
            ("height", _DEFAULT_HEIGHT),
        )
    )
    return Image(
        path,
        scale if scale > 0.0 else _DEFAULT_SCALE,
        int(threshold) if threshold > 0.0 else _DEFAULT_THRESHOLD,
        height if height > 0.0 else _DEFAULT_HEIGHT,
    )
