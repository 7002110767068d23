"""Copy of the visible world at one time, drawn while physics continues.

World frame, SI units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.lamps import Link as LightLink
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.types import Link
from sim.traffic.state import VehicleType
from sim.transforms import rotation_from_rpy


@dataclass(frozen=True)
class VisibleLink:
    """A link with visuals of a model."""

    model: str
    link: Link


@dataclass(frozen=True)
class ShownVehicles:
    """Vehicles and persons of the traffic at one time.

    ``type`` (m,), ``signals`` (m,), ``speed`` (m,), base centres ``position`` (m, 3), ``yaw`` (m,),
    ``rotation`` (m, 3, 3), driven distance ``way`` (m,), ``yaw_rate`` (m,); ``swing`` (m,) from -1
    to 1 is the phase of left legs (None: computed from the distance walked).
    """

    type: Array
    signals: Array
    speed: Array
    position: Array
    yaw: Array
    rotation: Array
    id: Array = field(default_factory=lambda: np.empty(0, np.uint32))
    way: Array = field(default_factory=lambda: np.empty(0))
    yaw_rate: Array = field(default_factory=lambda: np.empty(0))
    swing: Optional[Array] = None


@dataclass(frozen=True)
class Moment:
    """Poses of all bodies and traffic at one time.

    ``position`` (b, 3) and ``rotation`` (b, 3, 3) are of ``bodies``, which is the same object until
    models are spawned or deleted.
    """

    time: float
    bodies: Tuple[VisibleLink, ...]
    position: Array
    rotation: Array
    traffic: ShownVehicles
    types: Mapping[int, VehicleType]
    types_version: int
    letters: Mapping[LightLink, str]


class MomentRecorder:
    """Takes moments of a simulation, in the physics thread."""

    def __init__(self, physics: Physics, pool: Traffic, lamps: Lamps) -> None:
        self._physics, self._pool, self._lamps = physics, pool, lamps
        self._known: Optional[int] = None
        self._bodies: Tuple[VisibleLink, ...] = ()
        self._numbers = np.empty(0, int)

    def take(self) -> Moment:
        """Return a copy of the present world."""
        physics = self._physics
        physics.refresh()
        if self._known != physics.models.generation:
            self._find()
        return Moment(
            physics.time,
            self._bodies,
            physics.data.xpos[self._numbers],
            physics.data.xmat[self._numbers].reshape(-1, 3, 3),
            self._traffic(),
            self._pool.types,
            self._pool.types_version,
            dict(self._lamps.letters),
        )

    def _find(self) -> None:
        physics = self._physics
        self._known = physics.models.generation
        bodies = tuple(
            VisibleLink(name, link)
            for name in physics.models.names()
            for link in physics.models.sdf(name).links
            if link.visuals
        )
        self._numbers = np.array(
            [physics.models.body_id(body.model, body.link.name) for body in bodies], int
        )
        if [(body.model, id(body.link)) for body in bodies] != [
            (body.model, id(body.link)) for body in self._bodies
        ]:
            self._bodies = bodies

    def _traffic(self) -> ShownVehicles:
        poses, state = self._pool.poses(), self._pool.state
        rotation = rotation_from_rpy(poses.roll, poses.pitch, poses.yaw)
        speed = np.hypot(poses.velocity[:, 0], poses.velocity[:, 1])
        return ShownVehicles(
            state.type,
            state.signals,
            speed,
            poses.position,
            poses.yaw,
            rotation,
            state.id,
            self._pool.ways(),
            poses.yaw_rate,
        )
