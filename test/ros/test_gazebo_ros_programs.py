"""The programs of gazebo_ros and xacro: command lines, exports, worlds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rosgraph")

from sim.errors import SimulationError
from sim.ros.gazebo_ros import client
from sim.ros.gazebo_ros.server import environment_of, parameters_of
from sim.ros.gazebo_ros.spawn_arguments import parse
from sim.ros.packages import exported
from sim.sdf.reader import read_world

ROOT = Path(__file__).resolve().parents[2]


def package(folder: Path, name: str, inside: str) -> None:
    folder.mkdir(parents=True)
    (folder / "package.xml").write_text(
        f'<package format="2"><name>{name}</name><version>0.1.0</version>'
        '<description>d</description><maintainer email="a@b.c">m</maintainer><license>l</license>'
        f"<exec_depend>gazebo_ros</exec_depend>{inside}</package>"
    )


def test_options_of_gzserver_become_parameters() -> None:
    plain = parameters_of("gzserver", ["-e", "ode", "--verbose", "worlds/shapes.world"])
    assert plain == {"world": "worlds/shapes.world", "paused": False, "gzserver_args": ""}
    words = ["-u", "-e", "bullet", "-r", "-s", "libmine.so", "--seed", "4", "--lockstep"]
    given = parameters_of("gzserver", words)
    assert given["paused"] and given["world"] == "worlds/empty.world"
    assert given["gzserver_args"] == "-e bullet -r -s libmine.so --lockstep --seed 4"
    with pytest.raises(SystemExit):
        parameters_of("gzserver", ["--nonsense"])


def test_spawn_model_takes_upstream_s_options(capsys) -> None:
    words = "-urdf -stdin -model m -J a 0.5 -J b -1 -package_to_model -unpause -b -x 1"
    given = parse(words.split(), "/one/")
    assert given.joints == [("a", 0.5), ("b", -1.0)]
    assert given.robot_namespace == "/one/" and given.gazebo_namespace == "/gazebo"
    assert given.package_to_model and given.unpause and given.bond and given.x == 1.0
    for wrong in ("-J a nan", "-x inf", "-param p"):
        with pytest.raises(SystemExit):
            parse(f"{words} {wrong}".split(), "/")
    assert "must be a finite number, not 'nan'" in capsys.readouterr().err


class Master:
    """A Program with a master that has parameters of an earlier run at first.

    The simulator's node lives from the third call on.
    """

    master_uri = "http://here:11311"

    def __init__(self) -> None:
        self.looks = 0

    def living(self, node: str) -> str:
        self.looks += 1
        return "process 1 on here" if self.looks >= 3 and node == "/gazebo" else ""

    def parameter(self, name: str) -> str:
        run = {"/gazebo/master_uri": "http://here:1", "/SIMULATOR": "gazebo"}
        return {"/gazebo/master_uri": "http://old:1"}[name] if self.looks < 3 else run[name]


def test_gzclient_waits_for_the_simulator_s_node(monkeypatch) -> None:
    monkeypatch.setattr(client, "POLL_PERIOD", 0.0)
    master: Any = Master()
    assert client.gazebo_master(master) == "http://here:1"
    assert master.looks == 3
    absent: Any = Master()
    with pytest.raises(SimulationError, match="no node /gazebo on http://here:11311"):
        client.gazebo_master(absent, patience=-1.0)


def test_packages_export_folders_of_models_media_and_plugins(tmp_path, monkeypatch) -> None:
    package(tmp_path / "gazebo_ros", "gazebo_ros", "")
    tag = '<export><gazebo_ros gazebo_model_path="${prefix}/m" plugin_path="/p"/></export>'
    package(tmp_path / "user", "user", tag)
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path))
    monkeypatch.setenv("ROS_HOME", str(tmp_path / "home"))
    assert exported("gazebo_model_path") == [f"{tmp_path}/user/m"]
    environment = environment_of({"GAZEBO_MODEL_PATH": "/mine", "GAZEBO_PLUGIN_PATH": ""})
    models = environment["GAZEBO_MODEL_PATH"].split(":")
    assert models[:2] == ["/mine", f"{tmp_path}/user/m"]
    assert str(ROOT / "models" / "stock") in models
    assert environment["GAZEBO_PLUGIN_PATH"] == "/p"
    assert environment["GAZEBO_RESOURCE_PATH"] == ""


def test_xacro_finds_packages_of_ros_1(tmp_path) -> None:
    """By both of its names, from beside a file named like it."""
    package(tmp_path / "user", "user", "")
    (tmp_path / "user" / "a.xacro").write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:arg name="n" default="1"/>'
        '<link name="$(find user)|${2 * $(arg n)}"/></robot>'
    )
    environment = {
        **os.environ,
        "ROS_PACKAGE_PATH": str(tmp_path),
        "ROS_HOME": str(tmp_path / "home"),
        "PYTHONPATH": f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}",
    }
    for name in ("xacro", "xacro.py"):
        program = [
            sys.executable,
            str(ROOT / "stand_ins" / "xacro" / "scripts" / name),
            "--inorder",
        ]
        said = subprocess.run(
            [*program, str(tmp_path / "user" / "a.xacro"), "n:=4"],
            env=environment,
            capture_output=True,
            check=False,
        )
        assert f'<link name="{tmp_path}/user|8"/>'.encode() in said.stdout, said.stderr.decode()


@pytest.mark.parametrize("world, models", [("empty", 1), ("shapes", 4), ("rubble", 25)])
def test_stock_worlds_are_read_without_a_word(world: str, models: int) -> None:
    file = ROOT / "stand_ins" / "gazebo_ros" / "worlds" / f"{world}.world"
    found, messages = read_world(file, [str(ROOT / "models" / "stock")])
    assert (len(found.models), messages) == (models, [])
    assert [light.name for light in found.look.lights] == ["sun"]
