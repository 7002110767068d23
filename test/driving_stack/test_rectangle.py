import math

import cv2
import numpy as np
import pytest

from sim.driving_stack.rectangle import LEAST_SIDE, rectangle

LENGTH = 4.2  # m
WIDTH = 1.8  # m


def rotation(yaw: float) -> np.ndarray:
    return np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])


def seen_sides(yaw: float, lidar, seed: int = 3) -> np.ndarray:
    """Return points (n, 2) on a car's sides seen by a lidar.

    The car is at the origin, the lidar in the car's frame; points are within 2 cm.
    """
    random = np.random.default_rng(seed)
    half = 0.5 * np.array([LENGTH, WIDTH])
    along = np.linspace(-1.0, 1.0, 60)
    turn = rotation(yaw)
    sides = []
    for normal in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        outward = np.array(normal, float)
        if (np.asarray(lidar) - outward * half) @ outward > 0.0:
            sides.append(half * (outward + np.outer(along, outward[::-1])))
    points = np.vstack(sides)
    return (points + random.normal(0.0, 0.02, points.shape)) @ turn.T


@pytest.mark.parametrize("yaw", [0.14, 0.6, -0.9, 1.5])
@pytest.mark.parametrize("lidar", [(5.0, 3.0), (4.0, -2.0), (-9.0, 6.0), (20.0, 3.0)])
def test_it_lies_along_the_sides_that_are_seen(yaw, lidar):
    points = seen_sides(yaw, lidar)
    middle, found, length, width = rectangle(points)
    assert math.sin(found - yaw) == pytest.approx(0.0, abs=math.sin(math.radians(2.0)))
    assert (length, width) == pytest.approx((LENGTH, WIDTH), abs=0.25)
    assert middle == pytest.approx((0.0, 0.0), abs=0.15)


def test_its_direction_is_more_stable_than_the_smallest_ones():
    """OpenCV's, of points within 2 cm of two sides."""
    smallest, found = [], []
    for seed in range(20):
        points = seen_sides(0.14, (4.0, -2.0), seed)
        _, (first, second), angle = cv2.minAreaRect(points.astype(np.float32))
        smallest.append(math.radians(angle) + (0.5 * math.pi if second > first else 0.0))
        found.append(rectangle(points)[1])
    turned = [np.abs(np.arcsin(np.sin(np.array(yaws) - 0.14))).max() for yaws in (smallest, found)]
    assert turned[0] > math.radians(20.0) and turned[1] < math.radians(2.0)


def test_one_side_gives_its_direction():
    side = np.column_stack([np.linspace(0.0, 4.0, 50), np.full(50, 1.0)])
    middle, yaw, length, width = rectangle(side)
    assert (middle, yaw, length, width) == (pytest.approx((2.0, 1.0)), 0.0, 4.0, LEAST_SIDE)


def test_points_inside_have_little_effect():
    """A lidar that looks down sees roof and bonnet too."""
    random = np.random.default_rng(0)
    inside = random.uniform([-2.0, -0.8], [2.0, 0.8], (400, 2))
    yaw = 0.3
    turn = rotation(yaw)
    _, found, _, _ = rectangle(np.vstack([seen_sides(yaw, (4.0, 2.0)), inside @ turn.T]))
    assert found == pytest.approx(yaw, abs=math.radians(3.0))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_points_have_one_too(count):
    points = np.array([[1.0, 2.0], [1.1, 2.0], [1.1, 2.3]])[:count]
    middle, _, length, width = rectangle(points)
    assert length >= width >= LEAST_SIDE and np.isfinite(middle).all()
