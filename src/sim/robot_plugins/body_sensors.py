"""Laws of IMUs and of hector_gazebo_plugins' sensors.

They are in ``laws/robot_plugins``: ``errors.h``, ``geodesic.h``, ``imu_sensor.h``.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.robot_plugins.settings import PluginSettings

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
        "sim_imu_sensor_new": (POINTER, [NUMBER, COUNT, POINTER, POINTER, COUNT, TEXT]),
        "sim_imu_sensor_delete": (None, [POINTER]),
        "sim_imu_sensor_on": (None, [POINTER, POINTER]),
    },
)


class Errors:
    """Sensor errors of three values: offset, drift, white noise and scale.

    The random generator starts from a seed and a name. ``noise_variance`` (3,) is the variance of
    the white noise, ``variance`` (3,) that of white noise and drift.
    """

    def __init__(self, law: int) -> None:
        self._law = law
        weakref.finalize(self, LAWS().sim_errors_delete, law)
        both = np.zeros(6)
        LAWS().sim_errors_variances(law, address(both))
        self.noise_variance, self.variance = both[:3], both[3:]

    @classmethod
    def of(cls, settings: PluginSettings, prefix: str, seed: int, name: str) -> Errors:
        """Create errors from the tags that begin with a prefix."""
        return cls(LAWS().sim_errors_new(settings.law, prefix.encode(), seed, name.encode()))

    @classmethod
    def white(cls, deviation: float, seed: int, name: str) -> Errors:
        """Create errors of white noise alone."""
        return cls(LAWS().sim_errors_white(deviation, seed, name.encode()))

    def on(self, values: Any, dt: float) -> Array:
        """Return the measurement (3,) of values (3,), ``dt`` s after the last."""
        given, read = np.array(values, dtype=float), np.zeros(3)
        LAWS().sim_errors_on(self._law, address(given), dt, address(read))
        return read

    def set_drift(self, values: Any) -> None:
        """Set the drift to values (3,), from which it continues."""
        given = np.array(values, dtype=float)
        LAWS().sim_errors_set_drift(self._law, address(given))


class ImuSensor:
    """Reading of ``libgazebo_ros_imu_sensor.so``.

    ``start`` is the quaternion (4,), x y z w, of the sensor's start; the reference if ``relative``.
    ``offset`` (3,) in roll, pitch and yaw turns orientations. ``variance`` is of all ten values.
    """

    def __init__(
        self, deviation: float, relative: bool, offset: Any, start: Any, seed: int, name: str
    ) -> None:
        turn, begin = np.array(offset, dtype=float), np.array(start, dtype=float)
        self.variance = deviation * deviation
        self._law = LAWS().sim_imu_sensor_new(
            deviation, int(relative), address(turn), address(begin), seed, name.encode()
        )
        weakref.finalize(self, LAWS().sim_imu_sensor_delete, self._law)

    def on(self, values: Any) -> Array:
        """Return the measurement (10,) of a quaternion, rates and forces (10,)."""
        read = np.array(values, dtype=float)
        LAWS().sim_imu_sensor_on(self._law, address(read))
        return read


class Geodesic:
    """Conversion from world positions to the ellipsoid, set by <referenceLatitude> etc."""

    def __init__(self, settings: PluginSettings) -> None:
        self._law = LAWS().sim_geodesic_new(settings.law)
        weakref.finalize(self, LAWS().sim_geodesic_delete, self._law)

    def fix(self, place: Any) -> Array:
        """Convert a world position (3,) to latitude, longitude (degrees) and altitude (m)."""
        given, fix = np.array(place, dtype=float), np.zeros(3)
        LAWS().sim_geodesic_fix(self._law, address(given), address(fix))
        return fix

    def velocity(self, world: Any) -> Array:
        """Convert a world velocity (3,) to north, west and up."""
        given, velocity = np.array(world, dtype=float), np.zeros(3)
        LAWS().sim_geodesic_velocity(self._law, address(given), address(velocity))
        return velocity


def magnetic_field(settings: PluginSettings) -> Array:
    """Return the earth's field (3,) in world axes; unit of <magnitude>."""
    field = np.zeros(3)
    LAWS().sim_magnetic_field(settings.law, address(field))
    return field
