"""Reader of a world's appearance: ``<scene>`` and ``<light>``s.

Only the world's elements are read, included ones too, not lights of models and links. World frame,
m; angles in rad.
"""

from __future__ import annotations

from typing import List, Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.context import DocumentContext
from sim.sdf.look import Light, SceneSettings, Vector
from sim.sdf.xml.elements import (
    Element,
    boolean,
    failure,
    number,
    parse_file,
    parse_numbers,
    required_child,
    text_of,
    vector,
)
from sim.sdf.xml.poses import pose_matrix

KINDS = ("directional", "point", "spot")
_COLOR_NAMES = "red green blue alpha, each from 0 to 1"


def read_look(world: Element, context: DocumentContext) -> SceneSettings:
    """Return the appearance of a ``<world>``.

    Without any light only the ambient light remains, as in Gazebo.
    """
    scene = world.find("scene")
    ambient, background = SceneSettings.ambient, SceneSettings.background
    if scene is not None:
        ambient, background = (
            _color(scene.find("ambient"), ambient),
            _color(scene.find("background"), background),
        )
    found: List[Light] = []
    for child in world:
        element = (
            child
            if child.tag == "light"
            else _included(child, context)
            if child.tag == "include"
            else None
        )
        if element is not None:
            pose = child.find("pose")
            found.append(
                _light(element, pose_matrix(element.find("pose") if pose is None else pose))
            )
    return SceneSettings(ambient, background, tuple(found))


def _included(element: Element, context: DocumentContext) -> Optional[Element]:
    """Return the light of an include without a model.

    Errors of other includes are reported by the models' reader.
    """
    try:
        root = parse_file(
            context.model_path.model_file(text_of(element.find("uri"), ""), context.folder)
        )
    except InputError:
        return None
    return root.find("light") if root.find("model") is None else None


def _light(element: Element, world_from_light: Array) -> Light:
    kind = element.get("type", "")
    if kind not in KINDS:
        raise failure(element, f"has the type {kind!r}; write one of {', '.join(KINDS)}")
    direction = np.array(vector(element.find("direction"), (0.0, 0.0, -1.0), "x y z"))
    if not direction.any():
        raise failure(
            required_child(element, "direction"), "is zero; give a direction such as 0 0 -1"
        )
    direction = world_from_light[:3, :3] @ direction
    attenuation, spot = element.find("attenuation"), element.find("spot")
    constant, linear, quadratic = (
        number(None if attenuation is None else attenuation.find(tag), default)
        for tag, default in (("constant", 1.0), ("linear", 0.0), ("quadratic", 0.0))
    )
    distance = (
        Light.range if attenuation is None else number(attenuation.find("range"), Light.range)
    )
    outer, falloff = (
        (2.0 * Light.cutoff, Light.falloff)
        if spot is None
        else (
            number(spot.find("outer_angle"), 2.0 * Light.cutoff),
            number(spot.find("falloff"), Light.falloff),
        )
    )
    return Light(
        kind,
        tuple(world_from_light[:3, 3].tolist()),
        tuple((direction / np.linalg.norm(direction)).tolist()),
        _color(element.find("diffuse"), Light.diffuse),
        (constant, linear, quadratic),
        distance,
        0.5 * outer,
        falloff,
        boolean(element.find("cast_shadows"), False),
        element.get("name", ""),
    )


def _color(element: Optional[Element], default: Vector) -> Vector:
    text = text_of(element)
    if element is None or text is None:
        return default
    values = parse_numbers(element, text, (3, 4), _COLOR_NAMES)
    red, green, blue = (min(max(value, 0.0), 1.0) for value in values[:3])
    return red, green, blue
