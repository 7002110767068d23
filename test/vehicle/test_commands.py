"""Commands take effect at the first step at or after their stamp."""

from __future__ import annotations

import math
from typing import List

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.vehicle import Vehicle

from .rigid_body import ideal_actuators

STEERING = {"max_angle": 1.0, "max_rate": 100.0}


@pytest.fixture
def vehicle() -> Vehicle:
    """Return a vehicle in the air with immediate steering.

    The steering shows the command in force.
    """
    return Vehicle(ideal_actuators(steering=STEERING, command_timeout=100.0))


def angles(vehicle: Vehicle, times: List[float]) -> List[float]:
    """Return the steering angle in steps at these times."""
    found = []
    for time in times:
        vehicle.step(time, 0.1, np.eye(3).ravel(), np.zeros(3), np.zeros(3), np.full(4, np.inf))
        found.append(vehicle.steering_angle)
    return found


def test_nothing_is_in_force_before_the_first_command(vehicle: Vehicle):
    assert angles(vehicle, [10.0]) == [0.0]
    assert vehicle.timed_out


def test_stamp_names_the_first_step_that_obeys(vehicle: Vehicle):
    vehicle.command(0.1, 0.2, 5.0)
    assert angles(vehicle, [0.03 * k for k in range(6)]) == [0.0] * 4 + [0.2] * 2


def test_a_stamp_on_a_step_is_not_missed_by_rounding(vehicle: Vehicle):
    vehicle.command(0.3, 0.2, 5.0)
    assert angles(vehicle, [sum([0.1] * 3) - 1e-10]) == [0.2]


def test_order_of_arrival_does_not_matter_but_decides_ties(vehicle: Vehicle):
    for stamp, angle in ((0.2, 0.2), (0.1, 0.1), (0.2, 0.3), (0.0, 0.05)):
        vehicle.command(stamp, angle, 0.0)
    assert angles(vehicle, [0.0, 0.1, 0.2]) == [0.05, 0.1, 0.3]


def test_stamp_zero_is_at_once(vehicle: Vehicle):
    vehicle.command(0.0, 0.1, 1.0)
    assert angles(vehicle, [55.0]) == [0.1]


def test_a_command_is_obeyed_for_its_timeout():
    vehicle = Vehicle(ideal_actuators(command_timeout=0.5))
    vehicle.command(0.0, 0.0, 1.0)
    seen = []
    for time in (0.0, 0.4, 0.6):
        angles(vehicle, [time])
        seen.append(vehicle.timed_out)
    assert seen == [False, False, True]


@pytest.mark.parametrize("name", ["stamp", "steering_angle", "speed", "acceleration"])
def test_unfinite_numbers_are_refused(vehicle: Vehicle, name: str):
    command = {"stamp": 0.0, "steering_angle": 0.0, "speed": 0.0, "acceleration": 0.0}
    with pytest.raises(InputError, match=name):
        vehicle.command(**{**command, name: math.nan})
