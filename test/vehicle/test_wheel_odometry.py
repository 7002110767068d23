"""Odometry by the rear wheels' sensors: parameter errors and covariance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.vehicle.odometry import Odometry
from sim.vehicle.vehicle import Vehicle

from .rigid_body import Body, ego_parameters

TRUE = {"radius_error": 0.0, "radius_difference": 0.0, "track_error": 0.0, "distance_noise": 0.0}


def _driven(steering: float, seconds: float, dt: float = 0.005, **errors: float) -> Body:
    parameters = ego_parameters(odometry={**TRUE, **errors})
    return Body(parameters, dt, speed=5.0).drive(seconds, steering, 5.0)


def _ends(vehicle: Vehicle, way: float, seeds: range, dt: float = 0.01) -> np.ndarray:
    """Return poses (n, 3) after ``way`` m in the air, one per seed. The wheels turn at 10 m/s."""
    found = []
    for seed in seeds:
        vehicle.seed_odometry(seed, "ego")
        turning = Body(vehicle.parameters, dt, speed=10.0)
        turning.vehicle = vehicle
        vehicle.reset()
        vehicle.neutral()
        turning.run(way / 10.0)
        found.append(vehicle.wheel_odometry[:3])
    return np.array(found)


def test_without_errors_it_follows_the_true_pose():
    body = _driven(0.1, 6.0)
    x, y, yaw = body.vehicle.wheel_odometry[:3]
    assert (x, y) == pytest.approx(tuple(body.position[:2]), abs=0.15)
    assert math.remainder(yaw - body.yaw, 2.0 * math.pi) == pytest.approx(0.0, abs=0.01)


@pytest.mark.not_quick
def test_scale_and_difference_of_the_radii():
    body = _driven(0.0, 10.0, radius_error=0.02)
    assert body.vehicle.wheel_odometry.x == pytest.approx(1.02 * body.vehicle.odometry.x, rel=1e-6)
    body = _driven(0.0, 10.0, radius_difference=0.002)
    # The right wheel is believed smaller: it seems to turn right, by the difference over the track.
    assert body.vehicle.wheel_odometry.yaw == pytest.approx(
        -0.002 * body.vehicle.odometry.x / 1.56, rel=1e-3
    )


def test_the_track_scales_turns():
    true, wrong = (
        _driven(0.2, 3.0, track_error=error).vehicle.wheel_odometry.yaw for error in (0.0, 0.05)
    )
    assert wrong == pytest.approx(true / 1.05, rel=1e-6)


@pytest.mark.not_quick
def test_noise_grows_with_the_way_as_its_covariance_says():
    parameters = ego_parameters(odometry={**TRUE, "distance_noise": 1e-5})
    vehicle = Vehicle(parameters)
    ends = _ends(vehicle, 10.0, range(150))
    xx, _, _, yy, y_yaw, tt = vehicle.odometry_covariance
    # Each wheel by k s: the way has half of it, and yaw twice as much by the track's square.
    way = 10.0
    assert xx == pytest.approx(1e-5 * way / 2.0, rel=0.15)
    assert tt == pytest.approx(2.0 * 1e-5 * way / 1.56**2, rel=0.15)
    found = np.cov(ends.T)
    # A variance of 150 draws is within 35 % at three of its deviations.
    assert found[0, 0] == pytest.approx(xx, rel=0.35)
    assert found[1, 1] == pytest.approx(yy, rel=0.35)
    assert found[2, 2] == pytest.approx(tt, rel=0.35)
    assert found[1, 2] == pytest.approx(y_yaw, rel=0.35)


def test_noise_does_not_depend_on_the_step():
    covariances = [
        _driven(0.1, 4.0, dt, distance_noise=1e-8).vehicle.odometry_covariance
        for dt in (0.005, 0.002)
    ]
    np.testing.assert_allclose(*covariances, rtol=0.02)


def test_a_seed_and_a_name_give_the_same_drift_again():
    parameters = ego_parameters(odometry={**TRUE, "distance_noise": 1e-4})
    first, again, other = (
        _ends(Vehicle(parameters), 5.0, range(seed, seed + 1))[0] for seed in (3, 3, 4)
    )
    assert tuple(first) == tuple(again)
    assert abs(first - other).max() > 1e-4
    vehicle = Vehicle(parameters)
    vehicle.seed_odometry(3, "another car")
    body = Body(parameters, 0.01, speed=10.0)
    body.vehicle = vehicle
    vehicle.neutral()
    body.run(0.5)
    assert abs(first - np.array(vehicle.wheel_odometry[:3])).max() > 1e-4


def test_a_standing_car_does_not_drift():
    body = Body(ego_parameters()).run(3.0)
    assert body.vehicle.wheel_odometry == Odometry()
    assert body.vehicle.odometry_covariance == [1e-9, 0.0, 0.0, 1e-9, 0.0, 1e-9]
    assert min(body.vehicle.twist_variances) > 0.0
