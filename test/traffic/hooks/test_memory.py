"""Memory of a module for vehicles that appear and disappear."""

from __future__ import annotations

import numpy as np

from sim.traffic.hooks.memory import Memory


def test_values_belong_to_numbers_not_to_rows():
    memory = Memory(1)
    memory.put(np.array([3, 1]), np.array([[30.0, 10.0]]))
    assert memory.get(np.array([1, 700, 3]), np.array([[-1.0, -2.0, -3.0]])).tolist() == [
        [10.0, -2.0, 30.0]
    ]


def test_a_delay_gives_what_was_so_many_calls_ago():
    memory, seen = Memory(1), []
    for time in range(10):
        seen.append(memory.delayed(np.array([5]), np.array([[float(time)]]), 3)[0, 0])
    # Until there is a past of three calls the oldest that is known counts.
    assert seen == [0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_no_delay_gives_the_present():
    memory = Memory(2)
    for time in range(3):
        now = np.array([[time], [10.0 * time]], float)
        np.testing.assert_array_equal(memory.delayed(np.array([0]), now, 0), now)


def test_those_who_come_later_have_a_past_of_their_own():
    memory = Memory(1)
    for time in range(4):
        memory.delayed(np.array([0]), np.array([[float(time)]]), 2)
    both = memory.delayed(np.array([2000, 0]), np.array([[50.0, 4.0]]), 2)
    assert both.tolist() == [[50.0, 2.0]]
    assert memory.delayed(np.array([0, 2000]), np.array([[5.0, 51.0]]), 2).tolist() == [[3.0, 50.0]]
