"""Bodies of persons from their height, build, and clothes.

A trunk that stands or leans, a head, and limbs from point to point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.assets.traffic.files import Color
from sim.assets.traffic.surface import PartSurface

REFERENCE_HEIGHT = 1.75  # m, height of the person with these proportions
HIP_HEIGHT = 0.88  # m
SHOULDER_HEIGHT = 1.41  # m
SKINS: Mapping[str, Color] = {
    "light": (0.80, 0.60, 0.49),
    "olive": (0.66, 0.46, 0.34),
    "brown": (0.44, 0.28, 0.19),
    "dark": (0.24, 0.15, 0.11),
}
HAIRS: Mapping[str, Color] = {
    "black": (0.03, 0.025, 0.025),
    "brown": (0.16, 0.09, 0.05),
    "blond": (0.52, 0.38, 0.18),
    "grey": (0.50, 0.49, 0.48),
    "red": (0.36, 0.13, 0.05),
}
SHOE: Color = (0.05, 0.045, 0.045)


@dataclass(frozen=True)
class Person:
    """Person of a ``height`` (m) and ``build`` (1: usual girth).

    ``top`` and ``legs`` are colours of clothes; ``skirt`` and ``coat`` end at these fractions of
    the way from hip to ground, 0: none.
    """

    height: float
    build: float
    skin: str
    hair: str
    top: Color
    legs: Color
    short_sleeves: bool = False
    short_legs: bool = False
    long_hair: bool = False
    coat: float = 0.0
    skirt: float = 0.0
    bag: Optional[Color] = None
    shoes: Color = SHOE

    @property
    def scale(self) -> float:
        """Of all lengths."""
        return self.height / REFERENCE_HEIGHT

    def colors(self) -> Mapping[str, Color]:
        """Return the colour of each part."""
        return {
            "torso": self.top,
            "trousers": self.legs,
            "skin": SKINS[self.skin],
            "hair": HAIRS[self.hair],
            "shoe": self.shoes,
            "bag": self.bag or self.top,
        }


def leg(person: Person, part: str = "trousers") -> PartSurface:
    """Return a straight left leg with its shoe. It hangs from its hip joint in the origin."""
    wide, surface = person.build, PartSurface()
    rings = [
        (0.0, 0.075 * wide, 0.072 * wide),
        (-0.20, 0.085 * wide, 0.078 * wide),
        (-0.42, 0.060 * wide, 0.058 * wide),
        (-0.58, 0.060 * wide, 0.056 * wide),
        (-0.79, 0.048, 0.046),
    ]
    if person.short_legs or person.skirt:
        surface.tube(part, _rings(rings[:3]), 8)
        surface.tube("skin", _rings([(z, 0.85 * x, 0.85 * y) for z, x, y in rings[2:]]), 8)
    else:
        surface.tube(part, _rings(rings), 8)
    # The sole is on the ground, HIP below the joint.
    surface.box("shoe", (-0.075, -0.045, -HIP_HEIGHT), (0.175, 0.045, -HIP_HEIGHT + 0.055))
    surface.box("shoe", (-0.070, -0.042, -HIP_HEIGHT + 0.05), (0.075, 0.042, -HIP_HEIGHT + 0.10))
    return surface


def arm(person: Person) -> PartSurface:
    """Return a straight left arm, hanging from its shoulder in the origin."""
    wide, surface = person.build, PartSurface()
    rings = [
        (0.02, 0.050 * wide, 0.042),
        (-0.10, 0.054 * wide, 0.045),
        (-0.28, 0.044 * wide, 0.040),
        (-0.52, 0.032, 0.030),
    ]
    if person.short_sleeves:
        surface.tube("torso", _rings([*rings[:2], (-0.17, 0.052 * wide, 0.044)]), 7)
        rings = [(-0.16, 0.042, 0.038), *((z, 0.88 * x, 0.88 * y) for z, x, y in rings[2:])]
        surface.tube("skin", _rings(rings), 7)
    else:
        surface.tube("torso", _rings(rings), 7)
    surface.tube(
        "skin", _rings([(-0.51, 0.028, 0.024), (-0.57, 0.042, 0.020), (-0.66, 0.03, 0.016)]), 6
    )
    return surface


def trunk(person: Person) -> PartSurface:
    """Return torso, neck, and head, upright. The hips' middle is in the origin."""
    wide, surface = person.build, PartSurface()
    rings = [
        (-0.05, 0.105 * wide, 0.155 * wide),
        (0.06, 0.112 * wide, 0.165 * wide),
        (0.22, 0.100 * wide, 0.140 * wide),
        (0.40, 0.118 * wide, 0.170 * wide),
        (0.52, 0.105 * wide, 0.195),
        (0.58, 0.075, 0.150),
        (0.615, 0.055, 0.065),
    ]
    if person.coat or person.skirt:
        low = -HIP_HEIGHT * max(person.coat, person.skirt)
        part = "torso" if person.coat else "trousers"
        flare = 1.12 if person.coat else 1.3
        surface.tube(
            part,
            _rings(
                [(low, 0.13 * flare * wide, 0.17 * flare * wide), (0.08, 0.116 * wide, 0.17 * wide)]
            ),
            10,
        )
    surface.tube("torso", _rings(rings), 10)
    surface.tube("skin", _rings([(0.58, 0.052, 0.050), (0.68, 0.050, 0.047)]), 8)
    surface.add(head(person).moved(_shift(0.012, 0.0, 0.64)))
    if person.bag:
        surface.box("bag", (-0.24 * wide, -0.14, 0.12), (-0.10 * wide, 0.14, 0.55))
    return surface


def head(person: Person) -> PartSurface:
    """Return a head with hair, 0.23 m high, looking forward. Its chin is in the origin."""
    surface = PartSurface()
    skull = [
        (0.0, 0.045, 0.04),
        (0.04, 0.082, 0.062),
        (0.11, 0.094, 0.074),
        (0.17, 0.088, 0.07),
        (0.215, 0.05, 0.04),
    ]
    surface.tube("skin", [((0.01, 0.0, z), x, y) for z, x, y in skull], 10)
    surface.box("skin", (0.09, -0.014, 0.075), (0.125, 0.014, 0.115), -0.012)
    low = -0.07 if person.long_hair else 0.07
    hair = [
        ((-0.035, 0.0, low), 0.06, 0.068),
        ((-0.028, 0.0, 0.12), 0.082, 0.084),
        ((-0.008, 0.0, 0.175), 0.098, 0.080),
        ((-0.004, 0.0, 0.212), 0.072, 0.058),
        ((-0.004, 0.0, 0.23), 0.03, 0.026),
    ]
    surface.tube("hair", hair, 10)
    return surface


def between(
    surface: PartSurface, start: Union[Array, Sequence[float]], end: Union[Array, Sequence[float]]
) -> PartSurface:
    """Return a surface turned and stretched to reach between two points.

    It hangs from the origin downwards before.
    """
    down: Array = np.asarray(end, float) - np.asarray(start, float)
    length = float(np.linalg.norm(down))
    own = -surface.bounds[0, 2]
    z = -down / length
    x = np.array([1.0, 0.0, 0.0]) - z[0] * z
    x /= np.linalg.norm(x)
    transform = np.eye(4)
    transform[:3, :3] = np.column_stack([x, np.cross(z, x), z * length / own])
    transform[:3, 3] = start
    return surface.moved(transform)


def scaled(surface: PartSurface, factor: float) -> PartSurface:
    """Return the surface scaled by a factor."""
    return surface.moved(np.diag([factor, factor, factor, 1.0]))


def _rings(
    rings: Sequence[Tuple[float, float, float]],
) -> Sequence[Tuple[Tuple[float, ...], float, float]]:
    """Return rings about the vertical, from the lowest up."""
    return [((0.0, 0.0, z), x, y) for z, x, y in sorted(rings)]


def _shift(x: float, y: float, z: float) -> Array:
    transform = np.eye(4)
    transform[:3, 3] = x, y, z
    return transform
