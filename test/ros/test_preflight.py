"""Refusals before roslaunch starts, and the run's folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.ports import free_port
from sim.ros.launch.preflight import (
    check_display,
    check_record,
    ready,
    values,
    with_run_folder,
)
from sim.run_folder import OWNER_FILE
from sim.traffic.roads.network import Network

LAUNCH = Path(__file__).resolve().parents[2] / "launch"
TOWN = LAUNCH / "town.launch"


@pytest.fixture
def alone(monkeypatch, tmp_path):
    """Set a master's port without a listener, and a temporary home."""
    monkeypatch.setenv("ROS_MASTER_URI", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("ROS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ROS_LOG_DIR", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)


def test_the_words_name_a_folder_that_is_the_runs_own(alone, tmp_path) -> None:
    *words, folder = ready(TOWN, tmp_path, ["gui:=false", "seed:=3"], os.environ)
    assert words == ["gui:=false", "seed:=3"]
    path = Path(folder[len("run_folder:=") :])
    assert path.parent == tmp_path / "home" / "sim" / "runs" and (path / OWNER_FILE).is_file()


@pytest.mark.parametrize("name, stem", [("town", "town"), ("hybrid_merge", "merge")])
def test_lefthand_makes_a_mirrored_network_and_world(
    alone, monkeypatch, tmp_path, name, stem
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = ["gui:=false", "lefthand:=true", "model_path:=/mine"]
    found = ready(LAUNCH / f"{name}.launch", tmp_path, words, os.environ)
    folder = next(word for word in found if word.startswith("model_path:="))[12:].split(":")
    assert folder[1:] == ["/mine"]
    net, world = (Path(folder[0]) / f"{stem}_left{kind}" for kind in (".net.xml", ".world"))
    assert Network.read(net).left_hand and f"model://{stem}_left_road" in world.read_text()
    named = [word for word in found if word.startswith(("net:=", "world:="))]
    assert named == ([f"net:={net}", f"world:={world}"] if stem == "merge" else [])


@pytest.mark.parametrize(
    "words, message",
    [
        (["lefthand:=yes"], "lefthand:=yes: must be true or false"),
        (["lefthand:=true", "world:=/a.world"], "world:=/a.world: lefthand:=true makes a world"),
    ],
)
def test_words_that_do_not_fit_lefthand_are_refused(alone, tmp_path, words, message) -> None:
    with pytest.raises(InputError, match=message):
        ready(LAUNCH / "hybrid_merge.launch", tmp_path, ["gui:=false", *words], os.environ)


def test_a_mistake_is_one_line(alone, tmp_path) -> None:
    with pytest.raises(InputError) as error:
        ready(TOWN, tmp_path, ["sed:=3"], os.environ)
    assert str(error.value) == "sed:=3: town has no argument 'sed'; did you mean 'seed'?"


def test_print_options_need_no_display_and_no_folder(alone, tmp_path) -> None:
    assert ready(TOWN, tmp_path, ["--ros-args"], {}) == ["--ros-args"]
    assert not (tmp_path / "home").exists()


def test_a_folder_is_named_only_where_the_launch_file_takes_one() -> None:
    assert with_run_folder(LAUNCH / "robot.launch", ["gui:=false"], "/home") == ["gui:=false"]
    assert with_run_folder(TOWN, ["run_folder:=/there"], "/home") == ["run_folder:=/there"]


@pytest.mark.parametrize(
    "file, words, wanted",
    [
        ("town", [], "gui"),
        ("town", ["gui:=false", "sumo_gui:=true"], "sumo_gui"),
        ("scenario", ["gui:=true"], ""),
        ("town", ["gui:=false"], ""),
    ],
)
def test_windows_need_a_display(file, words, wanted) -> None:
    given = values(LAUNCH / f"{file}.launch", words)
    check_display(given, {"DISPLAY": ":0"})
    if not wanted:
        check_display(given, {})
        return
    with pytest.raises(InputError, match=rf"^{wanted}:=true: no display .*; add {wanted}:=false$"):
        check_display(given, {})


def test_a_bag_needs_a_folder_and_overwrites_none(tmp_path) -> None:
    check_record(str(tmp_path / "new"))
    (tmp_path / "old.bag").write_text("")
    for name in ("old", "old.bag"):
        with pytest.raises(InputError, match=r"old\.bag is there already"):
            check_record(str(tmp_path / name))
    with pytest.raises(InputError, match="no folder"):
        check_record(str(tmp_path / "none" / "a.bag"))
