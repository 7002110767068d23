"""Mounting of sensor models on a link, as for hybrid_merge's ``sensors:=``.

The parts become the link's own, so that nothing can sway or be torn off and the link's mass stays
unchanged. Metres and radians.
"""

from __future__ import annotations

import copy
import os
from typing import FrozenSet, Iterator, Tuple

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.xml.elements import Element, name_of, parse_file, parse_text, text_of, where
from sim.sdf.xml.poses import pose_matrix
from sim.transforms import inverse, pose_from_transform

PARTS = ("collision", "visual", "sensor")
# Name, the prefix of its model's collisions, element, pose.
Part = Tuple[str, str, Element, Array]


def mounted(text: str, sensors: str, model_path: ModelPath, source: str = "model") -> str:
    """Return the SDF text of a model with mounted sensors.

    They come from the model named ``sensors`` and go to the first link. Poses in the sensors' model
    are relative to the model's frame. Sensors in that model's own file keep their names; an
    included model gives its sensor the name of the include, or that and the sensor's if it has
    several. Raises InputError for a missing model or link, or two parts of one name.
    """
    root = parse_text(text, source)
    link = _first_link(root, source)
    base = pose_matrix(link.find("pose"))
    names = {(part.tag, part.get("name")) for part in link if part.tag in PARTS}
    for name, prefix, part, model_from_part in _parts(
        model_path.model_file(f"model://{sensors}"), model_path, sensors, np.eye(4)
    ):
        if (part.tag, name) in names:
            raise InputError(
                where(part),
                f"two parts of {link.get('name')} would be the {part.tag} {name!r}; give their "
                "includes different names",
            )
        names.add((part.tag, name))
        link.append(_placed(part, name, prefix, inverse(base) @ model_from_part))
    return etree.tostring(root, encoding="unicode") + "\n"


def _first_link(root: Element, source: str) -> Element:
    model = root if root.tag == "model" else root.find("model")
    link = model.find("link") if model is not None else None
    if link is None:
        raise InputError(source, "has no <model> with a <link> to mount sensors on")
    return link


def _parts(
    path: str,
    model_path: ModelPath,
    name: str,
    place: Array,
    within: FrozenSet[str] = frozenset(),
) -> Iterator[Part]:
    """Yield all parts of a model file placed at ``place``.

    The model is named ``name``; ``within`` are the files that include it.
    """
    if os.path.realpath(path) in within:
        raise InputError(path, "includes itself; remove one of the includes")
    model = parse_file(path).find("model")
    if model is None:
        raise InputError(
            path, "has no <model>; a model's file is <sdf version=...><model name=...>..."
        )
    sensors = len(model.findall("link/sensor"))
    for link in model.findall("link"):
        link_place = place @ pose_matrix(link.find("pose"))
        for part in link:
            if part.tag in PARTS:
                yield (
                    _name_of(part, name, sensors, bool(within)),
                    name,
                    part,
                    link_place @ pose_matrix(part.find("pose")),
                )
    for include in model.findall("include"):
        uri = text_of(include.find("uri"), "")
        file = model_path.model_file(uri, os.path.dirname(path), where(include))
        inner = text_of(include.find("name"), os.path.basename(uri))
        yield from _parts(
            file,
            model_path,
            inner,
            place @ pose_matrix(include.find("pose")),
            within | {os.path.realpath(path)},
        )


def _name_of(part: Element, model: str, sensors: int, included: bool) -> str:
    """Return the name of a part on its new link.

    ``sensors`` is the number of sensors in its model.
    """
    if part.tag == "sensor" and included and sensors == 1:
        return model
    own = name_of(part)
    return f"{model}_{own}" if part.tag != "sensor" or included else own


def _placed(part: Element, name: str, prefix: str, link_from_part: Array) -> Element:
    """Return a copy of a part with another name and pose.

    A contact sensor refers to the collision mounted with it, by its prefix.
    """
    made = copy.deepcopy(part)
    made.set("name", name)
    for pose in made.findall("pose"):
        made.remove(pose)
    pose = etree.Element("pose")
    pose.text = " ".join(f"{value:.9g}" for value in pose_from_transform(link_from_part))
    made.insert(0, pose)
    for collision in made.findall("contact/collision"):
        collision.text = f"{prefix}_{text_of(collision, '')}"
    return made
