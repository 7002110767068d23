"""Errors drift and add noise as in hector_gazebo_plugins; fixes match the ellipsoid."""

from __future__ import annotations

import math

import numpy as np
import pytest
from plugin_settings import settings

from sim.robot_plugins.body_sensors import Errors, Geodesic, magnetic_field
from sim.robot_plugins.settings import HECTOR_GPS, HECTOR_IMU, HECTOR_MAGNETIC, PluginSettings
from sim.wgs84 import radii


def imu(**given: str) -> PluginSettings:
    return settings(HECTOR_IMU, **given)


def test_offset_and_scale_are_exact() -> None:
    errors = Errors.of(imu(accelOffset="0.1 0.2 0.3", accelScaleError="1.01"), "accel", 0, "a")
    np.testing.assert_allclose(errors.on((1.0, 2.0, 3.0), 0.01), (1.11, 2.22, 3.33))
    assert not errors.variance.any()


def test_noise_has_its_deviation_and_its_seed() -> None:
    given = imu(rateGaussianNoise="0.1 0.2 0.4")
    errors = Errors.of(given, "rate", 3, "a")
    read = np.array([errors.on(np.zeros(3), 0.01) for _ in range(4000)])
    np.testing.assert_allclose(read.std(axis=0), (0.1, 0.2, 0.4), rtol=0.05)
    np.testing.assert_allclose(errors.noise_variance, (0.01, 0.04, 0.16))
    again, other = (Errors.of(given, "rate", 3, name).on(np.zeros(3), 0.01) for name in "ab")
    np.testing.assert_array_equal(again, read[0])
    assert not np.array_equal(other, read[0])


def test_a_drift_begins_by_its_deviation_and_is_pulled_back() -> None:
    given = imu(accelDrift="2", accelDriftFrequency="0.5")
    starts = [Errors.of(given, "accel", seed, "a").on(np.zeros(3), 0.0) for seed in range(500)]
    assert np.std(starts) == pytest.approx(2.0, rel=0.1)
    # By e within 1 / 0.5 s; what pushes it meanwhile is far less in steps of 0.01 s.
    errors = Errors.of(given, "accel", 1, "a")
    begin = errors.on(np.zeros(3), 0.0)
    for _ in range(200):
        end = errors.on(np.zeros(3), 0.01)
    np.testing.assert_allclose(end, begin * np.exp(-1.0), atol=0.8)


def test_a_place_is_where_it_is_on_the_ellipsoid() -> None:
    given = {"referenceLatitude": "49.9", "referenceLongitude": "8.9", "referenceHeading": "0"}
    geodesic = Geodesic(settings(HECTOR_GPS, **given))
    # x is north and y west.
    latitude, longitude, altitude = geodesic.fix((100.0, 50.0, 3.0))
    assert altitude == 3.0
    east, north = radii(math.radians(49.9))
    assert latitude - 49.9 == pytest.approx(math.degrees(100.0 / north))
    assert longitude - 8.9 == pytest.approx(
        -math.degrees(50.0 / (east * math.cos(math.radians(49.9))))
    )
    turned = Geodesic(settings(HECTOR_GPS, referenceHeading="90"))
    np.testing.assert_allclose(turned.velocity((1.0, 0.0, 2.0)), (0.0, -1.0, 2.0), atol=1e-12)


def test_the_earth_s_field_dips() -> None:
    field = magnetic_field(settings(HECTOR_MAGNETIC, magnitude="2"))
    np.testing.assert_allclose(field, (1.0, 0.0, -np.sqrt(3.0)))
    turned = magnetic_field(settings(HECTOR_MAGNETIC, magnitude="2", referenceHeading="90"))
    np.testing.assert_allclose(turned, (0.0, 1.0, -np.sqrt(3.0)), atol=1e-12)


def test_a_gps_measures_four_times_a_second():
    assert settings(HECTOR_GPS).number("updateRate") == 4.0
