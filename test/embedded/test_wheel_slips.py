"""Wheels of wheel_slip slide under a force by the closed form.

Friction holds as before, and names without a wheel are reported.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.drives import WheelDrives
from sim.embedded.robot_plugins.wheel_slips import LATERAL_PARAMETER, WheelSlips
from sim.errors import InputError
from sim.robot_plugins.settings import PluginSettings
from sim.robot_plugins.wheel_slip import slip_wheels
from sim.sdf.reader import read_model_string
from sim.sdf.types import Model

from .test_wheel_drives import GROUND

# Of the rover.
WHEEL_RADIUS = 0.1  # m
WHEEL_SPEED = 5.0  # rad/s
MASS = 10.0  # kg
WHEEL_NORMAL_FORCE = 25.0  # N, declared for a wheel
SPEED = WHEEL_RADIUS * WHEEL_SPEED
SIDES = ((0.15, 0.2), (0.15, -0.2), (-0.15, 0.2), (-0.15, -0.2))


def _wheel(name: str, x: float, y: float, friction: float) -> str:
    ode = f"<surface><friction><ode><mu>{friction}</mu><mu2>{friction}</mu2></ode></friction>"
    return (
        f'<link name="{name}"><pose>{x} {y} {WHEEL_RADIUS} -1.5707963 0 0</pose><inertial>'
        "<mass>0.5</mass><inertia><ixx>0.002</ixx><iyy>0.002</iyy><izz>0.0025</izz></inertia>"
        f'</inertial><collision name="tyre"><geometry>'
        f"<sphere><radius>{WHEEL_RADIUS}</radius></sphere>"
        f'</geometry>{ode}</surface></collision></link><joint name="{name}_joint" '
        f'type="revolute"><parent>base</parent><child>{name}</child><axis><xyz>0 0 1</xyz></axis>'
        "</joint>"
    )


def rover(
    lateral: float = 0.0,
    longitudinal: float = 0.0,
    rows: str = "",
    friction: float = 0.9,
    rate: float = 0.0,
) -> Model:
    """Return a box on four wheels that turn at WHEEL_SPEED. They slip alike, or by ``rows``."""
    names = [f"wheel{number}" for number in range(4)]
    rows = rows or "".join(
        f'<wheel link_name="{name}"><slip_compliance_lateral>{lateral}</slip_compliance_lateral>'
        f"<slip_compliance_longitudinal>{longitudinal}</slip_compliance_longitudinal>"
        f"<wheel_normal_force>{WHEEL_NORMAL_FORCE}</wheel_normal_force></wheel>"
        for name in names
    )
    joints = ("leftFront", "rightFront", "leftRear", "rightRear")
    drive = "".join(f"<{tag}Joint>{name}_joint</{tag}Joint>" for tag, name in zip(joints, names))
    return read_model_string(
        '<sdf version="1.6"><model name="rover"><link name="base"><pose>0 0 0.15 0 0 0</pose>'
        "<inertial><pose>0 0 -0.05 0 0 0</pose><mass>8</mass><inertia><ixx>0.1</ixx><iyy>0.15</iyy>"
        "<izz>0.2</izz></inertia></inertial></link>"
        + "".join(_wheel(name, x, y, friction) for name, (x, y) in zip(names, SIDES))
        + f'<plugin name="drive" filename="libgazebo_ros_skid_steer_drive.so">{drive}'
        f"<wheelDiameter>{2 * WHEEL_RADIUS}</wheelDiameter><torque>50</torque>"
        f"<updateRate>{rate}</updateRate></plugin>"
        f'<plugin name="slip" filename="libgazebo_ros_wheel_slip.so">{rows}</plugin></model></sdf>',
        (),
    )[0]


class Drive:
    """Moving rover; ``push`` are the forces on it, N, world axes."""

    def __init__(self, model: Model, speed: float = SPEED) -> None:
        self.physics = Physics(timestep=0.002)
        self.physics.add_many([(GROUND, "ground", np.eye(4)), (model, "bot", np.eye(4))])
        self.drives, self.slips = WheelDrives(self.physics), WheelSlips(self.physics)
        plan = self.physics.models.plan("bot").robot_plugins
        self.settings = plan[-1]
        self.drives.get("bot", plan[0]).command(speed, 0.0)

    def pushed(self, seconds: float, force: Tuple[float, float]) -> Tuple[float, float]:
        """Return its speeds along x and y after a time under a force.

        The force acts at the height of the axles.
        """
        for _ in range(round(seconds / self.physics.timestep)):
            place = self.physics.poses.link_pose("bot", "base")[:3, 3] - (0.0, 0.0, 0.05)
            self.physics.apply_wrench("bot", "base", (*force, 0.0), (0.0, 0.0, 0.0), place)
            self.slips.before_step()
            self.drives.before_step()
            self.physics.step()
            self.drives.after_step()
            self.slips.after_step()
        linear, _ = self.physics.poses.link_twist("bot", "base")
        return float(linear[0]), float(linear[1])


@pytest.mark.parametrize("lateral, longitudinal", [(0.2, 0.2), (0.4, 0.1), (0.1, 0.4)])
def test_wheels_slide_in_proportion_to_force_and_spin(lateral: float, longitudinal: float) -> None:
    for x, y in ((-20.0, 0.0), (0.0, 16.0), (-20.0, 16.0)):
        drive = Drive(rover(lateral, longitudinal))
        drive.pushed(0.6, (0.0, 0.0))
        forward, sideways = drive.pushed(0.8, (x, y))
        # Force of each of four wheels by their declared normal force.
        assert forward == pytest.approx(
            SPEED * (1 + longitudinal * x / 4 / WHEEL_NORMAL_FORCE), abs=6e-3
        )
        assert sideways == pytest.approx(SPEED * lateral * y / 4 / WHEEL_NORMAL_FORCE, abs=6e-3)


def test_wheels_that_do_not_spin_hold() -> None:
    drive = Drive(rover(0.5, 0.5), 0.0)
    assert drive.pushed(1.0, (20.0, 20.0)) == pytest.approx((0.0, 0.0), abs=2e-3)


@pytest.mark.parametrize("lateral, longitudinal", [(0.05, 0.05), (0.3, 0.02), (0.02, 0.3)])
def test_beyond_friction_the_rest_of_a_force_speeds_it_up(
    lateral: float, longitudinal: float
) -> None:
    # It slides without hops where friction is low.
    for force, axis in (((-40.0, 0.0), 0), ((0.0, 40.0), 1)):
        drive = Drive(rover(lateral, longitudinal, friction=0.3))
        drive.pushed(0.6, (0.0, 0.0))
        before = drive.pushed(0.3, force)[axis]
        gained = drive.pushed(0.3, force)[axis] - before
        held = 40.0 - MASS * abs(gained) / 0.3
        assert held == pytest.approx(0.3 * MASS * 9.8, rel=0.08)


def test_a_set_compliance_holds_for_all_wheels_of_the_plugin() -> None:
    drive = Drive(rover(0.0, 0.0))
    drive.pushed(0.6, (0.0, 0.0))
    assert drive.pushed(0.5, (0.0, 16.0))[1] == pytest.approx(0.0, abs=4e-3)
    drive.slips.set(drive.settings, LATERAL_PARAMETER, 0.4)
    assert drive.pushed(0.8, (0.0, 16.0))[1] == pytest.approx(
        SPEED * 0.4 * 4 / WHEEL_NORMAL_FORCE, abs=6e-3
    )
    for wrong in (-1.0, float("nan")):
        with pytest.raises(InputError, match="data: must be a number of at least 0"):
            drive.slips.set(drive.settings, LATERAL_PARAMETER, wrong)


@pytest.mark.parametrize(
    "rows, said",
    [
        (" ", 'has no <wheel link_name="...">; write one for each wheel'),
        ("<wheel/>", "has no <wheel/link_name>; write a name there"),
        (
            '<wheel link_name="wheel9"><wheel_normal_force>1</wheel_normal_force></wheel>',
            "<wheel/link_name> is 'wheel9'; write one of the links base, wheel0,",
        ),
        (
            '<wheel link_name="wheel0"/>',
            "has no <wheel/wheel_normal_force>; write a number above 0 there",
        ),
        (
            2 * '<wheel link_name="wheel0"><wheel_normal_force>1</wheel_normal_force></wheel>',
            "<wheel/link_name> names 'wheel0' again; name each link once",
        ),
        (
            '<wheel link_name="base"><wheel_normal_force>1</wheel_normal_force></wheel>',
            "rover: wheel base of wheel_slip: has 0 collisions; a wheel has one",
        ),
    ],
)
def test_links_that_are_not_wheels_are_reported(rows: str, said: str) -> None:
    model = rover(rows=rows)
    with pytest.raises(InputError) as caught:
        slip_wheels(PluginSettings(model.plugins[-1], model), model)
    assert said in str(caught.value)
