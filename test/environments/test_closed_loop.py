"""Simulator, traffic, and ego in one process: seeds, resets, errors."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Iterator, List

import pytest

from sim.environments.closed_loop import ClosedLoop
from sim.environments.lane_following import LaneFollowing
from sim.environments.scenario import EgoStart, Scenario, merge, town
from sim.errors import InputError, SimulationError
from sim.traffic.session import TRACI

pytestmark = pytest.mark.not_quick
SCENARIO = replace(merge(), warm_up=20.0)


@pytest.fixture(scope="module")
def loop() -> Iterator[ClosedLoop]:
    with ClosedLoop(SCENARIO) as found:
        yield found


def driven(loop: ClosedLoop, seed: int, steps: int) -> List[str]:
    """Return the fingerprints of all motion after each step. The driver is that of the launch."""
    loop.reset(seed)
    driver, found = LaneFollowing(loop, ["Out"]), []
    for _ in range(steps):
        loop.command(*driver.command(), loop.scenario.step)
        loop.step()
        found.append(loop.traffic.summary.trajectories)
    return found


def test_a_seed_moves_alike_after_each_reset_and_another_does_not(loop: ClosedLoop) -> None:
    first, other, again = driven(loop, 1, 40), driven(loop, 2, 40), driven(loop, 1, 40)
    assert first == again
    assert first[0] != other[0]
    assert loop.ego.speed > 1.0
    assert loop.time == pytest.approx(4.0)
    seen, pose = loop.ego, loop.physics.poses.model_pose("ego")
    assert loop.ego is seen
    pose[0, 3] += 1.0
    loop.physics.poses.set_model_pose("ego", pose)
    moved = loop.ego
    assert moved.centre == pytest.approx((seen.centre[0] + 1.0, seen.centre[1]))
    loop.step()
    assert loop.ego.centre != moved.centre


def test_sumo_in_the_host_or_with_a_port_moves_alike(loop: ClosedLoop) -> None:
    here = driven(loop, 3, 20)
    with ClosedLoop(replace(SCENARIO, sumo=TRACI)) as apart:
        assert driven(apart, 3, 20) == here


def test_traffic_is_shown_around_the_ego_alone_where_that_is_wanted() -> None:
    with ClosedLoop(replace(SCENARIO, radius=40.0, sumo=TRACI)) as loop:
        loop.reset(1)
        for _ in range(3):
            loop.step()
        apart = loop.shown.position[:, :2] - loop.ego.centre
        assert 0 < len(apart) < 60
        assert abs(apart).max() < 50.0


def test_the_town_has_its_lights() -> None:
    with ClosedLoop(replace(town(), warm_up=5.0, sumo=TRACI)) as loop:
        loop.reset()
        for _ in range(3):
            loop.step()
        assert set(loop.lights.values()) <= set("GgryYuoOs")
        assert len(loop.lights) > 10
        assert len(loop.shown) > 10


def test_two_simulations_in_one_process_move_as_alone(loop: ClosedLoop) -> None:
    alone = [driven(loop, seed, 15)[-1] for seed in (1, 2)]
    with ClosedLoop(SCENARIO) as other:
        both = (loop, other)
        drivers = []
        for seed, one in enumerate(both, 1):
            one.reset(seed)
            drivers.append(LaneFollowing(one, ["Out"]))
        for _ in range(15):
            for one, driver in zip(both, drivers):
                one.command(*driver.command(), one.scenario.step)
                one.step()
        assert [one.traffic.summary.trajectories for one in both] == alone


def test_a_child_that_is_forked_cannot_step_its_parents_sumo(loop: ClosedLoop) -> None:
    loop.reset(1)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        said = b"nothing"
        try:
            loop.step()
        except SimulationError as error:
            said = str(error).encode()
        finally:
            os.write(write, said)
            os._exit(0)
    os.close(write)
    assert b"forked" in os.read(read, 1000)
    os.close(read)
    assert os.waitpid(child, 0)[1] == 0
    loop.step()


def test_a_step_before_the_first_reset_is_refused() -> None:
    with ClosedLoop(SCENARIO) as fresh, pytest.raises(InputError, match="call reset first"):
        fresh.step()


def test_an_ego_that_leaves_is_gone_for_all_and_back_after_the_reset() -> None:
    egos = (EgoStart("In1_0", -20.0, "one"), EgoStart("In2_1", -30.0, "two"))
    with ClosedLoop(replace(SCENARIO, egos=egos, sumo=TRACI)) as loop:
        motions = []
        for _ in range(2):
            loop.reset(1)
            assert [ego.name for ego in loop.others("one")] == ["two"]
            for _ in range(5):
                loop.egos["two"].command(0.0, 2.0)
                loop.step()
            assert loop.egos["two"].state.speed > loop.ego.speed
            loop.leave("two")
            loop.step()
            assert list(loop.traffic.egos) == ["one"] and not loop.others("one")
            motions.append(loop.traffic.summary.trajectories)
        assert motions[0] == motions[1]


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_commands_that_are_no_numbers_are_refused(loop: ClosedLoop, wrong: float) -> None:
    loop.reset(1)
    with pytest.raises(InputError, match="finite"):
        loop.command(wrong, 1.0)


@pytest.mark.parametrize("egos", [(), (EgoStart("In1_0", -20.0), EgoStart("In1_0", -60.0))])
def test_each_ego_has_a_name_of_its_own(egos: tuple) -> None:
    with pytest.raises(InputError, match="at least one, each with a name of its own"):
        replace(SCENARIO, egos=egos)


@pytest.mark.parametrize(
    "change, said",
    [
        ({"egos": (EgoStart("nowhere_0", 0.0),)}, "no lane 'nowhere_0'"),
        ({"demand": "/nowhere/demand.yaml"}, "/nowhere/demand.yaml"),
        ({"world": Path("/nowhere.world")}, "/nowhere.world"),
    ],
)
def test_a_wrong_scenario_is_named(change: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ClosedLoop(replace(SCENARIO, **change))


def test_one_that_is_closed_says_so_and_another_may_begin(loop: ClosedLoop) -> None:
    del loop
    scenario: Scenario = replace(SCENARIO, sumo=TRACI)
    closed = ClosedLoop(scenario)
    closed.reset(1)
    closed.close()
    closed.close()
    with pytest.raises(InputError, match="call reset first"):
        closed.step()
    with pytest.raises(InputError, match="is closed"):
        closed.reset(1)


def test_a_stop_that_no_way_leads_to_is_named(loop: ClosedLoop) -> None:
    with pytest.raises(InputError, match="stops: no route for cars from In1 to In2"):
        LaneFollowing(loop, ["In2"])
