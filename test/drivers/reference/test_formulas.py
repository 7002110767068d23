"""Formulas of the reference drivers against hand-computed numbers.

Their guarantees are tested too.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.drivers.reference import fsm, human, reg157, rss
from sim.drivers.reference.catalogue import CUT_OUT, DRIVERS
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.encounters import car_following
from sim.drivers.reference.reaction import Reaction, fresh, judgement, react
from sim.drivers.reference.trials import TrialMotion, Trials, run

SPEEDS = st.floats(1.0, 60.0)


def met(gap: float, speed: float, other: float, side_gap: float = -1.9, drift: float = 0.0):
    """Return a vehicle ``gap`` m ahead and ``side_gap`` m to the left."""
    values = (gap + 4.3, side_gap + 1.9, speed, 0.0, other, drift)
    return Encounter(*(np.array([value]) for value in values))


def test_the_proactive_metric_is_between_its_two_distances():
    # At 20 m/s both: d_safe = 15 + 50 - 28.571 + 2 = 38.429, d_unsafe = 15 + 33.333 - 28.571.
    safe, unsafe = 15.0 + 50.0 - 400.0 / 14.0 + 2.0, 15.0 + 400.0 / 12.0 - 400.0 / 14.0
    gaps = np.array([safe + 2.01, 0.5 * (safe + unsafe) + 2.0, unsafe + 1.99])
    assert fsm.pfs(gaps, np.full(3, 20.0), np.full(3, 20.0)) == pytest.approx([0.0, 0.5, 1.0])


def test_the_critical_metric_at_constant_speed_is_the_way_to_brake():
    # 10 m/s too fast: 0.75 s of it, then 100 / 8 or 100 / 12 m.
    gaps = np.array([7.5 + 12.51, 7.5 + 0.5 * (12.5 + 100.0 / 12.0), 7.5 + 8.3])
    values = fsm.cfs(gaps, np.full(3, 20.0), np.full(3, 10.0), np.zeros(3))
    assert values == pytest.approx([0.0, 0.5, 1.0])


def test_the_critical_metric_of_who_brakes_already():
    # Braking with 4 m/s^2, 2 m/s too fast: equally fast before 0.75 s, after 4 / 8 m.
    gaps, pair = np.array([0.49, 0.51]), np.ones(2)
    assert fsm.cfs(gaps, 12.0 * pair, 10.0 * pair, -4.0 * pair).tolist() == [1.0, 0.0]
    assert fsm.cfs(gaps, 10.0 * pair, 12.0 * pair, 0.0 * pair).tolist() == [0.0, 0.0]


@given(st.floats(0.0, 200.0), SPEEDS, SPEEDS, st.floats(-8.0, 3.0))
def test_both_metrics_are_shares_that_fall_with_the_gap(gap, speed, other, acceleration):
    gaps, pair = np.array([gap, gap + 1.0]), np.ones(2)
    for values in (
        fsm.pfs(gaps, speed * pair, other * pair),
        fsm.cfs(gaps, speed * pair, other * pair, acceleration * pair),
    ):
        assert 0.0 <= values[1] <= values[0] <= 1.0


def test_fsm_counts_vehicles_beside_only_if_they_come_in_time():
    # 20 m ahead, 10 m/s slower: gross headway (24.3 + 4.3) / 10 = 2.86 s, 0.1 s more is allowed.
    assert fsm.judge(met(20.0, 20.0, 10.0, 1.0, -1.0 / 2.95)).unsafe
    assert not fsm.judge(met(20.0, 20.0, 10.0, 1.0, -1.0 / 2.97)).unsafe
    assert not fsm.judge(met(20.0, 20.0, 10.0, 1.0, 1.0 / 2.95)).unsafe


def test_safe_gaps_of_responsibility_sensitive_safety():
    # 20 * 0.75 + 3 * 0.5625 / 2 + 22.25^2 / 12 - 100 / 12 and 0.3 + 1.75 * 0.375 + 1.25^2 / 2.
    assert rss.safe_gap(np.array(20.0), np.array(10.0)) == pytest.approx(48.765, abs=1e-3)
    assert rss.safe_side_gap(np.array(0.5)) == pytest.approx(0.3 + 0.65625 + 0.78125)
    inside, outside = met(48.7, 20.0, 10.0, 1.7, -0.5), met(48.7, 20.0, 10.0, 1.8, -0.5)
    assert rss.judge(inside).unsafe and not rss.judge(outside).unsafe
    assert not rss.judge(met(48.8, 20.0, 10.0, 1.7, -0.5)).unsafe


def test_responsibility_sensitive_safety_keeps_its_promise():
    """The driver's gap suffices for any leader that brakes with 6 m/s^2 or less."""
    rng = np.random.default_rng(3)
    trials = car_following(
        DRIVERS["rss"], rng.uniform(0.05, 6.0 / 9.81, 2000), rng.uniform(1.0, 60.0, 2000)
    )
    assert not run(DRIVERS["rss"], trials).crashed.any()


def test_the_careful_human_brakes_for_cut_ins_of_two_seconds_and_less():
    for gap, unsafe, dismissed in ((19.9, True, False), (20.1, False, True)):
        judged = human.judge_cut_in(met(gap, 20.0, 10.0))
        assert (judged.unsafe[0], judged.dismissed[0]) == (unsafe, dismissed)
    beside = human.judge_cut_in(met(5.0, 20.0, 10.0, 0.01, -1.0))
    assert not beside.unsafe and not beside.dismissed
    passed = human.judge_cut_in(met(-9.0, 20.0, 10.0))
    assert not passed.unsafe and not passed.dismissed


def test_the_regulations_rule_grows_with_the_closing_speed():
    # 12 m/s: 12 / 12 + 0.45 = 1.45 s, which are 17.4 m.
    assert reg157.judge(met(17.3, 20.0, 8.0, 0.5)).unsafe
    assert not reg157.judge(met(17.5, 20.0, 8.0, 0.5)).unsafe
    assert not reg157.judge(met(17.3, 20.0, 8.0, 0.51)).unsafe


@pytest.mark.parametrize("name, steps", [("fsm", 8), ("human", 8), ("rss", 8), ("reg157", 4)])
def test_brakes_come_after_the_delay(name: str, steps: int):
    reaction = DRIVERS[name].reaction
    memory, speed, hard = fresh(reaction, 1), 20.0, judgement(np.array([True]))
    braking = []
    for _ in range(steps + 8):
        step = react(reaction, memory, np.array([speed]), hard)
        memory, speed = step.memory, float(step.speed[0])
        braking.append(float(step.braking[0]))
    assert braking[:steps] == [reaction.coasting] * steps
    first = reaction.coasting + 1.265 if math.isfinite(reaction.jerk) else 6.0
    assert braking[steps] == pytest.approx(first)
    assert braking[-1] == pytest.approx(reaction.strongest)
    assert speed == pytest.approx(20.0 - 0.1 * sum(braking))


def test_after_a_safe_judgement_braking_resumes_where_it_was():
    reaction = Reaction(delay=0.05, jerk=20.0, strongest=8.0)
    memory, speeds, braking = fresh(reaction, 1), [20.0], []
    for unsafe in (True, True, False, True):
        step = react(reaction, memory, np.array(speeds[-1:]), judgement(np.array([unsafe])))
        memory = step.memory
        speeds.append(float(step.speed[0]))
        braking.append(float(step.braking[0]))
    assert braking == [0.0, 2.0, 0.0, 4.0]
    assert speeds == pytest.approx([20.0, 20.0, 19.8, 19.8, 19.4])


def test_a_standing_wall_is_hit_or_not_by_the_stopping_distance():
    """The careful human at 20 m/s.

    0.8 s with 0.4 m/s^2, 0.57 s of rising deceleration, 7.59 m/s^2 to rest; each step drives with
    the speed at its end.
    """
    ramp = (human.REACTION.strongest - 0.4) / human.REACTION.jerk
    slowed = 20.0 - 0.8 * 0.4
    braked = slowed - 0.5 * ramp * (0.4 + human.REACTION.strongest)
    way = 0.8 * 19.84 + ramp * 0.5 * (slowed + braked) + braked**2 / 2.0 / 7.593 - 0.05 * 20.0
    still = np.zeros((350, 1))
    for gap, crashed in ((way + 1.0, False), (way - 2.0, True)):
        wall = TrialMotion(still + gap + 4.3, still, still, still)
        trials = Trials(CUT_OUT, wall, still[:1], np.array([20.0]), np.array([350]))
        outcome = run(DRIVERS["human"], trials, keep=True)
        assert outcome.crashed[0] == crashed and outcome.first_unsafe[0] == 0
        if not crashed:
            assert outcome.speed[-1, 0] == 0.0
            assert outcome.x[-1, 0] == pytest.approx(way, abs=1.0)
