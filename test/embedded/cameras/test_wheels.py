"""Wheels of traffic roll on the ground and point along the path."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.cameras.figures import type_figure
from sim.embedded.cameras.moment import ShownVehicles
from sim.embedded.cameras.wheels import steering_angle, wheel_table
from sim.traffic.odometer import Odometer
from sim.traffic.state import VehicleType

from ..traffic import state
from .pictures import MODELS


def table(model: str, size):
    figure = type_figure(VehicleType(model, model, *size), MODELS)
    numbers, meshes = [], []
    for wheel in figure.wheels:
        numbers.append([len(meshes) + k for k in range(len(wheel.meshes))])
        meshes += wheel.meshes
    return figure, wheel_table([(figure.wheels, numbers)])


def driving(way: float, yaw_rate: float = 0.0, speed: float = 10.0) -> ShownVehicles:
    one = np.zeros(1)
    return ShownVehicles(
        one,
        one,
        one + speed,
        np.zeros((1, 3)),
        one,
        np.eye(3)[None],
        one,
        one + way,
        one + yaw_rate,
    )


@pytest.mark.parametrize(
    "model, size, wheels",
    [
        ("saloon", (4.6, 1.8, 1.5), 4),
        ("truck", (9.0, 2.5, 3.6), 4),
        ("bicycle", (1.8, 0.65, 1.75), 2),
    ],
)
def test_wheels_roll_without_slip(model, size, wheels):
    """The contact point is at rest: it moves back as the vehicle advances."""
    figure, wheels_of = table(model, size)
    assert len(figure.wheels) == wheels
    kinds = np.zeros(1, int)
    step = 1e-4
    _, place, turn, _, _ = wheels_of.placed(driving(3.0), kinds)
    _, _, later, _, _ = wheels_of.placed(driving(3.0 + step), kinds)
    for at, before, after in zip(place, turn, later):
        touching = before.T @ [0.0, 0.0, -at[2]]
        speed = (after - before) @ touching / step + [1.0, 0.0, 0.0]
        np.testing.assert_allclose(speed, 0.0, atol=1e-3)


def test_front_wheels_point_along_their_circles():
    """Axles of steered wheels meet the others in one line.

    The bicycle model's centre is speed / yaw rate to the left.
    """
    figure, wheels_of = table("saloon", (4.6, 1.8, 1.5))
    _, place, turn, _, _ = wheels_of.placed(driving(0.0, 0.5, 6.0), np.zeros(1, int))
    rear = max(at[0] for at, wheel in zip(place, figure.wheels) if not wheel.steers)
    for at, axes, wheel in zip(place, turn, figure.wheels):
        axle = axes[:, 1] * np.sign(axes[1, 1])
        if not wheel.steers:
            np.testing.assert_allclose(axle, [0.0, 1.0, 0.0], atol=1e-4)
            continue
        angle = np.arctan2(-axle[0], axle[1])
        assert angle == pytest.approx(np.arctan((at[0] - rear) * 0.5 / 6.0), abs=1e-4)
    assert steering_angle(np.array([2.7]), np.array([9.0]), np.array([0.0]))[0] == 0.6


def test_the_way_is_the_sum_of_mean_speeds():
    odometer, speeds = Odometer(), [4.0, 6.0, 6.0, 2.0]
    for k, speed in enumerate(speeds):
        shown = replace(state(0.1 * k, [3, 7], [0.0, 1.0], speed=speed))
        odometer.add(shown)
    expected = sum(0.5 * (a + b) for a, b in zip(speeds, speeds[1:])) * shown.step
    np.testing.assert_allclose(odometer.ways(shown, 0.0), expected)
    np.testing.assert_allclose(odometer.ways(shown, 0.05), expected + 0.05 * speeds[-1])
    came = replace(state(0.4, [5, 7], [0.0, 1.0], speed=2.0))
    odometer.add(came)
    np.testing.assert_allclose(odometer.ways(came, 0.0), [0.0, expected + 2.0 * came.step])
