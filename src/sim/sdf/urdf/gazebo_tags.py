"""Reader of a URDF's ``<gazebo>`` tags.

Plugins of the model, sensors and friction of its links; anything else is reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, Tuple

import numpy as np

from sim.sdf.context import DocumentContext
from sim.sdf.plugins import Plugin, read_plugins
from sim.sdf.readers.geometry import coefficient_of
from sim.sdf.sensors.contact import Contact
from sim.sdf.sensors.reader import joint_sensors, read_sensors
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Friction, Link
from sim.sdf.xml.elements import Element, failure, name_of, number
from sim.sdf.xml.poses import pose_matrix

_OF_LINKS = ("sensor", "mu1", "mu2")
# Fixed joints stay joints here in any case, with their sensors.
_OF_JOINTS = ("preserveFixedJoint", "disableFixedJointLumping")


@dataclass
class GazeboTags:
    """Content of the tags. ``plugins`` of the model, ``sensors`` and ``friction`` by link."""

    plugins: Tuple[Plugin, ...] = ()
    sensors: Dict[str, Tuple[Sensor, ...]] = field(default_factory=dict)
    friction: Dict[str, Friction] = field(default_factory=dict)

    def on(self, link: Link) -> Link:
        """Return the link with its sensors and friction from the tags.

        A contact sensor refers to all collisions of the link, since Gazebo renames them.
        """
        every = Contact(tuple(collision.name for collision in link.collisions))
        sensors = tuple(
            replace(sensor, kind=every) if isinstance(sensor.kind, Contact) else sensor
            for sensor in self.sensors.get(link.name, ())
        )
        friction = self.friction.get(link.name, Friction())
        return replace(
            link,
            sensors=sensors,
            collisions=tuple(
                replace(collision, friction=friction) for collision in link.collisions
            ),
        )


def read_gazebo_tags(root: Element, context: DocumentContext) -> GazeboTags:
    """Return all ``<gazebo>`` tags of a robot. One without a reference is about the model."""
    tags = GazeboTags()
    links = {name_of(element) for element in root.iterfind("link")}
    children = {
        name_of(joint): (child.get("link") or "").strip()
        for joint in root.iterfind("joint")
        for child in joint.iterfind("child")
    }
    for element in root.iterfind("gazebo"):
        link = (element.get("reference") or "").strip()
        if not link:
            _check(element, ("plugin",), context)
            tags.plugins += read_plugins(element, context)
        elif link in links:
            _check(element, _OF_LINKS, context)
            _read_link(tags, link, element, context)
        elif link in children:
            sensors = joint_sensors(element, np.eye(4), context)
            tags.sensors[children[link]] = tags.sensors.get(children[link], ()) + sensors
            if any(child.tag not in (*_OF_JOINTS, "sensor") for child in element):
                context.report.unsupported(element)
        elif any(element.find(tag) is not None for tag in _OF_LINKS):
            raise failure(element, f"refers to the link {link!r}, which is not there")
        elif any(child.tag not in _OF_JOINTS for child in element):
            context.report.unsupported(element)
    return tags


def _check(element: Element, known: Tuple[str, ...], context: DocumentContext) -> None:
    if any(element.find(tag) is not None for tag in known):
        context.report.rest(element, known)
    else:
        context.report.unsupported(element)


def _read_link(tags: GazeboTags, link: str, element: Element, context: DocumentContext) -> None:
    found = read_sensors(element, lambda sensor: pose_matrix(sensor.find("pose")), context)
    tags.sensors[link] = tags.sensors.get(link, ()) + tuple(found)
    if element.find("mu1") is not None or element.find("mu2") is not None:
        before = tags.friction.get(link, Friction())
        tags.friction[link] = Friction(
            coefficient_of(number(element.find("mu1"), before.mu)),
            coefficient_of(number(element.find("mu2"), before.mu2)),
        )
