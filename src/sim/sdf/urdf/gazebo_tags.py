"""Reader of a URDF's ``<gazebo>`` tags.

Plugins of the model, sensors and settings of its links; anything else is reported, by tag with its
links.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Dict, List, Mapping, Optional, Tuple

import numpy as np

from sim.sdf.context import DocumentContext
from sim.sdf.materials.colors import named_color
from sim.sdf.plugins import Plugin, read_plugins
from sim.sdf.readers.geometry import coefficient_of
from sim.sdf.sensors.contact import Contact
from sim.sdf.sensors.reader import joint_sensors, read_sensors
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Color, Friction, Link
from sim.sdf.xml.elements import Element, boolean, name_of, number, text_of
from sim.sdf.xml.poses import pose_matrix

_OF_MODEL = ("plugin", "static")
_OF_LINKS = ("sensor", "mu1", "mu2", "turnGravityOff", "gravity", "material", "selfCollide")
# Fixed joints stay joints here in any case, with their sensors; forces of all joints can be read.
_OF_JOINTS = ("preserveFixedJoint", "disableFixedJointLumping", "provideFeedback", "sensor")
# Reasons why a tag is ignored, for tags of ODE that many robots have.
_REASONS = {
    "fdir1": "friction has no direction here",
    "kp": "contacts have the simulator's own stiffness",
    "kd": "contacts have the simulator's own damping",
    "minDepth": "a setting of ODE's contacts",
    "maxVel": "a setting of ODE's contacts",
    "maxContacts": "a setting of ODE's contacts",
    "dampingFactor": "links are not slowed down by the air here",
}


@dataclass(frozen=True)
class LinkTags:
    """Settings of a link by its tags."""

    mu: float = 1.0
    mu2: float = 1.0
    gravity: bool = True
    self_collide: bool = False
    color: Optional[Color] = None


@dataclass
class GazeboTags:
    """Content of the tags.

    ``plugins`` and ``static`` of the model, ``sensors`` and settings by link.
    """

    plugins: Tuple[Plugin, ...] = ()
    static: bool = False
    sensors: Dict[str, Tuple[Sensor, ...]] = field(default_factory=dict)
    links: Dict[str, LinkTags] = field(default_factory=dict)

    def on(self, link: Link) -> Link:
        """Return the link with its sensors and settings from the tags.

        A contact sensor refers to all collisions of the link, since Gazebo renames them.
        """
        every = Contact(tuple(collision.name for collision in link.collisions))
        sensors = tuple(
            replace(sensor, kind=every) if isinstance(sensor.kind, Contact) else sensor
            for sensor in self.sensors.get(link.name, ())
        )
        tags = self.links.get(link.name, LinkTags())
        visuals = link.visuals
        if tags.color is not None:
            # A material of Gazebo's paints meshes over, with their own colours and images.
            visuals = tuple(
                replace(visual, color=tags.color, unpainted=False) for visual in visuals
            )
        return replace(
            link,
            sensors=sensors,
            collisions=tuple(
                replace(collision, friction=Friction(tags.mu, tags.mu2))
                for collision in link.collisions
            ),
            visuals=visuals,
            gravity=tags.gravity,
            self_collide=tags.self_collide,
        )


def read_gazebo_tags(root: Element, context: DocumentContext) -> GazeboTags:
    """Return all ``<gazebo>`` tags of a robot. One without a reference is about the model."""
    return _TagReader(root, context).read()


class _TagReader:
    def __init__(self, root: Element, context: DocumentContext) -> None:
        self._root, self._context, self._tags = root, context, GazeboTags()
        # Ignored tags: the first element of each, and the names that it refers to.
        self._ignored: Dict[str, Tuple[Element, List[str]]] = {}

    def read(self) -> GazeboTags:
        links = {name_of(element) for element in self._root.iterfind("link")} - {"world"}
        children = _children(self._root)
        for element in self._root.iterfind("gazebo"):
            name = (element.get("reference") or "").strip()
            if not name:
                self._read_model(element)
            elif name in links:
                self._read_link(name, element)
            elif name in children:
                self._read_joint(name, children[name], element)
            else:
                what = "the world, whose tags are" if name == "world" else _absent(name)
                self._context.report.add(element, f"refers to {what} ignored")
        for tag, (element, names) in self._ignored.items():
            reason = f" ({_REASONS[tag]})" if tag in _REASONS else ""
            of = f"of {', '.join(dict.fromkeys(names))}: " if any(names) else ""
            self._context.report.add(element, f"{of}not supported, ignored{reason}")
        return self._tags

    def _ignore_rest(self, name: str, element: Element, known: Tuple[str, ...]) -> None:
        for child in self._context.report.others(element, known):
            self._ignored.setdefault(child.tag, (child, []))[1].append(name)

    def _read_model(self, element: Element) -> None:
        self._ignore_rest("", element, _OF_MODEL)
        self._tags.plugins += read_plugins(element, self._context)
        self._tags.static |= boolean(element.find("static"), False)

    def _read_joint(self, name: str, child: str, element: Element) -> None:
        self._ignore_rest(name, element, _OF_JOINTS)
        sensors = joint_sensors(element, np.eye(4), self._context)
        self._tags.sensors[child] = self._tags.sensors.get(child, ()) + sensors

    def _read_link(self, name: str, element: Element) -> None:
        tags, context = self._tags, self._context
        self._ignore_rest(name, element, _OF_LINKS)
        found = read_sensors(element, lambda sensor: pose_matrix(sensor.find("pose")), context)
        tags.sensors[name] = tags.sensors.get(name, ()) + tuple(found)
        before = tags.links.get(name, LinkTags())
        gravity = boolean(element.find("gravity"), before.gravity)
        tags.links[name] = LinkTags(
            coefficient_of(number(element.find("mu1"), before.mu)),
            coefficient_of(number(element.find("mu2"), before.mu2)),
            not boolean(element.find("turnGravityOff"), not gravity),
            boolean(element.find("selfCollide"), before.self_collide),
            _color(element.find("material"), context) or before.color,
        )


def _children(root: Element) -> Mapping[str, str]:
    """Return the child link of each joint."""
    return {
        name_of(joint): (child.get("link") or "").strip()
        for joint in root.iterfind("joint")
        for child in joint.iterfind("child")
    }


def _absent(name: str) -> str:
    return f"{name!r}, which is neither a link nor a joint of the robot,"


def _color(element: Optional[Element], context: DocumentContext) -> Optional[Color]:
    name = text_of(element)
    if element is None or name is None:
        return None
    color = named_color(name)
    if color is None:
        context.report.add(element, f"material {name!r} is not one of Gazebo's colours, ignored")
    return color
