"""Which bodies touch parts of a model, and with what force."""

from __future__ import annotations

import ctypes
from typing import Dict, List, NamedTuple, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.laws.library import COUNT, POINTER

# N below which a touch holds nothing.
LEAST = 0.1
# Pairs of a part and a body that one model can touch with at a time.
MOST = 256


class Touch(NamedTuple):
    """A body that touches a part: the geoms of their strongest contact, the normal forces N added
    up, the strongest one, and the force on the part, N in world axes."""

    part: int
    body: int
    own_geom: int
    other_geom: int
    normal: float
    strongest: float
    x: float
    y: float
    z: float


ROW = np.dtype(
    [(name, np.int32 if row < 4 else np.float64) for row, name in enumerate(Touch._fields)]
)


class _Touchable(ctypes.Structure):
    """What C++ looks for in steps that are made together."""

    _fields_ = [("parts", POINTER), ("outside", COUNT)]


class Touches:
    """Looks at the contacts of the step just made. ``outside``: contacts between two parts do not
    count. ``address`` is for C++, for as long as :meth:`bind` is not called."""

    def __init__(self, physics: Physics, outside: bool = False) -> None:
        self._physics, self._outside = physics, outside
        self._rows = np.zeros(MOST, dtype=ROW)
        self._address = self._rows.ctypes.data
        self._parts, self._law = np.zeros(0, dtype=np.int32), _Touchable(None, outside)
        self.address = ctypes.addressof(self._law)

    def bind(self, parts: Array) -> None:
        """Look for these parts: the part of each body (nbody,), or -1."""
        self._parts = np.ascontiguousarray(parts, dtype=np.int32)
        self._law.parts = self._parts.ctypes.data

    def look(self) -> List[Touch]:
        """What touches the parts; call it right after the step."""
        physics = self._physics
        count = NATIVE().sim_touches(
            physics.model._address,
            physics.data._address,
            self._law.parts,
            self._outside,
            MOST,
            self._address,
        )
        return [Touch(*row) for row in self._rows[:count].tolist()] if count else []


def by_model(
    physics: Physics, touches: Sequence[Touch], count: int
) -> List[Dict[str, Tuple[float, int]]]:
    """For each of ``count`` parts: normal force N and one body of each model that it touches."""
    found: List[Dict[str, Tuple[float, int]]] = [{} for _ in range(count)]
    for touch in touches:
        touched, name = found[touch.part], physics.names.of_body(touch.body)
        touched[name] = (touched.get(name, (0.0, 0))[0] + touch.normal, touch.body)
    return found


def pushed(physics: Physics, body: int, thing: int) -> Array:
    """Force (3,) in N, world axes, by which contacts between the trees of two bodies push the
    first, in the step just made."""
    total, wrench, roots = np.zeros(3), np.empty(6), physics.model.body_rootid
    if not physics.data.ncon:
        return total
    trees = roots[physics.model.geom_bodyid[physics.data.contact.geom]]
    for sign, pair in ((-1.0, (roots[body], roots[thing])), (1.0, (roots[thing], roots[body]))):
        for index in np.flatnonzero((trees == pair).all(axis=1)).tolist():
            # On the contact's second geom, in the contact's axes.
            mujoco.mj_contactForce(physics.model, physics.data, index, wrench)
            total += sign * physics.data.contact.frame[index].reshape(3, 3).T @ wrench[:3]
    return total


def grasped(found: Sequence[Dict[str, Tuple[float, int]]]) -> str:
    """The model that every finger presses on, empty where there is none; of several the one that is
    pressed most."""
    least = {name: min(touched.get(name, (0.0, 0))[0] for touched in found) for name in found[0]}
    best = max(least, key=least.__getitem__, default="")
    return best if best and least[best] > LEAST else ""
