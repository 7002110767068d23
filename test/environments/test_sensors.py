"""Observations by lidar and camera: visible traffic and reproducibility."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any, Dict, List

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from sim.environments.drive_env import DriveEnv
from sim.environments.gym import merge_jam
from sim.environments.observations import NUMBERS_PER_NEIGHBOUR
from sim.environments.sensors import CameraOptions, LidarOptions
from sim.environments.task import Task
from sim.errors import InputError

pytestmark = pytest.mark.not_quick
SCENARIO = replace(merge_jam().scenario, warm_up=20.0)
TASK: Task = replace(merge_jam(), scenario=SCENARIO, seconds=3.0)
# Rings at which a car's side is met from 2 to 20 m.
LIDAR = LidarOptions(columns=360, rings=8)


def observed(steps: int, **options: Any) -> List[Dict[str, np.ndarray]]:
    """Return an ego's observations after each step."""
    env = DriveEnv(TASK, traffic_seeds=(1,), **options)
    try:
        first, _ = env.reset(seed=1)
        return [first, *(env.step(np.array([0.2]))[0] for _ in range(steps))]
    finally:
        env.close()


@pytest.mark.parametrize("kinds", ["lidar", "camera", ("state", "lidar", "camera")])
def test_gymnasiums_checker_finds_nothing(kinds: Any) -> None:
    env = DriveEnv(TASK, traffic_seeds=(1,), observation=kinds)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for allowed in (".*infinity.*", ".*render.*", ".*spec.*", ".*symmetric and normal.*"):
                warnings.filterwarnings("ignore", allowed)
            check_env(env, skip_render_check=True)
    finally:
        env.close()


def test_the_lidar_meets_the_cars_that_the_state_tells_of() -> None:
    seen = observed(5, observation=("state", "lidar"), lidar=LIDAR)[-1]
    ranges = seen["lidar"].reshape(LIDAR.rings, LIDAR.columns)
    angles = np.linspace(-np.pi, np.pi, LIDAR.columns, endpoint=False)
    elevations = np.linspace(LIDAR.lowest, LIDAR.highest, LIDAR.rings)
    flat = ranges * np.cos(elevations)[:, None]
    height = LIDAR.height + ranges * np.sin(elevations)[:, None]
    above = (height > 0.3) & (ranges < LIDAR.range_max)
    points = np.stack([flat * np.cos(angles) + LIDAR.ahead, flat * np.sin(angles)], axis=-1)
    for there, x, y, cos, sin, _, length, width in seen["state"][8:].reshape(
        -1, NUMBERS_PER_NEIGHBOUR
    )[:3]:
        assert there == 1.0
        apart = points[above] - (x, y)
        along, across = apart @ (cos, sin), apart @ (-sin, cos)
        on_it = (abs(along) < 0.5 * length + 0.1) & (abs(across) < 0.5 * width + 0.1)
        assert on_it.sum() > 3, (x, y)


def test_the_lidar_meets_the_road_where_nobody_is() -> None:
    lidar = LidarOptions(columns=1, rings=1, lowest=-1.2, highest=-1.2, ahead=3.0)
    seen = observed(1, observation="lidar", lidar=lidar)[0]
    assert seen == pytest.approx(lidar.height / np.sin(1.2), abs=0.05)


def test_the_camera_sees_the_sky_above_the_road_and_others_before_it() -> None:
    camera = CameraOptions(pixels=(120, 80))
    picture = observed(5, observation="camera", camera=camera)[-1].astype(int)
    assert picture.shape == (80, 120, 3)
    top, ahead = picture[:15].reshape(-1, 3).mean(axis=0), picture[35:60].reshape(-1, 3)
    # Blue above; asphalt is grey, cars are not.
    assert top[2] > top[0] + 20
    assert (np.ptp(ahead, axis=1) > 40).mean() > 0.02


def test_one_seed_gives_one_sequence_of_scans_and_pictures() -> None:
    first, again = (observed(5, observation=("lidar", "camera")) for _ in range(2))
    for one, other in zip(first, again):
        np.testing.assert_array_equal(one["lidar"], other["lidar"])
        np.testing.assert_array_equal(one["camera"], other["camera"])
    assert (first[0]["camera"] != first[-1]["camera"]).any()


def test_several_kinds_make_a_dictionary() -> None:
    env = DriveEnv(TASK, observation=("lidar", "state"), lidar=LIDAR)
    try:
        assert isinstance(env.observation_space, spaces.Dict)
        assert env.observation_space["lidar"].shape == (LIDAR.rings * LIDAR.columns,)
        assert env.observation_space["state"].shape == (8 + 12 * NUMBERS_PER_NEIGHBOUR,)
    finally:
        env.close()


@pytest.mark.parametrize(
    "options, said",
    [
        ({"observation": "radar"}, "write one of state, lidar, camera"),
        ({"observation": ()}, "write one of state, lidar, camera"),
        ({"observation": ("state", "state")}, "each once"),
        ({"neighbors": 3}, "unknown option 'neighbors'; allowed: .*'neighbours'"),
    ],
)
def test_wrong_options_are_named(options: Dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        DriveEnv(TASK, **options)


@pytest.mark.parametrize(
    "make, said",
    [
        (lambda: LidarOptions(columns=0), "0 columns and 4 rings"),
        (lambda: LidarOptions(range_max=0.0), "range_max is 0.0 m"),
        (lambda: LidarOptions(lowest=0.1, highest=-0.1), "lowest must not be above"),
        (lambda: CameraOptions(pixels=(0, 64)), "0 x 64 pixels"),
        (lambda: CameraOptions(horizontal_fov=4.0), "horizontal_fov is 4.0"),
    ],
)
def test_wrong_settings_of_sensors_are_named(make: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()
