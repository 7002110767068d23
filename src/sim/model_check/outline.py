"""Outline of a model's document: names, kinds and masses, unchecked.

The check judges Gazebo by it, which accepts files that the embedded simulator refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, List, Tuple

import numpy as np

from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.model_path import ModelPath
from sim.sdf.plugins import Plugin, read_plugins
from sim.sdf.types import Inertial, Joint, Link, Model
from sim.sdf.xml.elements import Element, boolean, text_of
from sim.sdf.xml.report import ReaderReport


@dataclass(frozen=True)
class SensorOutline:
    """A sensor by its name and type.

    ``owner`` is the link or joint of its element.
    """

    name: str
    type: str
    owner: str
    plugins: Tuple[Plugin, ...]


@dataclass(frozen=True)
class ModelOutline:
    """A model's parts by name.

    ``model`` has links with masses, joints and plugins alone; ``kept`` are a URDF's fixed joints
    with a tag against merging; ``refused`` is the error for which Gazebo refuses the file.
    """

    model: Model
    sensors: Tuple[SensorOutline, ...]
    transmissions: Tuple[str, ...] = ()
    kept: Tuple[str, ...] = ()
    urdf: bool = False
    refused: str = ""


def outline_of(root: Element) -> ModelOutline:
    """Return the outline of a ``<robot>``, or of a ``<model>``."""
    return _urdf(root) if root.tag == "robot" else _sdf(root)


def _urdf(root: Element) -> ModelOutline:
    context = DocumentContext(ModelPath(()), ReaderReport())
    tags = list(root.iterfind("gazebo"))
    plugins: List[Plugin] = []
    sensors: List[SensorOutline] = []
    kept: List[str] = []
    static = False
    for tag in tags:
        owner = (tag.get("reference") or "").strip()
        if not owner:
            plugins += _plugins(tag, context)
            static |= _flag(tag, "static")
        elif _flag(tag, "preserveFixedJoint") or _flag(tag, "disableFixedJointLumping"):
            kept.append(owner)
        sensors += _sensors(tag, owner, context)
    links = [_link(link, _urdf_mass(link)) for link in root.iterfind("link") if link.get("name")]
    joints = [
        _joint(joint, _linked(joint, "parent"), _linked(joint, "child"))
        for joint in root.iterfind("joint")
        if joint.get("name")
    ]
    return ModelOutline(
        Model(root.get("name") or "", np.eye(4), static, tuple(links), tuple(joints), (*plugins,)),
        tuple(sensors),
        tuple(one.get("name") or "" for one in root.iterfind("transmission")),
        tuple(kept),
        urdf=True,
    )


def _sdf(root: Element) -> ModelOutline:
    context = DocumentContext(ModelPath(()), ReaderReport())
    links = [link for link in root.iterfind("link") if link.get("name")]
    joints = [joint for joint in root.iterfind("joint") if joint.get("name")]
    sensors = [
        sensor
        for owner in (*links, *joints)
        for sensor in _sensors(owner, owner.get("name") or "", context)
    ]
    model = Model(
        root.get("name") or "",
        np.eye(4),
        _flag(root, "static"),
        tuple(_link(link, 1.0) for link in links),
        tuple(
            _joint(joint, text_of(joint.find("parent"), ""), text_of(joint.find("child"), ""))
            for joint in joints
        ),
        tuple(_plugins(root, context)),
    )
    return ModelOutline(model, tuple(sensors))


def _link(element: Element, mass: float) -> Link:
    inertial = Inertial(mass, np.eye(4), np.eye(3))
    return Link((element.get("name") or "").strip(), np.eye(4), inertial)


def _joint(element: Element, parent: str, child: str) -> Joint:
    name, kind = (element.get("name") or "").strip(), (element.get("type") or "").strip()
    return Joint(name, kind, parent, child, np.eye(4))


def _linked(joint: Element, tag: str) -> str:
    child = joint.find(tag)
    return "" if child is None else (child.get("link") or "").strip()


def _urdf_mass(link: Element) -> float:
    mass = link.find("inertial/mass")
    try:
        return 0.0 if mass is None else float(mass.get("value") or 0.0)
    except ValueError:
        return 0.0


def _flag(element: Element, tag: str) -> bool:
    try:
        return boolean(element.find(tag), False)
    except InputError:
        return False


def _sensors(element: Element, owner: str, context: DocumentContext) -> Iterator[SensorOutline]:
    for sensor in element.iterfind("sensor"):
        yield SensorOutline(
            (sensor.get("name") or "").strip(),
            (sensor.get("type") or "").strip(),
            owner,
            tuple(_plugins(sensor, context)),
        )


def _plugins(element: Element, context: DocumentContext) -> Tuple[Plugin, ...]:
    try:
        return read_plugins(element, context)
    except InputError:
        return ()


def masses(model: Model) -> Dict[str, float]:
    """Return the mass of each link in kg."""
    return {link.name: link.inertial.mass for link in model.links}
