"""A tool changer takes, carries and leaves an end effector."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.gripper import GripperOrder
from sim.errors import InputError
from sim.robots.assembly import folder
from sim.sdf.types import Model
from sim.sdf.urdf.reader import read_urdf_string
from sim.transforms import transform_from_rpy

from ..bodies import IDENTITY, box
from .rigs import Stand, disc, rig

BARE = '<plugin name="joints" filename="libsim_joints.so"/>'
# The flange is at the end of the lower link and looks down; the arm is stretched along x at 1 m.
CHANGER = (
    '<tool_changer joint="elbow" pose="0.4 0 0 3.141592653589793 0 0" {}/>'
    '<force_torque joint="elbow" pose="0.4 0 0 3.141592653589793 0 0"/>'
)
AT = transform_from_rpy((0.9, 0.0, 1.0), (np.pi, 0.0, 0.0))


def stand(tool: str = "", at: np.ndarray = AT, **places: np.ndarray) -> Stand:
    given = f'tool="{tool}"' if tool else ""
    arm = rig("arm", (BARE, BARE.replace("/>", f">{CHANGER.format(given)}</plugin>")))
    made = Stand((arm, IDENTITY))
    for name, place in {"jaw": at, **places}.items():
        made.physics.add(end_effector(name), name, place)
    return made


def end_effector(name: str) -> Model:
    """Return an end effector."""
    text = (folder() / "nist_gripper.urdf").read_text(encoding="utf-8")
    return read_urdf_string(text, name)[0]


def off(made: Stand, name: str = "jaw") -> np.ndarray:
    """Return flange_from_mount (4, 4)."""
    flange = made.physics.poses.link_pose("arm", "lower") @ transform_from_rpy(
        (0.4, 0.0, 0.0), (np.pi, 0.0, 0.0)
    )
    return np.linalg.inv(flange) @ made.physics.poses.link_pose(name, "gripper_base")


def test_the_initial_tool_moves_with_the_arm_and_its_fingers_work():
    made = stand("jaw")
    made.run(0.1)
    assert made.mechanisms.changer("arm").report().tool == "jaw"
    made.grip("jaw", width=0.06)
    made.move("arm", "shoulder", 0.4)
    assert np.abs(off(made) - np.eye(4)).max() < 1e-9
    assert made.positions("arm") == pytest.approx([0.4, 0.0], abs=1e-5)
    assert made.report("jaw").width == pytest.approx(0.06, abs=1e-4)


def test_a_changer_takes_only_tools_within_its_tolerance():
    table = AT[2, 3] - 0.134
    made = stand("jaw")
    made.physics.add(box((0.4, 0.4, table), static=True), "table", _at(0.9, 0.0, 0.5 * table))
    made.run(0.1)
    changer = made.mechanisms.changer("arm")
    changer.order(0.0, False)
    made.run(0.4)
    assert changer.report().tool == ""
    near = changer.report().nearest
    # Its finger tips were 4 mm above the table.
    assert near.tool == "jaw" and near.distance == pytest.approx(0.004, abs=1e-4)
    changer.order(0.0, True)
    made.run(0.01)
    assert changer.report().tool == ""
    # Down by 2.5 mm, the flange level as before.
    angle = (near.distance - 0.0015) / 0.5
    made.move("arm", "shoulder", angle)
    made.move("arm", "elbow", -angle)
    changer.order(0.0, True)
    made.run(0.1)
    assert changer.report().tool == "jaw", changer.report()
    assert np.abs(off(made) - np.eye(4)).max() < 1e-9
    made.move("arm", "shoulder", -0.2)
    assert np.abs(off(made) - np.eye(4)).max() < 1e-9


def _at(x: float, y: float, z: float) -> np.ndarray:
    return transform_from_rpy((x, y, z), (0.0, 0.0, 0.0))


def test_a_dropped_tool_falls_with_the_speed_of_the_flange():
    made = stand("jaw")
    made.run(0.1)
    made.move("arm", "shoulder", -1.0)
    made.go("arm", ["shoulder"], _point(1.0, 1.0))
    made.run(0.5)
    before = made.physics.poses.link_twist("jaw", "gripper_base")
    made.mechanisms.changer("arm").order(0.0, False)
    made.run(0.002)
    after = made.physics.poses.link_twist("jaw", "gripper_base")
    assert np.linalg.norm(before[0]) > 0.5
    assert after[0] == pytest.approx(before[0] + (0.0, 0.0, -9.8 * 0.002), abs=0.02)
    made.run(2.0)
    assert made.at("jaw")[2] < 0.2


def _point(seconds: float, to: float) -> CommandPoint:
    return CommandPoint(seconds, (to,), (0.0,))


def test_the_wrist_feels_what_the_tool_touches_and_not_its_weight():
    made = stand("jaw")
    sensor = made.mechanisms.force_torque("arm")
    sensor.wanted = True
    made.run(0.2)
    force, torque = sensor.reading()
    assert np.abs(force).max() < 0.05 and np.abs(torque).max() < 0.05


def test_a_mounted_tool_moves_only_with_its_arm():
    made = stand("jaw")
    made.run(0.1)
    with pytest.raises(InputError, match="is held by the tool changer of arm"):
        made.physics.poses.set_model_pose("jaw", IDENTITY)
    made.physics.remove("arm")
    assert made.physics.models.mounts.owner_of("jaw") == ""
    made.run(2.0)
    assert made.at("jaw")[2] < 0.2


def test_a_reset_puts_tools_back_where_they_started():
    other = _at(2.0, 0.0, 0.06)
    made = stand("jaw", spare=other)
    made.run(0.5)
    changer = made.mechanisms.changer("arm")
    changer.order(0.0, False)
    made.run(1.0)
    assert changer.report().tool == "" and made.at("jaw")[2] < 0.2
    for with_time in (False, True):
        made.simulation.reset(with_time)
        assert changer.report().tool == "jaw"
        assert np.abs(off(made) - np.eye(4)).max() < 1e-9
        assert made.at("spare") == pytest.approx(other[:3, 3], abs=1e-9)
        made.run(0.1)
        assert made.positions("arm") == pytest.approx([0.0, 0.0], abs=1e-4)


def test_a_gripper_on_a_changer_holds_what_it_grasps():
    made = stand("jaw")
    made.grip("jaw", width=0.08)
    made.run(0.6)
    made.physics.add(box((0.1, 0.1, 0.86), static=True), "pedestal", _at(0.9, 0.0, 0.43))
    made.physics.add(disc(), "disc", _at(0.9, 0.0, 0.86))
    made.mechanisms.order("jaw", GripperOrder(0.0, 0.0, 40.0, False))
    made.run(0.6)
    assert made.report("jaw").thing == "disc"
    made.move("arm", "shoulder", -0.3)
    assert made.report("jaw").thing == "disc" and made.at("disc")[2] > 1.0
