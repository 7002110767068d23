"""The model check agrees with the simulators and names each ignored part."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, Tuple

import pytest

from sim.errors import InputError
from sim.model_check.check import SearchPaths, check_file, check_text
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
    assert by_name["fast (imu)"][:2] == (IGNORED, RUNS)
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
    assert of(sent + control) == {"b": runs, "c (as b)": runs, "d (as c)": runs}
    without = of(control)
    assert without["d (as c)"] == (IGNORED, "c has no transmission; it moves freely")
    assert of(sent)["b"][0] == IGNORED
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
    text += '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>'
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
