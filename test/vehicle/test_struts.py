"""Suspensions on compliant tyres against formulas of a spring-damper in series with a spring."""

from __future__ import annotations

import math
from typing import List

import numpy as np
import pytest

from sim.vehicle.parameters import GRAVITY, VehicleParameters
from sim.vehicle.vehicle import Vehicle

from .profiled_body import ProfiledBody
from .rigid_body import Body, ideal_actuators

SPRING_STIFFNESS = 33000.0  # N/m
DAMPING = 2500.0  # N s/m
TYRE_STIFFNESS = 200000.0  # N/m
STATIC_LOAD = 1500.0 * GRAVITY / 4.0  # N


def soft(rays: float = 1.0, mass: float = 0.0, **suspension: float) -> VehicleParameters:
    wheel = {"rays": rays, "vertical_stiffness": TYRE_STIFFNESS, "mass": mass}
    return ideal_actuators(wheel=wheel, suspension=suspension)


def held(vehicle: Vehicle, shorter: float, seconds: float, dt: float) -> List[float]:
    """Return a front wheel's loads while the body is held. Its rays are shorter than at rest."""
    loads, level = [], np.array(vehicle.mounts)[:, 2] - shorter
    for step in range(round(seconds / dt)):
        vehicle.step(step * dt, dt, np.eye(3).ravel(), np.zeros(3), np.zeros(3), level)
        loads.append(vehicle.normal_forces[0])
    return loads


def test_it_stands_level_with_springs_and_tyres_compressed():
    body = Body(soft()).run(2.0)
    assert body.position[2] == pytest.approx(0.0, abs=1e-4)
    assert body.vehicle.normal_forces == pytest.approx([STATIC_LOAD] * 4, rel=1e-3)
    deflected = 0.32 + 0.40 - body.vehicle.mounts[0][2]
    assert deflected == pytest.approx(STATIC_LOAD / SPRING_STIFFNESS + STATIC_LOAD / TYRE_STIFFNESS)


def test_a_step_of_the_ground_first_meets_the_tyre_alone():
    """F = F_end + (k_t h - F_end) exp(-t (k + k_t)/d). F_end is that of both springs in series."""
    step, dt = 0.02, 1e-4
    loads = np.array(held(Vehicle(soft()), step, 0.05, dt)) - STATIC_LOAD
    end = step / (1.0 / SPRING_STIFFNESS + 1.0 / TYRE_STIFFNESS)
    time = dt * np.arange(1, len(loads) + 1)
    expected = end + (TYRE_STIFFNESS * step - end) * np.exp(
        -time * (SPRING_STIFFNESS + TYRE_STIFFNESS) / DAMPING
    )
    assert loads == pytest.approx(expected, rel=0.01)


def test_a_bump_stop_stiffens_the_spring_beyond_its_travel():
    travel, stop, step = STATIC_LOAD / SPRING_STIFFNESS + 0.01, 90000.0, 0.05
    vehicle = Vehicle(soft(bump_travel=travel, bump_stiffness=stop))
    load = held(vehicle, step, 2.0, 0.005)[-1]
    compression = (
        TYRE_STIFFNESS * (step + STATIC_LOAD / SPRING_STIFFNESS + STATIC_LOAD / TYRE_STIFFNESS)
        + stop * travel
    ) / (SPRING_STIFFNESS + TYRE_STIFFNESS + stop)
    assert load == pytest.approx(
        SPRING_STIFFNESS * compression + stop * (compression - travel), rel=1e-6
    )


def test_wheels_that_leave_the_ground_bear_nothing_and_land_on_it():
    body = Body(soft(), height=0.5)
    body.run(0.2)
    assert body.vehicle.normal_forces == [0.0] * 4
    body.run(3.0)
    assert body.position[2] == pytest.approx(0.0, abs=1e-3)


def test_an_anti_roll_bar_stiffens_roll():
    """In a bend of 3 m/s^2: roll = m a h / (K_springs + K_bars). The tyres are in series."""
    rolls = []
    for bar in (0.0, 20000.0):
        body = Body(soft(front_anti_roll=bar, rear_anti_roll=bar), speed=10.0)
        body.drive(4.0, math.atan(2.7 * 3.0 / 100.0), 10.0)
        rolls.append(math.asin(body.rotation[2, 1]))
        track = 1.56
        springs = 2.0 * (track**2 * SPRING_STIFFNESS / 2.0 + bar)
        tyres = track**2 * TYRE_STIFFNESS
        stiffness = 1.0 / (1.0 / springs + 1.0 / tyres)
        lateral = body.speed * body.spin[2]
        arm = 0.5
        expected = 1500.0 * lateral * arm / (stiffness - 1500.0 * GRAVITY * arm)
        assert abs(rolls[-1]) == pytest.approx(expected, rel=0.05)
    assert abs(rolls[1]) < 0.8 * abs(rolls[0])


@pytest.mark.parametrize("dt", [0.005, pytest.param(0.001, marks=pytest.mark.not_quick)])
def test_a_kerb_at_speed_meets_the_tyres_stiffness_whatever_the_step(dt: float):
    """10 cm at 30 m/s: the tyre gives way while the damper holds. It takes most of the kerb."""
    body = ProfiledBody(soft(15), lambda x: np.where(x > 5.0, 0.1, 0.0), dt=dt, speed=30.0)
    body.vehicle.neutral()
    loads: List[float] = []
    body.run(0.4, lambda body: loads.append(max(body.vehicle.normal_forces)))
    assert 0.6 * TYRE_STIFFNESS * 0.1 < max(loads) - STATIC_LOAD < 1.05 * TYRE_STIFFNESS * 0.1
    assert 30.0 - body.velocity[0] > GRAVITY * 0.1 / 30.0 + 0.05


def test_a_wheel_that_has_a_mass_hops_on_its_tyre():
    """m s'' = k_t (gap - s) - k s - d s'. A damped oscillation about both springs in series."""
    step, dt, mass, damper = 0.01, 1e-5, 40.0, 1000.0
    loads = np.array(held(Vehicle(soft(mass=mass, damping=damper)), step, 0.15, dt))
    time = dt * np.arange(1, len(loads) + 1)
    stiffness = SPRING_STIFFNESS + TYRE_STIFFNESS
    decay, swing = damper / (2.0 * mass), math.sqrt(stiffness / mass)
    damped = math.sqrt(swing**2 - decay**2)
    fading = np.exp(-decay * time)
    way = TYRE_STIFFNESS * step / stiffness
    moved = way * (1.0 - fading * (np.cos(damped * time) + decay / damped * np.sin(damped * time)))
    assert loads - STATIC_LOAD == pytest.approx(
        TYRE_STIFFNESS * (step - moved), abs=0.01 * TYRE_STIFFNESS * step
    )


@pytest.mark.parametrize("dt", [0.005, 0.001])
def test_a_car_on_wheels_with_mass_rests_at_its_static_load(dt: float):
    body = Body(soft(mass=40.0), dt=dt).run(2.0)
    assert body.position[2] == pytest.approx(0.0, abs=1e-3)
    assert body.vehicle.normal_forces == pytest.approx([STATIC_LOAD] * 4, rel=2e-3)
    falling = Body(soft(mass=40.0), dt=dt, height=0.4).run(4.0)
    assert falling.position[2] == pytest.approx(0.0, abs=2e-3)
    assert falling.vehicle.normal_forces == pytest.approx([STATIC_LOAD] * 4, rel=0.01)


def test_a_heavy_wheel_follows_a_rough_road_worse_than_a_light_one():
    """Its tyre's load varies more on waves of 1 cm at hop frequency."""
    spreads = []
    for mass in (5.0, 45.0):
        body = ProfiledBody(
            soft(5, mass=mass), lambda x: 0.01 * np.sin(2.0 * np.pi * x / 2.0), speed=22.0
        )
        body.vehicle.neutral()
        loads: List[float] = []
        body.run(1.5, lambda body, loads=loads: loads.append(body.vehicle.normal_forces[0]))
        spreads.append(float(np.std(loads[100:])))
    assert spreads[1] > 1.3 * spreads[0]
