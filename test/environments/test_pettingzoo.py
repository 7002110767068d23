"""PettingZoo environment: its own checker, and guarantees for agents."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Iterator, List

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import parallel_api_test

from sim.environments.gym import merge_jam
from sim.environments.observations import NUMBERS_PER_NEIGHBOUR
from sim.environments.pettingzoo import STARTS, DriveParallelEnv, parallel_env
from sim.environments.task import Task
from sim.errors import InputError

pytestmark = pytest.mark.not_quick
# Soon warmed up, and soon over.
TASK = replace(merge_jam(), seconds=4.0)


def task(egos: int, seconds: float = 4.0) -> Task:
    scenario = replace(TASK.scenario, egos=STARTS[:egos], warm_up=20.0)
    return replace(TASK, scenario=scenario, seconds=seconds)


def made(egos: int, seconds: float = 4.0) -> DriveParallelEnv:
    return DriveParallelEnv(task(egos, seconds), traffic_seeds=(1, 2), steers=True)


@pytest.fixture
def env() -> Iterator[DriveParallelEnv]:
    found = made(2)
    yield found
    found.close()


def actions(env: DriveParallelEnv, share: float) -> Dict[str, np.ndarray]:
    return {name: np.array([share, 0.0]) for name in env.agents}


def test_pettingzoos_checker_finds_nothing() -> None:
    env = made(3)
    try:
        parallel_api_test(env, num_cycles=60)
    finally:
        env.close()


def test_one_seed_gives_one_run() -> None:
    runs: List[List[np.ndarray]] = []
    for _ in range(2):
        env, seen = made(2), []
        first, _ = env.reset(seed=4)
        seen += list(first.values())
        while env.agents:
            found, *_ = env.step(actions(env, 0.2))
            seen += list(found.values())
        runs.append(seen)
        env.close()
    np.testing.assert_array_equal(*runs)


def test_agents_see_each_other(env: DriveParallelEnv) -> None:
    env.reset(options={"traffic_seed": 1})
    seen, *_ = env.step(actions(env, 0.0))
    one, two = (env.loop.egos[name].state for name in env.possible_agents)
    apart = np.hypot(one.centre[0] - two.centre[0], one.centre[1] - two.centre[1])
    for state in seen.values():
        neighbours = state[-12 * NUMBERS_PER_NEIGHBOUR :].reshape(-1, NUMBERS_PER_NEIGHBOUR)
        distances = np.hypot(neighbours[:, 1], neighbours[:, 2])
        assert abs(distances - apart).min() < 1e-3


def test_an_ended_agent_leaves_and_the_others_go_on(env: DriveParallelEnv) -> None:
    env.reset(options={"traffic_seed": 1})
    first, other = env.possible_agents
    over: Dict[str, bool] = {}
    while env.agents == [first, other]:
        _, rewards, over, cut, infos = env.step(
            {first: np.array([1.0, 0.5]), other: np.array([-1.0, 0.0])}
        )
        assert not any(cut.values())
    assert (over, env.agents) == ({first: True, other: False}, [other])
    assert infos[first]["contact"] or infos[first]["off_road"]
    assert rewards[first] < -10.0 < rewards[other]
    assert not env.loop.egos[first].present
    seen, _, over, _, _ = env.step(actions(env, 0.0))
    assert list(seen) == list(over) == [other]
    assert first not in env.loop.traffic.egos
    found, infos = env.reset(options={"traffic_seed": 1})
    assert list(found) == list(infos) == [first, other]
    assert env.loop.egos[first].present and not env.loop.egos[first].touched


def test_egos_that_touch_each_other_have_a_contact() -> None:
    env = DriveParallelEnv(task(3, 20.0), traffic_seeds=(1,))
    try:
        env.reset()
        infos: Dict[str, dict] = {}
        while "ego_3" in env.agents:
            # The first stands, and the one behind it on its lane does not brake.
            shares = {name: 0.5 if name == "ego_3" else -1.0 for name in env.agents}
            *_, infos = env.step({name: np.array([share]) for name, share in shares.items()})
        assert infos["ego_3"]["contact"]
    finally:
        env.close()


def test_all_are_cut_when_time_is_up(env: DriveParallelEnv) -> None:
    env.reset(seed=1)
    cut: Dict[str, bool] = {}
    for _ in range(40):
        assert env.agents == env.possible_agents
        *_, cut, _ = env.step(actions(env, -1.0))
    assert all(cut.values()) and not env.agents
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_the_launch_files_driver_is_at_hand_for_each(env: DriveParallelEnv) -> None:
    env.reset(seed=1)
    for _ in range(20):
        wanted = env.idm_actions()
        assert all(env.action_space(name).contains(action) for name, action in wanted.items())
        _, _, over, _, _ = env.step(wanted)
        assert not any(over.values())
    # One of them may have to wait in its queue.
    assert max(ego.state.speed for ego in env.loop.egos.values()) > 0.1


def test_an_action_for_each_agent_is_asked_for(env: DriveParallelEnv) -> None:
    env.reset(seed=1)
    with pytest.raises(InputError, match="missing for ego_2"):
        env.step({"ego_1": np.zeros(2)})


@pytest.mark.parametrize("egos", [1, 5])
def test_there_are_two_to_four_egos(egos: int) -> None:
    with pytest.raises(InputError, match="from 2 to 4"):
        parallel_env(egos)
