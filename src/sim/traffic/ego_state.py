"""An ego as traffic sees it: a box that moves. World frame, m, rad, s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class EgoState:
    """A model's box in the world frame: ``centre`` (2,) of its footprint, yaw, forward speed and
    yaw rate."""

    name: str
    centre: Tuple[float, float]
    yaw: float
    speed: float
    yaw_rate: float
    length: float
    width: float
    height: float
    z: float = 0.0

    def after(self, dt: float) -> EgoState:
        """The same box ``dt`` s later at constant speed and yaw rate (mid-point rule)."""
        middle = self.yaw + 0.5 * self.yaw_rate * dt
        centre = (
            self.centre[0] + self.speed * dt * float(np.cos(middle)),
            self.centre[1] + self.speed * dt * float(np.sin(middle)),
        )
        return EgoState(
            self.name,
            centre,
            self.yaw + self.yaw_rate * dt,
            self.speed,
            self.yaw_rate,
            self.length,
            self.width,
            self.height,
            self.z,
        )

    def corners(self) -> Array:
        """Corners (4, 2) of the footprint, counter-clockwise from front left."""
        corners: Array = box_corners(
            np.array([self.centre]),
            np.array([self.yaw]),
            np.array([self.length]),
            np.array([self.width]),
        )[0]
        return corners


def box_corners(centre: Array, yaw: Array, length: Array, width: Array) -> Array:
    """Corners (n, 4, 2) of boxes with centres (n, 2), counter-clockwise from front left."""
    along = np.stack([np.cos(yaw), np.sin(yaw)], 1)[:, None] * (0.5 * length[:, None, None])
    across = np.stack([-np.sin(yaw), np.cos(yaw)], 1)[:, None] * (0.5 * width[:, None, None])
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], float)
    corners: Array = centre[:, None] + signs[None, :, :1] * along + signs[None, :, 1:] * across
    return corners
