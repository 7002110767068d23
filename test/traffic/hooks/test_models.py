"""Shipped driver models on hand-made views.

Their equations, vehicles left to SUMO, and random draws.
"""

from __future__ import annotations

import time

import numpy as np
import pytest
from views import side, view

from sim.traffic.hooks.aggressive_merger import AggressiveMerger
from sim.traffic.hooks.gap_maker import GapMaker
from sim.traffic.hooks.idm import idm
from sim.traffic.hooks.imperfect_human import ImperfectHuman

EXACT = {"lapse": 0.0, "distance_error": 0.0, "speed_error": 0.0}


def equilibrium(speed, headway=1.2, min_gap=2.5, desired=15.0):
    return (min_gap + headway * speed) / np.sqrt(1.0 - (speed / desired) ** 4)


# The imperfect human


def test_a_perfect_human_is_the_idm():
    driver = ImperfectHuman(reaction_time=0.0, **EXACT)
    found = driver.control(view(3, gap=[10.0, 25.0, 60.0], leader_speed=[8.0, 10.0, 12.0]))
    expected = idm(
        np.full(3, 10.0),
        np.array([10.0, 25.0, 60.0]),
        np.array([8.0, 10.0, 12.0]),
        15.0,
        1.2,
        2.5,
        2.6,
        2.0,
    )
    np.testing.assert_allclose(found.acceleration, np.clip(expected, -9.0, 2.6))


def test_vehicles_without_a_leader_are_left_to_sumo():
    found = ImperfectHuman().control(view(2, gap=[np.inf, 30.0]))
    assert np.isnan(found.acceleration).tolist() == [True, False] and found.careless.tolist() == [
        False,
        True,
    ]


def test_near_the_end_of_the_lane_sumos_care_stays_on():
    # 10 m/s: 7 m of reaction, 11.1 m of braking at 4.5 m/s^2 and 10 m to spare.
    found = ImperfectHuman(reaction_time=0.7).control(view(2, gap=20.0, remaining=[28.0, 28.3]))
    assert found.careless.tolist() == [False, True]


@pytest.mark.parametrize("reaction_time, steps", [(0.0, 0), (0.5, 5), (1.2, 12)])
def test_a_brake_light_is_answered_after_the_reaction_time(reaction_time, steps):
    driver = ImperfectHuman(reaction_time=reaction_time, anticipates=False, **EXACT)
    gap = equilibrium(10.0)
    accelerations = [
        driver.control(
            view(time=0.1 * k, gap=gap, leader_speed=10.0 if k < 20 else 2.0)
        ).acceleration[0]
        for k in range(40)
    ]
    np.testing.assert_allclose(accelerations[: 20 + steps], 0.0, atol=1e-9)
    assert accelerations[20 + steps] < -2.0


def test_he_carries_on_what_he_saw_to_now_where_he_anticipates():
    # A gap that closes evenly at 2 m/s is seen as it is in spite of the delay.
    late, exact = (
        ImperfectHuman(reaction_time=0.8, **EXACT),
        ImperfectHuman(reaction_time=0.0, **EXACT),
    )
    for k in range(20):
        seen = view(time=0.1 * k, gap=40.0 - 0.2 * k, leader_speed=8.0)
        found, expected = late.control(seen).acceleration, exact.control(seen).acceleration
    np.testing.assert_allclose(found, expected)


@pytest.mark.not_quick
def test_in_a_lapse_he_holds_his_speed_and_lapses_have_their_lengths():
    driver, rng, count = (
        ImperfectHuman(
            lapse=2.0, attention=10.0, reaction_time=0.0, distance_error=0.0, speed_error=0.0
        ),
        np.random.default_rng(1),
        400,
    )
    away = np.array(
        [
            driver.control(
                view(count, time=0.1 * k, gap=5.0, leader_speed=2.0, rng=rng)
            ).acceleration
            == 0.0
            for k in range(2000)
        ]
    )
    share = away[500:].mean()
    # Two-state process: 2 / (2 + 10) of the time, with means of 2 s and 10 s.
    assert share == pytest.approx(2.0 / 12.0, abs=0.01)
    begins = (~away[:-1] & away[1:]).sum()
    assert away.sum() * 0.1 / begins == pytest.approx(2.0, abs=0.15)


def test_errors_of_estimation_have_their_size_and_memory():
    driver, rng, count = (
        ImperfectHuman(
            reaction_time=0.0, lapse=0.0, distance_error=0.1, speed_error=0.0, memory=5.0
        ),
        np.random.default_rng(2),
        300,
    )
    gap, seen = 30.0, []
    for k in range(600):
        found = driver.control(view(count, time=0.1 * k, gap=gap, leader_speed=10.0, rng=rng))
        free = 2.6 * (1.0 - (10.0 / 15.0) ** 4)
        seen.append(np.log((2.5 + 12.0) / np.sqrt((free - found.acceleration) / 2.6) / gap))
    error = np.array(seen)
    assert error.std() == pytest.approx(0.1, rel=0.05) and abs(error.mean()) < 0.01
    correlation = (error[:-50] * error[50:]).mean() / error.var()
    assert correlation == pytest.approx(np.exp(-1.0), abs=0.08)


def test_one_seed_gives_one_driver():
    def drive(seed):
        driver, rng = ImperfectHuman(attention=2.0), np.random.default_rng(seed)
        return [
            driver.control(view(5, time=0.1 * k, gap=20.0, rng=rng)).acceleration.tolist()
            for k in range(50)
        ]

    assert drive(3) == drive(3) and drive(3) != drive(4)


# The aggressive merger


def test_he_goes_where_sumo_wants_over_and_a_tight_gap_is_enough():
    tight = side(
        4,
        gap_ahead=[6.0, 0.5, 6.0, 6.0],
        speed_ahead=10.0,
        gap_behind=[6.0, 6.0, 0.5, 6.0],
        speed_behind=[10.0, 10.0, 10.0, 16.0],
    )
    found = AggressiveMerger().control(view(4, signals=2, left=tight))
    # Too close to the vehicle ahead, too close to the one behind, which would have to brake too
    # hard for 6 m/s.
    assert found.lane_change.tolist() == [1, 0, 0, 0] and found.acceleration is None


def test_for_advantage_he_needs_free_road_and_a_gain():
    found = AggressiveMerger().control(
        view(
            3, gap=[8.0, 8.0, 60.0], leader_speed=[6.0, 6.0, 14.0], remaining=[400.0, 100.0, 400.0]
        )
    )
    assert found.lane_change.tolist() == [1, 0, 0]


def test_to_the_right_as_to_the_left_and_never_onto_a_closed_lane():
    seen = view(
        2, signals=1, lane=[1, 0], right=side(2, open=[True, False]), left=side(2, open=False)
    )
    assert AggressiveMerger().control(seen).lane_change.tolist() == [-1, 0]


def test_after_a_change_he_rests():
    driver = AggressiveMerger(rest=4.0)
    changes = [driver.control(view(time=0.5 * k, signals=2)).lane_change[0] for k in range(20)]
    assert [k for k, change in enumerate(changes) if change] == [0, 8, 16]


# The gap maker


def test_he_follows_one_who_signals_and_nobody_else():
    ahead = side(3, gap_ahead=15.0, speed_ahead=9.0, coming=[True, False, True])
    found = GapMaker().control(view(3, left=ahead, gap=[40.0, 40.0, 10.0]))
    expected = idm(np.array([10.0]), np.array([15.0]), np.array([9.0]), 15.0, 1.5, 2.0, 2.6, 2.0)[0]
    assert found.acceleration[0] == pytest.approx(max(expected, -2.0)) and expected < 0.0
    # The third has a leader before the merging vehicle, which makes the gap itself.
    assert np.isnan(found.acceleration[1:]).all() and found.careless is None


def test_gap_making_never_brakes_beyond_its_limit():
    ahead = side(3, gap_ahead=[3.0, 3.0, -2.0], speed_ahead=[9.5, 3.0, 12.0], coming=True)
    found = GapMaker(brakes=2.0).control(view(3, left=ahead))
    assert (
        found.acceleration[0] == -2.0
        and np.isnan(found.acceleration[1])
        and found.acceleration[2] == -2.0
    )


def test_he_keeps_within_some_speed_of_the_other():
    ahead = side(1, gap_ahead=1.0, speed_ahead=13.0, coming=True)
    found = GapMaker(slower=3.05).control(view(left=ahead, speed=10.0))
    assert found.acceleration[0] == pytest.approx(-0.5)


def test_patience_ends_and_comes_back():
    driver, ahead = GapMaker(patience=2.0), side(1, gap_ahead=5.0, speed_ahead=10.0, coming=True)
    makes = [
        not np.isnan(driver.control(view(time=0.1 * k, left=ahead)).acceleration[0])
        for k in range(55)
    ]
    begins = [k for k in range(1, 55) if makes[k] != makes[k - 1]]
    assert (
        makes[0]
        and len(begins) == 2
        and begins[0] == pytest.approx(20, abs=1)
        and begins[1] == pytest.approx(41, abs=2)
    )


# All


@pytest.mark.parametrize(
    "driver",
    [ImperfectHuman(), AggressiveMerger(), GapMaker()],
    ids=lambda driver: type(driver).__name__,
)
def test_an_empty_view_and_300_vehicles_within_a_millisecond(driver):
    empty = driver.control(view(0))
    assert all(values is None or len(values) == 0 for values in vars(empty).values())
    rng = np.random.default_rng(0)
    sides = [
        side(
            300,
            gap_ahead=rng.uniform(0, 60, 300),
            coming=rng.random(300) < 0.3,
            gap_behind=rng.uniform(0, 60, 300),
        )
        for _ in range(2)
    ]
    spent = []
    for k in range(60):
        seen = view(
            300,
            time=0.1 * k,
            gap=rng.uniform(3, 60, 300),
            leader_speed=rng.uniform(5, 12, 300),
            signals=rng.integers(0, 4, 300),
            left=sides[0],
            right=sides[1],
            rng=rng,
        )
        started = time.thread_time()
        driver.control(seen)
        spent.append(time.thread_time() - started)
    assert np.median(spent) < 1e-3
