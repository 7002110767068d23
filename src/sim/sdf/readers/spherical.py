"""Reads ``<spherical_coordinates>``: where on Earth a world is. Degrees in the file, rad inside."""

from __future__ import annotations

import math
from typing import Optional

from sim.sdf.context import DocumentContext
from sim.sdf.types import Spherical
from sim.sdf.xml.elements import Element, failure, number, required_child, text_of

_FIXED = {"surface_model": "EARTH_WGS84", "world_frame_orientation": "ENU"}


def read_spherical(element: Optional[Element], context: DocumentContext) -> Spherical:
    """Return the world's origin, by default latitude 0, longitude 0."""
    if element is None:
        return Spherical()
    context.report.rest(
        element, (*_FIXED, "latitude_deg", "longitude_deg", "elevation", "heading_deg")
    )
    for tag, only in _FIXED.items():
        if text_of(element.find(tag), only) != only:
            raise failure(
                required_child(element, tag),
                f"{text_of(element.find(tag))!r} is not supported; write {only}",
            )
    latitude, longitude, heading = (
        number(element.find(f"{tag}_deg"), 0.0) for tag in ("latitude", "longitude", "heading")
    )
    if abs(latitude) > 90.0:
        raise failure(
            required_child(element, "latitude_deg"),
            f"is {latitude:g}; it must be from -90 to 90",
        )
    return Spherical(
        math.radians(latitude),
        math.radians(longitude),
        number(element.find("elevation"), 0.0),
        math.radians(heading),
    )
