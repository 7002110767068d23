"""Accepted actions and their commands."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.traffic.hooks.actions import Actions, commands

NAN = float("nan")
NOW = np.array([10.0, 0.1, 5.0])


def test_accelerations_become_speeds_and_nan_nothing():
    found = commands(Actions(acceleration=np.array([2.0, -9.0, NAN])), NOW, 0.1)
    np.testing.assert_allclose(found.speed, [10.2, 0.0, NAN])
    assert found.lane_change.tolist() == [0, 0, 0] and found.careless.tolist() == [
        False,
        False,
        False,
    ]


def test_speeds_and_accelerations_may_be_given_to_different_vehicles():
    found = commands(
        Actions(
            acceleration=[1.0, NAN, NAN],
            speed=[NAN, 3.0, NAN],
            lane_change=[NAN, 1, -1],
            careless=[True, False, False],
        ),
        NOW,
        0.5,
    )
    np.testing.assert_allclose(found.speed, [10.5, 3.0, NAN])
    assert found.lane_change.tolist() == [0, 1, -1] and found.careless.tolist() == [
        True,
        False,
        False,
    ]


def test_nothing_leaves_all_to_sumo():
    for nothing in (None, Actions()):
        assert np.isnan(commands(nothing, NOW, 0.1).speed).all()


@pytest.mark.parametrize(
    "actions, message",
    [
        (np.zeros(3), "gave ndarray, not Actions"),
        (Actions(acceleration=np.zeros(2)), r"acceleration of the shape \(2,\); \(3,\) is needed"),
        (Actions(speed=np.zeros((3, 1))), r"speed of the shape \(3, 1\)"),
        (Actions(speed=[1.0, np.inf, 1.0]), "vehicle 1 of 3 an infinite speed"),
        (Actions(speed=[1.0, -1.0, 1.0]), "vehicle 1 of 3 the speed -1, which is below 0"),
        (Actions(speed=1.0), r"speed of the shape \(\)"),
        (Actions(acceleration=["fast"] * 3), "acceleration that is not an array of numbers"),
        (Actions(lane_change=[0, 2, 0]), "lane_change 2; it must be"),
        (
            Actions(speed=[1.0] * 3, acceleration=[NAN, 1.0, NAN]),
            "vehicle 1 of 3 an acceleration and a speed",
        ),
    ],
)
def test_nonsense_is_refused_by_name(actions, message):
    with pytest.raises(InputError, match=message):
        commands(actions, NOW, 0.1)
