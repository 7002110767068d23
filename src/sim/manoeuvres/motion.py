"""Recorded motion of a car, with derived quantities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class CarOutline:
    """Car from above, in m from its centre of mass. Forwards and to the left."""

    front: float
    rear: float
    half_width: float
    front_axle: float
    rear_axle: float
    half_track: float

    @property
    def wheelbase(self) -> float:
        return self.front_axle - self.rear_axle

    @property
    def corners(self) -> Array:
        """Corners (4, 2) of the body, around."""
        side = self.half_width
        return np.array(
            [(self.front, side), (self.front, -side), (self.rear, -side), (self.rear, side)]
        )


@dataclass(frozen=True)
class CarMotion:
    """Motion of a car at n times.

    Arrays (n,) or as said, SI units and rad. Velocities and the lateral acceleration of the centre
    of mass, along the car's own axes in the plane of the ground; ``steering`` is the bicycle
    model's angle, ``rolling`` (n, 4) the wheels' speeds times their radius, ``loads`` (n, 4) of the
    wheels, ``tyres`` (n, 4, 2) their forces along and to the left of each wheel.
    """

    time: Array
    place: Array
    yaw: Array
    velocity: Array
    yaw_rate: Array
    lateral_acceleration: Array
    roll: Array
    steering: Array
    rolling: Array
    loads: Array
    tyres: Array
    shape: CarOutline

    @property
    def wheelbase(self) -> float:
        return self.shape.wheelbase

    @property
    def front_load(self) -> Array:
        """Load of the front axle (n,)."""
        load: Array = self.loads[:, :2].sum(axis=1)
        return load

    @property
    def rear_load(self) -> Array:
        """Load of the rear axle (n,)."""
        load: Array = self.loads[:, 2:].sum(axis=1)
        return load

    @property
    def height(self) -> Array:
        """Rise of the centre of mass since the start (n,)."""
        risen: Array = self.place[:, 2] - self.place[0, 2]
        return risen

    @property
    def outlines(self) -> Array:
        """Corners of the body from above (n, 4, 2), in the world."""
        cos, sin = np.cos(self.yaw), np.sin(self.yaw)
        world_from_car = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
        turned = self.shape.corners @ np.swapaxes(world_from_car, 1, 2)
        corners: Array = turned + self.place[:, None, :2]
        return corners

    @property
    def slip_angle(self) -> Array:
        """Slip angle at the centre of mass (n,)."""
        return np.arctan2(self.velocity[:, 1], np.maximum(self.velocity[:, 0], 1e-3))

    @property
    def speed(self) -> Array:
        """Speed over the ground (n,)."""
        return np.hypot(self.velocity[:, 0], self.velocity[:, 1])

    def after(self, time: float) -> CarMotion:
        """Return the motion from a time on."""
        keep = self.time >= time - 1e-9
        kept: Dict[str, Any] = {
            name: values[keep]
            for name, values in vars(self).items()
            if isinstance(values, np.ndarray)
        }
        return replace(self, **kept)
