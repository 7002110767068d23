"""The 3D lidars that a ray sensor can stand for: where their lasers point and when they fire.

Angles in rad above the sensor's xy plane, times in s. Sources: VLP-16 User Manual (63-9243),
appendix A and section 9.3; HDL-32E User Manual (63-9113), appendix A; HDL-64E S2 User Manual
(63-HDL64ES2), which gives the upper block's 32 lasers from +2 to -8.33 degrees 1/3 degree apart and
the lower block's from -8.83 to -24.33 degrees 1/2 degree apart, and 1.33 million points a second.
Heads turn clockwise seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Tuple

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class LidarDevice:
    """``elevations`` (n,) of the lasers in the order in which they fire, ``laser_time`` apart; all
    fire once in ``firing_time``."""

    name: str
    elevations: Tuple[float, ...]
    laser_time: float
    firing_time: float

    @property
    def rings(self) -> Array:
        """Ring (n,) of each laser in firing order, 0 for the lowest."""
        return np.argsort(np.argsort(self.elevations))


def _interleaved(lowest: float, apart: float, count: int) -> Tuple[float, ...]:
    """Elevations of which the lower and the upper half fire in turns, from degrees."""
    ascending = np.radians(lowest + apart * np.arange(count))
    return tuple(
        np.column_stack([ascending[: count // 2], ascending[count // 2 :]]).ravel().tolist()
    )


def _blocks() -> Tuple[float, ...]:
    return tuple(
        np.radians(
            np.concatenate([2.0 - np.arange(32) / 3.0, -8.0 - 5.0 / 6.0 - np.arange(32) / 2.0])
        ).tolist()
    )


DEVICES: Dict[str, LidarDevice] = {
    device.name: device
    for device in (
        LidarDevice("VLP-16", _interleaved(-15.0, 2.0, 16), 2.304e-6, 55.296e-6),
        LidarDevice("HDL-32", _interleaved(-30.0 - 2.0 / 3.0, 4.0 / 3.0, 32), 1.152e-6, 46.08e-6),
        LidarDevice("HDL-64", _blocks(), 0.75e-6, 48e-6),
    )
}
