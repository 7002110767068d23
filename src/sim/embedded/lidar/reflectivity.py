"""Radar reflectivity of surfaces: m2 of cross section per m2 shown.

The law is that of ``laws/sensors/reflectivity.cc``.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache

from sim.laws.library import COUNT, NUMBER, Laws
from sim.sdf.types import Plane, Visual
from sim.traffic.state import VehicleType

LAWS = Laws(
    "sim_laws",
    {
        "sim_visual_reflectivity": (NUMBER, [ctypes.c_char_p, COUNT, COUNT]),
        "sim_traffic_reflectivity": (NUMBER, [NUMBER] * 3),
    },
)


def of_visual(visual: Visual, static: bool) -> float:
    """Return the reflectivity of a model's visual."""
    return _named(visual.name, isinstance(visual.geometry, Plane), static)


def of_traffic(kind: VehicleType) -> float:
    """Return the reflectivity of a vehicle or person, by its size."""
    return float(LAWS().sim_traffic_reflectivity(kind.length, kind.width, kind.height))


@lru_cache(maxsize=None)
def _named(name: str, plane: bool, static: bool) -> float:
    return float(LAWS().sim_visual_reflectivity(name.encode(), plane, static))
