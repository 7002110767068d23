"""What the words after ./run test select, and how parts run side by side."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.parts import ROOT, Part, Pytest, all_slow
from support.queue import run
from support.selection import QUICK, Machine, UnknownName, selection
from support.summary import NO_TESTS, TIMED_OUT, count_part

MACHINE = Machine("python3", "python3.8", ("embedded", "gazebo"), Path("results"))


def names(words, folder: Path = ROOT, machine: Machine = MACHINE) -> list:
    return [part.name for part in selection(words, machine, folder)]


def test_everything_is_each_folder_with_both_pythons_and_each_rostest_on_both_simulators() -> None:
    found = names([])
    for folder in (path.name for path in (ROOT / "test").iterdir() if any(path.glob("test_*.py"))):
        assert f"pytest_{folder}" in found
    assert {
        "pytest_files",
        "oldest_python",
        "launch_files",
        "ego_embedded",
        "ego_gazebo",
        "asserts",
    } <= set(found)
    assert "pytest_rostest" not in found and len(found) == len(set(found))
    order = [found.index(name) for name in ("verdict_embedded", "asserts", "pytest_traffic")]
    assert order == sorted(order), "long rostests first, and what computes from the other end"
    oldest = next(part for part in selection([], MACHINE, ROOT) if part.name == "oldest_python")
    assert (
        "test/crcl/test_crcl_codec.py" in oldest.command and "test/test_files.py" in oldest.command
    )
    assert not any(word.startswith("test/embedded") for word in oldest.command)


def test_of_a_test_whose_cases_are_all_slow_there_nothing_is_expected(tmp_path) -> None:
    script = tmp_path / "one_test.py"
    script.write_text(
        "    @slow\n    def test_a(self): ...\n    @slow_on_gazebo\n    def test_b(self): ...\n"
    )
    assert not all_slow(script, "embedded") and all_slow(script, "gazebo")
    script.write_text(script.read_text() + "    def test_c(self): ...\n")
    assert not all_slow(script, "gazebo")
    script.write_text("    @slow_on_embedded\n    def test_a(self): ...\n")
    assert all_slow(script, "embedded") and not all_slow(script, "gazebo")
    assert not all_slow(tmp_path / "none_test.py", "gazebo")


def test_with_slow_cases_all_tests_are_expected() -> None:
    found = {
        words: next(
            part
            for part in selection(list(words), MACHINE, ROOT)
            if part.name == "calibration_gazebo"
        )
        for words in ((), ("slow",), ("calibration.test",))
    }
    assert found[()].expected == ("calibration",)
    assert "SIM_TEST_SLOW" not in found[()].environment
    for words in (("slow",), ("calibration.test",)):
        assert found[words].expected == ("calibration", "calibration_inputs")
        assert found[words].environment["SIM_TEST_SLOW"] == "1"


def test_without_gazebo_and_an_old_python_the_rest_is_left() -> None:
    found = names([], machine=Machine("python3", None, ("embedded",), Path("results")))
    assert not {"ego_gazebo", "oldest_python"} & set(found) and "ego_embedded" in found


@pytest.mark.parametrize(
    "word, expected",
    [
        ("test/crcl", ["pytest_crcl"]),
        ("crcl", ["pytest_crcl"]),
        ("traffic/control", ["pytest_traffic_control"]),
        ("test_files.py", ["pytest_test_files.py"]),
        ("town", ["town_embedded", "town_gazebo"]),
        ("test/rostest/town.test", ["town_embedded", "town_gazebo"]),
        ("noise", ["pytest_noise", "noise"]),
        ("town.launch", ["launch_town"]),
    ],
)
def test_a_name_is_a_folder_a_file_a_rostest_or_a_launch_file(word, expected) -> None:
    assert names([word]) == expected


def test_slow_is_what_is_marked_for_all_simulators_or_for_one() -> None:
    marked, oldest, *rostests = selection(["slow"], MACHINE, ROOT)
    assert "slow" in marked.command
    assert oldest.name == "oldest_python" and "--first-tests" not in oldest.command
    assert {part.environment["SIM_TEST_SLOW"] for part in rostests} == {"1"}
    found, daily = {part.name for part in rostests}, set(names([]))
    assert {"town_tour_embedded", "town_tour_gazebo", "town_gazebo"} <= found - daily
    assert {"faults_embedded", "agility_lab_gazebo"} <= found & daily
    assert "town_sensors_embedded" in found - daily and "town_sensors_gazebo" in daily
    assert "town_embedded" in daily - found


def test_what_is_named_runs_as_a_whole() -> None:
    [part] = selection(["simulator:=embedded", "faults"], MACHINE, ROOT)
    assert part.environment["SIM_TEST_SLOW"] == "1"


def test_only_a_part_that_is_named_must_select_a_test() -> None:
    [named] = selection(["environments"], MACHINE, ROOT)
    quick = {part.name: part for part in selection(["quick"], MACHINE, ROOT)}
    assert quick["pytest_environments"].may_select_nothing and not named.may_select_nothing


def test_one_case_of_a_file() -> None:
    [part] = selection(["test_files.py::test_a"], MACHINE, ROOT)
    assert part.command[-1] == "test/test_files.py::test_a"


def test_what_is_named_twice_runs_once_and_two_cases_of_a_file_each_by_itself() -> None:
    assert names(
        ["test/noise", "noise", "test_files.py::test_a", "test_files.py::test_b[1/2]"]
    ) == [
        "pytest_noise",
        "noise",
        "pytest_test_files.py_test_a",
        "pytest_test_files.py_test_b_1_2_",
    ]


def test_paths_are_relative_to_the_callers_folder() -> None:
    assert names(["control/test_lights.py"], ROOT / "test" / "traffic") == [
        "pytest_traffic_control_test_lights.py"
    ]


def test_one_simulator() -> None:
    assert names(["town", "simulator:=gazebo"]) == ["town_gazebo"]


@pytest.mark.parametrize(
    "words, message",
    [
        (["twon"], "no tests 'twon'; did you mean town"),
        (["setup.py"], "no tests 'setup.py'"),
        (["town", "simulator:=webots"], "simulator:=webots"),
        (["town", "gui:=true"], "'gui:=true' is not"),
    ],
)
def test_a_word_that_selects_nothing_is_refused(words, message) -> None:
    with pytest.raises(UnknownName, match=message):
        names(words)


def command(text: str) -> tuple:
    return (sys.executable, "-c", text)


def statuses(parts, folder: Path, slots: int = 2) -> dict:
    found = {}
    run(parts, folder, slots, lambda one, status: found.update({one.part.name: status}))
    return found


def test_each_part_leaves_its_status_and_what_it_printed(tmp_path) -> None:
    parts = [
        Part("good", command("import os; print(os.environ['OPENBLAS_NUM_THREADS'])"), 60.0),
        Part("bad", command("raise SystemExit(3)"), 60.0),
    ]
    assert statuses(parts, tmp_path) == {"good": 0, "bad": 3}
    assert (tmp_path / "good" / "output.txt").read_text() == "1\n" and (
        tmp_path / "bad" / "status"
    ).read_text() == "3"


def test_a_part_that_takes_too_long_is_ended(tmp_path) -> None:
    parts = [
        Part("endless", command("import time; time.sleep(600)"), 0.5),
        Part("other", command(""), 60.0),
    ]
    assert statuses(parts, tmp_path) == {"endless": TIMED_OUT, "other": 0}


def test_pytest_ends_with_its_own_status_where_markers_leave_no_test(tmp_path) -> None:
    test = tmp_path / "test_one.py"
    test.write_text("import pytest\n@pytest.mark.not_quick\ndef test_a(): ...\n")
    parts = [
        Pytest(sys.executable, tmp_path, QUICK[1:]).part("quick", [str(test)]),
        Pytest(sys.executable, tmp_path, ("-m", "slow")).part("slow", [str(test)]),
    ]
    assert statuses(parts, tmp_path) == {"pytest_quick": NO_TESTS, "pytest_slow": NO_TESTS}
    assert count_part(tmp_path / "pytest_quick").without_tests == ("pytest_quick",)


class EndsAfterItWasLookedAt(subprocess.Popen):
    """A process that the first look finds at work, and that has ended when the look is over."""

    looked = False

    def poll(self):
        if self.looked:
            return super().poll()
        self.looked = True
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        return None


def test_a_part_that_ends_just_after_a_look_has_its_status(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", EndsAfterItWasLookedAt)
    assert statuses([Part("late", command("raise SystemExit(3)"), 60.0)], tmp_path) == {"late": 3}


def test_slots_take_what_waits_and_what_computes_in_turn(tmp_path) -> None:
    meet = (
        "import os, pathlib, time\nmine, other = map(pathlib.Path, {!r})\nmine.touch()\nwhile "
        "not other.exists(): time.sleep(0.01)"
    )
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    parts = [
        Part("rostest", command(meet.format((one, two))), 60.0, ("case",)),
        Part("middle", command(""), 60.0, ("case",)),
        Part("pytest", command(meet.format((two, one))), 60.0),
    ]
    assert statuses(parts, tmp_path / "results") == {"rostest": 0, "middle": 0, "pytest": 0}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_runs_ends_with_an_interrupted_run(tmp_path, number) -> None:
    pid = tmp_path / "pid"
    waiting = (
        f"import os, pathlib, time; pathlib.Path({str(pid)!r}).write_text(str(os.getpid()) "
        "+ '.'); time.sleep(600)"
    )
    code = (
        "import signal, sys, pathlib; sys.path.insert(0, 'test'); from support.parts import Part; "
        "from support.queue import run;"
        "signal.signal(signal.SIGTERM, signal.default_int_handler); "
        f"run([Part('one', (sys.executable, '-c', {waiting!r}), 600.0), Part('two', ('true',), "
        f"60.0)], pathlib.Path({str(tmp_path)!r}), 2, print)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while not (pid.exists() and pid.read_text().endswith(".")):
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait(120) != 0
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()[:-1]), 0)
    finally:
        process.kill()
