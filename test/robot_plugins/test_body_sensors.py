"""Errors drift and add noise as in hector_gazebo_plugins; fixes match the ellipsoid."""

from __future__ import annotations

import math

import numpy as np
import pytest
from plugin_settings import settings
from scipy.spatial.transform import Rotation

from sim.robot_plugins.body_sensors import Errors, Geodesic, ImuSensor, magnetic_field
from sim.robot_plugins.settings import (
    HECTOR_GPS,
    HECTOR_IMU,
    HECTOR_MAGNETIC,
    PluginSettings,
    ignored_tags,
)
from sim.sdf.plugins import Plugin
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


def test_imu_noise_has_one_deviation_for_all_ten_values() -> None:
    sensor = ImuSensor(0.05, False, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), 3, "a")
    truth = np.array([0.0, 0.6, 0.0, 0.8, 1.0, 2.0, 3.0, 0.0, 0.0, 9.8])
    read = np.array([sensor.on(truth) for _ in range(4000)])
    np.testing.assert_allclose(read.mean(axis=0), truth, atol=0.005)
    np.testing.assert_allclose(read.std(axis=0), 0.05, rtol=0.05)
    assert abs(np.corrcoef(read.T) - np.eye(10)).max() < 0.08
    assert sensor.variance == pytest.approx(0.0025)
    again, other = (
        ImuSensor(0.05, False, np.zeros(3), (0.0, 0.0, 0.0, 1.0), 3, name).on(truth)
        for name in "ab"
    )
    np.testing.assert_array_equal(again, read[0])
    assert not np.array_equal(other, read[0])


@pytest.mark.parametrize("relative", [False, True])
def test_imu_orientation_is_in_the_world_or_in_the_start(relative: bool) -> None:
    # Expected values by scipy's rotations: offset * (start^-1) * orientation.
    start, turn = Rotation.from_euler("xyz", (0.3, -0.2, 1.1)), Rotation.from_rotvec((0.4, 0.9, 0))
    offset = (0.1, -0.4, 2.0)
    sensor = ImuSensor(0.0, relative, offset, start.as_quat(), 0, "a")
    rest = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    read = sensor.on((*turn.as_quat(), *rest))
    expected = Rotation.from_euler("xyz", offset) * (start.inv() * turn if relative else turn)
    assert (Rotation.from_quat(read[:4]) * expected.inv()).magnitude() < 1e-12
    assert tuple(read[4:]) == rest and sensor.variance == 0.0


@pytest.mark.parametrize(
    "library, tag, text, taken",
    [
        ("libgazebo_ros_imu_sensor.so", "gaussianNoise", "0.1", True),
        ("libgazebo_ros_imu_sensor.so", "initialOrientationAsReference", "true", True),
        ("libgazebo_ros_imu_sensor.so", "bodyName", "base", True),
        ("libgazebo_ros_imu_sensor.so", "serviceName", "imu", False),
        ("libgazebo_ros_camera.so", "hackBaseline", "0.07", False),
        ("libgazebo_ros_camera.so", "hackBaseline", "0.0", True),
        ("libgazebo_ros_camera.so", "alwaysOn", "true", True),
        ("libgazebo_ros_block_laser.so", "gaussianNoise", "0.01", False),
        ("libgazebo_ros_range.so", "fov", "0.5", False),
        ("libgazebo_ros_bumper.so", "frameName", "world", True),
        ("libgazebo_ros_bumper.so", "frameName", "base", False),
        ("libmine.so", "anything", "1", True),
    ],
)
def test_tags_of_sensor_plugins_are_taken_or_named(library, tag, text, taken) -> None:
    assert ignored_tags(Plugin("p", library, {tag: text})) == ([] if taken else [tag])
