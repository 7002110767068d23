"""Readings of a vehicle's wheels, and switchable functions."""

from __future__ import annotations

import math

import pytest

from sim.errors import InputError
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import Vehicle

from .rigid_body import Body, ego_parameters


def test_slip_is_what_makes_the_forces():
    stiffness = {"load_sensitivity": 0.0, "cornering_stiffness": 20.0}
    parameters = ego_parameters(tyre=stiffness, brake={"anti_lock_slip": 1.0})
    body = Body(parameters, speed=15.0, tyre=Tyre("linear")).drive(3.0, 0.02, 15.0)
    for (_, alpha), (_, lateral), load in zip(
        body.vehicle.slips, body.vehicle.tyre_forces, body.vehicle.normal_forces
    ):
        assert lateral == pytest.approx(-20.0 * load * math.tan(alpha), rel=0.03)
    body.drive(0.6, 0.0, 0.0, 50.0)
    assert [kappa for kappa, _ in body.vehicle.slips] == pytest.approx([-1.0] * 4)
    assert [spin for spin in body.vehicle.wheel_speeds] == [0.0] * 4
    front, _, rear, _ = (brake for _, brake in body.vehicle.wheel_torques)
    assert (front, rear) == pytest.approx((0.3 * 6000.0, 0.2 * 6000.0))


def test_anti_lock_brakes_are_switched_and_stay_so():
    def locks(body: Body) -> bool:
        body.vehicle.command(0.0, 0.0, 0.0, 50.0)
        return min(body.run(0.5).vehicle.wheel_speeds) == 0.0

    for on in (False, True):
        body = Body(ego_parameters(), speed=20.0)
        body.vehicle.switch(anti_lock=on)
        body.vehicle.reset()
        assert locks(body) is not on
        assert body.vehicle.anti_lock is on
    Vehicle(ego_parameters()).require("anti_lock")
    with pytest.raises(InputError, match=r"anti_lock: .*brake\.anti_lock_slip"):
        Vehicle(ego_parameters(brake={"anti_lock_slip": 1.0})).require("anti_lock")
    with pytest.raises(InputError, match=r"stability_control: .*yaw_gain"):
        Vehicle(ego_parameters(stability_control={"yaw_gain": 0.0})).require("stability_control")
