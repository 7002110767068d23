"""Layout with frames and reach as parameters, as another lab needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from lxml import etree

from sim.errors import InputError
from sim.robots.robot import read_robot
from sim.transforms import inverse, transform_from_pose
from sim.workcell.layout import read_layout

ROOT = Path(__file__).resolve().parents[2]
LAB_FILE = ROOT / "config" / "nist_lab.yaml"
ROBOTS_FOLDER = ROOT / "config" / "robots"


def changed(folder: Path, **frames: list):
    """The lab's layout with other frames."""
    layout = yaml.safe_load(LAB_FILE.read_text())
    layout["frames"].update(frames)
    path = folder / "lab.yaml"
    path.write_text(yaml.safe_dump(layout, sort_keys=False))
    return read_layout(path)


def test_poses_given_in_a_frame_move_with_it(tmp_path: Path) -> None:
    before, moved = read_layout(LAB_FILE), transform_from_pose([2.0, -1.0, 0.1, 0.0, 0.0, 0.7])
    after = changed(tmp_path, lab=[2.0, -1.0, 0.1, 0.0, 0.0, 0.7])
    for name in before.robots:
        one, other = before.robots[name], after.robots[name]
        assert np.allclose(other.world_from_base, moved @ one.world_from_base) and np.allclose(
            other.world_from_workstation, moved @ one.world_from_workstation
        )
    for name in before.models:
        assert np.allclose(
            after.models[name].world_from_model, moved @ before.models[name].world_from_model
        )


def test_a_workstation_is_a_frame_of_its_own(tmp_path: Path) -> None:
    layout = changed(tmp_path, fanuc_programs=[1.0, 2.0, 3.0, 0.0, 0.0, 0.0])
    assert np.allclose(layout.robots["fanuc"].world_from_workstation[:3, 3], (1.0, 2.0, 3.0))
    assert np.allclose(
        inverse(read_layout(LAB_FILE).robots["motoman"].world_from_base)
        @ layout.robots["motoman"].world_from_base,
        np.eye(4),
    )


def test_reach_is_the_joint_range_for_controller_and_simulators() -> None:
    placed = read_layout(LAB_FILE).robots["gantry"]
    robot = read_robot(ROBOTS_FOLDER / "gantry.yaml", "gantry", "nist_gripper", placed.reach)
    assert [(joint.lower, joint.upper) for joint in robot.arm.joints[:3]] == [
        (-3.0, 10.0),
        (-3.0, 3.0),
        (-4.8, 1.0),
    ]
    assert (
        robot.arm.joints[4].upper == read_robot(ROBOTS_FOLDER / "gantry.yaml").arm.joints[4].upper
    )
    limits = {
        joint.get("name"): joint.find("limit").get("lower")
        for joint in etree.fromstring(robot.urdf()).iterfind("joint")
        if joint.find("limit") is not None
    }
    assert limits["joint_3"] == "-4.8"


def test_poses_of_a_program_of_the_lab_are_in_reach() -> None:
    """Poses of NIST's testForceSensorProgram, in mm, in a Fanuc's frame."""
    placed = read_layout(LAB_FILE).robots["fanuc"]
    robot = read_robot(ROBOTS_FOLDER / "fanuc.yaml", "fanuc", "nist_gripper", placed.reach)
    ring = type(robot.ring)(
        placed.world_from_base, placed.world_from_workstation, robot.ring.tools, robot.ring.tool
    )
    for height in (-0.09835, -0.11379):
        pose = np.eye(4)
        x, z = (
            np.array([-0.70711, -0.70711, 0.0]) / np.linalg.norm([0.70711, 0.70711]),
            np.array([0.0, 0.0, -1.0]),
        )
        pose[:3, :3], pose[:3, 3] = (
            np.stack([x, np.cross(z, x), z], axis=1),
            (0.19224, -0.25822, height),
        )
        assert len(robot.kinematics.inverse(ring.flange(pose)))


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "frames: {a: {frame: b, pose: [0, 0, 0, 0, 0, 0]}}",
            "frames/a/frame: 'b' must be one of the frames before it: none",
        ),
        (
            "frames: {a: [0, 0, 0]}",
            "frames/a: needs the 6 numbers x, y, z, roll, pitch, yaw, not 3",
        ),
        (
            "robots: {r: {robot: fanuc, pose: [0, 0, 0, 0, 0, 0], workstation: nowhere}}",
            "robots/r/workstation: 'nowhere' must be one of the frames",
        ),
        (
            "robots: {r: {robot: fanuc, pose: [0, 0, 0, 0, 0, 0], reach: {joint_1: [1, -1]}}}",
            "robots/r/reach/joint_1: goes from 1 to -1",
        ),
    ],
)
def test_errors_of_frames_and_reach_are_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "cell.yaml"
    path.write_text("parts: {}\n" + text + "\n")
    with pytest.raises(InputError, match=words):
        read_layout(path)


def test_a_reach_of_a_joint_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="joint 'joint_9' with a range not found; joints: joint_1"):
        read_robot(ROBOTS_FOLDER / "fanuc.yaml", "fanuc", None, {"joint_9": (0.0, 1.0)})
