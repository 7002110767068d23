"""Necessity of rendering, and a real Xvfb if it is needed."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from sim.errors import InputError, SimulationError
from sim.gzserver.display import answers, open_display, start_xvfb
from sim.gzserver.documents import check_pictures, rendering_sensors
from sim.gzserver.installation import Installation
from sim.sdf.model_path import ModelPath

SENSOR = "<link name='l'><sensor name='{1}' type='{0}'/></link>"
needs_xvfb = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no Xvfb here")


def model(folder: Path, name: str, body: str) -> None:
    (folder / name).mkdir()
    (folder / name / "model.config").write_text(
        "<model><name>m</name><sdf version='1.6'>model.sdf</sdf></model>"
    )
    (folder / name / "model.sdf").write_text(
        f"<sdf version='1.6'><model name='{name}'>{body}</model></sdf>"
    )


def world(folder: Path, body: str) -> str:
    (folder / "w.world").write_text(f"<sdf version='1.6'><world name='w'>{body}</world></sdf>")
    return str(folder / "w.world")


@pytest.fixture
def installed(tmp_path: Path) -> Installation:
    """Return a Gazebo with software OpenGL."""
    found = Installation(tmp_path / "usr", "11.1.0", tmp_path)
    (found.library_folder / "dri").mkdir(parents=True)
    (found.library_folder / "dri" / "swrast_dri.so").touch()
    return found


@pytest.mark.parametrize(
    "kind, renders",
    [
        ("camera", True),
        ("depth", True),
        ("multicamera", True),
        ("gpu_ray", True),
        ("ray", False),
        ("imu", False),
        ("contact", False),
    ],
)
def test_sensors_that_render(tmp_path, kind, renders):
    path = world(tmp_path, f"<model name='car'>{SENSOR.format(kind, 'eye')}</model>")
    assert rendering_sensors(path, ModelPath([])) == (["car/eye"] if renders else [])


def test_a_camera_in_a_model_that_a_model_includes(tmp_path):
    model(tmp_path, "eye", SENSOR.format("camera", "left"))
    model(tmp_path, "robot", "<include><uri>model://eye</uri></include>")
    path = world(tmp_path, "<include><uri>model://robot</uri></include>")
    assert rendering_sensors(path, ModelPath([str(tmp_path)])) == ["eye/left"]


@pytest.mark.parametrize("width, fits", [(4000, True), (8000, False)])
def test_a_camera_that_asks_for_too_much_is_named_by_file_and_line(tmp_path, width, fits):
    image = f"<camera><image><width>{width}</width>\n<height> 8000 </height></image></camera>"
    model(
        tmp_path, "eye", f"<link name='l'>\n<sensor name='s' type='camera'>{image}</sensor></link>"
    )
    path = world(tmp_path, "<include><uri>model://eye</uri></include>")
    wrong = pytest.raises(InputError, match=r"model\.sdf:2.*8000 x 8000 are 64000000 pixels")
    with contextlib.nullcontext() if fits else wrong:
        check_pictures(path, ModelPath([str(tmp_path)]))


@pytest.mark.parametrize(
    "body, message",
    [
        (
            "<include><uri>model://nope</uri></include>",
            r"w\.world:1: 'model://nope': model 'nope' not found",
        ),
        ("<include><uri>model://itself</uri></include>", "model://itself includes itself"),
        ("<include><uri>model://broken</uri></include>", r"model\.sdf:1: not well-formed"),
    ],
)
def test_includes_that_cannot_be_followed(tmp_path, body, message):
    model(tmp_path, "itself", "<include><uri>model://itself</uri></include>")
    model(tmp_path, "broken", "<link")
    with pytest.raises(InputError, match=message):
        rendering_sensors(world(tmp_path, body), ModelPath([str(tmp_path)]))


def test_uris_that_gazebo_fetches_are_not_followed(tmp_path):
    assert (
        rendering_sensors(
            world(tmp_path, "<include><uri>https://fuel.example/m</uri></include>"), ModelPath([])
        )
        == []
    )


@pytest.mark.parametrize("render, sensors", [("auto", []), ("false", ["car/eye"])])
def test_no_display_is_opened_without_need(tmp_path, installed, render, sensors):
    shown = open_display(render, sensors, installed, {}, str(tmp_path))
    assert (shown.name, shown.server) == ("", None)
    assert shown.environment({"DISPLAY": ":0", "A": "b"}) == {"A": "b"}


@needs_xvfb
@pytest.mark.parametrize("render, sensors", [("auto", ["car/eye"]), ("true", [])])
def test_xvfb_comes_and_goes(tmp_path, installed, render, sensors):
    shown = open_display(render, sensors, installed, {"PATH": os.environ["PATH"]}, str(tmp_path))
    try:
        assert answers(shown.name) and shown.environment({})["DISPLAY"] == shown.name
    finally:
        shown.close()
    assert shown.server.returncode is not None and not answers(shown.name)


@needs_xvfb
def test_a_display_that_answers_is_taken_and_a_dead_one_is_not(tmp_path, installed):
    server, name = start_xvfb(str(tmp_path))
    try:
        shown = open_display("auto", [], installed, {"DISPLAY": name}, str(tmp_path))
        assert (shown.name, shown.server) == (name, None)
        assert open_display("auto", [], installed, {"DISPLAY": ":987"}, str(tmp_path)).name == ""
    finally:
        server.terminate()
        server.wait()


@pytest.mark.parametrize("display", ["", ":", "nonsense", ":987", "localhost:987.0"])
def test_displays_that_do_not_answer(display):
    assert not answers(display)


def test_missing_programs_and_drivers_are_named(tmp_path, installed):
    with pytest.raises(SimulationError, match="install the package xvfb"):
        start_xvfb(str(tmp_path), program="Xvfb_that_nobody_has")
    shutil.rmtree(installed.library_folder)
    with pytest.raises(SimulationError, match=r"no swrast_dri\.so in .*run setup gazebo mends it"):
        open_display("true", [], installed, {}, str(tmp_path))
    with pytest.raises(SimulationError, match="install the package libgl1-mesa-dri"):
        open_display("true", [], Installation(tmp_path / "usr", "11.1.0"), {}, str(tmp_path))


def test_an_xvfb_that_ends_at_once_is_quoted(tmp_path):
    program = tmp_path / "Xbroken"
    program.write_text("#!/bin/sh\necho cannot open the screen\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(SimulationError, match=r"did not start \(code 3\).*cannot open the screen"):
        start_xvfb(str(tmp_path), program=str(program))
