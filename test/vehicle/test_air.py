"""Wind, side force and lift against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from .rigid_body import Body, ego_parameters

RHO = 1.225


def _in_the_air(aerodynamics: dict, speed: float, wind=(0.0, 0.0, 0.0)) -> np.ndarray:
    """Return force and torque (6,) of the air alone."""
    body = Body(ego_parameters(aerodynamics=aerodynamics), speed=speed, height=50.0)
    body.vehicle.set_wind(wind)
    force, torque = body.vehicle.step(
        0.0, 0.005, np.eye(3).ravel(), body.velocity, np.zeros(3), [np.inf] * 4
    )
    return np.array([*force, *torque])


@pytest.mark.parametrize("wind", [10.0, -10.0, 30.0])
def test_a_head_wind_counts_as_speed(wind: float):
    found = _in_the_air({"drag_area": 0.64, "center": 0.5}, 20.0, (wind, 0.0, 0.0))
    through = 20.0 - wind
    drag = -0.5 * RHO * 0.64 * abs(through) * through
    np.testing.assert_allclose(found, [drag, 0.0, 0.0, 0.0, 0.5 * drag, 0.0], atol=1e-9)


@pytest.mark.parametrize("side_area", [0.0, 1.8])
def test_a_cross_wind_pushes_by_its_own_area(side_area: float):
    aerodynamics = {"drag_area": 0.64, "center": 0.5, "side_area": side_area}
    found = _in_the_air(aerodynamics, 20.0, (0.0, 15.0, 0.0))
    push = 0.5 * RHO * (side_area or 0.64) * 25.0 * 15.0
    drag = -0.5 * RHO * 0.64 * 25.0 * 20.0
    np.testing.assert_allclose(found, [drag, push, 0.0, -0.5 * push, 0.5 * drag, 0.0], atol=1e-9)


def test_lift_takes_load_off_each_axle():
    areas = {"front_lift_area": 0.2, "rear_lift_area": -0.1}
    still, moving = (
        Body(ego_parameters(aerodynamics={"drag_area": 0.0, **lift}), speed=40.0)
        for lift in ({}, areas)
    )
    loads = [
        np.mean([body.run(0.005).vehicle.normal_forces for _ in range(200)], axis=0)
        for body in (still, moving)
        if body.vehicle.neutral() is None and body.run(2.0)
    ]
    pressure = 0.5 * RHO * still.speed**2
    front, rear = (loads[1] - loads[0]).reshape(2, 2).sum(axis=1)
    assert front == pytest.approx(-pressure * 0.2, rel=0.07)
    assert rear == pytest.approx(pressure * 0.1, rel=0.07)


def test_a_tail_wind_carries_a_coasting_car():
    body = Body(ego_parameters(aerodynamics={"drag_area": 2.0}, wheel={"rolling_resistance": 0.0}))
    body.vehicle.neutral()
    body.vehicle.set_wind((20.0, 0.0, 0.0))
    body.run(5.0)
    # v' = k (u - v)^2 from rest: v = k u^2 t / (1 + k u t).
    k = 0.5 * RHO * 2.0 / (1500.0 + 4.0 * 1.2 / 0.32**2)
    expected = k * 400.0 * 5.0 / (1.0 + k * 20.0 * 5.0)
    # The brakes hold until their lag and delay have passed.
    assert body.speed == pytest.approx(expected, rel=0.04)
