"""Commands take effect at the first step at or after their stamp."""

from __future__ import annotations

import math

import pytest

from sim.errors import InputError
from sim.vehicle.commands import Command, CommandQueue


def test_nothing_is_in_force_before_the_first_command():
    assert CommandQueue().advance(10.0) is None


def test_stamp_names_the_first_step_that_obeys():
    queue = CommandQueue()
    queue.add(Command(0.1, 0.0, 5.0))
    in_force = [queue.advance(0.03 * k) is not None for k in range(6)]
    assert in_force == [False, False, False, False, True, True]
    assert queue.applied_at == pytest.approx(0.12)


def test_a_stamp_on_a_step_is_not_missed_by_rounding():
    queue = CommandQueue()
    queue.add(Command(0.3, 0.0, 5.0))
    assert queue.advance(sum([0.1] * 3) - 1e-10) is not None


def test_order_of_arrival_does_not_matter_but_decides_ties():
    queue = CommandQueue()
    for stamp, speed in ((0.2, 2.0), (0.1, 1.0), (0.2, 3.0), (0.0, 0.5)):
        queue.add(Command(stamp, 0.0, speed))
    assert [queue.advance(time).speed for time in (0.0, 0.1, 0.2)] == [0.5, 1.0, 3.0]


def test_stamp_zero_is_at_once():
    queue = CommandQueue()
    queue.add(Command(0.0, 0.1, 1.0))
    assert queue.advance(55.0).speed == 1.0


@pytest.mark.parametrize("name", ["stamp", "steering_angle", "speed", "acceleration"])
def test_unfinite_numbers_are_refused(name: str):
    with pytest.raises(InputError, match=name):
        CommandQueue().add(Command(0.0, 0.0, 0.0, 0.0)._replace(**{name: math.nan}))
