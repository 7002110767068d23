"""The laws of hector_gazebo_plugins' sensors (``laws/robot_plugins/errors.h``,
``geodesic.h``)."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.robot_plugins.settings import Settings

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_laws",
    {
        "sim_errors_new": (POINTER, [POINTER, TEXT, COUNT, TEXT]),
        "sim_errors_white": (POINTER, [NUMBER, COUNT, TEXT]),
        "sim_errors_delete": (None, [POINTER]),
        "sim_errors_on": (None, [POINTER, POINTER, NUMBER, POINTER]),
        "sim_errors_set_drift": (None, [POINTER, POINTER]),
        "sim_errors_variances": (None, [POINTER, POINTER]),
        "sim_geodesic_new": (POINTER, [POINTER]),
        "sim_geodesic_delete": (None, [POINTER]),
        "sim_geodesic_fix": (None, [POINTER, POINTER, POINTER]),
        "sim_geodesic_velocity": (None, [POINTER, POINTER, POINTER]),
        "sim_magnetic_field": (None, [POINTER, POINTER]),
    },
)


class Errors:
    """Offset, drift, white noise and wrong scale of three values; draws begin with a seed and a
    name. ``noise_variance`` (3,) is that of the white noise, ``variance`` (3,) of the drift too."""

    def __init__(self, law: int) -> None:
        self._law = law
        weakref.finalize(self, LAWS().sim_errors_delete, law)
        both = np.zeros(6)
        LAWS().sim_errors_variances(law, address(both))
        self.noise_variance, self.variance = both[:3], both[3:]

    @classmethod
    def of(cls, settings: Settings, prefix: str, seed: int, name: str) -> Errors:
        """By the tags that begin with a prefix."""
        return cls(LAWS().sim_errors_new(settings.law, prefix.encode(), seed, name.encode()))

    @classmethod
    def white(cls, deviation: float, seed: int, name: str) -> Errors:
        """White noise alone."""
        return cls(LAWS().sim_errors_white(deviation, seed, name.encode()))

    def on(self, values: Any, dt: float) -> Array:
        """What a sensor reads (3,) of values (3,) ``dt`` s after the last time."""
        given, read = np.array(values, dtype=float), np.zeros(3)
        LAWS().sim_errors_on(self._law, address(given), dt, address(read))
        return read

    def set_drift(self, values: Any) -> None:
        """Lets the drift go on from values (3,)."""
        given = np.array(values, dtype=float)
        LAWS().sim_errors_set_drift(self._law, address(given))


class Geodesic:
    """Where a place of the world is on the ellipsoid, by <referenceLatitude> and so on."""

    def __init__(self, settings: Settings) -> None:
        self._law = LAWS().sim_geodesic_new(settings.law)
        weakref.finalize(self, LAWS().sim_geodesic_delete, self._law)

    def fix(self, place: Any) -> Array:
        """Latitude and longitude in degrees and altitude in m of a place (3,) in the world."""
        given, fix = np.array(place, dtype=float), np.zeros(3)
        LAWS().sim_geodesic_fix(self._law, address(given), address(fix))
        return fix

    def velocity(self, world: Any) -> Array:
        """North, west and up of a velocity (3,) in the world."""
        given, velocity = np.array(world, dtype=float), np.zeros(3)
        LAWS().sim_geodesic_velocity(self._law, address(given), address(velocity))
        return velocity


def magnetic_field(settings: Settings) -> Array:
    """The earth's field (3,) in the world, in the unit of <magnitude>."""
    field = np.zeros(3)
    LAWS().sim_magnetic_field(settings.law, address(field))
    return field
