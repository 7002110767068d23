"""Wrong arguments of environments, as Gymnasium's users meet them."""

from __future__ import annotations

from typing import Any, Dict, Iterator

import numpy as np
import pytest

pytest.importorskip("gymnasium")
import gymnasium
from environments.test_drive_env import TASK

import sim.environments.gym  # noqa: F401 - registers the environments
from sim.environments.drive_env import DriveEnv
from sim.errors import InputError

pytestmark = pytest.mark.not_quick


@pytest.fixture(scope="module")
def env() -> Iterator[DriveEnv]:
    found = DriveEnv(TASK, traffic_seeds=(1,))
    yield found
    found.close()


@pytest.mark.parametrize(
    "options, said",
    [
        ({"steers": "yes"}, "steers: got 'yes'; give True or False"),
        ({"accelerating": -1.0}, "accelerating: .*at least|accelerating: .*between"),
        ({"braking": "hard"}, "braking: a number is needed"),
        ({"neighbours": -3}, "neighbours: -3 is out of range"),
        ({"neighbours": 1.5}, "neighbours: a whole number is needed"),
        ({"observation": 7}, "observation: got 7"),
        ({"lidar": {"rings": 4}}, r"lidar: got .*; give LidarOptions\(...\)"),
        ({"traffic_seeds": ()}, "traffic_seeds: got .*not empty"),
        ({"traffic_seeds": 5}, "traffic_seeds: got 5; give a sequence"),
        ({"traffic_seeds": "12"}, "traffic_seeds: got '12'"),
        ({"traffic_seeds": (1, -1)}, r"traffic_seeds\[1\]: got -1"),
        ({"render_mode": "ascii"}, "render_mode: got 'ascii'; allowed: None, human, rgb_array"),
        ({"view": "above"}, r"view: got 'above'; give ViewOptions\(...\)"),
    ],
)
def test_a_wrong_value_is_a_value_error(options: Dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        DriveEnv(TASK, **options)
    assert isinstance(caught.value, ValueError)


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(InputError, match="unknown option 'render'; allowed:") as caught:
        DriveEnv(TASK, render=True)
    assert isinstance(caught.value, TypeError)


def test_gymnasium_make_names_an_unknown_option() -> None:
    """It raises a TypeError again, with its message alone."""
    with pytest.raises(InputError, match="unknown option 'neighbors'; allowed:") as caught:
        gymnasium.make("sim/MergeJam-v0", neighbors=3)
    assert isinstance(caught.value, TypeError)


def test_human_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(ValueError, match="'human' needs a display"):
        DriveEnv(TASK, render_mode="human")


@pytest.mark.parametrize("value", [-1, "x", 1.5, True, None, 2**31])
def test_a_traffic_seed_is_an_integer_from_0(env: DriveEnv, value: Any) -> None:
    with pytest.raises(ValueError, match=r"traffic_seed: got .* from 0 to 2147483647"):
        env.reset(options={"traffic_seed": value})


@pytest.mark.parametrize("seed", [-1, "x", 0.5])
def test_a_seed_is_an_integer_from_0(env: DriveEnv, seed: Any) -> None:
    with pytest.raises(ValueError, match=r"seed: got .* from 0 on, or None"):
        env.reset(seed=seed)


def test_an_unknown_option_of_a_reset_is_named(env: DriveEnv) -> None:
    with pytest.raises(TypeError, match=r"unknown option 'seed'; allowed: .'traffic_seed'"):
        env.reset(options={"seed": 1})


def test_numpys_integers_are_seeds(env: DriveEnv) -> None:
    _, info = env.reset(options={"traffic_seed": np.int64(2)})
    assert info["traffic_seed"] == 2
    assert env.reset(seed=np.int64(7))[1] == env.reset(seed=7)[1]


def test_actions_beyond_the_space_are_clipped(env: DriveEnv) -> None:
    seen = []
    for action in ([1.0], [7.0], np.array([1e9], np.float32)):
        env.reset(options={"traffic_seed": 1})
        seen.append(env.step(action)[0])
    np.testing.assert_array_equal(seen[0], seen[1])
    np.testing.assert_array_equal(seen[0], seen[2])


@pytest.mark.parametrize("action", [[0.1, 0.2], [np.nan], ["x"], None, 0.3, [[0.1]]])
def test_an_action_of_another_form_is_refused(env: DriveEnv, action: Any) -> None:
    env.reset(options={"traffic_seed": 1})
    with pytest.raises(ValueError, match="action: must be 1 finite numbers from -1 to 1"):
        env.step(action)


def test_a_step_before_a_reset_is_refused() -> None:
    fresh = DriveEnv(TASK, traffic_seeds=(1,))
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        fresh.step([0.0])
    fresh.close()


def test_a_step_after_the_end_is_refused(env: DriveEnv) -> None:
    env.reset()
    while not any(env.step([-1.0])[2:4]):
        pass
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        env.step([0.0])
    env.reset()
    env.step([0.0])
