"""Traffic lights in pictures, boxes around lidar points, and tracks."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from road_pictures import camera

from sim.driving_stack.lights import colour, region
from sim.driving_stack.obstacles import ObstacleBox, boxes, deskewed, levelled
from sim.driving_stack.tracks import Tracker

RGB = {"red": (255, 30, 20), "yellow": (255, 210, 0), "green": (20, 230, 60)}


def head(x: float) -> dict:
    return {
        name: np.array([x, 0.0, 2.5 + 0.3 * i]) for i, name in enumerate(("green", "yellow", "red"))
    }


@pytest.mark.parametrize("lit", [*RGB, None])
@pytest.mark.parametrize("x", [8.0, 20.0, 35.0])
def test_the_lamp_that_is_lit_is_told_at_any_distance(lit, x):
    picture = np.full((480, 640, 3), (150, 180, 220), np.uint8)
    where, scale = region(camera(), head(x))
    for name, lamp in head(x).items():
        pixel = tuple(camera().pixels(lamp[None])[0][0].round().astype(int))
        paint = RGB[name] if name == lit else (25, 25, 25)
        cv2.circle(picture, pixel, max(round(0.1 * scale), 1), paint, -1)
    assert colour(picture, where, scale) == lit


def test_a_head_behind_or_beside_the_picture_is_looked_for_nowhere():
    assert region(camera(), head(-5.0)) is None
    beside = {name: lamp + np.array([0.0, 30.0, 0.0]) for name, lamp in head(10.0).items()}
    assert region(camera(), beside) is None


def car(x: float, y: float, points: int = 400) -> np.ndarray:
    """Return points on all sides of a car at x, y. It is 4 x 1.8 m."""
    random = np.random.default_rng(8)
    rear = np.column_stack([np.full(points, x - 2.0), random.uniform(-0.9, 0.9, points) + y])
    side = np.column_stack([random.uniform(-2.0, 2.0, points) + x, np.full(points, y - 0.9)])
    ground = np.vstack([rear, side, 2.0 * np.array([x, y]) - rear, 2.0 * np.array([x, y]) - side])
    return np.column_stack([ground, random.uniform(0.6, 1.4, len(ground))])


def everywhere(points: np.ndarray) -> np.ndarray:
    return np.ones(len(points), bool)


def test_cars_and_persons_get_boxes_and_the_ground_none():
    random = np.random.default_rng(9)
    person = np.array([15.0, -4.0, 0.0]) + random.uniform(
        [-0.2, -0.2, 0.5], [0.2, 0.2, 1.7], (30, 3)
    )
    ground = random.uniform([-40, -40, -0.05], [40, 40, 0.05], (3000, 3))
    # Under braking the car pitches by 0.01 rad, and the ground ahead seems to rise.
    ground[:, 2] += 0.01 * np.hypot(*ground[:, :2].T)
    found = boxes(np.vstack([car(20.0, 3.0), person, ground]), everywhere)
    assert len(found) == 2
    by_size = sorted(found, key=lambda box: box.length)
    assert (by_size[0].x, by_size[0].y) == pytest.approx((15.0, -4.0), abs=0.1)
    assert by_size[0].length < 0.6 and by_size[0].height == pytest.approx(1.7, abs=0.1)
    assert (by_size[1].x, by_size[1].y) == pytest.approx((20.0, 3.0), abs=0.2)
    assert (by_size[1].length, by_size[1].width) == pytest.approx((4.0, 1.8), abs=0.2)
    assert math.sin(by_size[1].yaw) == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize("pitch", [-0.02, 0.0, 0.045])
def test_a_car_that_brakes_hard_sees_no_ground_that_rises(pitch):
    """Rings of a lidar 2.2 m high on level ground, seen tilted. A car is 20 m ahead."""
    angles = np.radians(np.arange(3.0, 16.0, 2.0))
    turns = np.linspace(-np.pi, np.pi, 600)
    ring = np.stack(np.meshgrid(2.2 / np.tan(angles), turns), axis=-1).reshape(-1, 2)
    ground = np.column_stack(
        [ring[:, 0] * np.cos(ring[:, 1]), ring[:, 0] * np.sin(ring[:, 1]), np.zeros(len(ring))]
    )
    points = np.vstack([ground, car(20.0, 0.0)])
    points[:, 2] += pitch * points[:, 0] + 0.01
    found = boxes(levelled(points), everywhere)
    assert len(found) == 1 and found[0].x == pytest.approx(20.0, abs=0.3)
    assert found[0].height == pytest.approx(1.4, abs=0.15)


def test_objects_off_the_road_get_no_box():
    assert boxes(car(20.0, 3.0), lambda points: points[:, 1] < 0.0) == []


def test_a_scan_from_a_turning_car_is_put_straight():
    """A car that drives on a circle of radius v / r sees a wall."""
    speed, rate = 10.0, 0.4
    times = np.linspace(-0.1, 0.0, 50)
    turn = rate * times
    places = np.column_stack([np.sin(turn), 1.0 - np.cos(turn)]) * speed / rate
    wall = np.column_stack([np.full(50, 30.0), np.linspace(-5, 5, 50)])
    cos, sin = np.cos(turn), np.sin(turn)
    away = wall - places
    seen = np.column_stack(
        [cos * away[:, 0] + sin * away[:, 1], cos * away[:, 1] - sin * away[:, 0], np.ones(50)]
    )
    np.testing.assert_allclose(deskewed(seen, times, speed, rate)[:, :2], wall, atol=0.01)


def followed(places, size, seed=0) -> Tracker:
    """Return a tracker that has seen boxes at places (n, 2).

    They have a size, come 10 a second, and are within 5 cm.
    """
    tracker, noise = Tracker(), np.random.default_rng(seed)
    for i, place in enumerate(places):
        x, y = place + noise.normal(0.0, 0.05, 2)
        tracker.update(0.1 * i, [ObstacleBox(x, y, 0.0, *size)])
    return tracker


def test_a_person_who_walks_is_told_from_a_pole_and_from_a_car():
    steps = 0.1 * np.arange(20)
    walker = followed(np.column_stack([np.full(20, 10.0), 1.4 * steps]), (0.4, 0.4, 1.7))
    seen = walker.surroundings(1.9, {})
    assert seen.walks.all() and seen.speed[0] == pytest.approx(1.4, abs=0.4)
    assert seen.yaw[0] == pytest.approx(0.5 * math.pi, abs=0.3)
    pole = followed(np.tile([10.0, 3.0], (20, 1)), (0.2, 0.2, 2.1)).surroundings(1.9, {})
    assert pole.speed.tolist() == [0.0]
    moving = np.column_stack([10.0 + 12.0 * steps, np.zeros(20)])
    fast = followed(moving, (4.0, 1.8, 1.5)).surroundings(1.9, {})
    assert not fast.walks.any() and fast.speed[0] == pytest.approx(12.0, abs=1.0)
    assert fast.position[0, 0] == pytest.approx(10.0 + 12.0 * 1.9, abs=0.5)


def test_unseen_objects_are_dropped():
    tracker = followed(np.tile([10.0, 3.0], (5, 1)), (0.4, 0.4, 1.7))
    assert len(tracker.surroundings(0.5, {}).yaw) == 1
    tracker.update(1.5, [])
    assert len(tracker.surroundings(1.5, {}).yaw) == 0


def test_tracks_are_dropped_after_time_went_back():
    tracker = followed(np.tile([10.0, 3.0], (20, 1)), (0.4, 0.4, 1.7))
    tracker.update(0.1, [ObstacleBox(10.0, 3.0, 0.0, 0.4, 0.4, 1.7)])
    assert [(track.seen, track.times) for track in tracker.tracks] == [(0.1, 1)]
