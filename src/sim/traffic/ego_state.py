"""An ego as traffic sees it: a box that moves. World frame, m, rad, s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array

# Ahead and to the left of the centre, in half lengths and half widths.
CORNERS = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


@dataclass(frozen=True)
class EgoState:
    """Box of a model in the world frame.

    It has the ``centre`` (2,) of its footprint, yaw, forward speed, and yaw rate.
    """

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
        """Return the box ``dt`` s later at constant speed and yaw rate.

        Integrated by the mid-point rule.
        """
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
        """Return corners (4, 2) of the footprint, counter-clockwise from front left."""
        c, s = float(np.cos(self.yaw)), float(np.sin(self.yaw))
        (x, y), half_length, half_width = self.centre, 0.5 * self.length, 0.5 * self.width
        # Plain floats: of one box, box_corners takes four times as long.
        return np.array(
            [
                (
                    x + ahead * (c * half_length) + left * (-s * half_width),
                    y + ahead * (s * half_length) + left * (c * half_width),
                )
                for ahead, left in CORNERS
            ]
        )


def ego_of(
    name: str, pose: Array, linear: Array, yaw_rate: float, size: Array, middle: Array
) -> EgoState:
    """Return the ego state of a model at ``pose`` (4, 4).

    Its linear velocity (3,) and yaw rate are in the world frame; its box has a ``size`` (3,) and
    its ``middle`` (3,) in the model's frame.
    """
    x, y, z = (pose[:3, :3] @ middle + pose[:3, 3]).tolist()
    (along, _, _, _), (across, _, _, _), (up, _, _, _), _ = pose.tolist()
    vx, vy, vz = linear.tolist()
    length, width, height = size.tolist()
    return EgoState(
        name,
        (x, y),
        float(np.arctan2(across, along)),
        vx * along + vy * across + vz * up,
        yaw_rate,
        length,
        width,
        height,
        z - 0.5 * height,
    )
