"""Position and light of the sun by hour.

It is a summer day in Central Europe. Light is that of displays, from 0 to 1, as the colours of
materials are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array

LATITUDE = np.radians(48.0)  # rad
DECLINATION = np.radians(15.0)  # rad
# By the sun's elevation: light of the sun (or, at night, the moon), from above and from below, and
# the colours of the sky.
ELEVATIONS = (-18.0, -6.0, -2.0, 2.0, 8.0, 25.0, 60.0)  # degrees
_TABLES = {
    "sun": (
        (0.05, 0.06, 0.09),
        (0.04, 0.05, 0.07),
        (0.10, 0.06, 0.05),
        (0.42, 0.22, 0.10),
        (0.70, 0.50, 0.32),
        (0.82, 0.74, 0.62),
        (0.86, 0.83, 0.77),
    ),
    "above": (
        (0.07, 0.08, 0.12),
        (0.16, 0.18, 0.25),
        (0.28, 0.28, 0.36),
        (0.38, 0.37, 0.42),
        (0.44, 0.46, 0.52),
        (0.48, 0.52, 0.58),
        (0.50, 0.54, 0.60),
    ),
    "below": (
        (0.04, 0.04, 0.05),
        (0.09, 0.09, 0.11),
        (0.16, 0.15, 0.16),
        (0.22, 0.20, 0.19),
        (0.27, 0.26, 0.24),
        (0.31, 0.30, 0.28),
        (0.33, 0.32, 0.30),
    ),
    "zenith": (
        (0.010, 0.015, 0.035),
        (0.08, 0.11, 0.22),
        (0.16, 0.21, 0.38),
        (0.24, 0.34, 0.55),
        (0.26, 0.43, 0.68),
        (0.24, 0.46, 0.76),
        (0.20, 0.42, 0.75),
    ),
    "horizon": (
        (0.03, 0.035, 0.06),
        (0.30, 0.25, 0.30),
        (0.66, 0.44, 0.34),
        (0.86, 0.62, 0.44),
        (0.84, 0.78, 0.72),
        (0.78, 0.84, 0.90),
        (0.74, 0.83, 0.92),
    ),
}
# Street lamps are on while the sun is lower.
LAMPS_ELEVATION = np.radians(3.0)  # rad


@dataclass(frozen=True)
class Daylight:
    """Daylight of an hour.

    ``towards`` (3,) the sun or moon, ``elevation`` of the sun in rad, and colours (3,).
    """

    towards: Array
    elevation: float
    sun: Array
    above: Array
    below: Array
    zenith: Array
    horizon: Array

    @property
    def dark(self) -> bool:
        """True if lamps are on."""
        return bool(self.elevation < LAMPS_ELEVATION)


def sun_direction(hour: float) -> Array:
    """Return the direction (3,) to the sun at a solar time.

    Time in hours; x east, y north, z up. sin h = sin phi sin delta + cos phi cos delta cos t, with
    t the hour angle.
    """
    t = np.pi * (hour - 12.0) / 12.0
    east = -np.cos(DECLINATION) * np.sin(t)
    north = np.cos(LATITUDE) * np.sin(DECLINATION) - np.sin(LATITUDE) * np.cos(
        DECLINATION
    ) * np.cos(t)
    up = np.sin(LATITUDE) * np.sin(DECLINATION) + np.cos(LATITUDE) * np.cos(DECLINATION) * np.cos(t)
    return np.array([east, north, up])


def daylight(hour: float) -> Daylight:
    """Return the light of a clear day at an hour of 0 .. 24."""
    towards = sun_direction(hour)
    elevation = float(np.arcsin(np.clip(towards[2], -1.0, 1.0)))
    colors = {
        name: np.array(
            [np.interp(np.degrees(elevation), ELEVATIONS, channel) for channel in np.array(table).T]
        )
        for name, table in _TABLES.items()
    }
    if elevation < np.radians(-4.0):
        # The moon takes over, opposite and high.
        towards = np.array([-0.5 * towards[0], -0.5 * towards[1], 0.8])
        towards /= np.linalg.norm(towards)
    elif towards[2] < 0.05:
        towards = np.array([towards[0], towards[1], 0.05])
        towards /= np.linalg.norm(towards)
    return Daylight(towards, elevation, **colors)
