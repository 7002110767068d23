"""Weather and time of day in Gazebo: ambient light, background, fog, sun.

They are written into gzserver's world, or sent to its plugin while it runs. OGRE 1.9 has neither
our sky gradient nor wet ground nor lamps that follow the hour.
"""

from __future__ import annotations

from typing import Any, Dict, List

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.rendering.conditions import Conditions
from sim.rendering.lighting import Lighting, lighting_of
from sim.sdf.look import SceneSettings
from sim.sdf.xml.elements import Element

# Minimum fog to draw, 1 / m: a visibility of 3 km.
LEAST_FOG = 1e-3
SUN = "sim_sun"
# Thickness of fog before the sky: a layer of 300 m at 17 degrees above the horizon, m.
SKY_BEHIND = 1000.0


def set_light(world: Element, look: SceneSettings, conditions: Conditions) -> None:
    """Write the light of a ``<world>`` under these conditions.

    Nothing is written if they leave its look as it is.
    """
    if conditions == Conditions():
        return
    light = lighting_of(look, conditions)
    scene = world.find("scene")
    if scene is None:
        scene = etree.SubElement(world, "scene")
    _set(scene, "ambient", _ambient(light))
    _set(scene, "background", _background(light))
    _set_fog(scene, light)
    if conditions.time_of_day is not None or conditions.clouds > 0.0:
        _set_sun(world, light)


def told_light(look: SceneSettings, conditions: Conditions) -> Dict[str, Any]:
    """Return the light in numbers.

    Colours r g b from 0 to 1, ``fog`` in 1 / m, each of ``suns`` with the direction of its light.
    """
    light = lighting_of(look, conditions)
    return {
        "ambient": _clipped(_ambient(light)),
        "background": _clipped(_background(light)),
        "fog": light.fog if light.fog >= LEAST_FOG else 0.0,
        "fog_color": _clipped(light.fog_color),
        "suns": [
            {"direction": [-float(part) for part in sun.towards], "color": _clipped(sun.color)}
            for sun in light.suns
        ],
    }


def _ambient(light: Lighting) -> Array:
    ambient: Array = 0.5 * (light.above + light.below)
    return ambient


def _background(light: Lighting) -> Array:
    """Return one colour for the whole sky, mixed with fog."""
    hidden = 1.0 - np.exp(-light.fog * SKY_BEHIND)
    sky = 0.5 * (light.background + light.zenith)
    background: Array = (1.0 - hidden) * sky + hidden * light.fog_color
    return background


def _clipped(color: Array) -> List[float]:
    return [min(max(float(value), 0.0), 1.0) for value in color]


def _set_fog(scene: Element, light: Lighting) -> None:
    for old in scene.findall("fog"):
        scene.remove(old)
    if light.fog < LEAST_FOG:
        return
    fog = etree.SubElement(scene, "fog")
    etree.SubElement(fog, "type").text = "exp"
    _set(fog, "color", light.fog_color)
    etree.SubElement(fog, "density").text = f"{light.fog:.6g}"


def _set_sun(world: Element, light: Lighting) -> None:
    """Replace the world's directional lights, also in included models."""
    for old in world.findall("light"):
        if old.get("type") == "directional":
            world.remove(old)
    for old in world.findall("include"):
        if (old.findtext("uri") or "").strip().rstrip("/") == "model://sun":
            world.remove(old)
    for number, sun in enumerate(light.suns):
        made = etree.SubElement(world, "light", {"name": f"{SUN}_{number}", "type": "directional"})
        etree.SubElement(made, "cast_shadows").text = "0"
        etree.SubElement(made, "pose").text = "0 0 50 0 0 0"
        _set(made, "diffuse", sun.color)
        etree.SubElement(made, "specular").text = "0.1 0.1 0.1 1"
        etree.SubElement(made, "direction").text = " ".join(
            f"{-value:.6g}" for value in sun.towards
        )


def _set(parent: Element, tag: str, color: Array) -> None:
    child = parent.find(tag)
    if child is None:
        child = etree.SubElement(parent, tag)
    child.text = " ".join(f"{value:.4g}" for value in _clipped(color)) + " 1"
