"""Wheels of gazebo_plugins' drives in the embedded physics.

Motors hold speeds by up to their torque, robots come and go, and invalid ones do not run.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Tuple

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.drives import WheelDrives
from sim.embedded.robot_plugins.ignored import ignored_plugins
from sim.robot_plugins.wheel_drive import WheelDrive
from sim.sdf.types import Collision, Cylinder, Friction, Inertial, Link, Model, Plane
from sim.sdf.urdf.reader import read_urdf_string

from .bodies import box, link, pose

EXAMPLE = (
    Path(__file__).resolve().parents[2] / "examples" / "two_wheels" / "urdf" / "two_wheels.urdf"
)
GROUND = Model(
    "ground",
    np.eye(4),
    True,
    (
        Link(
            "link",
            np.eye(4),
            Inertial(1.0, np.eye(4), np.eye(3)),
            (Collision("plane", np.eye(4), Plane((0.0, 0.0, 1.0), (1.0, 1.0))),),
        ),
    ),
)


def robot(old: str = "", new: str = "") -> Model:
    return read_urdf_string(EXAMPLE.read_text(encoding="utf-8").replace(old, new), "robot")[0]


def world(model: Model) -> Tuple[Physics, WheelDrives]:
    physics = Physics(timestep=0.005)
    physics.add_many([(GROUND, "ground", np.eye(4)), (model, "bot", np.eye(4))])
    return physics, WheelDrives(physics)


def run(physics: Physics, drives: WheelDrives, seconds: float) -> None:
    for _ in range(round(seconds / physics.timestep)):
        drives.before_step()
        physics.step()
        drives.after_step()


def law_of(physics: Physics, drives: WheelDrives, name: str = "bot") -> WheelDrive:
    return drives.get(name, physics.models.plan(name).robot_plugins[0])


def test_encoders_say_where_the_robot_has_come_to():
    physics, drives = world(robot())
    law = law_of(physics, drives)
    for forward, turning in ((0.4, 0.0), (0.0, 0.8), (0.3, 0.5)):
        law.command(forward, turning)
        run(physics, drives, 2.0)
    law.command(0.0, 0.0)
    run(physics, drives, 1.0)
    found, truth = law.encoder(), physics.poses.model_pose("bot")
    assert np.hypot(found.x, found.y) > 0.8
    assert (found.x, found.y) == pytest.approx(tuple(truth[:2, 3]), abs=5e-3)
    assert np.arctan2(truth[1, 0], truth[0, 0]) == pytest.approx(
        np.remainder(found.yaw + np.pi, 2 * np.pi) - np.pi, abs=5e-3
    )


def test_a_motor_pushes_with_no_more_than_its_torque():
    # Blocked at rest by a wheel torque of 0.02 N m against a hill: 2 * 0.02 / 0.04 m is 1 N, and
    # 3.35 kg on a slope of 0.1 rad pull with 3.3 N.
    def rolled(torque: str) -> float:
        physics, drives = world(robot("<wheelTorque>2", f"<wheelTorque>{torque}"))
        physics.set_gravity(np.array([-0.98, 0.0, -9.75]))
        law_of(physics, drives).command(0.2, 0.0)
        run(physics, drives, 1.0)
        return float(physics.poses.model_pose("bot")[0, 3])

    assert rolled("2") == pytest.approx(0.18, abs=0.01)
    assert rolled("0.02") < -0.1


def test_a_robot_goes_while_it_drives_and_another_goes_on():
    physics, drives = world(robot())
    physics.add(robot(), "other", pose(y=2.0))
    for name in ("bot", "other"):
        law_of(physics, drives, name).command(0.4, 0.0)
    run(physics, drives, 1.0)
    physics.remove("bot")
    run(physics, drives, 1.0)
    assert physics.poses.model_twist("other")[0][0] == pytest.approx(0.4, abs=0.01)
    drives.reset()
    run(physics, drives, 1.0)
    assert abs(physics.poses.model_twist("other")[0][0]) < 0.01


@pytest.mark.parametrize(
    "old,new,said",
    [
        ("<leftJoint>left_wheel", "<leftJoint>absent", "names 'absent_joint'"),
        ("<wheelDiameter>0.08", "<wheelDiameter>0", "write a number above 0"),
    ],
)
def test_a_plugin_that_is_wrong_does_not_run(
    old: str, new: str, said: str, caplog: pytest.LogCaptureFixture
):
    physics, drives = world(robot(old, new))
    run(physics, drives, 0.1)
    lines = [entry.message for entry in caplog.records if entry.levelno == logging.ERROR]
    assert len(lines) == 1 and said in lines[0] and lines[0].endswith("does not run")
    assert len(physics.models.plan("bot").robot_plugins) == 2


def test_a_static_robot_has_no_plugins(caplog: pytest.LogCaptureFixture):
    physics, _ = world(replace(robot(), static=True))
    assert physics.models.plan("bot").robot_plugins == ()
    assert "the model is static" in caplog.text


def test_ignored_plugins_are_named():
    model = robot("libgazebo_ros_p3d.so", "libmine.so")
    assert [(plugin.name, plugin.filename) for plugin in ignored_plugins(model)] == [
        ("truth", "libmine.so")
    ]
    assert ignored_plugins(robot()) == ()


@pytest.mark.parametrize("friction", [0.9, 1.0, 1.5])
def test_a_turn_on_the_spot_is_independent_of_friction(
    friction: float,
) -> None:
    link = GROUND.links[0]
    plane = replace(link.collisions[0], friction=Friction(friction, friction))
    ground = replace(GROUND, links=(replace(link, collisions=(plane,)),))
    physics = Physics(timestep=0.002)
    physics.add_many([(ground, "ground", np.eye(4)), (robot(), "bot", np.eye(4))])
    drives = WheelDrives(physics)
    law = law_of(physics, drives)
    for turning in (0.8, 0.0):
        law.command(0.0, turning)
        run(physics, drives, 1.5)
    truth = physics.poses.model_pose("bot")
    assert law.encoder().yaw > 0.9
    turned = np.arctan2(truth[1, 0], truth[0, 0])
    assert turned == pytest.approx(law.encoder().yaw, abs=np.radians(0.03))
    assert truth[2, 3] == pytest.approx(0.0, abs=1e-5)


@pytest.mark.not_quick
@pytest.mark.parametrize("friction", [0.4, 1.0])
def test_objects_on_a_table_beside_a_driven_robot_stay(friction: float) -> None:
    """Boxes and a cylinder on a table stay in place, to 1 mm.

    The robot beside makes everything static hard; the objects are heavy and light and touch nothing
    else.
    """
    table = box((1.0, 1.0, 0.7), mu=friction, static=True)
    heavy, light = box((0.1, 0.1, 0.1), 1.5), [box((s, s, 0.1), 0.4) for s in (0.1, 0.09, 0.08)]
    can = Model("can", np.eye(4), False, (link("can", Cylinder(0.04, 0.1), 0.3, size=(0.08,) * 3),))
    crumb = box((0.02, 0.02, 0.02), 0.005)
    resting = [
        *((heavy, f"heavy_{k}", pose(3.2, 0.2, 0.75 + 0.1 * k)) for k in range(3)),
        *((one, f"light_{k}", pose(2.8, 0.2, 0.75 + 0.1 * k)) for k, one in enumerate(light)),
        (can, "can", pose(3.2, -0.2, 0.75)),
        (crumb, "crumb", pose(2.8, -0.2, 0.71)),
    ]
    physics = Physics(timestep=0.002)
    still = [(GROUND, "ground", np.eye(4)), (table, "table", pose(3.0, 0.0, 0.35))]
    physics.add_many([*still, (robot(), "bot", np.eye(4)), *resting])
    drives = WheelDrives(physics)
    law_of(physics, drives).command(0.3, 0.4)
    run(physics, drives, 2.0)
    assert np.linalg.norm(physics.poses.model_pose("bot")[:2, 3]) > 0.4
    for _, name, at in resting:
        np.testing.assert_allclose(physics.poses.model_pose(name), at, atol=1e-3, err_msg=name)
