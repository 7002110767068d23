"""A contact sensor, which ROS calls a bumper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import (
    Element,
    child_text,
    name_of,
    parent_of,
    required_child,
    text_of,
)


@dataclass(frozen=True)
class Contact(SensorKind):
    """Contacts of the named collisions of the sensor's link."""

    collisions: Tuple[str, ...]


def read_contact(element: Element, context: DocumentContext) -> Contact:
    contact = part(element, context, ("contact",), ("collision", "topic"))
    parent = parent_of(element)
    known = [name_of(collision) for collision in parent.iterfind("collision")]
    child_text(required_child(element, "contact"), "collision")
    names = []
    for child in contact.iterfind("collision"):
        name = text_of(child, "").rpartition("::")[2]
        # In URDF a sensor is not beside its link's collisions, and their names are made from the
        # link's.
        if name in known or parent.tag != "link":
            names.append(name)
            continue
        context.report.add(
            child,
            f"collision {name!r} of the link not found, ignored; "
            f"collisions: {', '.join(known) or 'none'}",
        )
    return Contact(tuple(names))
