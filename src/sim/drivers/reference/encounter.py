"""Input of a reference driver: itself and one other vehicle.

The road is straight. Arrays (n,) or numbers, one row per encounter. x along the driver's path, y to
its left, SI units; places are of the boxes' centres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Union

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class VehicleSize:
    """A vehicle's length and width, m; numbers or (n,)."""

    length: Union[float, Array]
    width: Union[float, Array]


# Both vehicles of the published study [Mattas2022].
VEHICLE_LENGTH = 4.3  # m
VEHICLE_WIDTH = 1.9  # m
STUDIED_BOX = VehicleSize(VEHICLE_LENGTH, VEHICLE_WIDTH)


@dataclass(frozen=True)
class Encounter:
    """Relative state of a driver and one other.

    ``ahead`` and ``beside``: the other's centre from the driver's own. ``acceleration`` and
    ``other_acceleration`` are from the last step, ``other_drift`` the other's speed to the left.
    """

    ahead: Array
    beside: Array
    speed: Array
    acceleration: Array
    other_speed: Array
    other_drift: Array
    own: VehicleSize = STUDIED_BOX
    other: VehicleSize = STUDIED_BOX
    other_acceleration: Union[float, Array] = 0.0

    @cached_property
    def gap(self) -> Array:
        """From bumper to bumper; negative where the boxes overlap along the way."""
        gap: Array = np.abs(self.ahead) - self.own.length / 2 - self.other.length / 2
        return gap

    @cached_property
    def side_gap(self) -> Array:
        """From side to side; negative where the boxes overlap across the way."""
        gap: Array = np.abs(self.beside) - self.own.width / 2 - self.other.width / 2
        return gap

    @cached_property
    def closing(self) -> Array:
        """Closing speed: the driver's minus the other's."""
        closing: Array = self.speed - self.other_speed
        return closing

    @cached_property
    def time_to_collision(self) -> Array:
        """Time to collision (TTC), |gap / closing speed|.

        As in the study, signs are ignored; inf or nan at equal speeds.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            time: Array = np.abs(self.gap / self.closing)
        return time

    @property
    def coming(self) -> Array:
        """The other's speed towards the driver's line."""
        coming: Array = np.where(self.beside >= 0.0, -self.other_drift, self.other_drift)
        return coming

    @property
    def passed(self) -> Array:
        """True if the driver's centre is ahead of the other's."""
        passed: Array = self.ahead < 0.0
        return passed

    @property
    def touching(self) -> Array:
        """A crash: the boxes overlap along and across the way."""
        touching: Array = (self.side_gap < 0.0) & (self.gap < 0.0)
        return touching
