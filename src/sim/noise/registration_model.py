"""Registration error as a step of a chain on object poses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models.model import NoiseModel
from sim.noise.models.objects import Objects
from sim.noise.registration import RegistrationOffsets
from sim.transforms import (
    inverse,
    quaternion_from_rotvec,
    quaternion_product,
    transform_from_pose,
)


class _Prepared:
    """Values derived from the fields."""

    _registration: RegistrationOffsets
    _world_from_detector: Array


@dataclass(frozen=True)
class RegistrationError(NoiseModel, _Prepared):
    """Registration error: the exact inverse of [AgileRobots, Eq. 1].

    A controller with these offsets turns the reports into the true pose. ``points``, ``offsets``
    and ``rotations`` are rows as in :class:`RegistrationOffsets`, in the detector's frame, with the
    pose ``frame`` in the frame of the messages: x y z roll pitch yaw. A noise factor leaves it
    unchanged, since it is not random.
    """

    kind: ClassVar[str] = "objects"
    points: Any
    offsets: Any
    rotations: Any = None
    frame: Any = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            pose = np.array(self.frame, float)
        except (TypeError, ValueError):
            pose = np.empty(0)
        if pose.shape != (6,) or not np.isfinite(pose).all():
            raise InputError(
                "frame", f"six numbers are needed, x y z roll pitch yaw, not {self.frame!r}"
            )
        object.__setattr__(
            self, "_registration", RegistrationOffsets(self.points, self.offsets, self.rotations)
        )
        object.__setattr__(self, "_world_from_detector", transform_from_pose(pose.tolist()))

    def __call__(self, values: Objects, rng: np.random.Generator) -> Objects:
        world_from_detector = self._world_from_detector
        detector_from_world = inverse(world_from_detector)
        positions = values.positions @ detector_from_world[:3, :3].T + detector_from_world[:3, 3]
        known = np.isfinite(positions).all(axis=1)
        reported, shift = positions.copy(), np.zeros_like(positions)
        reported[known] = self._registration.invert(positions[known])[0]
        shift[known] = -self._registration.rotation(reported[known]) if known.any() else 0.0
        turn = quaternion_from_rotvec(shift @ world_from_detector[:3, :3].T)
        return replace(
            values,
            positions=reported @ world_from_detector[:3, :3].T + world_from_detector[:3, 3],
            rotations=quaternion_product(turn, values.rotations),
        )
