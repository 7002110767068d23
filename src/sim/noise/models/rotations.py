"""Rotation noise on quaternions (..., 4) x y z w."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields
from sim.noise.models.model import NoiseModel
from sim.transforms import quaternion_from_rotvec, quaternion_product


def perturbed_rotations(
    rotations: Array, tilt_sigma: float, yaw_sigma: float, rng: np.random.Generator
) -> Array:
    """Return rotations (..., 4) turned by random rotation vectors.

    (tilt z, tilt z, yaw z) about the fixed axes.
    """
    vectors = rng.standard_normal((*rotations.shape[:-1], 3)) * (tilt_sigma, tilt_sigma, yaw_sigma)
    return quaternion_product(quaternion_from_rotvec(vectors), rotations)


@dataclass(frozen=True)
class Rotation(NoiseModel):
    """Attitude noise exp(e) q about the world's axes.

    e = (tilt_sigma z, tilt_sigma z, yaw_sigma z), rad: an attitude with a heading worse than its
    tilt.
    """

    kind: ClassVar[str] = "orientation"
    tilt_sigma: float = fields.sigma(0.0)
    yaw_sigma: float = fields.sigma(0.0)

    def variance(self, values: Array) -> Array:
        return np.square([self.tilt_sigma, self.tilt_sigma, self.yaw_sigma])

    def __call__(self, rotations: Array, rng: np.random.Generator) -> Array:
        return perturbed_rotations(rotations, self.tilt_sigma, self.yaw_sigma, rng)
