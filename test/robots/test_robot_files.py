"""Robots of config/robots, and faulty files."""

from __future__ import annotations

import numpy as np
import pytest
from robot_arms import NAMES, robot

from sim.errors import InputError
from sim.robots.assembly import folder
from sim.robots.robot import read_robot

CONFIG = folder().parent


@pytest.mark.parametrize("name", NAMES)
def test_a_robot_starts_with_its_tool_pointing_down(name) -> None:
    described = robot(name)
    pose = described.ring.controlled(described.kinematics.forward(described.start))
    assert described.name == name and pose[:3, 2] == pytest.approx([0, 0, -1], abs=1e-8)
    assert described.ring.tool == described.gripper.name and set(described.ring.tools) >= {
        described.gripper.name,
        "vacuum_cup",
    }
    # Not in a singularity: every way is open from the start.
    assert np.linalg.svd(described.kinematics.jacobian(described.start))[1].min() > 0.02


@pytest.mark.parametrize("name", NAMES)
def test_joints_get_up_to_speed_in_a_reasonable_time(name) -> None:
    joints = robot(name).arm
    rise = joints.limits("speed") / joints.limits("acceleration")
    assert (rise > 0.1).all() and (rise < 0.7).all()
    assert joints.limits("acceleration") / joints.limits("jerk") == pytest.approx(
        np.full(len(joints), 0.1)
    )


def test_name_gripper_and_place_may_be_others() -> None:
    base = np.eye(4)
    base[2, 3] = 0.8
    described = read_robot(CONFIG / "fanuc.yaml", name="left", gripper="vacuum_cup").placed(
        base, np.eye(4)
    )
    assert (
        described.name == "left"
        and described.gripper.kind == "vacuum"
        and described.ring.tool == "vacuum_cup"
    )
    assert described.ring.controlled(np.eye(4))[2, 3] == pytest.approx(0.8 + 0.108)
    assert 'name="left"' in described.urdf() and "cup_link" in described.urdf(fixed=False)
    bare = read_robot(CONFIG / "fanuc.yaml", gripper="")
    assert (
        bare.gripper is None
        and bare.ring.tool == ""
        and bare.ring.controlled(np.eye(4)) == pytest.approx(np.eye(4))
    )


def test_an_arm_of_ones_own_lies_beside_its_file_and_names_its_links(tmp_path) -> None:
    urdf = (folder() / "fanuc_lr_mate_200id.urdf").read_text(encoding="utf-8")
    (tmp_path / "mine.urdf").write_text(
        urdf.replace("base_link", "foot").replace("tool0", "hand"), encoding="utf-8"
    )
    path = tmp_path / "mine.yaml"
    path.write_text("arm: mine.urdf\nbase_link: foot\nflange: hand\ngripper: nist_gripper.urdf")
    described = read_robot(path)
    assert (described.arm.base, described.arm.tip) == (
        "foot",
        "hand",
    ) and 'name="hand_gripper_base"' in described.urdf()
    assert described.kinematics.forward(described.start) == pytest.approx(
        robot("fanuc").kinematics.forward(described.start)
    )
    path.write_text("arm: mine.urdf\nflange: hand")
    with pytest.raises(
        InputError, match="no joints lead from the link 'base_link' to the link 'hand'"
    ):
        read_robot(path)


@pytest.mark.parametrize(
    "text, said",
    [
        (
            "arm: fanuc_lr_mate_200id.urdf\nstart: [0, 9, 0, 0, 0, 0]",
            "start: joint_2 at 9 is out of its range",
        ),
        ("arm: fanuc_lr_mate_200id.urdf\nstart: [0, 0]", "start: has 2 numbers; 6 are needed"),
        ("arm: fanuc_lr_mate_200id.urdf\naccelerations: [1, 1, 1, 1, 1, -1]", "above 0"),
        (
            "arm: fanuc_lr_mate_200id.urdf\ngriper: nist_gripper.urdf",
            "unknown key 'griper'; did you mean 'gripper'",
        ),
        ("arm: fanuc_lr_mate_200id.urdf\ntool: spoon", "tool 'spoon' not found"),
        ("arm: fanuc_lr_mate_200id.urdf\nspeeds: {trans_speed: 0}", "speeds/trans_speed"),
        (
            "arm: fanuc_lr_mate_200id.urdf\ntools: {probe: [0, 0, x, 0, 0, 0]}",
            "tools/probe/2: a number is needed",
        ),
        ("arm: fanuc_lr_mate_200id.urdf\ntools: [probe]", "tools: a mapping of names"),
        ("arm: nowhere.urdf", "arm: .*nowhere.urdf cannot be read"),
        ("gripper: nist_gripper.urdf", "the key 'arm' is missing"),
    ],
)
def test_errors_name_file_and_key(tmp_path, text, said) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_robot(path)


def test_tools_are_poses_or_grippers(tmp_path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "arm: gantry.urdf\nmount: [0, 0, 0.01, 0, 0, 0]\ntools: {probe: [0, 0, 0.2, 0, 0, 0], "
        "jaw: nist_gripper.urdf}\ntool: probe"
    )
    ring = read_robot(path).ring
    assert ring.tool0_from_tcp[2, 3] == pytest.approx(0.2) and ring.with_tool("jaw").tool0_from_tcp[
        2, 3
    ] == pytest.approx(0.13)
