"""Parts that the words after ./run test select."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.parts import (
    FIRST,
    ROOT,
    ROSTESTS,
    SIDE,
    SIMULATORS,
    Pytest,
    all_slow,
    by_folder,
    rostest,
)
from support.selection import (
    BUT_QUICK,
    QUICK,
    Machine,
    UnknownName,
    selection,
    slow_rostests,
)

MACHINE = Machine("python3", "python3.8", ("embedded", "gazebo"), Path("results"))


def names(words, folder: Path = ROOT, machine: Machine = MACHINE) -> list:
    return [part.name for part in selection(words, machine, folder)]


def test_everything_is_each_folder_with_both_pythons_and_each_rostest_on_both_simulators() -> None:
    found = names([])
    for folder in (path.name for path in (ROOT / "test").iterdir() if any(path.glob("test_*.py"))):
        assert f"pytest_{folder}" in found, "without a record, each is large"
    assert {
        "pytest_files",
        "pytest_lint",
        "oldest_python",
        "launch_files",
        "ego_embedded",
        "faults_gazebo",
        "asserts",
    } <= set(found)
    assert "pytest_rostest" not in found and len(found) == len(set(found))
    oldest = next(part for part in selection([], MACHINE, ROOT) if part.name == "oldest_python")
    assert (
        "test/crcl/test_crcl_codec.py" in oldest.command and "test/test_files.py" in oldest.command
    )
    assert not any(word.startswith("test/embedded") for word in oldest.command)


def test_everything_begins_with_what_quick_selects_and_goes_on_without_it() -> None:
    quick, whole = selection(["quick"], MACHINE, ROOT), selection([], MACHINE, ROOT)
    assert [part for part in whole if part.lane == FIRST] == quick
    pytests = [part for part in whole if part.name.startswith("pytest_")]
    assert all("--but-quick" in part.command for part in pytests)
    for parts in (quick, pytests):
        files = [word for part in parts for word in part.command if word.startswith("test/")]
        assert sorted(files) == Pytest.files(), "each file of tests in one part of each kind"


def test_checks_of_the_code_and_the_oldest_python_have_a_lane_of_their_own() -> None:
    side = {part.name for part in selection([], MACHINE, ROOT) if part.lane == SIDE}
    assert side == {"pytest_lint", "oldest_python"}


def test_folders_are_shared_out_by_their_recorded_durations() -> None:
    names = {f"quick_{folder}": 1.0 for folder in ("crcl", "noise", "sdf")}
    machine = replace(MACHINE, slots=2, durations={**names, "quick_traffic": 1000.0})
    lone, others = quick_folders(machine)
    assert lone == {"traffic"} and {"crcl", "noise", "sdf", "files"} <= others


def test_small_folders_share_processes_and_a_large_one_has_its_own() -> None:
    durations = {f"pytest_{folder}": 4.0 for folder in by_folder(Pytest.files())}
    machine = replace(MACHINE, durations={**durations, "pytest_traffic": 1000.0})
    parts = [part for part in selection([], machine, ROOT) if part.name.startswith("pytest_")]
    found = {
        part.name: {*by_folder(word for word in part.command if word.startswith("test/"))}
        for part in parts
    }
    assert found.pop("pytest_traffic") == {"traffic"} and found.pop("pytest_lint") == {"files"}
    assert set(found) == {"pytest_small_1", "pytest_small_2"}, "of 120 s each"
    assert {"crcl", "noise", "files"} <= set().union(*found.values())


def quick_folders(machine: Machine) -> list:
    return [
        set(by_folder(word for word in part.command if word.startswith("test/")))
        for part in selection(["quick"], machine, ROOT)
    ]


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


def test_with_slow_cases_all_tests_are_expected(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("support.parts.ROSTESTS", tmp_path)
    (tmp_path / "both_test.py").write_text("    def test_a(self): ...\n")
    (tmp_path / "dear_test.py").write_text("    @slow_on_gazebo\n    def test_b(self): ...\n")
    file = tmp_path / "two.test"
    tests = (f'<test test-name="{name}" type="{name}_test.py"/>' for name in ("both", "dear"))
    file.write_text(f'<arg name="simulator" default="embedded"/>{"".join(tests)}')
    (daily,) = rostest(file, ["gazebo"], Path("results"))
    (whole,) = rostest(file, ["gazebo"], Path("results"), with_slow=True)
    assert (daily.expected, whole.expected) == (("both",), ("both", "dear"))


def test_slow_cases_run_where_slow_or_their_rostest_is_named() -> None:
    found = {
        words: next(
            part
            for part in selection(list(words), MACHINE, ROOT)
            if part.name == "robot_plugins_gazebo"
        )
        for words in ((), ("slow",), ("robot_plugins.test",))
    }
    assert "SIM_TEST_SLOW" not in found[()].environment
    for words in (("slow",), ("robot_plugins.test",)):
        assert found[words].environment["SIM_TEST_SLOW"] == "1"


def test_without_gazebo_and_an_old_python_the_rest_is_left() -> None:
    found = names([], machine=Machine("python3", None, ("embedded",), Path("results")))
    assert not {"faults_gazebo", "oldest_python"} & set(found) and "ego_embedded" in found


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
    assert {"faults_embedded", "robot_plugins_embedded", "robot_plugins_gazebo"} <= found & daily
    assert "lamps_embedded" in found - daily and "lamps_gazebo" in daily
    assert "town_embedded" in daily - found


def test_what_is_named_runs_as_a_whole() -> None:
    [part] = selection(["simulator:=embedded", "faults"], MACHINE, ROOT)
    assert part.environment["SIM_TEST_SLOW"] == "1"


def test_only_a_part_that_is_named_must_select_a_test() -> None:
    [named] = selection(["environments"], MACHINE, ROOT)
    assert all(part.may_select_nothing for part in selection(["quick"], MACHINE, ROOT))
    assert not named.may_select_nothing


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


MARKED = """
import pytest
slow, not_quick = pytest.mark.slow, pytest.mark.not_quick
def test_plain(): ...
@slow
def test_slow(): ...
@not_quick
def test_not_quick(): ...
@pytest.mark.parametrize("n", [1, 2])
def test_cases(n): ...
@pytest.mark.parametrize("n", [pytest.param(1, marks=not_quick), pytest.param(2, marks=slow), 3, 4])
def test_marked_cases(n): ...
"""


def collected(folder: Path, options) -> set:
    """Return the tests that pytest selects in a folder."""
    words = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*words, *options, str(folder)], cwd=folder, check=True, capture_output=True, text=True
    )
    return {line.partition("::")[2] for line in ran.stdout.splitlines() if "::" in line}


@pytest.mark.not_quick
def test_quick_and_the_rest_are_all_that_is_not_slow_each_once(tmp_path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "test" / "conftest.py").read_text())
    (tmp_path / "test_one.py").write_text(MARKED)
    quick, rest = (collected(tmp_path, options) for options in (QUICK, BUT_QUICK))
    assert quick == {"test_plain", "test_cases[1]", "test_marked_cases[3]"}
    assert rest == {
        "test_not_quick",
        "test_cases[2]",
        "test_marked_cases[1]",
        "test_marked_cases[4]",
    }


def test_slow_rostests_are_there_and_name_simulators() -> None:
    for name, simulators in slow_rostests().items():
        assert (ROSTESTS / f"{name}.test").is_file(), name
        assert simulators and set(simulators) <= set(SIMULATORS), name


def test_files_of_one_process_have_names_of_their_own() -> None:
    """Pytest imports files of folders without ``__init__.py`` by their bare names."""
    found: dict = {}
    for file in sorted((ROOT / "test").rglob("test_*.py")):
        if not (file.parent / "__init__.py").is_file():
            found.setdefault(file.name, []).append(file)
    assert [files for files in found.values() if len(files) > 1] == []
