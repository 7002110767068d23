"""A whole vehicle on a plane against closed forms, to 1 %."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.parameters import GRAVITY
from sim.vehicle.tyre import Tyre
from sim.vehicle.vehicle import Vehicle

from .rigid_body import Body, ego_parameters, ideal_actuators


def _circle_radius(points: np.ndarray) -> float:
    """Return the radius of the least-squares circle of points (Kasa). ``points`` (n, 2)."""
    system = np.column_stack([2.0 * points, np.ones(len(points))])
    x, y, rest = np.linalg.lstsq(system, (points**2).sum(axis=1), rcond=None)[0]
    return math.sqrt(rest + x * x + y * y)


@pytest.mark.parametrize("angle", [pytest.param(0.1, marks=pytest.mark.slow), -0.3, 0.55])
@pytest.mark.parametrize("dt", [0.005, pytest.param(0.001, marks=pytest.mark.slow)])
@pytest.mark.not_quick
def test_turn_radius_of_the_rear_axle_is_wheelbase_over_tangent(angle: float, dt: float):
    body = Body(ego_parameters(), dt, speed=2.0).drive(3.0, angle, 2.0)
    points = []
    body.drive(8.0, angle, 2.0, each=lambda body: points.append(body.base_point(-1.35)[:2]))
    assert _circle_radius(np.array(points)) == pytest.approx(2.7 / abs(math.tan(angle)), rel=0.01)
    assert math.copysign(1.0, body.spin[2]) == math.copysign(1.0, angle)


@pytest.mark.not_quick
def test_coast_down_is_linear_in_time():
    body = Body(ego_parameters(), speed=15.0).drive(2.0, 0.0, 15.0)
    body.vehicle.neutral()
    # The drive's lag and delay have passed.
    start = body.run(1.0).speed
    for seconds in (5.0, 10.0, 15.0):
        body.run(5.0)
        # Its wheels' spin goes on, too.
        lost = GRAVITY * 0.012 * seconds * 1500.0 / (1500.0 + 4.0 * 1.2 / 0.32**2)
        assert start - body.speed == pytest.approx(lost, rel=0.01)


def test_air_holds_back_with_the_square_of_the_speed():
    body = Body(ego_parameters(aerodynamics={"drag_area": 0.64}), speed=30.0)
    body.vehicle.neutral()
    start = body.run(1.0).speed
    lost = start - body.run(1.0).speed
    air = 0.5 * 1.225 * 0.64 * (start - 0.5 * lost) ** 2
    mass = 1500.0 + 4.0 * 1.2 / 0.32**2
    assert lost == pytest.approx((air + 1500.0 * GRAVITY * 0.012) / mass, rel=0.01)


@pytest.mark.not_quick
def test_coasting_car_comes_to_rest():
    body = Body(ego_parameters(), speed=0.3)
    body.vehicle.neutral()
    assert abs(body.run(10.0).speed) < 1e-4


def _stopping_distance(body: Body, deceleration: float) -> tuple:
    body.drive(2.0, 0.0, 15.0)
    start, speed = body.position[0], body.speed
    body.drive(10.0, 0.0, 0.0, deceleration)
    assert abs(body.speed) < 1e-3
    return body.position[0] - start, speed


@pytest.mark.parametrize(
    "deceleration", [5.0, *(pytest.param(one, marks=pytest.mark.slow) for one in (2.0, 3.0))]
)
@pytest.mark.not_quick
def test_braking_distance_for_a_commanded_deceleration(deceleration: float):
    distance, speed = _stopping_distance(Body(ideal_actuators(), speed=15.0), deceleration)
    assert distance == pytest.approx(speed**2 / (2.0 * deceleration), rel=0.01)


@pytest.mark.parametrize(
    "friction", [0.3, *(pytest.param(one, marks=pytest.mark.slow) for one in (0.5, 0.8))]
)
@pytest.mark.not_quick
def test_braking_distance_on_the_limit_of_friction(friction: float):
    distance, speed = _stopping_distance(
        Body(ideal_actuators(wheel={"friction": friction}), speed=15.0), 20.0
    )
    assert distance == pytest.approx(speed**2 / (2.0 * friction * GRAVITY), rel=0.01)


@pytest.mark.parametrize("angle", [0.05, 0.1, 0.3])
@pytest.mark.parametrize("anti_lock", [1.0, 0.15])
def test_braking_while_steering_is_held_back_with_all_friction(angle: float, anti_lock: float):
    parameters = ideal_actuators(brake={"anti_lock_slip": anti_lock})
    body, forces = Body(parameters, speed=20.0).drive(1.0, 0.0, 20.0), []

    def keep(body: Body) -> None:
        if body.speed > 5.0:
            forces.append(math.hypot(*body.force[:2]))

    body.drive(4.0, angle, 0.0, 20.0, each=keep)
    assert np.median(forces) > 0.95 * 0.9 * 1500.0 * GRAVITY
    assert abs(body.speed) < 0.1


def test_a_car_that_slides_sideways_is_held_back_with_all_friction():
    body = Body(ego_parameters())
    body.velocity = np.array([0.0, 5.0, 0.0])
    body.run(0.05)
    before = body.velocity[1]
    assert (before - body.run(0.1).velocity[1]) / 0.1 == pytest.approx(0.9 * GRAVITY, rel=0.05)


@pytest.mark.not_quick
def test_ice_takes_the_brakes_effect():
    body = Body(ideal_actuators(), speed=20.0, friction=0.1)
    body.drive(1.0, 0.0, 20.0)
    start, speed = body.position[0], body.speed
    body.drive(25.0, 0.0, 0.0, 20.0)
    way = body.position[0] - start
    assert way == pytest.approx(speed**2 / (2.0 * 0.1 * GRAVITY), rel=0.02)


@pytest.mark.parametrize(
    "dt, grade",
    [pytest.param(0.001, 0.6, marks=pytest.mark.slow), (0.005, 0.05), (0.005, 0.6), (0.01, 0.6)],
)
@pytest.mark.parametrize("tyre", ["paper", "fiala"])
@pytest.mark.not_quick
def test_a_parked_car_holds_on_any_grade_that_friction_allows(dt: float, grade: float, tyre: str):
    body = Body(ego_parameters(), dt, slope=math.atan(grade), tyre=Tyre(tyre)).run(3.0)
    place = body.position.copy()
    body.run(3.0)
    assert np.linalg.norm(body.position - place) < 1e-4


def test_wheels_in_the_air_turn_no_faster_than_the_engine_lets_them():
    vehicle = Vehicle(ego_parameters())
    for step in range(2000):
        vehicle.command(0.0, 0.0, 30.0)
        vehicle.step(
            0.005 * step, 0.005, np.eye(3).ravel(), np.zeros(3), np.zeros(3), [math.inf] * 4
        )
    assert max(vehicle.wheel_speeds) * 0.32 < 1.15 * 50.0
    energy = 0.5 * 1.2 * sum(speed**2 for speed in vehicle.wheel_speeds)
    assert energy < 110_000.0 * 10.0


@pytest.mark.parametrize("slope", [0.2, -0.2])
def test_a_slope_is_driven_at_the_commanded_speed(slope: float):
    body = Body(ego_parameters(), slope=math.atan(slope)).drive(6.0, 0.0, 5.0)
    fastest = []
    body.drive(4.0, 0.0, 5.0, each=lambda body: fastest.append(body.speed))
    assert fastest[-1] == pytest.approx(5.0, rel=0.02) and max(fastest) < 5.25


def test_an_anti_roll_bar_turns_the_body_back():
    def roll(**bars: float) -> float:
        body = Body(ego_parameters(suspension=bars), speed=10.0).drive(5.0, 0.1, 10.0)
        return float(body.rotation[2, 1])

    free, barred = roll(), roll(front_anti_roll=20000.0, rear_anti_roll=20000.0)
    springs = 33000.0 * 1.56**2
    # Of two axles, each with two springs; gravity tips as far as it leans.
    lean = 1500.0 * GRAVITY * 0.5
    assert free / barred == pytest.approx((springs + 40000.0 - lean) / (springs - lean), rel=0.05)


def test_springs_of_the_rear_can_be_others():
    parameters = ego_parameters(suspension={"rear_stiffness": 22000.0, "rear_damping": 2000.0})
    body = Body(parameters).run(3.0)
    front, rear = (0.72 - np.mean(body.distances()[axle : axle + 2]) for axle in (0, 2))
    assert front == pytest.approx(375.0 * GRAVITY / 33000.0, rel=0.01)
    assert rear == pytest.approx(375.0 * GRAVITY / 22000.0, rel=0.01)


@pytest.mark.not_quick
def test_brake_delay_costs_its_time_at_speed():
    quick, speed = _stopping_distance(
        Body(ideal_actuators(wheel={"friction": 0.5}), speed=15.0), 20.0
    )
    slow, _ = _stopping_distance(
        Body(ideal_actuators(wheel={"friction": 0.5}, brake={"delay": 0.2}), speed=15.0), 20.0
    )
    assert slow - quick == pytest.approx(0.2 * speed, rel=0.02)


def test_base_rests_on_the_ground_with_the_static_deflection():
    body = Body(ego_parameters(), height=0.05).run(5.0)
    deflection = 0.72 - np.mean(body.distances())
    assert deflection == pytest.approx(1500.0 * GRAVITY / (4.0 * 33000.0), rel=0.01)
    assert body.position[2] == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("dt", [0.005, 0.001])
def test_bounce_frequency(dt: float):
    parameters = ego_parameters(suspension={"damping": 400.0})
    body, heights = Body(parameters, dt, height=0.03), []
    body.run(4.0, each=lambda body: heights.append(body.position[2]))
    rising = [
        k + heights[k] / (heights[k] - heights[k + 1])
        for k in range(len(heights) - 1)
        if heights[k] < 0.0 <= heights[k + 1]
    ]
    measured = (len(rising) - 1) / ((rising[-1] - rising[0]) * dt)
    natural = math.sqrt(4.0 * 33000.0 / 1500.0)
    damping_ratio = 4.0 * 400.0 / (2.0 * 1500.0 * natural)
    assert measured == pytest.approx(
        natural * math.sqrt(1.0 - damping_ratio**2) / (2.0 * math.pi), rel=0.01
    )


@pytest.mark.parametrize(
    "slope, bank", [(0.0, 0.0), (0.05, 0.0), (-0.15, 0.0), (0.0, 0.1), (0.1, 0.1)]
)
def test_a_held_car_stands_still(slope: float, bank: float):
    body = Body(ego_parameters(), slope=slope, bank=bank).run(3.0)
    place = body.position.copy()
    body.run(10.0)
    assert np.linalg.norm(body.position - place) < 1e-6
    assert np.linalg.norm(body.velocity) < 1e-6


def test_a_slope_beyond_friction_slides():
    body = Body(ego_parameters(wheel={"friction": 0.2}), slope=0.3).run(2.0)
    expected = GRAVITY * (math.sin(0.3) - 0.2 * math.cos(0.3)) * 2.0
    assert -body.speed == pytest.approx(expected, rel=0.05)


def test_no_force_without_ground():
    body = Body(ego_parameters(), height=3.0).run(0.3)
    assert body.vehicle.normal_forces == [0.0] * 4
    assert body.force.tolist() == [0.0, 0.0, 0.0]
    force, torque = body.vehicle.step(
        0.3, 0.005, np.eye(3).ravel(), np.zeros(3), np.zeros(3), [math.inf] * 4
    )
    assert (force, torque) == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def test_one_wheel_in_the_air_leaves_the_others_at_work():
    vehicle = Vehicle(ego_parameters())
    distances = [vehicle.mounts[0][2]] * 3 + [math.inf]
    force, torque = vehicle.step(0.0, 0.005, np.eye(3).ravel(), np.zeros(3), np.zeros(3), distances)
    assert force[2] == pytest.approx(0.75 * 1500.0 * GRAVITY)
    assert vehicle.normal_forces[3] == 0.0
    assert torque[0] > 0.0 and torque[1] < 0.0


def test_forces_of_a_hard_drive_stay_within_friction_of_the_load():
    body = Body(ego_parameters(), speed=12.0)

    def check(body: Body) -> None:
        load = sum(body.vehicle.normal_forces)
        assert math.hypot(body.force[0], body.force[1]) <= 0.9 * load * (1 + 1e-6) + 1e-6
        assert body.force[2] == pytest.approx(load, rel=0.05)

    body.drive(2.0, 0.6, 14.0, each=check).drive(3.0, -0.6, 0.0, 20.0, each=check)
    assert body.rotation[2, 2] > 0.95


def test_braking_pitches_the_nose_down_and_a_left_turn_rolls_right():
    body = Body(ego_parameters(), speed=12.0).drive(2.0, 0.0, 0.0, 4.0)
    assert body.rotation[2, 0] < -0.005
    body = Body(ego_parameters(), speed=8.0).drive(4.0, 0.15, 8.0)
    assert body.rotation[2, 1] > 0.005


def test_stands_still_before_the_first_command():
    body = Body(ego_parameters()).run(2.0)
    assert body.vehicle.timed_out
    assert np.linalg.norm(body.position) < 1e-3


def test_silence_stops_the_car_and_a_command_wakes_it():
    body = Body(ego_parameters(), speed=10.0).drive(1.0, 0.0, 10.0)
    body.run(0.45)
    assert not body.vehicle.timed_out and body.speed == pytest.approx(10.0, rel=0.01)
    body.run(5.0)
    assert body.vehicle.timed_out and abs(body.speed) < 1e-4
    assert body.drive(3.0, 0.0, 4.0).speed == pytest.approx(4.0, rel=0.05)


@pytest.mark.parametrize(
    "target", [20.0, -3.0, *(pytest.param(one, marks=pytest.mark.slow) for one in (0.5, 5.0))]
)
@pytest.mark.not_quick
def test_commanded_speed_is_held(target: float):
    body = Body(ego_parameters()).drive(25.0, 0.0, target)
    assert body.speed == pytest.approx(target, rel=0.01)
    spin = body.vehicle.wheel_speeds[2]
    assert spin == pytest.approx(target / 0.32, rel=0.01)


def test_commanded_acceleration_is_kept():
    body = Body(ideal_actuators()).drive(1.0, 0.0, 20.0, 1.5)
    start = body.speed
    assert body.drive(4.0, 0.0, 20.0, 1.5).speed - start == pytest.approx(6.0, rel=0.01)


@pytest.mark.not_quick
def test_power_limits_the_pull_and_the_integrator_does_not_wind_up():
    fastest = []
    body = Body(ego_parameters(drive={"max_power": 20000.0}))
    body.drive(30.0, 0.0, 15.0, 5.0, each=lambda body: fastest.append(body.speed))
    assert 0.5 * 1500.0 * fastest[999] ** 2 < 20000.0 * 5.0
    assert max(fastest) < 15.0 * 1.02 and body.speed == pytest.approx(15.0, rel=0.01)


def test_from_forward_to_reverse():
    body = Body(ego_parameters(), speed=5.0).drive(8.0, 0.0, -2.0)
    assert body.speed == pytest.approx(-2.0, rel=0.01)


@pytest.mark.not_quick
def test_a_hill_start_holds_the_speed():
    body = Body(ego_parameters(), slope=0.1).run(1.0)
    assert body.drive(15.0, 0.0, 5.0).speed == pytest.approx(5.0, rel=0.01)


def test_twist_gives_its_yaw_rate():
    body = Body(ego_parameters(), speed=4.0)
    for _ in range(1000):
        body.vehicle.command_twist(0.0, 4.0, 0.4)
        body.step()
    assert body.spin[2] == pytest.approx(0.4, rel=0.01)


@pytest.mark.not_quick
def test_odometry_follows_the_true_pose():
    body = Body(ego_parameters()).drive(10.0, 0.2, 3.0)
    odometry = body.vehicle.odometry
    assert math.hypot(odometry.x - body.position[0], odometry.y - body.position[1]) < 0.02 * 27.0
    assert math.remainder(odometry.yaw - body.yaw, 2.0 * math.pi) == pytest.approx(0.0, abs=0.05)


def test_wheel_angle_is_distance_over_radius():
    body = Body(ego_parameters(), speed=3.0).drive(10.0, 0.0, 3.0)
    assert body.vehicle.wheel_angles[3] * 0.32 == pytest.approx(body.position[0], rel=0.01)


def test_a_stamped_command_moves_the_steering_at_its_step():
    body = Body(ideal_actuators(steering={"max_rate": 100.0}))
    body.vehicle.command(0.05, 0.2, 0.0)
    angles = []
    body.run(0.1, each=lambda body: angles.append(body.vehicle.steering_angle))
    assert angles == [0.0] * 10 + [0.2] * 10


def _drive_about(body: Body) -> bytes:
    states = []

    def keep(body: Body) -> None:
        states.append(
            np.concatenate([body.position, body.velocity, body.rotation.ravel(), body.spin])
        )

    for steering, speed in ((0.3, 8.0), (-0.5, 12.0), (0.1, 0.0), (0.0, -2.0)):
        body.vehicle.command(body.time + 0.02, steering, speed, 5.0)
        body.run(1.5, each=keep)
    return np.array(states).tobytes()


@pytest.mark.not_quick
def test_the_same_drive_twice_is_the_same_to_the_last_bit():
    first = Body(ego_parameters())
    assert _drive_about(first) == _drive_about(Body(ego_parameters()))
    again = Body(ego_parameters())
    again.vehicle = first.vehicle
    first.vehicle.reset()
    assert _drive_about(again) == _drive_about(Body(ego_parameters()))


@pytest.mark.parametrize("dt", [pytest.param(0.001, marks=pytest.mark.slow), 0.005, 0.01])
@pytest.mark.not_quick
def test_no_chatter_at_any_step_size(dt: float):
    body = Body(ego_parameters(), dt, speed=10.0).drive(3.0, 0.05, 10.0)
    spins = []
    body.drive(2.0, 0.05, 10.0, each=lambda body: spins.append(body.spin.copy()))
    assert np.ptp(np.array(spins), axis=0).max() < 0.01


@pytest.mark.parametrize(
    "changes, mass, dt, said",
    [
        ({}, 2500.0, 0.005, "the model's links weigh 2500 kg, not the 1500 kg of its vehicle.yaml"),
        ({"payload": 400.0}, 15.0, 0.005, "weigh 15 kg"),
        ({"payload": 400.0}, 2000.0, 0.005, "which allows a payload of 400 kg"),
        (
            {"suspension": {"stiffness": 5e6, "damping": 5e5}},
            1500.0,
            0.005,
            "its front springs of 5e+06 N/m and dampers of 500000 N s/m under 375 kg each",
        ),
        ({"suspension": {"rear_damping": 6e4}}, 1500.0, 0.01, "its rear springs of 33000 N/m"),
    ],
)
def test_parameters_that_contradict_model_or_step_are_refused(
    changes: dict, mass: float, dt: float, said: str
):
    with pytest.raises(InputError) as refused:
        Vehicle(ego_parameters(**changes)).check(mass, dt)
    assert said in str(refused.value)


@pytest.mark.parametrize("mass", [1490.0, 1500.0, 1900.0])
def test_matching_parameters_are_accepted(mass: float):
    Vehicle(ego_parameters(payload=400.0)).check(mass, 0.02)


def test_a_step_that_is_not_refused_is_stable():
    """The largest steps that springs and dampers allow, from a drop."""
    parameters = ego_parameters(suspension={"damping": 25000.0})
    for dt in (0.005, 0.01, 0.014):
        Vehicle(parameters).check(1500.0, dt)
        body = Body(parameters, dt, height=0.05).run(3.0)
        assert abs(body.position[2]) < 1e-3 and np.linalg.norm(body.spin) < 1e-3
