"""Python files that replace libraries: found, run, ended, stopped on errors."""

from __future__ import annotations

import logging
import math
from dataclasses import replace
from pathlib import Path
from typing import List

import numpy as np
import pytest

from sim.embedded.entities import WorldEntities
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.ignored import ignored_plugins
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model_string
from sim.sdf.types import Model

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "balloon"
STEP = 0.001
ARM = """<sdf version="1.6"><model name="arm">
<link name="base"><inertial><mass>5</mass></inertial></link>
<link name="wheel"><inertial><mass>1</mass>
<inertia><ixx>2</ixx><iyy>2</iyy><izz>2</izz></inertia></inertial></link>
<joint name="axle" type="revolute"><parent>base</parent><child>wheel</child>
<axis><xyz>0 0 1</xyz></axis></joint>
<joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
<plugin name="p" filename="libmine.so"><effort>3</effort><a><b>c</b></a></plugin>
</model></sdf>"""
HEAD = "from sim.embedded.model_plugin import ModelPlugin\nclass Mine(ModelPlugin):\n"


def balloon() -> Model:
    return read_model_string((EXAMPLE / "models/balloon/model.sdf").read_text(), "balloon")[0]


def arm() -> Model:
    return read_model_string(ARM, "arm")[0]


@pytest.fixture
def simulation() -> Simulation:
    physics = Physics((0.0, 0.0, -9.8), STEP)
    return Simulation(physics, LoopOptions(0.0), Vehicles(ModelPath([])))


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAZEBO_PLUGIN_PATH", f"/nowhere:{tmp_path}:{EXAMPLE / 'plugins'}")
    return tmp_path


def run(simulation: Simulation, seconds: float) -> None:
    end = simulation.physics.time + seconds
    while simulation.physics.time < end - 1e-9:
        simulation.advance(1000)


def errors(caplog: pytest.LogCaptureFixture) -> List[str]:
    return [entry.getMessage() for entry in caplog.records if entry.levelno == logging.ERROR]


def test_the_example_rises_as_a_damped_spring_does(simulation: Simulation, plugins: Path) -> None:
    WorldEntities(simulation).spawn(balloon(), "red", np.eye(4))
    run(simulation, 1.0)
    expected = 2.5 - 2.5 * (1.0 + 2.0) * math.exp(-2.0)
    assert simulation.physics.poses.model_pose("red")[2, 3] == pytest.approx(expected, abs=0.005)


def test_without_its_file_a_plugin_is_ignored(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("GAZEBO_PLUGIN_PATH", raising=False)
    WorldEntities(simulation).spawn(balloon(), "red", np.eye(4))
    run(simulation, 0.1)
    assert simulation.physics.poses.model_pose("red")[2, 3] == pytest.approx(0.0, abs=1e-9)
    assert "does not run libballoon.so" in caplog.text and len(ignored_plugins(balloon())) == 1


def test_efforts_turn_joints_and_parameters_arrive(simulation: Simulation, plugins: Path) -> None:
    (plugins / "libmine.py").write_text(
        HEAD + "  def load(self, model, parameters):\n"
        "    assert parameters['a/b'] == 'c' and model.joints == ['axle', 'hold']\n"
        "    self.model, self.effort = model, float(parameters['effort'])\n"
        "  def update(self, time):\n    self.model.turn('axle', self.effort)\n"
    )
    WorldEntities(simulation).spawn(arm(), "arm", np.eye(4))
    run(simulation, 1.0)
    assert simulation.physics.joints.state("arm", "axle")[1] == pytest.approx(3.0 / 2.0, rel=0.01)


def test_it_lives_as_long_as_its_model_and_begins_again(
    simulation: Simulation, plugins: Path
) -> None:
    (plugins / "libmine.py").write_text(
        HEAD + "  def load(self, model, parameters):\n    self.log = open(r'%s', 'a')\n"
        "    self.say('load')\n"
        "  def say(self, what):\n    self.log.write(what + ' ')\n    self.log.flush()\n"
        "  def reset(self):\n    self.say('reset')\n"
        "  def close(self):\n    self.say('close')\n    self.log.close()\n" % (plugins / "said")
    )
    entities = WorldEntities(simulation)
    entities.spawn(arm(), "arm", np.eye(4))
    run(simulation, 2 * STEP)
    assert simulation.subsystems.stand_ins
    simulation.reset(with_time=False)
    entities.delete("arm")
    run(simulation, 2 * STEP)
    assert not simulation.subsystems.stand_ins
    entities.spawn(arm(), "arm", np.eye(4))
    run(simulation, 2 * STEP)
    simulation.subsystems.stand_ins.close()
    assert (plugins / "said").read_text().split() == ["load", "reset", "close", "load", "close"]


@pytest.mark.parametrize(
    "code, said",
    [
        ("def x(:\n", "libmine.py:1: SyntaxError"),
        ("import no_such_module\n", "libmine.py:1: ModuleNotFoundError"),
        ("x = 1\n", "has 0 classes derived from ModelPlugin"),
        (HEAD + "  pass\nclass Other(Mine):\n  pass\n", "has 2 classes"),
        (HEAD + "  pass\n", "NotImplementedError"),
        (HEAD + "  def load(self, model, p):\n    float(p['effort'] + 'x')\n", ":4: ValueError"),
        (
            HEAD + "  def load(self, model, p):\n    self.model = model\n"
            "  def update(self, time):\n    self.model.turn('elbow', 1.0)\n",
            "libmine.py:6: arm",
        ),
    ],
)
def test_one_that_fails_ends_itself_alone_and_says_where(
    code: str,
    said: str,
    simulation: Simulation,
    plugins: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (plugins / "libmine.py").write_text(code)
    entities = WorldEntities(simulation)
    entities.spawn(arm(), "arm", np.eye(4))
    entities.spawn(balloon(), "red", np.eye(4))
    run(simulation, 0.1)
    (line,) = errors(caplog)
    assert said in line and line.endswith("this plugin does not run"), line
    assert simulation.physics.poses.model_pose("red")[2, 3] > 0.01


def test_a_file_may_have_dataclasses_and_be_found_by_a_relative_path(
    simulation: Simulation,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAZEBO_PLUGIN_PATH", "mine")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "libmine.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Gains:\n  p: float\n" + HEAD + "  def load(self, model, parameters):\n"
        "    self.gains = Gains(2.0)\n  def update(self, time):\n    self.gains.d\n"
    )
    WorldEntities(simulation).spawn(arm(), "arm", np.eye(4))
    run(simulation, STEP)
    assert "libmine.py:11: AttributeError" in errors(caplog)[0]


def test_a_library_named_by_its_path_has_its_file_beside_it(
    simulation: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GAZEBO_PLUGIN_PATH", raising=False)
    (tmp_path / "libmine.py").write_text(HEAD + "  def load(self, model, parameters):\n    pass\n")
    text = ARM.replace("libmine.so", str(tmp_path / "libmine.so"))
    WorldEntities(simulation).spawn(read_model_string(text, "arm")[0], "arm", np.eye(4))
    run(simulation, STEP)
    assert simulation.subsystems.stand_ins


def test_of_two_plugins_of_one_name_the_first_runs(
    simulation: Simulation, plugins: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (plugins / "libmine.py").write_text(HEAD + "  def load(self, model, parameters):\n    pass\n")
    there = arm()
    WorldEntities(simulation).spawn(replace(there, plugins=there.plugins * 2), "arm", np.eye(4))
    run(simulation, STEP)
    assert errors(caplog) == ["arm: two plugins are named p; the second does not run"]
