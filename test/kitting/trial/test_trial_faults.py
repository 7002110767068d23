"""Triggers follow the log; faults hit the same targets in each run."""

from __future__ import annotations

import numpy as np
import pytest

from sim.kitting.events import TrialEvent
from sim.kitting.trial.faults import (
    AT_ONCE,
    ATTEMPTS,
    KINDS,
    LASTING,
    TIMED,
    choose,
    cleared,
    ends_at,
    generator,
)
from sim.kitting.trial.spec import Fault, TrialTrigger
from sim.kitting.trial.triggers import came, due

LOG = [
    TrialEvent(0.0, "order_announced", "", {"order": "one"}),
    TrialEvent(4.0, "action_done", "fanuc", {"number": 1, "action": "take-part"}),
    TrialEvent(6.0, "action_done", "motoman", {"number": 2, "action": "take-part"}),
    TrialEvent(9.0, "action_done", "fanuc", {"number": 3, "action": "put-part"}),
    TrialEvent(9.5, "order_complete", "", {"order": "one"}),
]
GEARS = {f"gear_{number}": "small" if number < 6 else "large" for number in range(10)}
NOW = TrialTrigger(time=0.0)


@pytest.mark.parametrize(
    "trigger, time",
    [
        (TrialTrigger(time=7.0), 7.0),
        (TrialTrigger(event="action_done"), 4.0),
        (TrialTrigger(event="action_done", count=3, delay=2.5), 11.5),
        (TrialTrigger(event="action_done", count=4), None),
        (TrialTrigger(event="action_done", subject="motoman"), 6.0),
        (TrialTrigger(event="action_done", action="put-part"), 9.0),
        (TrialTrigger(event="action_done", subject="motoman", action="put-part"), None),
        (TrialTrigger(event="order_complete", subject="one"), 9.5),
        (TrialTrigger(event="order_complete", subject="two"), None),
    ],
)
def test_triggers_come_by_time_and_by_the_log(trigger, time) -> None:
    assert came(trigger, LOG) == time


def test_due_triggers_are_in_the_order_of_coming() -> None:
    triggers = [
        TrialTrigger(event="action_done", count=2),
        TrialTrigger(time=5.0),
        TrialTrigger(event="action_done", count=2),
        TrialTrigger(event="action_done", count=2, delay=3.0),
        TrialTrigger(time=100.0),
        TrialTrigger(event="action_failed"),
    ]
    assert due(triggers, LOG, 4.9) == ()
    assert due(triggers, LOG, 8.0) == (1, 0, 2)
    assert due(triggers, LOG, 9.0) == (1, 0, 2, 3)


@pytest.mark.parametrize("kind", [name for name in KINDS if KINDS[name].target == "part"])
def test_a_part_fault_hits_parts_of_its_type_alone(kind) -> None:
    found = choose(Fault(kind, NOW, "large", amount=3), GEARS, np.random.default_rng(4))
    assert len(set(found)) == 3 and {GEARS[name] for name in found} == {"large"}
    assert choose(Fault(kind, NOW, "gear_2"), GEARS, np.random.default_rng(4)) == ("gear_2",)


def test_the_choice_is_the_seeds_and_not_the_candidates_order() -> None:
    fault = Fault("missing_part", NOW, "small", amount=2)
    backwards = dict(reversed(list(GEARS.items())))
    assert choose(fault, GEARS, generator(7, 2)) == choose(fault, backwards, generator(7, 2))
    drawn = {choose(fault, GEARS, generator(seed, 2)) for seed in range(40)}
    assert len(drawn) > 10, "15 pairs are possible"
    assert len({choose(fault, GEARS, generator(7, number)) for number in range(40)}) > 10


def test_each_candidate_is_as_likely_as_any_other() -> None:
    fault, rng = Fault("missing_part", NOW), np.random.default_rng(1)
    drawn = [choose(fault, GEARS, rng)[0] for _ in range(5000)]
    counts = [drawn.count(name) for name in GEARS]
    assert max(counts) < 600 and min(counts) > 400


def test_robots_are_hit_one_at_a_time_and_detectors_together() -> None:
    robots = {"fanuc": "fanuc", "motoman": "motoman"}
    cameras = {"fanuc_camera": "pictures", "motoman_camera": "pictures", "truth": "truth"}
    rng = np.random.default_rng(1)
    assert len(choose(Fault("slipped_grasp", NOW, amount=3), robots, rng)) == 1
    assert choose(Fault("slipped_grasp", NOW, "motoman"), robots, rng) == ("motoman",)
    blackout = Fault("detector_blackout", NOW, duration=2.0)
    assert choose(blackout, cameras, rng) == tuple(cameras)
    named = Fault("detector_blackout", NOW, "pictures", duration=2.0)
    assert choose(named, cameras, rng) == ("fanuc_camera", "motoman_camera")


def test_a_fault_that_finds_nothing_waits() -> None:
    assert choose(Fault("dropped_part", NOW, "large"), {}, generator(1, 0)) == ()
    assert choose(Fault("dropped_part", NOW, "large"), {"a": "small"}, generator(1, 0)) == ()


def test_each_kind_of_fault_ends() -> None:
    ends = {name: kind.end for name, kind in KINDS.items()}
    assert [name for name in ends if ends[name] == AT_ONCE] == ["dropped_part"]
    assert [name for name in ends if ends[name] == TIMED] == [
        "detector_blackout",
        "robot_out_of_order",
    ]
    assert [name for name in ends if ends[name] == ATTEMPTS] == [
        "slipped_grasp",
        "tool_changer_stuck",
    ]
    for name in ends:
        fault = Fault(name, NOW, duration=3.0, amount=2)
        after = ends_at(fault, 10.0)
        assert after == {AT_ONCE: 10.0, TIMED: 13.0}.get(ends[name])
        assert cleared(fault, 10.0, 1e6) == (ends[name] in (AT_ONCE, TIMED))
        assert cleared(fault, 10.0, 10.0, attempts=2) == (ends[name] in (AT_ONCE, ATTEMPTS))
        assert ends[name] != LASTING or not cleared(fault, 10.0, 1e6, attempts=9)


def test_a_robot_without_a_duration_stays_out_of_order() -> None:
    assert ends_at(Fault("robot_out_of_order", NOW), 10.0) is None
    assert not cleared(Fault("robot_out_of_order", NOW), 10.0, 1e9)
