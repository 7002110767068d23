"""Pressed joints go back at once, after any time of pressing."""

from __future__ import annotations

import math
from typing import Callable, Tuple

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.controlled import BY_POSITION, ControlledRobots
from sim.sdf.reader import read_model_string
from sim.sdf.types import Axis, Box, Collision, Inertial, Joint, Link, Model

from ..bodies import IDENTITY, pose
from .rigs import Stand

STEP = 0.001  # s
CONTACT = 0.1  # m, position of the joint at which the finger meets the block
BANDWIDTH = 100.0  # 1/s, the servo's three poles
SLIDER = """<sdf version="1.6"><model name="slider"><pose>0 0 1 0 0 0</pose>
<link name="finger"><inertial><mass>{mass}</mass>
<inertia><ixx>1e-3</ixx><iyy>1e-3</iyy><izz>1e-3</izz></inertia></inertial>
<collision name="hull"><geometry><box><size>0.02 0.02 0.1</size></box></geometry></collision></link>
<joint name="slide" type="prismatic"><parent>world</parent><child>finger</child>
<axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper>
<effort>{effort}</effort><velocity>{velocity}</velocity></limit></axis></joint>
<plugin name="joints" filename="libsim_joints.so"><joint name="slide" control="{control}"/></plugin>
</model></sdf>"""


def finger(mass: float, velocity: float) -> Model:
    """Return a finger that slides along x."""
    hull = Collision("hull", IDENTITY, Box((0.02, 0.02, 0.1)))
    inertial = Inertial(mass, IDENTITY, 1e-3 * mass * np.eye(3))
    axis = Axis((1.0, 0.0, 0.0), lower=-1.0, upper=1.0, effort=30.0, velocity=velocity)
    slide = Joint("slide", "prismatic", "world", "finger", IDENTITY, axis)
    return Model("hand", IDENTITY, False, (Link("finger", IDENTITY, inertial, (hull,)),), (slide,))


def block() -> Model:
    """Return a static block of 0.02 m along x."""
    hull = Collision("hull", IDENTITY, Box((0.02, 0.2, 0.2)))
    inertial = Inertial(1.0, IDENTITY, np.eye(3))
    return Model("block", IDENTITY, True, (Link("link", IDENTITY, inertial, (hull,)),))


class Target:
    """Fake controllers with one position command."""

    joints, driven = ("slide",), (BY_POSITION,)

    def __init__(self) -> None:
        self.position = 0.0

    def step(self, time: float, dt: float, readings: np.ndarray, outputs: np.ndarray) -> None:
        outputs[0] = self.position

    def displace(self, moved: np.ndarray) -> None:
        """Do nothing: joints are not moved from outside."""

    def reset(self) -> None:
        """Do nothing: commands come from the test."""


class Hand:
    """Finger under ros_control, 0.1 m before a block."""

    def __init__(self, mass: float = 0.2, velocity: float = 0.5) -> None:
        self.physics = Physics(timestep=STEP)
        self.physics.add(finger(mass, velocity), "hand", pose(z=1.0))
        self.physics.add(block(), "block", pose(CONTACT + 0.02, 0.0, 1.0))
        self.target, self.load = Target(), 0.0
        self.robots = ControlledRobots(self.physics)
        self.robots.add("hand", "control", self.target, 0.0)

    @property
    def position(self) -> float:
        return self.physics.joints.state("hand", "slide")[0]

    def run(self, seconds: float, until: Callable[[float], bool] = lambda _: False) -> float:
        """Make steps under the load until a position; return their time."""
        begin = self.physics.time
        body = self.physics.model.body("hand::finger").id
        for _ in range(round(seconds / STEP)):
            self.physics.data.xfrc_applied[body, 0] = self.load
            self.robots.before_step()
            self.robots.turn_motors()
            self.physics.step()
            self.robots.after_step()
            if until(self.position):
                break
        return self.physics.time - begin


def check_return(mass: float, velocity: float, ends: Tuple[float, float], seconds: float):
    """Check the delay and the last position of a pressed finger."""
    hand = Hand(mass, velocity)
    hand.target.position, back = ends
    hand.run(seconds)
    pressed = hand.position
    hand.target.position = back
    half = (pressed + back) / 2.0
    # The way itself takes a ramp at the joint's speed and some time constants of the servo.
    allowed = (pressed - half) / velocity + 5.0 / BANDWIDTH
    assert hand.run(1.0, lambda position: position < half) < allowed
    hand.run(0.3)
    assert hand.position == pytest.approx(back, abs=1e-5)


@pytest.mark.parametrize(
    ("mass", "velocity", "ends"),
    [(0.2, 0.5, (0.18, 0.02)), (1e-3, math.inf, (0.103, 0.098)), (10.0, 100.0, (0.1005, 0.0995))],
)
def test_a_pressed_joint_returns_at_once(mass: float, velocity: float, ends: Tuple[float, float]):
    check_return(mass, velocity, ends, 2.0)


@pytest.mark.slow
@pytest.mark.parametrize("mass", [1e-3, 0.2, 10.0])
@pytest.mark.parametrize("velocity", [0.5, 100.0, math.inf])
@pytest.mark.parametrize("ends", [(0.18, 0.02), (0.103, 0.098), (0.1005, 0.0995)])
def test_pressed_joints_of_any_kind_return(mass: float, velocity: float, ends: Tuple[float, float]):
    check_return(mass, velocity, ends, 10.0)


def test_a_command_that_nears_a_blocked_joint_leaves_no_windup():
    hand = Hand()
    hand.target.position = 0.18
    hand.run(2.0)
    # Still beyond the block, by less and less.
    for place in (0.12, 0.1005, 0.10017):
        hand.target.position = place
        hand.run(0.2)
    hand.target.position = 0.09
    assert hand.run(1.0, lambda position: position < 0.095) < 0.005 / 0.5 + 5.0 / BANDWIDTH


def test_a_joint_whose_obstacle_goes_stops_at_its_command():
    hand = Hand()
    hand.target.position = 0.18
    hand.run(2.0)
    hand.physics.poses.set_model_pose("block", pose(5.0, 5.0, 1.0))
    furthest = 0.0
    for _ in range(200):
        hand.run(0.005)
        furthest = max(furthest, hand.position)
    # From its fastest speed v it brakes with poles at the bandwidth w: within v / w.
    assert furthest - 0.18 < 0.5 / BANDWIDTH
    assert hand.position == pytest.approx(0.18, abs=1e-5)


def test_a_load_is_still_carried_without_an_error():
    hand = Hand(mass=0.5, velocity=10.0)
    hand.run(0.1)
    hand.load = -5.0  # N
    sag, load = 0.0, 5.0 / 0.5
    for _ in range(300):
        hand.run(STEP)
        sag = min(sag, hand.position)
    # The answer of 1 / (s + w)^3 to a step is d t^2 / 2 exp(-w t), at most at 2 / w.
    assert -sag == pytest.approx(2.0 * load / BANDWIDTH**2 * math.exp(-2.0), rel=0.2)
    assert hand.position == pytest.approx(0.0, abs=1e-8)
    # It goes forth and back under the load, and returns when that has gone.
    for place in (0.05, -0.05, 0.0):
        hand.target.position = place
        hand.run(0.5)
        assert hand.position == pytest.approx(place, abs=1e-8)
    hand.load = 0.0
    hand.run(0.5)
    assert hand.position == pytest.approx(0.0, abs=1e-8)


def slider(control: str, effort: float) -> Stand:
    """Return a finger of ``libsim_joints.so`` before a block."""
    text = SLIDER.format(mass=0.2, effort=effort, velocity=0.5, control=control)
    model = read_model_string(text, [])[0]
    places = ((model, pose(z=1.0)), (block(), pose(CONTACT + 0.02, 0.0, 1.0)))
    return Stand(*places, step=0.002)


def returns_within(stand: Stand, seconds: float) -> bool:
    """Return whether the slider leaves the block within a time."""
    pressed = stand.positions("slider")[0]
    assert pressed == pytest.approx(CONTACT, abs=1e-2)
    stand.run(seconds)
    return bool(stand.positions("slider")[0] < pressed - 1e-3)


def test_a_slider_with_a_trajectory_returns_with_it():
    stand = slider("position", 1e6)
    stand.go("slider", ["slide"], CommandPoint(0.5, (0.18,)))
    stand.run(3.0)
    stand.go("slider", ["slide"], CommandPoint(0.32, (0.02,)))
    # The path passes the block after half its time, at 0.5 m/s.
    assert returns_within(stand, 0.16 + 0.05)


@pytest.mark.parametrize("effort", [30.0, 1e6])
def test_a_slider_by_velocity_returns_at_once(effort: float):
    stand = slider("velocity", effort)
    forth, back = ([CommandPoint(t, (), (v,)) for t in (0.0, 9.0)] for v in (0.3, -0.3))
    stand.go("slider", ["slide"], *forth)
    stand.run(3.0)
    stand.go("slider", ["slide"], *back)
    assert returns_within(stand, 0.05)
