"""Anti-lock brakes against the tyre model's grip on the ground."""

from __future__ import annotations

from pathlib import Path
from typing import List

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import Vehicle
from sim.vehicle.weather import WEATHERS, check_weather
from sim.vehicle.wheel import WheelDynamics

from .rigid_body import Body, ego_parameters, ideal_actuators

TIR = Path(__file__).parents[2] / "models" / "bmw_320i" / "tyre.tir"


@pytest.mark.parametrize("friction", [0.1, 0.3, 1.2])
@pytest.mark.parametrize("model", ["magic_formula", "fiala", "linear"])
def test_it_brakes_with_what_the_tyre_can_hold(model: str, friction: float):
    """At each wheel's load, 0.97 of the largest force over all slips."""
    parameters = ideal_actuators(brake={"max_torque": 12000.0})
    tyre = Tyre(model, str(TIR) if model == "magic_formula" else "")
    body = Body(parameters, speed=20.0, friction=friction, tyre=tyre).drive(1.0, 0.0, 20.0)
    wheel, shares = WheelDynamics(parameters, tyre, friction), []

    def compare(body: Body) -> None:
        if body.time > 1.5 and body.speed > 6.0 and len(shares) < 10:
            loads, forces = body.vehicle.normal_forces, body.vehicle.tyre_forces
            most = sum(
                max(-wheel.steady(load, -slip, 0.0)[0] for slip in np.geomspace(1e-3, 0.9, 200))
                for load in loads
            )
            shares.append(-sum(force for force, _ in forces) / most)

    body.drive(1.0, 0.0, 0.0, 30.0, each=compare)
    assert len(shares) == 10 and body.vehicle.anti_lock
    assert min(shares) > 0.97 and max(shares) < 1.01


def test_it_brakes_with_no_more_slip_than_it_is_set_to():
    parameters = ideal_actuators(brake={"anti_lock_slip": 0.02})
    body = Body(parameters, speed=20.0, tyre=Tyre("fiala")).drive(1.0, 0.0, 20.0)
    slips: List[float] = []

    def look(body: Body) -> None:
        slips.extend(1.0 - speed * 0.32 / body.speed for speed in body.vehicle.wheel_speeds)

    body.drive(0.5, 0.0, 0.0, 30.0, each=look)
    assert max(slips) == pytest.approx(0.02, abs=0.004)


def test_weathers_are_those_that_the_law_knows():
    vehicle = Vehicle(ego_parameters())
    for name in WEATHERS:
        check_weather(name)
        vehicle.set_weather(name)
    for refuse in (check_weather, vehicle.set_weather):
        with pytest.raises(InputError, match="'snow' is not one of: " + ", ".join(WEATHERS)):
            refuse("snow")
