"""Lighting of a world under its conditions.

Light from sky, sun, and ground, and the effect of the air. World frame; colours r g b from 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.conditions import CLEAR_VISIBILITY, Conditions
from sim.rendering.daylight import daylight
from sim.sdf.look import Light, SceneSettings

MOST_SUNS = 4
# Lights of the world with names that begin so are off by day, if an hour is given.
STREET_LAMP = "street_lamp"
# At 5 % of the contrast, exp(-3) of the light is left.
OPTICAL_DEPTH = 3.0


@dataclass(frozen=True)
class SunLight:
    """Directional light from ``towards`` (3,) with a ``color`` (3,)."""

    towards: Array
    color: Array


@dataclass(frozen=True)
class Lighting:
    """Lighting of a scene.

    ``suns`` with the one that casts shadows first, if ``shadows``; a flat ``background`` without
    ``sky``; ``fog`` in 1 / m.
    """

    above: Array
    below: Array
    suns: Tuple[SunLight, ...]
    shadows: bool
    sky: bool
    background: Array
    zenith: Array
    glow: float
    fog: float
    fog_color: Array
    wetness: float
    rain: float
    dark: bool
    lamps: Tuple[Light, ...]


def lighting_of(look: SceneSettings, conditions: Conditions) -> Lighting:
    """Return the world's lights, or the daylight of an hour, under conditions.

    Daylight replaces ambient and directional lights; clouds, fog, and rain then modify them.
    """
    lamps = tuple(light for light in look.lights if light.kind != "directional")
    own = sorted(
        (light for light in look.lights if light.kind == "directional"),
        key=lambda light: not light.cast_shadows,
    )
    suns = [SunLight(-np.array(light.direction), np.array(light.diffuse)) for light in own][
        :MOST_SUNS
    ]
    shadows = bool(own) and own[0].cast_shadows
    above = below = np.array(look.ambient)
    zenith = horizon = np.array(look.background)
    glow, dark, sky = 0.0, False, False
    if conditions.time_of_day is not None:
        day = daylight(conditions.time_of_day)
        suns, shadows = [SunLight(day.towards, day.sun)], True
        above, below, zenith, horizon = day.above, day.below, day.zenith, day.horizon
        glow, dark, sky = 1.0, day.dark, True
        if not dark:
            lamps = tuple(lamp for lamp in lamps if not lamp.name.startswith(STREET_LAMP))
    cloudy = conditions.clouds
    if cloudy > 0.0:
        above, below, suns = _clouded(above, below, suns, cloudy)
        grey = 0.82 * float(horizon.mean()) * np.array([0.97, 1.0, 1.03])
        horizon = (1.0 - cloudy) * horizon + cloudy * grey
        zenith = (1.0 - cloudy) * zenith + cloudy * 0.88 * grey
        glow *= (1.0 - cloudy) ** 2
        shadows = shadows and cloudy < 0.9
    visibility = min(conditions.visibility, CLEAR_VISIBILITY if sky else math.inf)
    return Lighting(
        above,
        below,
        tuple(suns),
        shadows,
        sky,
        horizon,
        zenith,
        glow,
        0.0 if math.isinf(visibility) else OPTICAL_DEPTH / visibility,
        horizon,
        conditions.wetness,
        conditions.rain,
        dark,
        lamps,
    )


def _clouded(
    above: Array, below: Array, suns: List[SunLight], share: float
) -> Tuple[Array, Array, List[SunLight]]:
    """Convert a part of the sun's light to diffuse sky light.

    ``share`` is the fraction of the sky covered by clouds.
    """
    taken = np.sum([share * sun.color * max(sun.towards[2], 0.0) for sun in suns], axis=0)
    dimmed = [SunLight(sun.towards, (1.0 - share) * sun.color) for sun in suns]
    return above + 0.45 * taken, below + 0.2 * taken, dimmed
