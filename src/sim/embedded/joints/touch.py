"""Bodies that touch parts of a model, with contact forces."""

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
    """Body that touches a part.

    The geoms of their strongest contact, the sum of normal forces in N, the strongest one, and the
    force on the part in N, world axes.
    """

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
    """C structure of watched parts, for steps made in one call."""

    _fields_ = [("parts", POINTER), ("outside", COUNT)]


class Touches:
    """Touches of a model's parts in the step just made.

    ``outside``: ignore contacts between two parts. ``address`` is for C++, until the next
    :meth:`bind`.
    """

    def __init__(self, physics: Physics, outside: bool = False) -> None:
        self._physics, self._outside = physics, outside
        self._rows = np.zeros(MOST, dtype=ROW)
        self._address = self._rows.ctypes.data
        self._parts, self._law = np.zeros(0, dtype=np.int32), _Touchable(None, outside)
        self.address = ctypes.addressof(self._law)

    def bind(self, parts: Array) -> None:
        """Set the watched parts: the part of each body (nbody,), or -1."""
        self._parts = np.ascontiguousarray(parts, dtype=np.int32)
        self._law.parts = self._parts.ctypes.data

    def look(self) -> List[Touch]:
        """Return the touches of the parts; call it right after the step."""
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
    """Return normal force in N and one body per touching model.

    There is one dictionary for each of ``count`` parts.
    """
    found: List[Dict[str, Tuple[float, int]]] = [{} for _ in range(count)]
    for touch in touches:
        touched, name = found[touch.part], physics.names.of_body(touch.body)
        touched[name] = (touched.get(name, (0.0, 0))[0] + touch.normal, touch.body)
    return found


def pushed(physics: Physics, body: int, thing: int) -> Array:
    """Return the contact force (3,) in N between two bodies' trees.

    It acts on the first, in world axes, in the last step.
    """
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
    """Return the model that all fingers press on, or "". Of several it is the one pressed most."""
    least = {name: min(touched.get(name, (0.0, 0))[0] for touched in found) for name in found[0]}
    best = max(least, key=least.__getitem__, default="")
    return best if best and least[best] > LEAST else ""
