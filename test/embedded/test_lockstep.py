"""Boundaries of participants, and whom physics waits for at them."""

from __future__ import annotations

import numpy as np
import pytest

import sim.embedded.lockstep as module
from sim.embedded.lockstep import DEFAULT_TIMEOUT, Lockstep
from sim.errors import InputError

STEP = 0.005


def names(participants):
    return [participant.name for participant in participants]


def boundaries(lockstep, begin, end, step=STEP):
    """Return the times of steps at which a participant is due.

    All participants are done at once.
    """
    told = []
    for n in range(round(begin / step), round(end / step) + 1):
        for participant in lockstep.due(n * step):
            told.append(round(n * step, 9))
            lockstep.done(participant.name, n * step, ())
    return told


@pytest.mark.parametrize(
    "now, first", [(0.0, 0.0), (0.1, 0.1), (0.30000000000000004, 0.3), (0.105, 0.2), (12.34, 12.4)]
)
def test_the_first_boundary_is_the_next_multiple_of_the_period(now, first):
    lockstep = Lockstep()
    assert lockstep.join("a", 0.1, 1.0, (), now, STEP) == pytest.approx(first)
    assert boundaries(lockstep, now, first + 0.05)[0] == pytest.approx(first)


def test_every_boundary_is_told_once_and_at_its_multiple():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    assert boundaries(lockstep, 0.0, 100.0) == [pytest.approx(0.1 * k) for k in range(1001)]
    assert lockstep.due(100.0) == []


def test_an_uneven_period_is_due_at_the_first_step_after_it():
    lockstep = Lockstep()
    lockstep.join("a", 0.012, 1.0, (), 0.0, STEP)
    assert boundaries(lockstep, 0.0, 0.05) == [0.0, 0.015, 0.025, 0.04, 0.05]


def test_no_participant_is_due_or_missing_in_a_quiet_step():
    random = np.random.default_rng(3)
    lockstep, quiet = Lockstep(), 0
    for n in range(20000):
        now = n * STEP
        what = random.integers(400)
        if what < 3:
            period = random.choice([0.012, 0.05, 0.1, 0.3])
            lockstep.join(f"{what}", period, 1.0, (), now, STEP)
        elif what < 5:
            lockstep.leave(f"{what}")
        elif what == 5:
            lockstep.done("1", now - 1.0, ("/input",))
        elif what == 6:
            lockstep.input("/input", now - 2.0)
        if lockstep.quiet(now):
            quiet += 1
            assert not lockstep.due(now) and not lockstep.missing()
            continue
        lockstep.due(now)
        for participant in lockstep.missing():
            lockstep.input("/input", now)
            lockstep.done(participant.name, now, ("/input",))
    assert 10000 < quiet < 19000


def test_after_a_reset_the_first_boundary_is_waited_for_again():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    boundaries(lockstep, 0.0, 0.25)
    assert lockstep.quiet(0.255)
    lockstep.reset()
    assert not lockstep.quiet(0.0)
    assert names(lockstep.due(0.0)) == ["a"]


def test_contacts_come_with_the_participants_next_boundary():
    lockstep = Lockstep()
    lockstep.join("slow", 0.1, 1.0, ("ego",), 0.0, STEP)
    lockstep.join("fast", 0.02, 1.0, ("ego", "other"), 0.0, STEP)
    assert lockstep.models == {"ego", "other"}
    lockstep.due(0.0)
    lockstep.note_contacts("ego", ["wall", "car"])
    lockstep.note_contacts("ego", ["wall"])
    assert [each.contacts for each in lockstep.due(0.02)] == [(("ego", "car"), ("ego", "wall"))]
    lockstep.note_contacts("other", ["wall"])
    assert [(each.name, each.contacts) for each in lockstep.due(0.1)] == [
        ("slow", (("ego", "car"), ("ego", "wall"))),
        ("fast", (("other", "wall"),)),
    ]
    lockstep.note_contacts("ego", ["car"])
    lockstep.reset()
    assert not any(each.contacts for each in lockstep.due(0.0))


def test_participants_have_boundaries_of_their_own():
    lockstep = Lockstep()
    lockstep.join("slow", 0.1, 1.0, (), 0.0, STEP)
    lockstep.join("fast", 0.02, 1.0, (), 0.0, STEP)
    assert (
        names(lockstep.due(0.0)) == ["slow", "fast"]
        and names(lockstep.due(0.02)) == ["fast"]
        and names(lockstep.due(0.1)) == ["slow", "fast"]
    )


def test_nobody_is_waited_for_before_a_first_boundary():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.105, STEP)
    assert lockstep.due(0.105) == [] and lockstep.missing() == []


def test_a_strict_participant_is_missing_until_it_is_done():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    for boundary in (0.0, 0.1, 0.2):
        lockstep.due(boundary)
        assert names(lockstep.missing()) == ["a"]
        lockstep.done("a", boundary - 0.01, ())
        assert names(lockstep.missing()) == ["a"]
        lockstep.done("a", boundary, ())
        assert lockstep.missing() == []


def test_a_pipelined_participant_that_works_ahead_is_not_waited_for():
    lockstep = Lockstep()
    lockstep.join("sumo", 0.1, 1.0, (), 0.0, STEP)
    lockstep.due(0.0)
    lockstep.done("sumo", 0.1, ())
    lockstep.due(0.1)
    assert lockstep.missing() == []
    lockstep.due(0.2)
    assert names(lockstep.missing()) == ["sumo"]
    lockstep.done("sumo", 0.3, ())
    assert lockstep.missing() == []


def test_done_counts_when_the_promised_inputs_have_arrived():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    lockstep.due(0.0)
    lockstep.done("a", 0.1, ("/states", "/command"))
    lockstep.input("/states", 0.1)
    lockstep.input("/command", 0.0)
    assert names(lockstep.missing()) == ["a"]
    lockstep.input("/command", 0.1)
    assert lockstep.missing() == []


def test_an_input_may_arrive_before_the_word_that_it_was_sent():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    lockstep.due(0.0)
    lockstep.input("/states", 0.0)
    lockstep.done("a", 0.0, ("/states",))
    assert lockstep.missing() == []


def test_the_timeout_runs_while_physics_waits(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 2.0, (), 0.0, STEP)
    lockstep.join("b", 0.1, 0.0, (), 0.0, STEP)
    clock[0] += 500.0
    assert lockstep.late() == []
    lockstep.due(0.0)
    clock[0] += 1.9
    assert lockstep.late() == []
    clock[0] += 0.2
    assert names(lockstep.late()) == ["a"]
    clock[0] += DEFAULT_TIMEOUT
    assert names(lockstep.late()) == ["a", "b"]
    lockstep.done("a", 0.0, ())
    assert names(lockstep.late()) == ["b"]
    assert lockstep.leave("b") and lockstep.missing() == [] and not lockstep.leave("b")


def test_a_boundary_without_an_answer_is_told_again(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 10.0, (), 0.0, STEP)
    lockstep.due(0.0)
    told = []
    for _ in range(30):
        clock[0] += 0.1
        told += [
            (round(clock[0] - 1000.0, 1), participant.repeats)
            for participant in lockstep.unheard(0.95)
        ]
    assert told == [(1.0, 1), (2.0, 2), (3.0, 3)]
    lockstep.done("a", 0.0, ())
    clock[0] += 5.0
    assert lockstep.unheard(0.95) == []


def test_words_of_strangers_are_ignored():
    lockstep = Lockstep()
    lockstep.done("nobody", 1.0, ())
    assert lockstep.names == [] and lockstep.missing() == []


def test_joining_again_renews(monkeypatch):
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    lockstep.due(0.0)
    assert lockstep.join("a", 0.2, 1.0, ("car",), 0.1, STEP) == pytest.approx(0.2)
    assert lockstep.names == ["a"] and lockstep.missing() == [] and lockstep.due(0.1) == []
    (participant,) = lockstep.due(0.2)
    assert participant.models == ("car",)


def test_after_a_reset_the_boundaries_begin_at_0_again():
    lockstep = Lockstep()
    lockstep.join("a", 0.1, 1.0, (), 0.0, STEP)
    boundaries(lockstep, 0.0, 1.0)
    lockstep.input("/states", 1.0)
    lockstep.reset()
    assert names(lockstep.due(0.0)) == ["a"] and names(lockstep.missing()) == ["a"]
    lockstep.done("a", 0.0, ("/states",))
    assert names(lockstep.missing()) == ["a"]
    lockstep.input("/states", 0.0)
    assert lockstep.missing() == []


@pytest.mark.parametrize(
    "name, period, word",
    [
        ("", 0.1, "name"),
        ("a", 0.001, "below the physics step"),
        ("a", 0.0, "below"),
        ("a", -1.0, "below"),
        ("a", float("nan"), "below"),
    ],
)
def test_wrong_requests_are_refused(name, period, word):
    with pytest.raises(InputError, match=word):
        Lockstep().join(name, period, 1.0, (), 0.0, STEP)
