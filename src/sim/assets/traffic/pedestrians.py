"""Pedestrians with various clothes.

Limbs are separate visuals about their middles, which simulators swing at their upper ends.
"""

from __future__ import annotations

from typing import Dict, Tuple

import numpy as np

from sim.assets.traffic.files import ModelFiles, VehicleVisual
from sim.assets.traffic.people import HIP_HEIGHT, SHOULDER_HEIGHT, Person, arm, leg, scaled, trunk
from sim.assets.traffic.surface import PartSurface

BODY_DEPTH = 0.4  # m
BODY_WIDTH = 0.5  # m
PERSONS: Dict[str, Tuple[str, Person]] = {
    "pedestrian": (
        "Walking man in a jacket",
        Person(1.7, 1.0, "light", "brown", (0.15, 0.45, 0.50), (0.10, 0.11, 0.16)),
    ),
    "pedestrian_suit": (
        "Walking man in a suit",
        Person(1.82, 1.05, "olive", "black", (0.07, 0.08, 0.11), (0.07, 0.08, 0.11)),
    ),
    "pedestrian_shirt": (
        "Walking man in shirt and jeans",
        Person(1.78, 0.98, "dark", "black", (0.80, 0.79, 0.74), (0.10, 0.16, 0.30), True),
    ),
    "pedestrian_shorts": (
        "Walking young man in shorts",
        Person(
            1.74,
            0.95,
            "light",
            "blond",
            (0.55, 0.10, 0.08),
            (0.42, 0.38, 0.28),
            True,
            True,
            shoes=(0.75, 0.75, 0.73),
        ),
    ),
    "pedestrian_backpack": (
        "Walking student with a backpack",
        Person(
            1.76,
            0.94,
            "brown",
            "black",
            (0.30, 0.36, 0.16),
            (0.09, 0.10, 0.12),
            bag=(0.16, 0.12, 0.30),
            shoes=(0.6, 0.6, 0.6),
        ),
    ),
    "pedestrian_old": (
        "Walking old man in a coat",
        Person(1.69, 1.12, "light", "grey", (0.30, 0.25, 0.19), (0.16, 0.15, 0.14), coat=0.35),
    ),
    "pedestrian_coat": (
        "Walking woman in a long coat",
        Person(
            1.68,
            0.93,
            "light",
            "red",
            (0.46, 0.34, 0.22),
            (0.08, 0.08, 0.09),
            long_hair=True,
            coat=0.52,
        ),
    ),
    "pedestrian_skirt": (
        "Walking woman in blouse and skirt",
        Person(
            1.65,
            0.92,
            "olive",
            "brown",
            (0.72, 0.66, 0.70),
            (0.22, 0.07, 0.13),
            True,
            long_hair=True,
            skirt=0.48,
        ),
    ),
    "pedestrian_jumper": (
        "Walking woman in jumper and trousers",
        Person(
            1.66,
            0.95,
            "dark",
            "black",
            (0.62, 0.42, 0.07),
            (0.07, 0.09, 0.18),
            long_hair=True,
            bag=(0.30, 0.08, 0.07),
        ),
    ),
    "pedestrian_hoodie": (
        "Walking young woman in a hooded top",
        Person(
            1.70,
            0.90,
            "light",
            "blond",
            (0.34, 0.35, 0.38),
            (0.05, 0.05, 0.06),
            long_hair=True,
            shoes=(0.7, 0.7, 0.7),
        ),
    ),
    "pedestrian_child": (
        "Walking child with a school bag",
        Person(
            1.30,
            1.05,
            "light",
            "brown",
            (0.10, 0.30, 0.62),
            (0.30, 0.22, 0.14),
            bag=(0.70, 0.30, 0.06),
            shoes=(0.55, 0.1, 0.1),
        ),
    ),
}


def pedestrian_model(name: str) -> ModelFiles:
    """Return the files of one of ``PERSONS``."""
    description, person = PERSONS[name]
    scale = person.scale
    trunk_parts = scaled(trunk(person), scale).by_part()
    hips, shoulders = 0.092 * scale * person.build, 0.205 * scale
    meshes = {
        "torso": {"torso": trunk_parts.pop("torso")},
        "details": trunk_parts,
        "leg": _centred(scaled(leg(person), scale)).by_part(),
        "arm": _centred(scaled(arm(person), scale)).by_part(),
    }
    limbs = [
        VehicleVisual(f"leg_{side}", "leg", (), (0, sign * hips, 0.5 * HIP_HEIGHT * scale, 0, 0, 0))
        for side, sign in (("left", 1.0), ("right", -1.0))
    ]
    middle = SHOULDER_HEIGHT * scale - _reach(scaled(arm(person), scale))
    limbs += [
        VehicleVisual(f"arm_{side}", "arm", (), (0, sign * shoulders, middle, 0, 0, 0))
        for side, sign in (("left", 1.0), ("right", -1.0))
    ]
    hip = (0.0, 0.0, HIP_HEIGHT * scale, 0.0, 0.0, 0.0)
    visuals = (
        VehicleVisual("torso", "torso", person.top, hip),
        VehicleVisual("details", "details", (), hip),
        *limbs,
    )
    return ModelFiles(
        name, description, (BODY_DEPTH, BODY_WIDTH, person.height), visuals, meshes, person.colors()
    )


def _reach(limb: PartSurface) -> float:
    """Return half the length of a limb."""
    lower, upper = limb.bounds
    return float(0.5 * (upper[2] - lower[2]))


def _centred(limb: PartSurface) -> PartSurface:
    """Return a limb about its middle, its joint at the upper end."""
    transform = np.eye(4)
    transform[2, 3] = -0.5 * float(limb.bounds[:, 2].sum())
    return limb.moved(transform)
