"""Pure pursuit on a bicycle model, and the arc lengths of its path."""
from __future__ import annotations

import math

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.pure_pursuit import Path, steering, to_vehicle_frame

WHEELBASE, DT, SPEED = 2.7, 0.02, 6.0


def _follow(path: Path, x: float, y: float, yaw: float, lookahead: float, seconds: float) -> np.ndarray:
    """Rear axle poses (n, 3) of a bicycle that pursues the path."""
    poses, place = [], 0.0
    for _ in range(round(seconds / DT)):
        place = path.project((x, y), after=place, within=10.0)
        angle = steering(to_vehicle_frame(path.point_at(place + lookahead), (x, y), yaw), WHEELBASE)
        x, y = x + SPEED * math.cos(yaw) * DT, y + SPEED * math.sin(yaw) * DT
        yaw += SPEED * math.tan(angle) / WHEELBASE * DT
        poses.append((x, y, yaw))
    return np.array(poses)


def test_converges_to_a_straight_line():
    poses = _follow(Path(np.array([[0.0, 0.0], [300.0, 0.0]])), 0.0, 3.0, 0.3, 6.0, 15.0)
    assert abs(poses[-1, 1]) < 0.01 and abs(poses[-1, 2]) < 0.01
    assert poses[:, 1].min() > -0.5


def test_tracks_a_circle():
    angles = np.linspace(0.0, 4.0 * math.pi, 721)
    circle = 20.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    poses = _follow(Path(circle), 21.5, 0.0, math.pi / 2, 5.0, 30.0)
    radii = np.hypot(poses[-500:, 0], poses[-500:, 1])
    assert np.abs(radii - 20.0).max() < 0.1


def test_steering_of_a_point_is_that_of_the_arc_through_it():
    radius, turn = 12.0, 0.5
    point = (radius * math.sin(turn), radius * (1.0 - math.cos(turn)))
    assert math.tan(steering(point, WHEELBASE)) == pytest.approx(WHEELBASE / radius)
    assert steering((point[0], -point[1]), WHEELBASE) == -steering(point, WHEELBASE)
    assert steering((0.0, 0.0), WHEELBASE) == 0.0


def test_arc_lengths_projection_and_continuation():
    path = Path(np.array([[0.0, 0.0], [0.0, 0.0], [10.0, 0.0], [10.0, 5.0]]))
    assert path.length == 15.0
    assert path.project((4.0, 1.0)) == pytest.approx(4.0)
    assert path.project((12.0, 3.0)) == pytest.approx(13.0)
    assert path.point_at(12.0) == pytest.approx((10.0, 2.0))
    assert path.point_at(17.0) == pytest.approx((10.0, 7.0))
    assert path.point_at(-1.0) == pytest.approx((-1.0, 0.0))


def test_projection_stays_on_its_own_pass_of_a_crossing():
    path = Path(np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [10.0, 10.0], [10.0, -10.0]]))
    assert path.project((10.0, 0.1), after=0.0, within=15.0) == pytest.approx(10.0)
    assert path.project((10.0, 0.1), after=35.0) == pytest.approx(49.9)


@pytest.mark.parametrize("points", [np.zeros((1, 2)), np.zeros((3, 2)), np.zeros((3, 3)), np.array([[0.0, 0.0], [np.nan, 1.0]])])
def test_unusable_paths_are_refused(points: np.ndarray):
    with pytest.raises(InputError, match="path"):
        Path(points)
