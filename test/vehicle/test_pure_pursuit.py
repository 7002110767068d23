"""Pure pursuit on a bicycle model."""

from __future__ import annotations

import math
from typing import Callable, Tuple

import numpy as np
import pytest

from sim.vehicle.pure_pursuit import steering, to_vehicle_frame

WHEELBASE = 2.7  # m
DT = 0.02  # s
SPEED = 6.0  # m/s


def _follow(
    point_ahead: Callable[[float, float], Tuple[float, float]],
    x: float,
    y: float,
    yaw: float,
    seconds: float,
) -> np.ndarray:
    """Return rear axle poses (n, 3) of a bicycle.

    It pursues the point ahead of its present place.
    """
    poses = []
    for _ in range(round(seconds / DT)):
        angle = steering(to_vehicle_frame(point_ahead(x, y), (x, y), yaw), WHEELBASE)
        x, y = x + SPEED * math.cos(yaw) * DT, y + SPEED * math.sin(yaw) * DT
        yaw += SPEED * math.tan(angle) / WHEELBASE * DT
        poses.append((x, y, yaw))
    return np.array(poses)


def test_converges_to_a_straight_line():
    poses = _follow(lambda x, y: (x + 6.0, 0.0), 0.0, 3.0, 0.3, 15.0)
    assert abs(poses[-1, 1]) < 0.01 and abs(poses[-1, 2]) < 0.01
    assert poses[:, 1].min() > -0.5


def test_tracks_a_circle():
    def ahead(x: float, y: float) -> Tuple[float, float]:
        angle = math.atan2(y, x) + 5.0 / 20.0
        return 20.0 * math.cos(angle), 20.0 * math.sin(angle)

    poses = _follow(ahead, 21.5, 0.0, math.pi / 2, 30.0)
    radii = np.hypot(poses[-500:, 0], poses[-500:, 1])
    assert np.abs(radii - 20.0).max() < 0.1


def test_steering_of_a_point_is_that_of_the_arc_through_it():
    radius, turn = 12.0, 0.5
    point = (radius * math.sin(turn), radius * (1.0 - math.cos(turn)))
    assert math.tan(steering(point, WHEELBASE)) == pytest.approx(WHEELBASE / radius)
    assert steering((point[0], -point[1]), WHEELBASE) == -steering(point, WHEELBASE)
    assert steering((0.0, 0.0), WHEELBASE) == 0.0
