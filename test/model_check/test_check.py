"""The model check agrees with the simulators and names each ignored part."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Dict, Tuple

import pytest

from sim.errors import InputError
from sim.model_check.check import SearchPaths, check_file, check_text
from sim.model_check.control import ControlReading
from sim.model_check.finding import IGNORED, OTHERWISE, RUNS
from sim.model_check.plugins import ABSENT, OF_SENSORS
from sim.model_check.table import as_json, as_table

ROOT = Path(__file__).resolve().parents[2]
HERE = SearchPaths(
    [str(ROOT / "models"), str(ROOT / "models" / "stock")],
    None,
    lambda name: name == "libmine.so",
)
LINK = '<link name="base"><inertial><mass>1</mass></inertial>{}</link>'


def found(text: str) -> Dict[str, Tuple[str, str, str]]:
    return {
        one.name: (one.embedded, one.gazebo, one.why)
        for one in check_text(f'<sdf version="1.6"><model name="m">{text}</model></sdf>', "x", HERE)
    }


def plugin(filename: str, more: str = "") -> str:
    return f'<plugin name="p" filename="{filename}">{more}</plugin>'


def test_the_example_runs_and_says_what_of_its_contacts_is_ode_s_own() -> None:
    findings = check_file(str(ROOT / "examples/two_wheels/urdf/two_wheels.urdf"), HERE)
    by_kind: Dict[str, set] = {}
    for one in findings:
        by_kind.setdefault(one.kind, set()).add((one.embedded, one.gazebo))
    assert by_kind["sensor"] == by_kind["joint"] == {(RUNS, RUNS)}
    assert by_kind["plugin"] == {(RUNS, RUNS), (OTHERWISE, OTHERWISE)}
    assert by_kind["element"] == {(IGNORED, RUNS)}
    table = as_table(findings, every=False)
    assert "gazebo[left_wheel]/kp" in table and "drive (" not in table
    assert "drive (" in as_table(findings, every=True)
    assert '"gazebo": "runs otherwise"' in as_json(findings)


def test_plugins_are_known_by_their_libraries() -> None:
    base = LINK.format("")
    name, runs = "p (libgazebo_ros_harness.so)", "p (libgazebo_ros_planar_move.so)"
    still = "p (libgazebo_ros_template.so)"
    assert found(base + plugin("libmine.so"))["p (libmine.so)"][:2] == (IGNORED, RUNS)
    assert "GAZEBO_PLUGIN_PATH" in found(base + plugin("libnone.so"))["p (libnone.so)"][2]
    assert found(base + plugin("libsim_vehicle.so"))["p (libsim_vehicle.so)"][:2] == (RUNS, RUNS)
    imu = found(base + plugin("libgazebo_ros_imu.so", "<bodyName>base</bodyName>"))
    assert imu["p (libgazebo_ros_imu.so)"][:2] == (RUNS, RUNS)
    assert found(base + plugin("libgazebo_ros_harness.so"))[name][:2] == (IGNORED, IGNORED)
    assert found(base + plugin("libgazebo_ros_planar_move.so"))[runs][:2] == (RUNS, RUNS)
    assert found(base + plugin("libgazebo_ros_template.so"))[still][:2] == (RUNS, RUNS)


def test_a_plugin_that_is_wrong_is_ignored_by_both_and_says_why() -> None:
    drive = plugin("libgazebo_ros_diff_drive.so", "<leftJoint>absent</leftJoint>")
    embedded, gazebo, why = found(LINK.format("") + drive)["p (libgazebo_ros_diff_drive.so)"]
    assert (embedded, gazebo) == (IGNORED, IGNORED)
    assert "<leftJoint> names 'absent'" in why
    state = plugin(
        "libgazebo_ros_p3d.so",
        "<bodyName>base</bodyName><topicName>t</topicName><alwaysOn>true</alwaysOn><odd>1</odd>",
    )
    assert "<odd>" in found(LINK.format("") + state)["p (libgazebo_ros_p3d.so)"][2]


def test_sensors_and_joints_that_are_not_read_are_named() -> None:
    sensor = '<sensor name="s" type="altimeter"/><sensor name="fast" type="imu"><update_rate>{}'
    sensor += "</update_rate></sensor>"
    text = LINK.format(sensor.format(2500)) + LINK.format("").replace("base", "arm")
    text += '<joint name="j" type="ball"><parent>base</parent><child>arm</child></joint>'
    by_name = found(text)
    assert by_name["model[m]/link[base]/sensor"][:2] == (IGNORED, OTHERWISE)
    assert by_name["fast (imu)"][:2] == (IGNORED, IGNORED)
    assert by_name["model[m]/joint[j]"][:2] == (IGNORED, RUNS)


def test_transmissions_and_joints_that_follow_need_a_plugin() -> None:
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    text = "".join(f'<link name="{name}">{inertial}</link>' for name in "abcd")
    for name, parent, more in (
        ("b", "a", ""),
        ("c", "a", '<mimic joint="b" multiplier="-1"/>'),
        ("d", "c", '<mimic joint="c"/>'),
    ):
        text += f'<joint name="{name}" type="continuous"><parent link="{parent}"/>'
        text += f'<child link="{name}"/>{more}</joint>'
    sent = '<transmission name="t"><joint name="b"/></transmission>'
    control = '<gazebo><plugin name="p" filename="libgazebo_ros_control.so"/></gazebo>'
    mimic = '<plugin name="p" filename="libroboticsgroup_gazebo_mimic_joint_plugin.so">'
    mimic = f"<gazebo>{mimic}<joint>b</joint><mimicJoint>c</mimicJoint></plugin></gazebo>"

    def of(more: str) -> Dict[str, Tuple[str, str]]:
        findings = check_text(f'<robot name="r">{text}{more}</robot>', "x", HERE)
        kinds = ("mimic", "transmission")
        return {one.name: (one.embedded, one.why) for one in findings if one.kind in kinds}

    runs = (RUNS, "")
    assert of(sent + control) == {"t (b)": runs, "c (as b)": runs, "d (as c)": runs}
    without = of(control)
    assert without["d (as c)"] == (IGNORED, "c has no transmission; it moves freely")
    assert of(sent)["t (b)"][0] == IGNORED
    by_plugin = of(mimic)
    assert by_plugin["c (as b)"] == runs
    assert by_plugin["d (as c)"][0] == IGNORED


def test_a_world_s_models_and_a_file_that_is_not_there(tmp_path) -> None:
    world = tmp_path / "own.world"
    model = f'<model name="m">{LINK.format("")}{plugin("libmine.so")}</model>'
    world.write_text(f'<sdf version="1.6"><world name="w">{model}</world></sdf>')
    (one,) = check_file(str(world), HERE)
    assert (one.kind, one.name) == ("plugin", "p (libmine.so)")
    assert (one.embedded, one.gazebo) == (IGNORED, RUNS)
    with pytest.raises(InputError, match="nowhere"):
        check_file("/nowhere.sdf", HERE)


def test_a_urdf_is_read_in_the_encoding_that_it_declares(tmp_path) -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<robot name="é"><link name="é">'
    text += f"{INERTIAL}</link>"
    text += '<gazebo><plugin name="é" filename="libmine.so"/></gazebo></robot>'
    urdf = tmp_path / "own.urdf"
    urdf.write_bytes(text.encode("iso-8859-1"))
    assert [one.name for one in check_file(str(urdf), HERE)] == ["é (libmine.so)"]


def test_the_page_names_what_the_check_does() -> None:
    """The table of docs/gazebo_ros.md lists the same plugins as the check."""
    page = (ROOT / "docs" / "gazebo_ros.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \| (\w+) \| (\w+) \|", page, re.MULTILINE)
    absent = {name for names, where, _ in rows if where == "no" for name in names.split("`")[1::2]}
    named = {
        name for names, where, _ in rows if where == "names" for name in names.split("`")[1::2]
    }
    assert absent == set(ABSENT)
    assert named == set(OF_SENSORS)


def test_a_python_file_that_stands_in_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libmine.py").touch()
    monkeypatch.setenv("GAZEBO_PLUGIN_PATH", str(tmp_path))
    embedded, gazebo, why = found(LINK.format("") + plugin("libmine.so"))["p (libmine.so)"]
    assert (embedded, gazebo) == (OTHERWISE, RUNS) and str(tmp_path / "libmine.py") in why


INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
INERTIAL += "</inertial>"
IMU = '<sensor name="{}" type="imu"><plugin name="p" filename="libgazebo_ros_imu_sensor.so"/>'
IMU += "</sensor>"


JOINT = '<joint name="j" type="revolute"><parent link="base"/><child link="arm"/></joint>'


def urdf_joint(name: str, kind: str, parent: str, child: str) -> str:
    limit = '<limit lower="0" upper="1" effort="1" velocity="1"/>'
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{limit}</joint>'


def of_urdf(text: str, control=None) -> Dict[str, Tuple[str, str, str]]:
    there = replace(HERE, read_control=control)
    return {
        one.name: (one.embedded, one.gazebo, one.why)
        for one in check_text(f'<robot name="r">{text}</robot>', "x", there)
    }


def test_links_without_mass_are_refused_here_and_dropped_by_gazebo() -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="frame"/><link name="tip">{INERTIAL}'
    text += "</link>" + urdf_joint("turn", "revolute", "base", "frame")
    text += urdf_joint("up", "prismatic", "frame", "tip")
    text += f'<gazebo reference="tip">{IMU.format("on_tip")}</gazebo>'
    text += f'<gazebo reference="base">{IMU.format("on_base")}</gazebo>'
    text += '<gazebo><plugin name="q" filename="libgazebo_ros_p3d.so"><bodyName>tip</bodyName>'
    text += "<topicName>t</topicName></plugin></gazebo>"
    by_name = of_urdf(text)
    assert by_name["r"][:2] == (IGNORED, RUNS) and "'frame' has no mass" in by_name["r"][2]
    for gone in ("on_tip (imu)", "turn (revolute)", "up (prismatic)", "q (libgazebo_ros_p3d.so)"):
        assert by_name[gone][:2] == (IGNORED, IGNORED), gone
    assert "Gazebo leaves out link frame" in by_name["up (prismatic)"][2]
    assert by_name["on_base (imu)"][:2] == (IGNORED, RUNS)


@pytest.mark.parametrize("kind, gazebo", [("fixed", RUNS), ("revolute", IGNORED)])
def test_a_frame_counts_with_the_link_that_it_is_fixed_to(kind: str, gazebo: str) -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="frame"/>'
    text += urdf_joint("j", kind, "base", "frame")
    assert of_urdf(text)[f"j ({kind})"][1] == gazebo


def test_a_fixed_joint_that_is_kept_needs_a_mass() -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="frame"/>'
    text += urdf_joint("j", "fixed", "base", "frame")
    text += '<gazebo reference="j"><preserveFixedJoint>true</preserveFixedJoint></gazebo>'
    assert of_urdf(text)["j (fixed)"][:2] == (RUNS, IGNORED)


def test_a_robot_that_only_one_simulator_reads_has_both_columns() -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="arm">{INERTIAL}</link>'
    text += JOINT + f'<gazebo reference="arm">{IMU.format("s")}</gazebo>'
    text += '<gazebo><plugin name="q" filename="libmine.so"/></gazebo>'
    by_name = of_urdf(text)
    assert by_name["r"][:2] == (IGNORED, IGNORED) and "has no <limit>" in by_name["r"][2]
    by_name = of_urdf(text.replace(JOINT, urdf_joint("j", "revolute", "base", "arm")))
    assert by_name["s (imu)"][:2] == (RUNS, RUNS)
    doubled = text.replace(JOINT, urdf_joint("j", "revolute", "base", "arm"))
    doubled = doubled.replace('upper="1"', 'upper="-1"')
    by_name = of_urdf(doubled)
    assert by_name["r"][:2] == (IGNORED, RUNS) and "is above upper" in by_name["r"][2]
    assert by_name["s (imu)"][:2] == by_name["q (libmine.so)"][:2] == (IGNORED, RUNS)


def test_a_model_that_does_not_build_is_refused_here() -> None:
    pytest.importorskip("mujoco")
    (name, row), *_ = found(
        f"{LINK.format('')}<link name='arm'><collision name='c'><geometry><mesh><uri>{__file__}"
        "</uri></mesh></geometry></collision></link>"
    ).items()
    assert name == "m" and row[:2] == (IGNORED, RUNS) and "meshes of type '.py'" in row[2]


def test_a_force_sensor_on_a_merged_joint_is_not_on_gazebo() -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="tip">{INERTIAL}</link>'
    text += urdf_joint("j", "fixed", "base", "tip")
    tag = '<gazebo reference="j"><sensor name="ft" type="force_torque"/>{}</gazebo>'
    keep = "<preserveFixedJoint>true</preserveFixedJoint>"
    assert of_urdf(text + tag.format(""))["ft (force_torque)"][:2] == (RUNS, IGNORED)
    assert of_urdf(text + tag.format(keep))["ft (force_torque)"][:2] == (RUNS, RUNS)


def test_a_tag_of_nothing_is_ignored_by_both() -> None:
    text = f'<link name="base">{INERTIAL}</link><gazebo reference="lens">{IMU.format("s")}</gazebo>'
    by_name = of_urdf(text)
    assert by_name["robot[r]/gazebo[lens]"][:2] == (IGNORED, IGNORED)


def test_hardware_and_transmissions_are_as_ros_control_reads_them() -> None:
    text = f'<link name="base">{INERTIAL}</link><link name="arm">{INERTIAL}</link>'
    text += urdf_joint("j", "revolute", "base", "arm")
    for name in ("one", "two", "state", "other"):
        text += f'<transmission name="{name}"><joint name="j"/></transmission>'
    text += '<gazebo><plugin name="c" filename="libgazebo_ros_control.so">'
    text += "<robotSimType>my_hw/MySim</robotSimType></plugin></gazebo>"
    remarks = ("transmission one: has several interfaces; X is taken",)
    remarks += ("transmission two: names joint j again; it is left out",)
    remarks += ("transmission state: requests 'my_hw/State'; joint j is left out",)
    by_name = of_urdf(text, lambda urdf, space: ControlReading((), remarks))
    assert by_name["c (libgazebo_ros_control.so)"][:2] == (OTHERWISE, OTHERWISE)
    assert "robotSimType my_hw/MySim is not loaded" in by_name["c (libgazebo_ros_control.so)"][2]
    assert by_name["one (j)"] == (OTHERWISE, OTHERWISE, "has several interfaces; X is taken")
    assert by_name["two (j)"][:2] == by_name["state (j)"][:2] == (IGNORED, IGNORED)
    assert by_name["other (j)"][2] == "it is of another namespace"


def test_parameters_of_a_sensor_s_plugin_without_effect_are_named() -> None:
    plugin_text = '<plugin name="p" filename="libgazebo_ros_camera.so"><hackBaseline>0.07'
    plugin_text += "</hackBaseline><alwaysOn>true</alwaysOn></plugin>"
    sensor = f'<sensor name="s" type="camera"><camera/>{plugin_text}</sensor>'
    why = found(LINK.format(sensor))["p (libgazebo_ros_camera.so)"][2]
    assert "takes no <hackBaseline>" in why and "alwaysOn" not in why


@pytest.mark.parametrize(
    "text, why",
    [
        ('<link name="a"/><link name="a"/>', "the name a of a link is used twice"),
        ('<link name="a"/><link name="b"/>', "2 root links: a, b"),
        ('<link name="a"/>' + urdf_joint("j", "fixed", "a", "b"), "link 'b' not found"),
        (
            '<link name="a"/><link name="b"/>' + urdf_joint("j", "hinge", "a", "b"),
            "has the type 'hinge'; must be one of: revolute",
        ),
        (
            '<link name="a"/><link name="b"/>'
            + urdf_joint("j", "revolute", "a", "b").replace(' effort="1"', ""),
            "the limit of joint j needs effort and velocity",
        ),
        ("", "the robot has no links"),
    ],
)
def test_robots_that_gazebo_s_reader_of_urdf_refuses(text: str, why: str) -> None:
    row = of_urdf(text)["r"]
    assert row[1] == IGNORED and "Gazebo refuses the model: " in row[2] and why in row[2]


def test_sdf_models_that_gazebo_s_spawn_service_refuses() -> None:
    mesh = "<geometry><mesh><uri>model://nowhere/a.dae</uri></mesh></geometry>"
    row = found(LINK.format(f'<collision name="c">{mesh}</collision>'))["m"]
    assert row[:2] == (IGNORED, IGNORED) and "'nowhere' not found" in row[2]
    assert "m" not in found(LINK.format(f'<visual name="v">{mesh}</visual>'))
    row = found(LINK.format("").replace("<mass>1", "<mass>0"))["m"]
    assert row[:2] == (IGNORED, IGNORED) and "the mass 0 must be above 0" in row[2]
