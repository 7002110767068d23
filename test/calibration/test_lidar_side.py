"""Board pose in analytic clouds of many scan patterns.

Patterns of the package's own sensors and others.
"""

from __future__ import annotations

from typing import List

import numpy as np
import pytest

from sim.calibration.fit.calibrate import lidar_pose
from sim.calibration.fit.lidar_fit import fit_lidar
from sim.calibration.fit.pose import step_between
from sim.calibration.fit.rays import SAME_DIRECTION_TOLERANCE, rays_of
from sim.calibration.recording import SensorFrame
from sim.errors import InputError
from sim.transforms import transform_from_pose

from .synthetic import BOARD_2017, POINT, cloud, grid, irregular

NO_IMAGE = np.zeros((1, 1), np.uint8)
POSE = transform_from_pose((2.4, 0.3, 0.05, 0.1, -0.15, np.pi - 0.3))
# A start as finding the board would have it.
ASIDE = transform_from_pose((0.01, 0.015, -0.01, 0.02, -0.01, 0.02))


def frames(clouds: List[np.ndarray]) -> List[SensorFrame]:
    return [SensorFrame(one, NO_IMAGE) for one in clouds]


def spun(count: int, rings: int, **options: bool) -> List[SensorFrame]:
    turns = [grid(rings, 1800, 0.37 * number) for number in range(count)]
    return frames(
        [
            cloud(BOARD_2017, POSE, turn, 0.008, number, rings=rings, **options)
            for number, turn in enumerate(turns)
        ]
    )


@pytest.mark.parametrize(
    "rings", [16, *(pytest.param(rings, marks=pytest.mark.slow) for rings in (64, 128))]
)
@pytest.mark.not_quick
def test_rings(rings: int) -> None:
    near(spun(5, rings), 0.001, 0.002)


@pytest.mark.not_quick
def test_without_a_wall_gaps_in_rings_are_rays() -> None:
    near(spun(5, 32, wall=False), 0.001, 0.002)


@pytest.mark.not_quick
def test_without_a_ring_field() -> None:
    near(
        [SensorFrame(one.cloud[["x", "y", "z"]].copy(), NO_IMAGE) for one in spun(5, 16)],
        0.001,
        0.003,
    )


@pytest.mark.not_quick
def test_rays_of_no_pattern() -> None:
    clouds = [cloud(BOARD_2017, POSE, irregular(20_000, seed), 0.008, seed) for seed in range(4)]
    near(frames([one[["x", "y", "z"]].copy() for one in clouds]), 0.001, 0.002)


@pytest.mark.not_quick
def test_rays_of_no_pattern_need_something_behind_the_board() -> None:
    """Rays that pass it are unknown, so its edges cannot be located."""
    clouds = [
        cloud(BOARD_2017, POSE, irregular(20_000, seed), 0.008, seed, wall=False)
        for seed in range(2)
    ]
    with pytest.raises(InputError, match="put something behind the board"):
        lidar_pose(BOARD_2017, frames([one[["x", "y", "z"]].copy() for one in clouds]))


@pytest.mark.not_quick
def test_frames_of_the_very_same_rays_count_as_one() -> None:
    still = [cloud(BOARD_2017, POSE, grid(16, 1800), 0.008, seed, rings=16) for seed in range(8)]
    one, many = (rays_of(part) for part in (still[:1], still))
    assert len(many.ranges) == len(one.ranges)
    near(frames(still), 0.002, 0.005, 0.008 / np.sqrt(8.0))


def test_rays_at_the_border_of_what_counts_as_the_same_are_not_lost() -> None:
    y = (1.05 * np.arange(1000) + 0.5) * SAME_DIRECTION_TOLERANCE
    rng = np.random.default_rng(0)
    clouds = []
    for _ in range(9):
        ranges = 2.0 + 0.008 * rng.standard_normal((2, 1000))
        points = np.zeros((2, 1000), POINT)
        points["x"], points["y"] = ranges * np.sqrt(1.0 - 0.01 - y**2), ranges * y
        points["z"] = ranges * np.array([[-0.1], [0.1]])
        points["ring"] = [[0], [1]]
        clouds.append(points.ravel())
    rays = rays_of(clouds)
    assert len(rays.ranges) == 2000
    assert np.isfinite(rays.ranges).all()


@pytest.mark.parametrize("yaw", [0.0, 0.4])
@pytest.mark.not_quick
def test_rays_parallel_to_an_edge_leave_it_anywhere_between_two(yaw: float) -> None:
    """Equal pairs of every ring are one fact on an upright side.

    The uncertainty must hold, and the board's middle is nearer than half a step.
    """
    pose = transform_from_pose((2.4, 0.3, 0.05, 0.0, 0.0, np.pi - yaw))
    still = [cloud(BOARD_2017, pose, grid(32, 1800), 0.008, seed, rings=32) for seed in range(8)]
    fit = lidar_pose(BOARD_2017, frames(still))
    error = step_between(fit.pose.matrix, pose)
    assert np.abs(error[1:3]).max() < 0.002
    assert float(error @ np.linalg.solve(fit.pose.covariance, error)) < 22.5
    assert max(abs(one.by) for one in fit.misfits) < 0.001


@pytest.mark.not_quick
def test_the_predicted_covariance_holds() -> None:
    """Mean of 20 squared normalised errors: chi-squared, within 99.9 %. Errors of 6 numbers."""
    rng = np.random.default_rng(5)
    total = 0.0
    for seed in range(20):
        step = rng.uniform(-1.0, 1.0, 6) * [0.2, 0.1, 0.1, 0.1, 0.1, 0.1]
        moved = POSE @ transform_from_pose(step)
        seen = cloud(BOARD_2017, moved, grid(16, 1800, rng.random()), 0.008, seed, rings=16)
        # The pose of the detection does not matter.
        fit = fit_lidar(BOARD_2017, rays_of([seen]), moved @ ASIDE)
        error = step_between(fit.pose.matrix, moved)
        total += float(error @ np.linalg.solve(fit.pose.covariance, error)) / 20.0
    assert 3.5 < total < 8.6


def test_an_empty_room_is_no_board() -> None:
    away = transform_from_pose((-2.4, 0.0, 0.0, 0.0, 0.0, 0.0))
    with pytest.raises(InputError, match="no board of the given size is in its view"):
        lidar_pose(
            BOARD_2017, frames([cloud(BOARD_2017, away @ POSE, grid(16, 1800), 0.0, rings=16)])
        )


def near(seen: List[SensorFrame], metres: float, radians: float, sigma: float = 0.008) -> None:
    """Assert the pose within these errors, and the ranges' noise."""
    fit = lidar_pose(BOARD_2017, seen)
    error = step_between(fit.pose.matrix, POSE)
    assert np.abs(error[:3]).max() < metres
    assert np.abs(error[3:]).max() < radians
    assert fit.sigma == pytest.approx(sigma, rel=0.25)
