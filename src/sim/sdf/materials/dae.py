"""Reader of the materials of Collada files.

The diffuse colour or image of each part, and its corners' texture coordinates. Only the common
profile's diffuse channel, and the first set of texture coordinates.
"""

from __future__ import annotations

import os
from typing import List, Optional, Tuple
from urllib.parse import unquote

import numpy as np

from sim.arrays import Array
from sim.sdf.materials.colors import DEFAULT
from sim.sdf.materials.skin import Skin
from sim.sdf.mesh.dae import Document, Primitive, child_of, children, input_of, open_dae
from sim.sdf.types import Color
from sim.sdf.xml.elements import Element, local_name

_SHADERS = ("phong", "blinn", "lambert", "constant")


def read_dae_skins(path: str) -> List[Tuple[str, Skin]]:
    """Return names and skins of the parts.

    In the order of :func:`sim.sdf.mesh.dae.read_dae`; parts that are lines have no faces.
    """
    document = open_dae(path)
    return [(part.name, _skin(document, part)) for part in document.parts()]


def _skin(document: Document, part: Primitive) -> Skin:
    if part.faces.shape[1] != 3:
        return Skin(0)
    color, image = _look(document, _effect(document, part))
    return Skin(len(part.faces), color, image, _coordinates(document, part))


def _effect(document: Document, part: Primitive) -> Optional[Element]:
    """Return the effect of a part's material.

    The node binds the material to the part's symbol, or the material has the symbol as its id.
    """
    symbol = part.element.get("material")
    common = child_of(child_of(part.reference, "bind_material"), "technique_common")
    targets = [
        item.get("target")
        for item in children(common, "instance_material")
        if item.get("symbol") == symbol
    ]
    material = document.find(targets[0] if targets else symbol)
    instance = child_of(material, "instance_effect")
    return document.find(instance.get("url")) if instance is not None else None


def _look(document: Document, effect: Optional[Element]) -> Tuple[Color, str]:
    profile = child_of(effect, "profile_COMMON")
    technique = child_of(profile, "technique")
    shader = next(
        (
            child
            for child in (technique if technique is not None else ())
            if local_name(child) in _SHADERS
        ),
        None,
    )
    diffuse = child_of(shader, "diffuse")
    texture, color = child_of(diffuse, "texture"), child_of(diffuse, "color")
    if texture is not None:
        return (1.0, 1.0, 1.0, 1.0), _image(document, profile, texture.get("texture"))
    if color is None:
        return DEFAULT, ""
    values = document.array(color, float)[:4]
    red, green, blue, alpha = np.clip(
        np.concatenate([values, np.ones(4 - len(values))]), 0.0, 1.0
    ).tolist()
    # Exporters disagree on the meaning of transparency, and Gazebo does not read it from here
    # either.
    return (red, green, blue, 1.0 if alpha == 0.0 else alpha), ""


def _image(document: Document, profile: Optional[Element], sampler: Optional[str]) -> str:
    """Return the image's path by sampler, surface and image, or ''.

    Files may omit any of these; '' also if the image file is missing.
    """
    parameters = {item.get("sid"): item for item in children(profile, "newparam")}
    name: Optional[str] = sampler
    for kind, link in (("sampler2D", "source"), ("surface", "init_from")):
        found = child_of(child_of(parameters.get(name), kind), link)
        name = (found.text or "").strip() if found is not None else name
    source = child_of(document.find(name), "init_from")
    inner = child_of(source, "ref")
    text = (inner if inner is not None else source).text if source is not None else None
    return _file_of(document.path, unquote((text or "").strip()).replace("\\", "/"))


def _file_of(mesh: str, uri: str) -> str:
    """Return the file beside the mesh or in the model's texture folder.

    Gazebo searches there too.
    """
    name = uri[len("file://") :] if uri.startswith("file://") else uri
    folder = os.path.dirname(mesh)
    places = (name,) if os.path.isabs(name) else (os.path.join(folder, name),)
    textures = os.path.join(folder, os.pardir, "materials", "textures", os.path.basename(name))
    return next(
        (
            os.path.normpath(place)
            for place in (*places, textures)
            if name and os.path.isfile(place)
        ),
        "",
    )


def _coordinates(document: Document, part: Primitive) -> Optional[Array]:
    source = input_of(part.element, "TEXCOORD")
    numbers, accessor = (
        child_of(document.find(source), "float_array"),
        child_of(child_of(document.find(source), "technique_common"), "accessor"),
    )
    if numbers is None:
        return None
    stride = int(accessor.get("stride") or 1) if accessor is not None else 2
    values, places = document.array(numbers, float), document.faces(part.element, "TEXCOORD")
    if (
        stride < 2
        or places.shape != part.faces.shape
        or places.max(initial=0) >= len(values) // stride
        or places.min(initial=0) < 0
    ):
        return None
    return values[: len(values) // stride * stride].reshape(-1, stride)[places][..., :2]
