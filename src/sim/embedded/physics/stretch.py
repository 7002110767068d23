"""Several steps in one call of C++ (``native/stretch.cc``), without Python in between.

C++ handles physics, the forces of vehicles and driven joints, and the boxes of traffic. The result
equals that of single steps to the last bit.
"""

from __future__ import annotations

import ctypes
from typing import Collection, FrozenSet, Optional, Sequence, Tuple

import numpy as np

from sim.embedded.physics.bare import taking_part
from sim.embedded.physics.geoms import GROUND_GROUP
from sim.embedded.physics.physics import Physics, StepOutcome
from sim.embedded.physics.pool import Movement
from sim.laws.library import COUNT, NUMBER, POINTER, address

# Steps that one call makes at most.
MOST = 1000


class _Boxes(ctypes.Structure):
    """C structure of a :class:`Movement` of ``count`` boxes."""

    _fields_ = [
        *((name, COUNT) for name in ("count", "columns")),
        ("coefficients", POINTER),
        *((name, NUMBER) for name in ("begin", "end")),
        *((name, POINTER) for name in ("half_heights", "rows", "positions", "quaternions")),
        *((name, POINTER) for name in ("mocap_positions", "mocap_quaternions")),
    ]


class _StepLaw(ctypes.Structure):
    """C structure of a call."""

    _fields_ = [
        ("boxes", _Boxes),
        *((name, COUNT) for name in ("vehicles", "ground_group")),
        *((name, POINTER) for name in ("bodies", "laws")),
        *((name, COUNT) for name in ("planes", "cylinders")),
        *((name, POINTER) for name in ("plane_geoms", "cylinder_geoms")),
        *((name, NUMBER) for name in ("upright", "tilted")),
        *((name, COUNT) for name in ("ground", "movers")),
        *((name, POINTER) for name in ("move", "looked")),
        ("margin", NUMBER),
        *((name, POINTER) for name in ("prisms", "watched", "driven")),
        ("taking_part", COUNT),
    ]


class StepBatch:
    """Steps a physics in C++, several steps per call."""

    def __init__(self, physics: Physics) -> None:
        self._physics, self._law = physics, _StepLaw(ground_group=GROUND_GROUP)
        self.outcome = StepOutcome()
        self._address = ctypes.addressof(self._law)
        self._bound: Tuple[int, Tuple[Tuple[int, int], ...], FrozenSet[str]] = (-1, (), frozenset())

    def run(
        self,
        steps: int,
        seconds: float,
        driven: Sequence[Tuple[int, int]],
        movement: Optional[Movement],
        watched: Collection[str],
        mechanisms: int = 0,
    ) -> int:
        """Make up to ``steps`` steps, at most ``MOST``; return how many.

        ``driven`` are vehicles (bodies and laws), ``movement`` moves boxes, ``mechanisms`` the
        address of driven joints. It ends before a step that needs Python, after a step with a
        contact of a ``watched`` model, and after ``seconds`` of wall time; ``outcome`` has more.
        """
        bound = (self._physics.models.generation, tuple(driven), frozenset(watched))
        if bound != self._bound:
            self._bind(driven, watched)
            self._bound = bound
        self._look_at_ground()
        self._look_at_discs()
        self._law.boxes = _Boxes(*movement) if movement is not None else _Boxes()
        self._law.driven = mechanisms or None
        return self._physics.stretch(self._address, min(steps, MOST), seconds, self.outcome)

    def _bind(self, driven: Sequence[Tuple[int, int]], watched: Collection[str]) -> None:
        """Set the fields that stay until models or vehicles change."""
        physics, law = self._physics, self._law
        self._bodies = np.array([body for body, _ in driven], dtype=np.int32)
        self._laws = np.array([vehicle for _, vehicle in driven], dtype=np.uintp)
        law.vehicles, law.taking_part = len(driven), taking_part(physics.model)
        law.bodies, law.laws = address(self._bodies), address(self._laws)
        self._watched = np.zeros(physics.model.nbody, dtype=np.uint8)
        for name in watched:
            if physics.models.has(name):
                self._watched[physics.names.bodies_of(name)] = 1
        law.watched = address(self._watched)
        law.upright, law.tilted = physics.models.discs.tilts

    def _look_at_discs(self) -> None:
        """Set planes and cylinders, as a reset rebuilds their lists."""
        law, (planes, cylinders) = self._law, self._physics.models.discs.listed
        law.planes, law.plane_geoms = planes
        law.cylinders, law.cylinder_geoms = cylinders

    def _look_at_ground(self) -> None:
        """Set the bodies that move near sheets, and the prisms."""
        law, ground = self._law, self._physics.models.ground
        law.ground = bool(ground)
        law.movers, law.prisms = 0, None
        if ground:
            bodies, looked, law.margin = ground.looked
            law.movers, law.move, law.looked = len(bodies), address(bodies), address(looked)
            numbers = ground.prism_of_geom
            law.prisms = address(numbers) if len(numbers) else None
