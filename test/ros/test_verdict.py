"""Exit code and summary of a launch, from its notes."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from sim.resources import resource
from sim.ros.launch.launcher import ProcessWatch, ended_how, mark_tested, node_of
from sim.ros.launch.verdict import judge, main
from sim.ros.node.program import note_end, note_failure, note_interrupt
from sim.run_folder import SUMMARY_FILE, read_summary


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Create an ended launch's folder; return a function that judges the launch.

    The function returns ./run's exit code.
    """
    monkeypatch.setenv("SIM_EXIT_FILE", str(tmp_path / "exit"))
    folder = tmp_path / "run"
    folder.mkdir()

    def verdict(code: int = 0, duration: str = "200") -> int:
        return main([str(code), "gui:=false", f"run_folder:={folder}", f"duration:={duration}"])

    verdict.folder = folder
    return verdict


def leave(folder, **fields) -> None:
    (folder / SUMMARY_FILE).write_text(json.dumps(fields))


def test_a_run_without_a_noted_end_fails_with_a_summary(run, capsys) -> None:
    assert run() == 1
    assert read_summary(run.folder) == {
        "duration_s": None,
        "duration_asked_s": 200.0,
        "status": "failed",
        "cause": "roslaunch ended before the run was complete",
    }
    assert capsys.readouterr().err == "roslaunch ended before the run was complete\n"


def test_an_ok_summary_does_not_hide_a_failure(run, capsys) -> None:
    leave(run.folder, status="ok", cause="", duration_s=13.7)
    note_failure("/ego_driver (process 7) was killed by SIGKILL")
    assert run() == 1
    assert read_summary(run.folder) == {
        "status": "failed",
        "cause": "/ego_driver (process 7) was killed by SIGKILL",
        "duration_s": 13.7,
        "duration_asked_s": 200.0,
    }
    assert "SIGKILL" in capsys.readouterr().err


def test_the_cause_of_a_node_stays(run) -> None:
    leave(run.folder, status="failed", cause="SUMO ended by SIGKILL")
    note_failure("/traffic_bridge: SUMO ended by SIGKILL")
    assert run() == 1
    assert read_summary(run.folder)["cause"] == "SUMO ended by SIGKILL"


def test_an_end_that_was_noted_is_good(run, capsys) -> None:
    leave(run.folder, status="ok", cause="the end of its duration, 200 s")
    note_end("/gazebo: the end of its duration, 200 s")
    # roslaunch gets a signal as by Ctrl-C, after the end was noted.
    note_interrupt("Ctrl-C")
    assert run() == 0
    assert read_summary(run.folder)["status"] == "ok"
    assert capsys.readouterr().err == ""


def test_an_interrupted_run_is_not_a_failure_but_noted(run) -> None:
    leave(run.folder, status="running", duration_s=4.0)
    note_interrupt("Ctrl-C")
    assert run(130) == 0
    assert read_summary(run.folder) == {
        "status": "interrupted",
        "cause": "Ctrl-C",
        "duration_s": 4.0,
        "duration_asked_s": 200.0,
    }


def test_a_summary_that_was_not_finished_is_a_failure(run) -> None:
    leave(run.folder, status="running")
    note_end("/gazebo: the end of its duration, 200 s")
    assert run() == 1
    assert read_summary(run.folder)["status"] == "failed"


def test_a_summary_that_cannot_be_left_is_a_failure(run, capsys) -> None:
    note_end("/gazebo: the end of its duration, 200 s")
    run.folder.rmdir()
    assert run() == 1
    assert "no summary could be left" in capsys.readouterr().err


def test_an_unlimited_run_has_asked_for_no_duration(run) -> None:
    note_interrupt("Ctrl-C")
    assert run(duration="0") == 0
    assert read_summary(run.folder)["duration_asked_s"] is None


def test_roslaunchs_own_failure_counts() -> None:
    assert judge([], [], 1).lines == ["roslaunch ended with code 1"]


@pytest.mark.parametrize(
    "process, code, noted",
    [
        (("rviz", False), 1, ""),
        (("sim", False), 2, "/north/node (process 7) ended with code 2"),
        (("sim", False), -1, ""),
        (("sim", False), 0, ""),
        (("rosbag", True), 1, "/north/node (process 7) ended with code 1"),
        (("sim", True), -9, "/north/node (process 7) was killed by SIGKILL"),
        (("sim", True), 0, "/north/node (process 7) ended before the run was complete"),
        (("sim", True), -15, "/north/node (process 7) was killed by SIGTERM"),
    ],
)
def test_whose_end_makes_a_run_a_failure(run, tmp_path, process, code, noted) -> None:
    package, required = process
    monitor = SimpleNamespace(
        get_process=lambda name: SimpleNamespace(package=package, required=required, pid=7)
    )
    ProcessWatch(monitor).process_died("north/node-3", code)
    notes = tmp_path / "exit"
    assert (notes.read_text().strip() if notes.exists() else "") == noted


def test_processes_with_their_own_note_are_not_noted_again(run, tmp_path) -> None:
    watch = ProcessWatch(
        SimpleNamespace(
            get_process=lambda name: SimpleNamespace(package="sim", required=True, pid=7)
        )
    )
    note_failure("/bridge: bad demand")
    watch.process_died("bridge-3", 2)
    note_end("/gazebo: the end of its duration, 200 s")
    watch.process_died("gazebo-2", 0)
    assert (tmp_path / "exit").read_text() == "/bridge: bad demand\n"


def test_a_node_under_test_is_required_and_called_so(run, tmp_path) -> None:
    """Nodes of a launch file outside of this package, with any includes."""
    config = SimpleNamespace(
        nodes=[
            SimpleNamespace(filename=str(file), namespace="/", name=name, required=False)
            for file, name in (
                (tmp_path / "mine.launch", "acc"),
                (resource("launch", "include", "openscenario.launch"), "scenario"),
            )
        ]
    )
    tested = mark_tested(config, str(tmp_path / "mine.launch"))
    assert tested == {"/acc"} and [each.required for each in config.nodes] == [True, False]
    assert mark_tested(config, "") == set()
    process = SimpleNamespace(package="my_acc", required=True, pid=7)
    ProcessWatch(SimpleNamespace(get_process=lambda name: process), tested).process_died("acc-4", 3)
    assert (tmp_path / "exit").read_text() == (
        "the node under test, /acc, (process 7) ended with code 3\n"
    )


def test_process_names_and_exit_codes_are_described() -> None:
    assert [node_of(name) for name in ("gazebo-2", "north/ego_driver-12", "master")] == [
        "/gazebo",
        "/north/ego_driver",
        "master",
    ]
    assert [ended_how(code) for code in (2, -9, -64)] == [
        "ended with code 2",
        "was killed by SIGKILL",
        "was killed by SIGRTMAX",
    ]
