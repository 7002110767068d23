"""Appearance of a world beyond its models: ambient light, background, lights.

Data; read by ``readers.look``. Colours are r g b from 0 to 1, world frame, m. The defaults are
those in Gazebo's scene, with the sun that its empty world includes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

Vector = Tuple[float, float, float]


@dataclass(frozen=True)
class Light:
    """A light source.

    ``kind`` is directional, point or spot; ``attenuation`` is constant, linear and quadratic;
    ``cutoff`` is half the spot's angle, rad.
    """

    kind: str
    position: Vector = (0.0, 0.0, 10.0)
    direction: Vector = (0.0, 0.0, -1.0)
    diffuse: Vector = (1.0, 1.0, 1.0)
    attenuation: Vector = (1.0, 0.0, 0.0)
    range: float = 10.0
    cutoff: float = 0.6
    falloff: float = 1.0
    cast_shadows: bool = False
    name: str = ""


SUN = Light("directional", (0.0, 0.0, 10.0), (-0.5, 0.1, -0.9), (0.8, 0.8, 0.8), cast_shadows=True)


@dataclass(frozen=True)
class SceneSettings:
    """The scene of a world."""

    ambient: Vector = (0.4, 0.4, 0.4)
    background: Vector = (0.7, 0.7, 0.7)
    lights: Tuple[Light, ...] = (SUN,)
