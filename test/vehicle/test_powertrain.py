"""Pedals, engine, gears, differentials and axles' torques against closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.parameters import GRAVITY, VehicleParameters
from sim.vehicle.vehicle import DRIVE, NEUTRAL, REVERSE, Vehicle

from .rigid_body import Body, ego_parameters, ideal_actuators

WHEEL_RADIUS = 0.32  # m
ROLLING_RESISTANCE = 0.012
# kg that the wheels' spin adds to the car's 1500.
MASS = 1500.0 + 4.0 * 1.2 / WHEEL_RADIUS**2
ENGINE = {
    "speeds": (100.0, 300.0, 500.0),
    "torques": (100.0, 200.0, 150.0),
    "idle_speed": 80.0,
    "braking_torque": 40.0,
}
GEARBOX = {"ratios": (3.5, 2.0, 1.2), "final_ratio": 4.0, "efficiency": 0.9, "shift_time": 0.2}


def engined(**changes: Any) -> VehicleParameters:
    """Return the ego car with engine, three gears, all wheels driven."""
    merged = {
        key: {**usual, **changes.pop(key, {})}
        for key, usual in (
            ("engine", ENGINE),
            ("gearbox", GEARBOX),
            ("drive", {"max_torque": 1e5, "front_share": 0.5}),
        )
    }
    return ideal_actuators(**merged, **changes)


def pedalled(
    body: Body, seconds: float, throttle: float, brake: float = 0.0, gear: int = DRIVE
) -> Body:
    def press(_: Body) -> None:
        body.vehicle.command_pedals(0.0, 0.0, throttle, brake, gear)

    press(body)
    return body.run(seconds, press)


def acceleration(body: Body, *pedals: float, gear: int = DRIVE) -> float:
    """Return m/s^2 over half a second of constant input."""
    pedalled(body, 0.3, *pedals, gear=gear)
    before = body.speed
    return (pedalled(body, 0.5, *pedals, gear=gear).speed - before) / 0.5


def test_a_throttle_gives_its_share_of_the_torque():
    for share in (0.1, 0.25, 0.5):
        body = Body(ideal_actuators(), speed=5.0)
        wanted = (share * 2200.0 / WHEEL_RADIUS - 1500.0 * GRAVITY * ROLLING_RESISTANCE) / MASS
        assert acceleration(body, share) == pytest.approx(wanted, rel=0.01)
        assert body.vehicle.torques == pytest.approx((share * 2200.0, 0.0))


def test_a_brake_pedal_gives_its_share_of_the_torque():
    body = Body(ideal_actuators(), speed=20.0)
    wanted = (0.5 * 6000.0 / WHEEL_RADIUS + 1500.0 * GRAVITY * ROLLING_RESISTANCE) / MASS
    assert acceleration(body, 0.0, 0.5) == pytest.approx(-wanted, rel=0.01)


def test_a_motor_drags_without_throttle_but_not_in_neutral():
    parameters = ideal_actuators(drive={"overrun_torque": 500.0})
    rolling = -1500.0 * GRAVITY * ROLLING_RESISTANCE / MASS
    overrun = rolling - 500.0 / WHEEL_RADIUS / MASS
    assert acceleration(Body(parameters, speed=20.0), 0.0) == pytest.approx(overrun, rel=0.01)
    neutral = acceleration(Body(parameters, speed=20.0), 0.0, gear=NEUTRAL)
    assert neutral == pytest.approx(rolling, rel=0.02)


@pytest.mark.not_quick
def test_a_motor_that_holds_back_comes_to_rest_without_turning_back():
    body = Body(ideal_actuators(drive={"overrun_torque": 500.0}), speed=3.0)
    pedalled(body, 20.0, 0.0)
    assert abs(body.speed) < 1e-3
    assert body.position[0] > 0.0


@pytest.mark.parametrize("gear, speed", [(1, 5.0), (2, 9.0), (3, 18.0)])
def test_an_engine_pulls_by_its_map_and_gear(gear: int, speed: float):
    body = Body(engined(), speed=speed)
    pedalled(body, 0.3, 1.0, gear=gear)
    ratio = GEARBOX["ratios"][gear - 1] * 4.0
    turning = np.mean(body.vehicle.wheel_speeds) * ratio
    assert body.vehicle.engine_speed == pytest.approx(turning, rel=0.01)
    torque = np.interp(turning, ENGINE["speeds"], ENGINE["torques"]) * ratio * 0.9
    assert body.vehicle.gear == gear
    assert body.vehicle.torques[0] == pytest.approx(torque, rel=0.01)
    before = body.speed
    pedalled(body, 0.05, 1.0, gear=gear)
    wanted = (torque / WHEEL_RADIUS - 1500.0 * GRAVITY * ROLLING_RESISTANCE) / MASS
    assert (body.speed - before) / 0.05 == pytest.approx(wanted, rel=0.03)


def test_an_engine_brakes_more_in_a_lower_gear():
    lost = {}
    for gear in (2, 3):
        body = Body(engined(), speed=15.0)
        pedalled(body, 0.3, 0.0, gear=gear)
        ratio = GEARBOX["ratios"][gear - 1] * 4.0
        share = (15.0 / WHEEL_RADIUS * ratio - 80.0) / 420.0
        wanted = 40.0 * share * ratio / WHEEL_RADIUS + 1500.0 * GRAVITY * ROLLING_RESISTANCE
        before = body.speed
        lost[gear] = (before - pedalled(body, 0.1, 0.0, gear=gear).speed) / 0.1
        assert lost[gear] == pytest.approx(wanted / MASS, rel=0.03)
    assert lost[2] > 1.4 * lost[3]


@pytest.mark.not_quick
def test_an_engine_turns_no_faster_than_its_map():
    body = Body(engined())
    pedalled(body, 30.0, 1.0, gear=1)
    assert body.vehicle.engine_speed == pytest.approx(500.0, rel=0.02)


@pytest.mark.not_quick
def test_the_box_shifts_up_through_all_gears_and_down_again():
    body, seen, pulls = Body(engined()), [], []

    def watch(body: Body) -> None:
        body.vehicle.command_pedals(0.0, 0.0, 1.0)
        if not seen or seen[-1] != body.vehicle.gear:
            seen.append(body.vehicle.gear)
            pulls.append(body.vehicle.torques[0])

    body.run(25.0, watch)
    assert seen == [1, 2, 3]
    # It lets go while it shifts.
    assert pulls[1:] == [0.0, 0.0]
    pedalled(body, 25.0, 0.0, 0.2)
    assert body.vehicle.gear == 1


@pytest.mark.not_quick
def test_the_box_does_not_hunt_at_a_held_speed():
    body, gears = Body(engined()), []
    body.drive(35.0, 0.0, 14.0, each=lambda body: gears.append(body.vehicle.gear))
    assert body.speed == pytest.approx(14.0, abs=0.1)
    assert np.count_nonzero(np.diff(gears)) <= 2


@pytest.mark.not_quick
def test_reverse_drives_backwards_by_pedals_and_by_speed():
    for parameters in (ideal_actuators(), engined(gearbox={"reverse_ratio": 3.0})):
        body = pedalled(Body(parameters), 2.0, 0.5, gear=REVERSE)
        assert body.speed < -1.0
        assert body.vehicle.gear == -1
        assert Body(parameters).drive(8.0, 0.0, -3.0).speed == pytest.approx(-3.0, abs=0.05)


def test_an_engines_inertia_slows_it_down_in_a_low_gear():
    inertia, ratio = 0.2, 3.5 * 4.0
    body = Body(engined(engine={"inertia": inertia}), speed=5.0)
    pedalled(body, 0.3, 0.5, gear=1)
    before, torque = body.speed, body.vehicle.torques[0]
    gained = pedalled(body, 0.1, 0.5, gear=1).speed - before
    mass = MASS + inertia * (ratio / WHEEL_RADIUS) ** 2
    wanted = (torque / WHEEL_RADIUS - 1500.0 * GRAVITY * ROLLING_RESISTANCE) / mass
    assert gained / 0.1 == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize("lock", [0.0, 150.0, 1e5])
def test_a_lock_moves_torque_to_the_wheel_that_holds(lock: float):
    """Left wheels are on ice. An open differential limits both sides to the ice's grip."""
    parameters = ideal_actuators(drive={"front_lock": lock, "max_torque": 2000.0})
    body = Body(parameters, friction=[0.05, math.inf, math.inf, math.inf])
    pedalled(body, 0.2, 0.5)
    (left, _), (right, _) = body.vehicle.tyre_forces[:2]
    ice = 0.05 * body.vehicle.normal_forces[0]
    assert left == pytest.approx(ice, rel=0.05)
    if lock == 1e5:
        first, second = body.vehicle.wheel_speeds[:2]
        assert first == pytest.approx(second, rel=1e-3)
        assert (left + right) * WHEEL_RADIUS == pytest.approx(1000.0, abs=50.0)
    else:
        assert right * WHEEL_RADIUS == pytest.approx(500.0 + lock, abs=30.0)


def test_a_locked_axle_drags_its_wheels_through_a_bend():
    parameters = ideal_actuators(drive={"front_share": 0.0, "rear_lock": 1e5})
    body = Body(parameters, speed=3.0).drive(4.0, 0.3, 3.0)
    rear = body.vehicle.wheel_speeds[2:]
    assert rear[0] == pytest.approx(rear[1], rel=1e-3)
    (left, _), (right, _) = body.vehicle.tyre_forces[2:]
    # The inner wheel would be slower: it pulls ahead, and the outer one holds back.
    assert left > right + 500.0


def test_a_locked_center_lets_the_rear_pull_where_the_front_is_on_ice():
    ice = [0.05, 0.05, math.inf, math.inf]
    speeds = {}
    for lock in (0.0, 1e5):
        parameters = ideal_actuators(drive={"front_share": 0.5, "center_lock": lock})
        body = pedalled(Body(parameters, friction=ice), 2.0, 0.5)
        speeds[lock] = body.speed
        if lock:
            front, rear = np.array(body.vehicle.wheel_speeds).reshape(2, 2).mean(axis=1)
            assert front == pytest.approx(rear, rel=0.01)
    assert speeds[1e5] > 1.5 * speeds[0.0]


def test_torques_of_axles_add_up():
    body = Body(ideal_actuators(drive={"front_share": 0.5, "max_torque": 3000.0}), speed=10.0)

    def press(_: Body) -> None:
        body.vehicle.command_torques(0.0, 0.0, (500.0, 1000.0), (0.0, 200.0))

    press(body)
    before = body.run(1.0, press).speed
    gained = body.run(0.5, press).speed - before
    wanted = (1300.0 / WHEEL_RADIUS - 1500.0 * GRAVITY * ROLLING_RESISTANCE) / MASS
    assert gained / 0.5 == pytest.approx(wanted, rel=0.01)
    front, rear = np.array(body.vehicle.tyre_forces)[:, 0].reshape(2, 2).sum(axis=1)
    assert rear - front == pytest.approx((800.0 - 500.0) / WHEEL_RADIUS, rel=0.05)


def test_torques_of_an_axle_that_is_not_driven_are_none():
    body = Body(ideal_actuators())
    body.run(1.0, lambda _: body.vehicle.command_torques(0.0, 0.0, (0.0, 2000.0)))
    assert abs(body.speed) < 1e-3


@pytest.mark.parametrize("hill_hold", [0.0, 2.0])
def test_a_hill_holds_for_its_time_after_the_brake_was_let_go(hill_hold: float):
    body = Body(ideal_actuators(brake={"hill_hold": hill_hold}), slope=0.15)
    pedalled(body, 1.0, 0.0, 0.5)
    pedalled(body, 1.5, 0.0)
    if hill_hold == 0.0:
        assert body.speed < -1.0
        return
    assert abs(body.speed) < 1e-3
    assert pedalled(body, 2.0, 0.0).speed < -1.0


def test_a_throttle_that_carries_the_car_lets_a_held_brake_go():
    body = Body(ideal_actuators(brake={"hill_hold": 5.0}), slope=0.15)
    pedalled(body, 1.0, 0.0, 0.5)
    lowest = [0.0]
    body.run(
        2.0,
        lambda _: (
            body.vehicle.command_pedals(0.0, 0.0, 0.5),
            lowest.append(min(lowest[-1], body.speed)),
        ),
    )
    assert body.speed > 0.5
    assert lowest[-1] > -1e-3


def test_a_car_by_pedals_that_hears_no_more_stops():
    body = pedalled(Body(ego_parameters(), speed=8.0), 1.0, 0.3)
    body.run(8.0)
    assert body.vehicle.timed_out
    assert abs(body.speed) < 1e-3


@pytest.mark.parametrize(
    "pedals, said",
    [
        ({"throttle": math.nan}, "throttle"),
        ({"throttle": 1.1}, "throttle"),
        ({"brake": -0.1}, "brake"),
        ({"gear": -3}, "gear"),
        ({"steering_angle": math.inf}, "steering_angle"),
    ],
)
def test_pedals_that_do_not_exist_are_refused(pedals: dict, said: str):
    vehicle = Vehicle(ego_parameters())
    with pytest.raises(InputError, match=said):
        vehicle.command_pedals(**{"stamp": 0.0, "steering_angle": 0.0, "throttle": 0.0, **pedals})


@pytest.mark.parametrize(
    "drive, brake, said",
    [
        ((math.nan, 0.0), (0.0, 0.0), "front_drive"),
        ((0.0, math.inf), (0.0, 0.0), "rear_drive"),
        ((0.0, 0.0), (0.0, -1.0), "rear_brake"),
    ],
)
def test_torques_that_cannot_be_are_refused(drive: tuple, brake: tuple, said: str):
    with pytest.raises(InputError, match=said):
        Vehicle(ego_parameters()).command_torques(0.0, 0.0, drive, brake)
