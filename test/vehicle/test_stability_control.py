"""Stability control, compliance and toe of a whole vehicle."""

from __future__ import annotations

import numpy as np
import pytest

from sim.vehicle.parameters import GRAVITY
from sim.vehicle.tyre import Tyre

from .rigid_body import Body, ego_parameters, ideal_actuators

CONTROL = {"yaw_gain": 20000.0, "slip_gain": 20000.0}


def spun(on: bool, **control: float) -> Body:
    """Return a car at 20 m/s that turns left at 1 rad/s."""
    body = Body(ideal_actuators(stability_control=control), speed=20.0, tyre=Tyre("fiala"))
    body.vehicle.switch(stability_control=on)
    body.drive(0.5, 0.0, 20.0)
    body.spin = body.spin + np.array([0.0, 0.0, 1.0])
    return body


def test_oversteer_is_braked_at_the_outer_front_wheel():
    body = spun(True, **CONTROL)
    body.drive(0.01, 0.0, 20.0)
    assert body.vehicle.stability_control
    along = [forward for forward, _ in body.vehicle.tyre_forces]
    # To the left: the right front wheel.
    assert along[1] < min(along[0], along[2], along[3]) - 500.0


def test_understeer_is_braked_at_the_inner_rear_wheel():
    control = {"yaw_gain": 20000.0, "yaw_threshold": 0.02, "time_constant": 0.0}
    parameters = ideal_actuators(stability_control=control)
    body = Body(parameters, speed=20.0, friction=0.5, tyre=Tyre("fiala"))
    for _ in range(60):
        body.drive(0.005, 0.2, 20.0)
        if body.vehicle.stability_control:
            break
    body.drive(0.01, 0.2, 20.0)
    along = [forward for forward, _ in body.vehicle.tyre_forces]
    assert along[2] < along[3] - 300.0


def test_it_keeps_a_car_straight_that_was_set_turning_on_a_wet_road():
    turned, spins = {}, {}
    for on in (True, False):
        parameters = ego_parameters(stability_control=CONTROL)
        body = Body(parameters, speed=20.0, friction=0.5, tyre=Tyre("fiala"))
        body.vehicle.switch(stability_control=on)
        body.drive(1.0, 0.0, 20.0)
        body.spin = body.spin + np.array([0.0, 0.0, 0.8])
        yaws = []
        body.drive(2.0, 0.0, 20.0, each=lambda body, yaws=yaws: yaws.append(abs(body.yaw)))
        turned[on], spins[on] = max(yaws), abs(body.spin[2])
    assert turned[True] < 0.6 * turned[False]
    assert spins[True] < 0.05 < 0.2 < spins[False]


def test_it_keeps_out_of_bends_that_the_tyres_can_drive():
    parameters = ideal_actuators(stability_control=CONTROL)
    body, active = Body(parameters, speed=15.0, tyre=Tyre("fiala")), []
    body.drive(4.0, 0.04, 15.0, each=lambda body: active.append(body.vehicle.stability_control))
    assert not any(active)


@pytest.mark.parametrize("switched", [True, False])
def test_without_gains_or_switched_off_it_does_nothing(switched: bool):
    control = {} if switched else CONTROL
    first, second = spun(switched, **control), spun(False)
    for body in (first, second):
        body.drive(1.0, 0.0, 20.0)
    np.testing.assert_array_equal(first.velocity, second.velocity)


def test_an_anti_lock_brake_can_be_switched_off():
    wheels = {}
    for on in (True, False):
        body = Body(ideal_actuators(), speed=20.0)
        body.vehicle.switch(anti_lock=on)
        body.drive(0.5, 0.0, 0.0, 20.0)
        wheels[on] = min(body.vehicle.wheel_speeds)
    assert wheels[True] > 30.0
    assert wheels[False] == 0.0


def test_front_wheels_give_way_to_the_force_on_their_axle():
    """A steady bend needs as much more steering as they give way."""
    compliance = 2e-6
    angles = {}
    for c in (0.0, compliance):
        body = Body(ideal_actuators(steering={"compliance": c}), speed=10.0, tyre=Tyre("linear"))
        body.drive(4.0, 0.05, 10.0)
        angles[c] = body.vehicle
        if c:
            force = sum(left for _, left in body.vehicle.tyre_forces[:2])
            mean = sum(body.vehicle.steering_angles) / 2.0
            assert 0.05 - mean == pytest.approx(c * force, rel=0.02)
            assert force == pytest.approx(0.5 * 1500.0 * body.spin[2] * body.speed, rel=0.05)


def test_toe_turns_wheels_against_each_other():
    toe = 0.005
    parameters = ideal_actuators(suspension={"front_toe": toe, "rear_toe": -toe})
    body = Body(parameters, speed=10.0, tyre=Tyre("linear")).drive(3.0, 0.0, 10.0)
    stiffness = 20.0 * 1500.0 * GRAVITY / 4.0
    for (_, left), sign in zip(body.vehicle.tyre_forces, (-1.0, 1.0, 1.0, -1.0)):
        assert left == pytest.approx(sign * stiffness * toe, rel=0.05)
    assert abs(body.position[1]) < 0.01
