"""Planes in clouds by RANSAC (section III-B).

Random sample consensus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.transforms import transform

THRESHOLD = 0.01
ANGLE = 0.55
TRIALS = 600
# Points on which samples are scored.
JUDGES = 4000


@dataclass(frozen=True)
class FittedPlane:
    """Plane of points x with ``normal`` x + ``offset`` = 0.

    The normal (3,) points to the sensor.
    """

    normal: Array
    offset: float

    def distances(self, points: Array) -> Array:
        """Return distances of points (n, 3) in m."""
        found: Array = np.abs(points @ self.normal + self.offset)
        return found

    def flat(self) -> Array:
        """Return sensor_from_flat (4, 4): the plane is z = 0 of flat.

        Its y is as far up as possible.
        """
        up = np.array([0.0, 0.0, 1.0]) - self.normal[2] * self.normal
        up /= np.linalg.norm(up)
        axes = np.column_stack([np.cross(up, self.normal), up, self.normal])
        return transform(-self.offset * self.normal, axes)


def parallel_plane(points: Array, rng: np.random.Generator) -> Optional[FittedPlane]:
    """Find the vertical plane with the most points (n, 3), by RANSAC.

    Within :data:`ANGLE` of the vertical axis z, fitted to these points; None if not found.
    """
    if len(points) < 10:
        return None
    judges = points if len(points) <= JUDGES else points[rng.choice(len(points), JUDGES, False)]
    corners = points[rng.integers(len(points), size=(TRIALS, 3))]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    good = length > 1e-9
    normals, origins = normals[good] / length[good, None], corners[good, 0]
    upright = np.abs(normals[:, 2]) < np.sin(ANGLE)
    normals, origins = normals[upright], origins[upright]
    if len(normals) == 0:
        return None
    offsets = -(normals * origins).sum(axis=1)
    near = np.abs(judges @ normals.T + offsets) < THRESHOLD
    best = int(near.sum(axis=0).argmax())
    chosen = points[np.abs(points @ normals[best] + offsets[best]) < THRESHOLD]
    middle = chosen.mean(axis=0)
    normal = np.linalg.eigh((chosen - middle).T @ (chosen - middle))[1][:, 0]
    normal = -normal if normal @ middle > 0.0 else normal
    return FittedPlane(normal, float(-normal @ middle))
