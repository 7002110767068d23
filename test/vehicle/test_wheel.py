"""Laws of a wheel: forces, rotation, and grip of its tyre."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.vehicle.tyre import Tyre
from sim.vehicle.wheel import WheelDynamics

from .rigid_body import ego_parameters


@given(
    v_roll=st.floats(-50, 50),
    v_slip=st.floats(-50, 50),
    drive=st.floats(-3000, 3000),
    brake=st.floats(0, 3000),
)
@pytest.mark.not_quick
def test_the_papers_tyre_never_leaves_the_friction_circle(
    v_roll: float, v_slip: float, drive: float, brake: float
):
    wheel = WheelDynamics(ego_parameters())
    for _ in range(3):
        force = wheel.roll(0.005, v_roll, v_slip, 3000.0, drive, brake)
        assert math.hypot(*force) <= 0.9 * 3000.0 * (1 + 1e-9)


def settled(wheel: WheelDynamics, *state: float, dt: float = 0.005) -> tuple:
    """Return the steady force of a wheel."""
    for _ in range(400):
        force = wheel.roll(dt, *state)
    return force


@pytest.mark.parametrize("tyre", ["paper", "linear", "fiala"])
@pytest.mark.parametrize("v_roll", [10.0, -10.0])
def test_a_wheel_passes_its_torque_on_less_its_resistance(tyre: str, v_roll: float):
    wheel = WheelDynamics(ego_parameters(), Tyre(tyre))
    forward, left = settled(wheel, v_roll, 0.0, 4000.0, 128.0)
    resistance = math.copysign(4000.0 * 0.012, v_roll)
    assert (forward, left) == (pytest.approx(400.0 - resistance, rel=1e-4), 0.0)
    forward, _ = settled(wheel, v_roll, 0.0, 4000.0, 0.0, 320.0)
    assert forward == pytest.approx(-math.copysign(1000.0, v_roll) - resistance, rel=1e-4)


@pytest.mark.parametrize("tyre", ["paper", "fiala"])
@pytest.mark.parametrize("course", [0.0, 0.3, 1.2, 1.5, -2.0])
def test_a_locked_wheel_opposes_its_velocity_with_full_friction(tyre: str, course: float):
    """[ISO 3888 and others]: sliding is opposed by mu F_N in any direction."""
    wheel = WheelDynamics(ego_parameters(tyre={"load_sensitivity": 0.0}), Tyre(tyre))
    forward, left = settled(
        wheel, 8.0 * math.cos(course), 8.0 * math.sin(course), 4000.0, 0.0, 5000.0
    )
    assert wheel.speed == 0.0
    assert math.hypot(forward, left) == pytest.approx(0.9 * 4000.0, rel=1e-3)
    away = math.remainder(math.atan2(-left, -forward) - course, 2.0 * math.pi)
    assert abs(away) < math.radians(3.0)


@pytest.mark.parametrize("tyre", ["paper", "linear", "fiala"])
def test_ground_with_less_friction_than_the_tyre_counts(tyre: str):
    wheel = WheelDynamics(ego_parameters(), Tyre(tyre), ground=0.1)
    forward, _ = settled(wheel, 20.0, 0.0, 4000.0, 0.0, 5000.0)
    assert forward == pytest.approx(-400.0, rel=1e-3)


@pytest.mark.parametrize(
    "tyre, slip", [("paper", 0.2), ("linear", 0.9 / 25.0), ("fiala", 2.7 / (25.0 + 2.7))]
)
def test_an_anti_lock_brake_keeps_the_wheel_turning(tyre: str, slip: float):
    """It keeps the slip of the tyre's maximum grip, limited by the brake.

    The maximum is at mu / C for ``linear`` and at a sigma of 3 mu / C for ``fiala``.
    """
    wheel = WheelDynamics(ego_parameters(tyre={"load_sensitivity": 0.0}), Tyre(tyre))
    forward, _ = settled(wheel, 20.0, 0.0, 4000.0, 0.0, 5000.0, 0.2)
    assert wheel.speed * 0.32 == pytest.approx((1.0 - slip) * 20.0, rel=1e-3)
    assert forward == pytest.approx(-0.9 * 4000.0, rel=1e-3)
    settled(wheel, 20.0, 0.0, 4000.0, 0.0, 320.0, 0.2)
    assert wheel.speed * 0.32 > 0.9 * 20.0


@pytest.mark.parametrize("tyre", ["paper", "fiala"])
@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01])
def test_a_standing_wheel_holds_what_it_was_pushed_by(tyre: str, dt: float):
    wheel, mass, pull = WheelDynamics(ego_parameters(), Tyre(tyre)), 375.0, 2500.0
    speed = place = 0.0
    held = []
    for _ in range(round(65.0 / dt)):
        forward, _ = wheel.roll(dt, speed, 0.0, 3679.0, 0.0, 5000.0)
        speed += (pull + forward) / mass * dt
        place += speed * dt
        held.append(place)
    assert abs(held[-1] - held[round(5.0 / dt)]) < 1e-6
