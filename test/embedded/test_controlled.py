"""Joints driven by ros_control's controllers in the embedded physics.

A position bears its weight, a velocity is held, an effort accelerates; robots come and go.
"""

from __future__ import annotations

from typing import Callable, List, Tuple

import numpy as np
import pytest

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.controlled import (
    BY_EFFORT,
    BY_POSITION,
    BY_VELOCITY,
    ControlledRobots,
)
from sim.sdf.types import Axis, Inertial, Joint, Link, Model

MASS = 2.0  # kg
LEVER_ARM = 0.5  # m


class Commands:
    """Fake controllers: command a joint at times and record readings."""

    joints = ("hinge",)

    def __init__(self, driven: int, value: Callable[[float], float]) -> None:
        self.driven, self._value = (driven,), value
        self.readings: List[Tuple[float, Array]] = []
        self.resets = 0
        self.displaced: List[Tuple[bool, ...]] = []

    def step(self, time: float, dt: float, readings: Array, outputs: Array) -> None:
        self.readings.append((dt, readings[0].copy()))
        outputs[0] = self._value(time + dt)

    def displace(self, moved: Array) -> None:
        self.displaced.append(tuple(moved.tolist()))

    def reset(self) -> None:
        self.resets += 1


def pendulum(effort: float = 100.0) -> Model:
    """Return a link on a horizontal hinge of the world."""
    place = np.eye(4)
    place[0, 3] = LEVER_ARM
    inertial = Inertial(MASS, place, 0.01 * np.eye(3))
    axis = Axis((0.0, 1.0, 0.0), effort=effort)
    return Model(
        "arm",
        np.eye(4),
        False,
        (Link("link", np.eye(4), inertial),),
        (Joint("hinge", "revolute", "world", "link", np.eye(4), axis),),
    )


def run(commands: Commands, seconds: float, period: float = 0.0, effort: float = 100.0) -> Physics:
    physics = Physics(timestep=0.002)
    physics.add(pendulum(effort), "arm", np.eye(4))
    robots = ControlledRobots(physics)
    robots.add("arm", "control", commands, period)
    for _ in range(round(seconds / physics.timestep)):
        robots.before_step()
        robots.turn_motors()
        physics.step()
        robots.after_step()
    return physics


@pytest.mark.parametrize("effort", [100.0, 1.0, 0.0])
def test_a_position_is_followed_by_whatever_effort_that_takes(effort: float):
    commands = Commands(BY_POSITION, lambda time: -0.5 * (1.0 - np.cos(2.0 * time)))
    physics = run(commands, 1.0, effort=effort)
    angle, rate, _ = physics.joints.state("arm", "hinge")
    assert angle == pytest.approx(-0.5 * (1.0 - np.cos(2.0)), abs=1e-4)
    assert rate == pytest.approx(-np.sin(2.0), abs=1e-2)
    # Inertia and weight about the hinge.
    inertia = 0.01 + MASS * LEVER_ARM**2
    place = -0.5 * (1.0 - np.cos(2.0 * 0.998))
    wanted = inertia * -2.0 * np.cos(2.0 * 0.998) - MASS * 9.81 * LEVER_ARM * np.cos(place)
    assert commands.readings[-1][1][2] == pytest.approx(wanted, rel=0.02)


def test_a_velocity_is_held_by_up_to_the_effort_of_the_joint():
    commands = Commands(BY_VELOCITY, lambda time: -1.5)
    physics = run(commands, 0.5)
    angle, rate, _ = physics.joints.state("arm", "hinge")
    assert rate == pytest.approx(-1.5, abs=0.01)
    assert angle == pytest.approx(-0.75, abs=0.01)
    assert commands.readings[-1][1][2] == pytest.approx(
        -MASS * 9.81 * LEVER_ARM * np.cos(angle), rel=0.1
    )
    weak = run(Commands(BY_VELOCITY, lambda time: -1.5), 0.2, effort=1.0)
    assert weak.joints.state("arm", "hinge")[1] > 0.5


def test_an_effort_acts_beside_the_weight():
    physics = run(Commands(BY_EFFORT, lambda time: -MASS * 9.81 * LEVER_ARM - 0.51), 0.1)
    rate = physics.joints.state("arm", "hinge")[1]
    assert rate == pytest.approx(-0.1, abs=2e-3)


def test_controllers_work_at_their_period():
    commands = Commands(BY_POSITION, lambda time: 0.0)
    run(commands, 1.0, period=0.01)
    assert len(commands.readings) == pytest.approx(100, abs=1)
    assert all(dt == pytest.approx(0.01) for dt, _ in commands.readings)


@pytest.mark.parametrize("driven", [BY_POSITION, BY_VELOCITY, BY_EFFORT])
def test_controllers_learn_of_joints_put_elsewhere(driven: int):
    commands = Commands(driven, lambda time: 0.0)
    physics = Physics(timestep=0.002)
    physics.add(pendulum(), "arm", np.eye(4))
    robots = ControlledRobots(physics)
    robots.add("arm", "control", commands, 0.0)
    physics.joints.set_position("arm", "hinge", 0.2)
    for step in range(30):
        if step == 20:
            physics.joints.set_position("arm", "hinge", -0.7)
            begun = len(commands.readings)
        robots.before_step()
        robots.turn_motors()
        physics.step()
        robots.after_step()
    # A position before the first step is the joint's own.
    assert commands.displaced == [(True,)]
    assert commands.readings[begun][1][0] == -0.7


def test_a_model_that_has_gone_is_driven_no_more():
    physics = Physics(timestep=0.002)
    physics.add(pendulum(), "arm", np.eye(4))
    robots, commands = ControlledRobots(physics), Commands(BY_POSITION, lambda time: 0.0)
    robots.add("arm", "control", commands, 0.0)
    robots.before_step()
    robots.reset()
    assert commands.resets == 1
    physics.remove("arm")
    for _ in range(3):
        robots.before_step()
        robots.turn_motors()
        physics.step()
        robots.after_step()
    assert len(commands.readings) == 1
