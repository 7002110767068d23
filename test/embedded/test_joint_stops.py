"""Stops of joints hold against any effort, and hardly bounce."""

from __future__ import annotations

from typing import Tuple

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.controlled import BY_EFFORT, BY_VELOCITY, ControlledRobots
from sim.sdf.types import Axis, Inertial, Joint, Link, Model

from .bodies import IDENTITY

SPEED = 2.0  # rad/s or m/s, the joint's limit
# Of an acceleration a, a stop yields by 1e-7 a times the step times the time in which it settles.
SOFTNESS = 1e-7
SETTLING = 0.05  # s
REST = 0.002  # rad, and half of that in m


class Command:
    """Fake controllers with one constant command."""

    joints = ("hinge",)

    def __init__(self, driven: int, value: float) -> None:
        self.driven, self._value = (driven,), value

    def step(self, time: float, dt: float, readings: np.ndarray, outputs: np.ndarray) -> None:
        outputs[0] = self._value

    def displace(self, moved: np.ndarray) -> None:
        """Do nothing: joints are not moved from outside."""

    def reset(self) -> None:
        """Do nothing: the command is constant."""


def bar(inertia: float, effort: float, kind: str) -> Model:
    """Return a link on a vertical joint between stops at -1 and 1."""
    slides = kind == "prismatic"
    own = Inertial(inertia if slides else 1.0, IDENTITY, inertia * np.eye(3))
    axis = Axis((0.0, 0.0, 1.0), lower=-1.0, upper=1.0, effort=effort, velocity=SPEED)
    joint = Joint("hinge", kind, "world", "link", IDENTITY, axis)
    return Model("bar", IDENTITY, False, (Link("link", IDENTITY, own, gravity=False),), (joint,))


def press(
    driven: int, inertia: float, effort: float, step: float, kind: str = "revolute"
) -> Tuple[float, float, float]:
    """Return the largest depth, and depth and speed 1 s after contact."""
    physics = Physics(timestep=step)
    physics.add(bar(inertia, effort, kind), "bar", IDENTITY)
    physics.joints.set_position("bar", "hinge", 0.9)
    robots = ControlledRobots(physics)
    robots.add("bar", "control", Command(driven, SPEED if driven == BY_VELOCITY else effort), 0.0)
    deepest, met = 0.0, None
    while met is None or physics.time < met + 1.0:
        robots.before_step()
        robots.turn_motors()
        physics.step()
        robots.after_step()
        position, speed = physics.joints.state("bar", "hinge")[:2]
        deepest = max(deepest, position - 1.0)
        if met is None and position > 1.0:
            met = physics.time
        assert physics.time < 30.0
    return deepest, position - 1.0, speed


def check_stop(
    driven: int, inertia: float, effort: float, step: float = 0.001, kind: str = "revolute"
) -> None:
    """Check the depths of one cell against formulas."""
    deepest, resting, speed = press(driven, inertia, effort, step, kind)
    assert abs(resting) < (REST if kind == "revolute" else REST / 2)
    acceleration = effort / inertia
    assert -1e-6 < resting < SOFTNESS * acceleration * step * SETTLING + 1e-5
    assert abs(speed) < 1e-4
    # It enters by no more than its last free step, and ends its speed in the next.
    fastest = SPEED if driven == BY_VELOCITY else (2.0 * acceleration * 0.1) ** 0.5
    assert deepest < (fastest + acceleration * step) * step * 1.01 + SOFTNESS * acceleration * step


@pytest.mark.parametrize(
    ("driven", "inertia", "effort", "step", "kind"),
    [
        (BY_VELOCITY, 0.0017, 50.0, 0.001, "revolute"),
        (BY_VELOCITY, 1e-4, 1000.0, 0.005, "revolute"),
        (BY_EFFORT, 1e-4, 1000.0, 0.001, "prismatic"),
        (BY_EFFORT, 10.0, 1.0, 0.001, "revolute"),
    ],
)
def test_a_stop_holds(driven: int, inertia: float, effort: float, step: float, kind: str):
    check_stop(driven, inertia, effort, step, kind)


@pytest.mark.slow
@pytest.mark.parametrize("driven", [BY_VELOCITY, BY_EFFORT])
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("step", [0.001, 0.002, 0.005])
@pytest.mark.parametrize("inertia", [1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0])
@pytest.mark.parametrize("effort", [1.0, 10.0, 100.0, 1000.0])
def test_stops_hold_over_inertias_and_efforts(
    driven: int, inertia: float, effort: float, step: float, kind: str
):
    check_stop(driven, inertia, effort, step, kind)


def test_a_stop_hardly_throws_a_joint_back():
    physics = Physics(timestep=0.001)
    physics.add(bar(0.01, 1.0, "revolute"), "bar", IDENTITY)
    dof = physics.joints.dof("bar", "hinge")
    physics.joints.set_position("bar", "hinge", 0.9995)
    physics.data.qvel[dof] = 1.0
    physics.refresh()
    for _ in range(300):
        physics.step()
    # The depth of at most one step ends within the settling time.
    assert -0.001 / SETTLING <= physics.data.qvel[dof] <= 0.0
