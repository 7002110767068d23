"""Law of a tricycle with a steered and driven front wheel."""

from __future__ import annotations

import math
from typing import List

import numpy as np
import pytest

from sim.errors import InputError
from sim.robot_plugins.settings import TRICYCLE_DRIVE, PluginSettings
from sim.robot_plugins.wheel_drive import WheelDrive
from sim.sdf.plugins import Plugin
from sim.sdf.types import Axis, Inertial, Joint, Link, Model

JOINTS = ("front_steering_joint", "front_wheel_joint", "left_wheel_joint", "right_wheel_joint")
MODEL = Model(
    "bot",
    np.eye(4),
    False,
    (Link("base", np.eye(4), Inertial(1.0, np.eye(4), np.eye(3))),),
    tuple(
        Joint(name, "continuous", "base", name, np.eye(4), Axis((0.0, 1.0, 0.0))) for name in JOINTS
    ),
)


def drive(**given: str) -> WheelDrive:
    return WheelDrive(PluginSettings(Plugin("drive", TRICYCLE_DRIVE, given), MODEL))


def test_two_joints_have_motors_and_two_are_read() -> None:
    law = drive()
    assert (law.motors, law.wheels) == (JOINTS[:2], JOINTS[2:])
    assert (law.torque, law.by_encoder) == (5.0, False)


def test_the_driven_wheel_turns_by_its_own_diameter() -> None:
    law = drive(actuatedWheelDiameter="0.4")
    law.command(1.0, 0.0)
    assert law.rates((0.0, 7.0), 0.01) == pytest.approx((0.0, 5.0))


def test_it_speeds_up_and_slows_down_as_it_may() -> None:
    diameters = {"actuatedWheelDiameter": "2", "encoderWheelDiameter": "2"}
    law = drive(**diameters, wheelAcceleration="2", wheelDeceleration="5")

    def followed(count: int) -> List[float]:
        """Return the rates asked for, to which all wheels turn."""
        found = []
        for _ in range(count):
            found.append(law.rates((0.0, 0.0), 0.01)[1])
            law.roll(found[-1], found[-1], 0.01)
        return found

    law.command(0.05, 0.0)
    assert followed(4) == pytest.approx((0.02, 0.04, 0.05, 0.05))
    law.command(-0.05, 0.0)
    assert followed(3) == pytest.approx((0.0, -0.02, -0.04))


def test_a_blocked_wheel_reverses_from_rest() -> None:
    law = drive(actuatedWheelDiameter="2", wheelAcceleration="2", wheelDeceleration="5")
    law.command(0.05, 0.0)
    for _ in range(4):
        law.rates((0.0, 0.0), 0.01)
    law.roll(0.0, 0.0, 0.04)
    law.command(-0.05, 0.0)
    assert law.rates((0.0, 0.0), 0.01)[1] == pytest.approx(-0.02)


def test_without_limits_commands_act_at_once() -> None:
    law = drive(actuatedWheelDiameter="2", wheelAcceleration="2", wheelDeceleration="0")
    law.command(0.02, 0.0)
    assert law.rates((0.0, 0.0), 0.01)[1] == pytest.approx(0.02)
    law.command(0.0, 0.0)
    assert law.rates((0.0, 0.0), 0.01)[1] == 0.0


def test_the_steering_goes_to_its_angle_at_its_speed_and_stays_there() -> None:
    law = drive(steeringSpeed="0.5")
    law.command(0.0, 2.0)
    assert law.rates((0.0, 0.0), 0.01)[0] == pytest.approx(0.5)
    assert law.rates((math.pi / 2 - 0.009, 0.0), 0.01)[0] == 0.0
    assert law.rates((math.pi, 0.0), 0.01)[0] == pytest.approx(-0.5)
    at_once = drive()
    at_once.command(0.0, 0.3)
    assert at_once.rates((0.1, 0.0), 0.01)[0] == pytest.approx(20.0)


def test_rear_wheels_tell_where_it_is() -> None:
    law = drive(encoderWheelDiameter="0.2", encoderWheelSeparation="0.4", odometrySource="encoder")
    turning = math.pi / 2
    for _ in range(1000):
        law.roll((turning - 0.2 * turning) / 0.1, (turning + 0.2 * turning) / 0.1, 0.001)
    found = law.encoder()
    assert law.by_encoder
    assert (found.x, found.y, found.yaw) == pytest.approx((1.0, 1.0, turning), abs=1e-6)


def test_non_finite_commands_are_refused_and_a_reset_clears() -> None:
    law = drive()
    law.command(0.5, 0.2)
    with pytest.raises(InputError, match="must be finite"):
        law.command(0.5, math.nan)
    law.reset()
    assert law.rates((0.0, 0.0), 0.01) == [0.0, 0.0]
