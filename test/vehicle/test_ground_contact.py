"""Wheels on uneven ground.

The contact of their rims against geometry, dampers on a profile against a car of two degrees of
freedom.
"""

from __future__ import annotations

import math
from typing import List

import numpy as np
import pytest

from sim.arrays import Array
from sim.errors import InputError
from sim.vehicle.parameters import GRAVITY, VehicleParameters, load_parameters
from sim.vehicle.vehicle import Vehicle

from .profiled_body import ProfiledBody
from .rigid_body import INERTIA, PLAIN_CAR, Body, ego_parameters, ideal_actuators

WHEEL_RADIUS = 0.32  # m
REST_LENGTH = 0.40  # m
STIFFNESS = 33000.0  # N/m


def rolled(rays: float) -> VehicleParameters:
    return ideal_actuators(wheel={"rays": rays})


def at_rest(vehicle: Vehicle, distances: Array) -> tuple:
    """Return the force on a standing vehicle with rays (rays,)."""
    force, _ = vehicle.step(0.0, 0.005, np.eye(3).ravel(), np.zeros(3), np.zeros(3), distances)
    return force


def test_rays_lie_along_a_wheels_heading_about_its_mount():
    vehicle = Vehicle(rolled(5))
    starts = vehicle.rays.reshape(4, 5, 3)
    assert starts[:, 2] == pytest.approx(np.array(vehicle.mounts))
    assert starts[3, :, 0] == pytest.approx(-1.35 + WHEEL_RADIUS * np.linspace(-0.9, 0.9, 5))
    body = Body(rolled(5)).drive(1.0, 0.3, 1.0)
    left = body.vehicle.rays.reshape(4, 5, 3)[0]
    along = left[4] - left[0]
    assert math.atan2(along[1], along[0]) == pytest.approx(body.vehicle.steering_angles[0])


@pytest.mark.parametrize("rays", [3, 9, 10])
@pytest.mark.parametrize("slope", [0.0, 0.1, -0.3])
def test_a_rim_stands_on_a_slope_as_a_disc_does(rays: int, slope: float):
    """Its hub is R / cos(slope) above the ground below it."""
    vehicle = Vehicle(rolled(rays))
    height = 0.65
    starts = vehicle.rays.reshape(4, rays, 3)
    ahead = starts[:, :, 0] - np.array(vehicle.mounts)[:, None, 0]
    at_rest(vehicle, (height - slope * ahead).ravel())
    angle = math.atan(slope)
    hub = WHEEL_RADIUS / math.cos(angle) - height
    compression = REST_LENGTH + hub
    expected = STIFFNESS * compression
    assert vehicle.normal_forces == pytest.approx([expected] * 4, rel=1e-9)


@pytest.mark.parametrize("steps_up", [0.05, 0.1])
def test_a_kerb_ahead_pushes_a_wheel_up_and_back(steps_up: float):
    """A disc on an edge: its hub is sqrt(R^2 - x^2) above it.

    The force points from the edge to the hub.
    """
    vehicle, rays = Vehicle(rolled(19)), 19
    edge = WHEEL_RADIUS * 0.9 * (4.0 / 9.0)
    ahead = vehicle.rays.reshape(4, rays, 3)[:, :, 0] - np.array(vehicle.mounts)[:, None, 0]
    level = 0.65
    force = at_rest(vehicle, np.where(ahead > edge - 1e-6, level - steps_up, level).ravel())
    hub = max(steps_up + math.sqrt(WHEEL_RADIUS**2 - edge**2), WHEEL_RADIUS) - level
    tilted = steps_up + math.sqrt(WHEEL_RADIUS**2 - edge**2) > WHEEL_RADIUS
    load = STIFFNESS * (REST_LENGTH + hub)
    assert vehicle.normal_forces == pytest.approx([load] * 4, rel=1e-9)
    back = 4.0 * load * edge / math.sqrt(WHEEL_RADIUS**2 - edge**2) if tilted else 0.0
    assert force[0] == pytest.approx(-back, rel=1e-6, abs=1e-6)
    assert force[2] == pytest.approx(4.0 * load, rel=1e-9)


def test_rays_that_meet_nothing_bear_nothing():
    vehicle, rays = Vehicle(rolled(5)), 5
    distances = np.full((4, rays), math.inf)
    assert at_rest(vehicle, distances.ravel()) == (0.0, 0.0, 0.0)
    distances[0, 3] = 0.55
    at_rest(vehicle, distances.ravel())
    x = 0.45 * WHEEL_RADIUS
    expected = STIFFNESS * (REST_LENGTH + math.sqrt(WHEEL_RADIUS**2 - x**2) - 0.55)
    assert vehicle.normal_forces == pytest.approx([expected, 0.0, 0.0, 0.0], rel=1e-9)


def test_level_ground_is_the_same_for_one_ray_and_many():
    one, many = (Body(rolled(rays), speed=12.0).drive(3.0, 0.1, 12.0) for rays in (1, 7))
    assert one.position == pytest.approx(many.position, abs=0.01)
    assert one.spin == pytest.approx(many.spin, abs=1e-3)


def test_a_number_of_rays_is_whole(tmp_path):
    path = tmp_path / "vehicle.yaml"
    text = PLAIN_CAR.read_text()
    path.write_text(text.replace("  radius: 0.32", "  rays: 2.5\n  radius: 0.32"))
    with pytest.raises(InputError, match=r"wheel\.rays: 2\.5 is not whole"):
        load_parameters(path)


def two_degrees_of_freedom(slope: float, speed: float, seconds: float, dt: float) -> Array:
    """Return the load (n,) of one front wheel of a heave-pitch model.

    The plain car stands on springs and dampers and its front axle comes to a slope at time 0; small
    angles.
    """
    mass, inertia, arm = 1500.0, INERTIA[1], 1.35
    rise = math.tan(slope)
    state, loads = np.zeros(4), []

    def load(at: float, time: float, height: float, rate: float) -> float:
        way = max(speed * time + at - arm, 0.0)
        ground, ground_rate = rise * way, rise * speed if way > 0.0 else 0.0
        return 2.0 * (STIFFNESS * (ground - height) + 2500.0 * (ground_rate - rate))

    fine = 20
    for step in range(round(seconds / dt)):
        for part in range(fine):
            time = (step + part / fine) * dt + 1e-9
            z, w, p, q = state
            front = load(arm, time, z + arm * p, w + arm * q)
            rear = load(-arm, time, z - arm * p, w - arm * q)
            if part == 0:
                loads.append(mass * GRAVITY / 4.0 + front / 2.0)
            state += np.array([w, (front + rear) / mass, q, arm * (front - rear) / inertia]) * (
                dt / fine
            )
    return np.array(loads)


@pytest.mark.parametrize(
    "rays, dt", [(1, 0.005), (9, 0.005), pytest.param(1, 0.001, marks=pytest.mark.not_quick)]
)
def test_a_ramp_is_felt_by_springs_and_dampers(rays: int, dt: float):
    """5 degrees at 25 m/s: a peak of 10.0 kN per front wheel. It is 3.7 kN at rest."""
    slope, speed, begin = math.radians(5.0), 25.0, 20.0
    body = ProfiledBody(
        rolled(rays),
        lambda x: np.maximum(x - begin, 0.0) * math.tan(slope),
        dt=dt,
        speed=speed,
    )
    body.vehicle.neutral()
    loads: List[float] = []
    # Nothing is felt before the ramp.
    body.run((begin - 1.35 - 1.0) / speed, lambda body: loads.append(body.vehicle.normal_forces[0]))
    assert np.ptp(loads) < 60.0
    loads.clear()
    body.run(0.2, lambda body: loads.append(body.vehicle.normal_forces[0]))
    expected = two_degrees_of_freedom(slope, speed, 0.12, dt)
    assert expected.max() == pytest.approx(10_030.0, rel=0.005)
    assert max(loads) == pytest.approx(expected.max(), rel=0.03)


def kerb(height: float, rays: int, speed: float, dt: float = 0.005) -> tuple:
    """Return the largest wheel load, N, and loss of speed, m/s.

    A car that rolls freely drives over a kerb; it stays up.
    """
    begin = 10.0
    body = ProfiledBody(
        rolled(rays), lambda x: np.where(x > begin, height, 0.0), dt=dt, speed=speed
    )
    body.vehicle.neutral()
    loads: List[float] = []
    body.run(30.0 / speed, lambda body: loads.append(max(body.vehicle.normal_forces)))
    assert body.position[2] > 0.0
    return max(loads), speed - body.velocity[0]


def test_a_kerb_is_an_impact():
    """10 cm at 30 m/s: the damper's impulse is its travel times its rate.

    The rim's slope turns a part of it against the motion.
    """
    static, rolling = 1500.0 * GRAVITY / 4.0, GRAVITY * 0.012
    load, lost = kerb(0.10, 15, 30.0)
    assert static + 0.5 * 2500.0 * 0.10 / 0.005 < load < static + 1.1 * 2500.0 * 0.10 / 0.005
    most = 4.0 * (2500.0 * 0.10 + 0.005 * STIFFNESS * 0.10) / 1500.0
    assert 0.15 < lost - rolling < most


def test_a_car_that_is_put_elsewhere_while_it_drives_feels_no_profile():
    """Rays become 5 mm shorter at once.

    By a jump of the ground the dampers push, after a jump of the car they do not.
    """
    forces = []
    for place in ((0.1, 0.0, 0.0), (5.0, 0.0, 0.0)):
        vehicle = Vehicle(ego_parameters())
        level = np.array(vehicle.mounts)[:, 2]
        for time, distances, at in ((0.0, level, (0.0, 0.0, 0.0)), (0.005, level - 0.005, place)):
            force, _ = vehicle.step(
                time,
                0.005,
                np.eye(3).ravel(),
                (20.0, 0.0, 0.0),
                np.zeros(3),
                distances,
                place=at,
            )
        forces.append(force[2])
    springs = 1500.0 * GRAVITY + 4.0 * STIFFNESS * 0.005
    assert forces == pytest.approx([springs + 4.0 * 2500.0 * 0.005 / 0.005, springs], rel=1e-9)


def test_level_ground_has_no_profile():
    """A drive equals that on the plane through all wheels to the last bit.

    That plane alone counts after each jump of the car.
    """
    places = []
    for apart in (0.0, 1000.0):
        body = Body(ego_parameters(), speed=12.0)
        step = body.vehicle.step

        def elsewhere(time: float, *state: object, step=step, apart=apart) -> tuple:
            return step(time, *state, place=(apart * time, 0.0, 0.0) if apart else (np.nan,) * 3)

        body.vehicle.step = elsewhere
        body.drive(1.0, 0.1, 18.0, 3.0).drive(1.0, 0.1, 2.0, 5.0)
        places.append(body.position.copy())
    assert np.array_equal(*places)
