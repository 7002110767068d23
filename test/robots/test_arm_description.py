"""Arms from their URDF files against published figures, and faulty files."""

from __future__ import annotations

import math

import numpy as np
import pytest
from lxml import etree
from robot_arms import NAMES, arm, kinematics

from sim.errors import InputError
from sim.robots.assembly import assemble, folder
from sim.robots.description import read_arm
from sim.robots.gripper import read_gripper
from sim.sdf.urdf.reader import read_urdf_string

FANUC_DEGREES = [
    (-170, 170, 450),
    (-100, 145, 380),
    (-70, 205, 520),
    (-190, 190, 550),
    (-125, 125, 545),
    (-360, 360, 1000),
]
MOTOMAN_DEGREES = [
    (-180, 180, 130),
    (-110, 110, 130),
    (-170, 170, 170),
    (-130, 130, 170),
    (-180, 180, 200),
    (-110, 110, 200),
    (-180, 180, 400),
]
ARM = """<robot name="r"><link name="base_link"/><link name="a"/><link name="tool0"/>
<joint name="j" type="{kind}"><parent link="base_link"/><child link="a"/>
<axis xyz="0 0 2"/>{limit}</joint>
<joint name="f" type="fixed"><parent link="a"/><child link="tool0"/><origin xyz="1 0 0"/></joint>
</robot>"""
LIMIT = '<limit lower="-1" upper="1" velocity="2" effort="3"/>'


@pytest.mark.parametrize(
    "name, published", [("fanuc", FANUC_DEGREES), ("motoman", MOTOMAN_DEGREES)]
)
def test_ranges_and_speeds_are_the_published_ones(name, published) -> None:
    for joint, (lower, upper, speed) in zip(arm(name).joints, published):
        assert np.degrees([joint.lower, joint.upper, joint.speed]) == pytest.approx(
            (lower, upper, speed), abs=1e-3
        )


def test_the_fanuc_at_zero_reaches_forward() -> None:
    pose = kinematics("fanuc").forward(np.zeros(6))
    assert pose[:3, 3] == pytest.approx([0.05 + 0.335 + 0.08, 0, 0.33 + 0.33 + 0.035])
    assert pose[:3, 2] == pytest.approx([1, 0, 0]), "the flange looks along x"


def test_the_motoman_at_zero_stands_upright() -> None:
    pose = kinematics("motoman").forward(np.zeros(7))
    assert pose[:3, 3] == pytest.approx([0, 0, 0.41 + 0.49 + 0.42 + 0.18])
    assert pose[:3, :3] == pytest.approx(np.diag([-1.0, -1.0, 1.0])), "tool0 is turned by -pi"


def test_axes_are_made_units_and_endless_joints_have_no_ends() -> None:
    joint = read_arm(ARM.format(kind="continuous", limit=LIMIT), "x").joints[0]
    assert joint.axis == pytest.approx([0, 0, 1]) and math.isinf(joint.lower) and joint.speed == 2.0
    assert joint.acceleration == pytest.approx(2.0 / 0.3)


@pytest.mark.parametrize(
    "text, said",
    [
        (
            ARM.format(kind="revolute", limit=LIMIT.replace('velocity="2"', 'velocity="0"')),
            "speed limit 0",
        ),
        (ARM.format(kind="continuous", limit=""), "speed limit inf"),
        (ARM.format(kind="fixed", limit=""), "no joint moves"),
        (
            ARM.format(kind="revolute", limit=LIMIT).replace(
                'child link="tool0"', 'child link="base_link"'
            ),
            "no joints lead",
        ),
        ("<sdf/>", "URDF starts with"),
        ("<robot", "not well-formed"),
    ],
)
def test_errors_name_the_file_and_what_would_be_right(text, said) -> None:
    with pytest.raises(InputError, match=said) as error:
        read_arm(text, "my.urdf")
    assert str(error.value).startswith("my.urdf")


def test_accelerations_must_be_one_a_joint_and_positive() -> None:
    limited = arm("fanuc").limited([1, 2, 3, 4, 5, 6])
    assert limited.limits("acceleration").tolist() == [1, 2, 3, 4, 5, 6] and limited.limits("jerk")[
        1
    ] == pytest.approx(20.0)
    for wrong in ([1], [1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 5, math.nan]):
        with pytest.raises(InputError, match="6 numbers above 0"):
            arm("fanuc").limited(wrong)


@pytest.mark.parametrize("gripper", [None, "nist_gripper", "two_finger_85", "vacuum_cup"])
@pytest.mark.parametrize("name", NAMES)
def test_assemblies_are_whole_robots(name, gripper) -> None:
    """Links have a mass or are frames; the flange carries the gripper.

    Inertias are physically valid.
    """
    path = folder() / f"{arm(name).name}.urdf"
    text = assemble("r", path, folder() / f"{gripper}.urdf" if gripper else None)
    model, _ = read_urdf_string(text, "assembly")
    assert model.name == "r" and any(joint.parent == "world" for joint in model.joints)
    for link in model.links:
        if link.inertial.mass:
            moments = np.linalg.eigvalsh(link.inertial.inertia)
            assert moments[0] > 0 and moments[0] + moments[1] > moments[2], link.name
    if gripper:
        links = {link.name: link.model_from_link for link in model.links}
        tcp = np.linalg.inv(links["tool0"]) @ links["tcp"]
        assert tcp == pytest.approx(read_gripper(folder() / f"{gripper}.urdf").mount_from_tcp)
    assert read_arm(text, "assembly").names == arm(name).names
    assert "world" not in assemble("r", path, fixed=False)


def test_an_assembly_mounts_at_a_pose_and_may_assist() -> None:
    path, jaw = folder() / "fanuc_lr_mate_200id.urdf", folder() / "nist_gripper.urdf"
    text = assemble(
        "r", path, jaw, grasp_assist=True, flange_from_gripper=(0, 0, 0.01, 0, 0, math.pi / 2)
    )
    model, _ = read_urdf_string(text, "assembly")
    links = {link.name: link.model_from_link for link in model.links}
    mounted = np.linalg.inv(links["tool0"]) @ links["gripper_base"]
    assert mounted[:3, 3] == pytest.approx([0, 0, 0.01]) and mounted[:3, 0] == pytest.approx(
        [0, 1, 0]
    )
    assert "<grasp_assist>true" in text and "<grasp_assist>false" in assemble("r", path, jaw)


FOREIGN = """<robot name="r"><link name="foot"><inertial><mass value="0"/></inertial>
<visual><geometry><mesh filename="meshes/foot.stl"/></geometry></visual></link><link name="a">
<visual><geometry><mesh filename="package://p/a.stl"/></geometry></visual></link>
<joint name="j" type="revolute"><parent link="foot"/><child link="a"/>{limit}</joint></robot>"""


def test_a_foreign_arm_gets_a_drive_a_mass_and_absolute_paths(
    tmp_path,
) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(FOREIGN.format(limit=LIMIT))
    text = assemble("r", path, flange="a")
    assert text.count('filename="libsim_joints.so"') == 1 and "world_fixed" in text
    assert (
        f'filename="{(tmp_path / "meshes" / "foot.stl").as_uri()}"' in text
        and 'filename="package://p/a.stl"' in text
    )
    robot = etree.fromstring(text)
    assert [
        float(mass.get("value")) for mass in robot.iterfind("link[@name='foot']/inertial/mass")
    ] == [1.0]
    assert (
        assemble("r", folder() / "fanuc_lr_mate_200id.urdf").count('filename="libsim_joints.so"')
        == 1
    )
    assert read_arm(text, "assembly", "foot", "a").names == ("j",)


def test_names_that_meet_are_refused(tmp_path) -> None:
    with pytest.raises(InputError, match=r"base_link.*the arm has a link of that name"):
        assemble("r", folder() / "gantry.urdf", folder() / "gantry.urdf")
    with pytest.raises(InputError, match="link tool0 not found"):
        assemble("r", folder() / "nist_gripper.urdf", folder() / "vacuum_cup.urdf")


def test_grippers_say_how_wide_they_open() -> None:
    jaw, cup = (
        read_gripper(folder() / "two_finger_85.urdf"),
        read_gripper(folder() / "vacuum_cup.urdf"),
    )
    assert (jaw.kind, jaw.closed_width, jaw.open_width) == ("parallel", 0.0, pytest.approx(0.085))
    assert jaw.width(0.5) == pytest.approx(0.0425) and jaw.width(7.0) == pytest.approx(0.085)
    assert cup.kind == "vacuum" and cup.fingers == ()
    with pytest.raises(InputError, match="has 0 <gazebo>"):
        read_gripper(folder() / "gantry.urdf")
