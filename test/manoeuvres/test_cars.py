"""Cars of the package in manoeuvres, with figures usual for their kind."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sim.manoeuvres.drives import ManoeuvreSetup, braking, holding, slow_steer, step_steer
from sim.manoeuvres.measures import step_response, understeer_gradient

MODELS = [str(Path(__file__).resolve().parents[2] / "models")]
# m/s, and the least deceleration of full braking, m/s^2: what tyres of cars and of trucks hold.
CARS = {
    "ego_car": (80.0 / 3.6, 9.0),
    "ford_escort": (80.0 / 3.6, 9.0),
    "bmw_320i": (80.0 / 3.6, 9.0),
    "vw_vanagon": (80.0 / 3.6, 9.0),
    "city_bus": (60.0 / 3.6, 5.5),
    "lorry": (60.0 / 3.6, 5.5),
    "f1tenth": (5.0, 7.5),
    "bfmc_car": (2.0, 6.0),
}


@pytest.mark.parametrize("name", CARS)
def test_it_brakes_straight_and_in_a_bend_and_stands(name: str) -> None:
    speed, least = CARS[name]
    course = ManoeuvreSetup(name, MODELS, speed)
    for angle, share in ((0.0, 1.0), (0.1, 0.75)):
        motion = braking(course, angle)
        way = np.linalg.norm(np.diff(motion.place, axis=0), axis=1).sum()
        assert motion.speed[0] ** 2 / (2.0 * way) > share * least
        assert abs(motion.roll).max() < math.radians(7.0)
        assert abs(motion.slip_angle[motion.speed > 0.2 * speed]).max() < 0.2
    place = holding(course, 0.3, 6.0).after(5.0).place
    assert np.ptp(place, axis=0).max() < 1e-4


@pytest.mark.parametrize("name", CARS)
def test_it_answers_a_step_of_the_steering_and_stays_stable(name: str) -> None:
    """A step to 2 m/s^2 by the bicycle model, a lower bound for a car with little understeer."""
    speed, _ = CARS[name]
    course = ManoeuvreSetup(name, MODELS, speed)
    wheelbase = course.track().vehicle.parameters.wheelbase
    motion = step_steer(course, math.atan(2.0 * wheelbase / speed**2))
    found = step_response(motion)
    assert 1.0 < found.lateral_acceleration < 2.3
    assert 0.05 < found.yaw_rate_time < found.lateral_acceleration_time < 1.3
    assert found.overshoot < 0.12


def test_the_default_car_understeers_only_as_measured_not_on_paper() -> None:
    """A Civic's 0.10 and 0.22 deg/(m/s^2) by [openpilot].

    Its axles are at 192150 and 202500 N/rad there, elsewhere at 85400 and 90000.
    """
    own, paper = (
        math.degrees(
            understeer_gradient(slow_steer(ManoeuvreSetup("ego_car", MODELS, tyre=tyre)), 3.0)
        )
        for tyre in ("", "paper")
    )
    assert 0.05 < own < 0.25
    assert abs(paper) < 0.005


def test_the_default_car_responds_in_time_only_as_measured() -> None:
    own, paper = (
        step_response(step_steer(ManoeuvreSetup("ego_car", MODELS, tyre=tyre), 0.02)).yaw_rate_time
        for tyre in ("", "paper")
    )
    assert 0.2 < own < 0.4
    assert paper < 0.15
