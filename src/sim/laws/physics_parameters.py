"""Physics parameters of a running world that dynamic_reconfigure can set.

The table is ``laws/physics_parameters.h``.
"""

from __future__ import annotations

import ctypes
from typing import List, NamedTuple

from sim.laws.library import COUNT, NUMBER, Laws

Texts = ctypes.c_char_p * 3
Bounds = NUMBER * 2
LAWS = Laws("sim_laws", {"sim_physics_parameter": (COUNT, [COUNT, Texts, Bounds])})


class PhysicsParameter(NamedTuple):
    """``kind`` is bool, int or double."""

    name: str
    kind: str
    least: float
    most: float
    text: str


def physics_parameters() -> List[PhysicsParameter]:
    """Return all physics parameters in upstream's order."""
    found: List[PhysicsParameter] = []
    texts, bounds = Texts(), Bounds()
    while LAWS().sim_physics_parameter(len(found), texts, bounds):
        name, kind, text = ((one or b"").decode() for one in texts)
        found.append(PhysicsParameter(name, kind, bounds[0], bounds[1], text))
    return found
