"""Gymnasium environments: its own checker, and guarantees for agents."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from typing import Iterator

import numpy as np
import pytest

pytest.importorskip("gymnasium")
import gymnasium
from gymnasium.utils.env_checker import check_env

import sim.environments.gym  # noqa: F401 - registers the environments
from sim.environments.agent import OF_EGO
from sim.environments.drive_env import DriveEnv
from sim.environments.observations import NUMBERS_PER_NEIGHBOUR
from sim.environments.scenario import EgoStart, merge
from sim.environments.task import Task
from sim.errors import InputError

pytestmark = pytest.mark.not_quick
# Soon warmed up, and soon over.
SCENARIO = replace(merge(), warm_up=20.0, egos=(EgoStart("In1_0", -20.0),), radius=60.0)
TASK = Task(SCENARIO, ("Out",), "Merged", 15.0, 6)


@pytest.fixture
def env() -> Iterator[DriveEnv]:
    found = DriveEnv(TASK, steers=True, traffic_seeds=(1, 2))
    yield found
    found.close()


def test_gymnasiums_checker_finds_nothing(env: DriveEnv) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Bounds of observations are not known; there is nothing to render.
        for allowed in (".*infinity.*", ".*render.*", ".*spec.*", ".*symmetric and normalized.*"):
            warnings.filterwarnings("ignore", allowed)
        check_env(env, skip_render_check=True)


def test_an_episode_is_cut_after_its_time(env: DriveEnv) -> None:
    _, info = env.reset(seed=1)
    assert info["traffic_seed"] in (1, 2)
    steps, over, cut = 0, False, False
    while not (over or cut):
        _, _, over, cut, info = env.step(np.array([-1.0, 0.0]))
        steps += 1
    assert (steps, over, cut) == (60, False, True)
    assert info["time"] == pytest.approx(6.0)


def test_the_same_actions_give_the_same_observations(env: DriveEnv) -> None:
    actions = np.random.default_rng(1).uniform(-0.2, 0.4, (15, 2))
    runs = []
    for _ in range(2):
        env.reset(seed=5)
        runs.append([env.step(action)[0] for action in actions])
    np.testing.assert_array_equal(*runs)


def test_observations_are_of_the_ego_and_of_its_neighbours(env: DriveEnv) -> None:
    seen, _ = env.reset(options={"traffic_seed": 1})
    for _ in range(10):
        seen, *_ = env.step(np.array([0.3, 0.0]))
    loop, own = env.loop, seen[:OF_EGO]
    assert own[0] == pytest.approx(loop.ego.speed)
    assert own[0] > 0.1
    assert abs(own[4]) < 1.0 and abs(own[5]) < 0.2
    assert own[6] == pytest.approx(20.0 + 18.9 + 15.0, abs=2.0)
    assert own[7] == pytest.approx(5.0)
    neighbours = seen[OF_EGO:].reshape(-1, NUMBERS_PER_NEIGHBOUR)
    apart = np.hypot(*(loop.shown.position[:, :2] - loop.ego.centre).T)
    there = neighbours[neighbours[:, 0] == 1.0]
    assert len(there) == min(12, len(apart))
    np.testing.assert_allclose(
        np.hypot(there[:, 1], there[:, 2]), np.sort(apart)[: len(there)], rtol=1e-5
    )
    assert (there[:, 6] > 1.0).all()


def test_a_contact_ends_the_episode(env: DriveEnv) -> None:
    env.reset(options={"traffic_seed": 1})
    reward, over, info = 0.0, False, {}
    while not over:
        _, reward, over, cut, info = env.step(np.array([1.0, 0.0]))
        assert not cut
    assert (info["contact"], info["reached"]) == (True, False)
    assert reward < -10.0
    assert all(name.startswith("traffic_") for name in env.loop.touched)
    env.reset(options={"traffic_seed": 1})
    assert not env.loop.touched


def test_the_launch_files_driver_is_at_hand(env: DriveEnv) -> None:
    env.reset(options={"traffic_seed": 1})
    for _ in range(20):
        action = env.idm_action()
        assert env.action_space.contains(action)
        _, _, over, _, info = env.step(action)
        assert not over, info
    assert env.loop.ego.speed > 0.1


def test_an_agent_may_correct_the_launch_files_driver() -> None:
    corrected, plain = DriveEnv(TASK, corrects=True), DriveEnv(TASK)
    try:
        runs = []
        for env in (plain, corrected):
            env.reset(options={"traffic_seed": 1})
            seen = [env.step(env.idm_action())[0] for _ in range(20)]
            runs.append([state[:OF_EGO] for state in seen])
            if env is plain:
                env.close()
        np.testing.assert_allclose(*runs, atol=1e-4)
        # By a share of -0.5 it is to brake 3 m/s^2 harder; the car takes a moment to.
        driver, speed = seen[-1][OF_EGO], seen[-1][0]
        after, *_ = corrected.step(np.array([-0.5]))
        assert driver - 3.5 < (after[0] - speed) / 0.1 < driver - 1.0
    finally:
        corrected.close()


@pytest.mark.parametrize("action", [[0.0], [math.nan, 0.0], [[0.0, 0.0]]])
def test_wrong_actions_are_refused(env: DriveEnv, action: list) -> None:
    env.reset(options={"traffic_seed": 1})
    with pytest.raises(InputError, match="2 finite numbers"):
        env.step(np.array(action))


def test_both_are_registered() -> None:
    assert {"sim/MergeJam-v0", "sim/Town-v0"} <= set(gymnasium.registry)


@pytest.mark.parametrize("context", ["spawn", "fork"])
def test_processes_step_side_by_side_and_alike(context: str) -> None:
    envs = gymnasium.make_vec(
        "sim.environments.gym:sim/MergeJam-v0",
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": context},
        task=TASK,
        traffic_seeds=(1,),
    )
    try:
        envs.reset(seed=[3, 3])
        for _ in range(5):
            seen, *_ = envs.step(np.full((2, 1), 0.5, np.float32))
        np.testing.assert_array_equal(seen[0], seen[1])
        assert seen[0, 0] > 0.1
    finally:
        envs.close()
