"""The check of a launch file names everything wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("roslaunch")

from sim.errors import InputError
from sim.ros.launch_check.report import LaunchSurroundings, as_json, as_table, rows_of
from sim.ros.launch_check.walk import walk

MAIN = """<launch>
  <arg name="joystick" default="true"/><arg name="robot" default="h"/>
  <include file="$(find here)/launch/inner.launch"><arg name="name" value="$(arg robot)"/></include>
  <include file="$(find absent_launch)/launch/x.launch" if="$(arg joystick)"/>
  <group ns="kb" unless="$(arg joystick)"><node pkg="keys" type="k" name="k"/></group>
  <group if="$(eval arg('joystick'))"><node pkg="joy" type="joy_node" name="j"/></group>
  <arg name="extra" default="$(eval find('here') + '/config/none.yaml')"/>
  <rosparam command="load" file="$(arg extra)"/>
  <node pkg="twist_mux" type="twist_mux" name="mux">
    <rosparam command="load" file="$(find here)/config/mux.yaml"/>
    <remap from="cmd_vel_out" to="$(arg robot)/cmd_vel"/>
  </node>
  <param name="unset" value="$(arg nothing)"/>
</launch>"""
INNER = """<launch><arg name="name"/>
  <param name="d" command="$(find xacro)/xacro '$(find here)/urdf/r.xacro' name:=$(arg name)"/>
  <node pkg="here" type="own" name="$(arg name)"/><node pkg="here" type="gone" name="g"/>
</launch>"""
XACRO = """<robot xmlns:xacro="x"><xacro:include filename="$(find camera_description)/c.xacro"/>
  <xacro:include filename="part.xacro"/><!-- $(find commented) --></robot>"""
PART = """<robot><mesh filename="package://meshes_of/a.dae"/><plugin name="p"
  filename="libown.so"><commandTopic>drive</commandTopic></plugin>
  <plugin filename="libgazebo_ros_diff_drive.so"/></robot>"""
MUX = """topics:
- {name: joy, topic: joy_vel, timeout: 0.5, priority: 10}
base: {type: diff_drive_controller/DiffDriveController}
other: {type: my_controllers/MyController}
"""
TEXTS = {
    "launch/main.launch": MAIN,
    "launch/inner.launch": INNER,
    "urdf/r.xacro": XACRO,
    "urdf/part.xacro": PART,
    "config/mux.yaml": MUX,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def surroundings(folder: Path) -> LaunchSurroundings:
    def folder_of(package: str) -> str:
        if package == "twist_mux":
            return "/w/src/sim/stand_ins/twist_mux"
        if package in ("here", "xacro"):
            return str(folder)
        raise LookupError(package)

    return LaunchSurroundings(
        folder_of,
        lambda package, program: program != "gone",
        lambda package: ["std_msgs", "absent_msgs"] if package == "here" else [],
        lambda library: library != "libown.so",
        ("diff_drive_controller/DiffDriveController",),
    )


def states(folder: Path, **args: str) -> dict:
    there = surroundings(folder)
    needs = walk(str(folder / "launch/main.launch"), args, there.folder_of)
    return {(row.kind, row.name): row.state for row in rows_of(needs, there)}


def test_what_a_launch_file_wants_is_named(folder: Path) -> None:
    found = states(folder)
    missing = {key for key, state in found.items() if state == "missing"}
    assert missing == {
        ("package", "absent_launch"),
        ("package", "camera_description"),
        ("package", "joy"),
        ("package", "meshes_of"),
        ("program", "here/gone"),
        ("program", "joy/joy_node"),
        ("messages", "absent_msgs"),
        ("messages", "std_msgs"),
        ("plugin", "libown.so"),
        ("controller", "my_controllers/MyController"),
        ("file", str(folder / "config/none.yaml")),
        ("argument", next(name for kind, name in missing if kind == "argument")),
    }
    assert found["package", "twist_mux"] == "stands in"
    assert found["package", "here"] == found["program", "here/own"] == "found"
    assert found["plugin", "libgazebo_ros_diff_drive.so"] == "found"
    topics = {name for kind, name in found if kind == "topic"}
    assert topics == {"joy_vel", "h/cmd_vel", "drive"}


def test_arguments_choose_what_is_wanted(folder: Path) -> None:
    found = states(folder, joystick="false", robot="two")
    assert ("package", "joy") not in found and ("package", "keys") in found
    assert ("package", "absent_launch") not in found
    assert ("topic", "two/cmd_vel") in found


def test_the_table_counts_what_is_missing(folder: Path) -> None:
    there = surroundings(folder)
    needs = walk(str(folder / "launch/main.launch"), {}, there.folder_of)
    rows = rows_of(needs, there)
    table = as_table(rows).splitlines()
    assert table[0].split() == ["kind", "name", "state", "what", "to", "do", "wanted", "by"]
    assert table[-1] == f"12 of {len(rows)} wanted things are missing"
    assert any("joystick" in line and "joy_node" in line for line in table)
    assert '"state": "stands in"' in as_json(rows)


def test_a_file_that_includes_itself_ends(tmp_path: Path) -> None:
    file = tmp_path / "a.launch"
    file.write_text(f'<launch><include file="{file}"/><node pkg="p" type="t" name="n"/></launch>')

    def folder_of(package: str) -> str:
        raise LookupError(package)

    assert ("p", "t") in walk(str(file), {}, folder_of).programs
    with pytest.raises(InputError, match="no such file"):
        walk(str(tmp_path / "none.launch"), {}, folder_of)
