"""The counts and notes at the end of ./run test."""

from __future__ import annotations

import pytest
from support import durations, summary
from support.public_data import absent

GOOD = '<testsuite tests="1"><testcase classname="A" name="one"/></testsuite>'
EMPTY = '<testsuite tests="0"></testsuite>'


@pytest.fixture
def part(tmp_path):
    """A rostest of two tests; gives its problems for the two results."""

    def problems(first: str, second: str, status: str = "0") -> tuple:
        folder = tmp_path / "merge"
        (folder / "sim").mkdir(parents=True)
        (folder / "status").write_text(status)
        (folder / "expected").write_text("drives\nstops\n")
        for name, text in (("drives", first), ("stops", second)):
            if text:
                (folder / "sim" / f"rosunit-{name}.xml").write_text(text)
        return summary.count_part(folder).problems

    return problems


def test_all_that_was_expected(part) -> None:
    assert part(GOOD, GOOD) == ()


@pytest.mark.parametrize("second", [EMPTY, ""])
def test_a_test_without_cases_has_failed(part, second) -> None:
    assert part(GOOD, second) == ("merge: test stops made no case",)


def test_no_cases_at_all(part) -> None:
    assert part(EMPTY, EMPTY) == ("merge: left no results",)


def test_what_is_skipped_for_lack_of_data_is_counted(tmp_path) -> None:
    reason = absent(tmp_path / "gazebo_models")
    case = f'<testcase name="one"><skipped message="{reason}">{reason}</skipped></testcase>'
    (tmp_path / "pytest.xml").write_text(f"<testsuite>{case}{case}</testsuite>")
    assert summary.without_data(tmp_path) == 2


def no_tests(folder, status: int = summary.NO_TESTS):
    """Make a part without a selected test."""
    folder.mkdir()
    (folder / "status").write_text(str(status))
    (folder / "pytest.xml").write_text(f"<testsuites>{EMPTY}</testsuites>")
    return folder


def test_a_part_that_markers_leave_empty_is_reported(tmp_path, capsys) -> None:
    (no_tests(tmp_path / "pytest_environments") / summary.MAY_SELECT_NOTHING).touch()
    counted = summary.count_part(tmp_path / "pytest_environments")
    assert counted == summary.Count(without_tests=("pytest_environments",))
    assert summary.report(tmp_path, "") == 0
    said = capsys.readouterr().out
    assert "no tests selected in: pytest_environments" in said and "0 passed, 0 failed" in said


def test_a_named_part_that_selects_no_test_fails(tmp_path) -> None:
    problems = ("pytest_environments: selects no test",)
    assert summary.count_part(no_tests(tmp_path / "pytest_environments")).problems == problems
    assert summary.report(tmp_path, "") == 1


def test_a_collection_error_fails_where_no_test_may_be_selected(tmp_path) -> None:
    folder = no_tests(tmp_path / "pytest_environments", 2)
    (folder / summary.MAY_SELECT_NOTHING).touch()
    assert summary.count_part(folder).problems == ("pytest_environments: exit status 2",)


def test_the_end_names_the_longest_parts_and_both_times() -> None:
    wall = {f"part{n}": float(n) for n in range(1, 8)}
    [line] = summary.times(9.6, wall, dict.fromkeys(wall, 2.0))
    assert line.startswith("10 s, 14 s of a core; the longest parts: part7 7 s, part6 6 s, ")
    assert "part3 3 s" in line and "part2" not in line
    assert summary.times(9.6, {"one": 1.0}, {"one": 1.0}) == [], "its own line says as much"


def test_notes_come_before_the_counts(tmp_path, capsys) -> None:
    summary.report(tmp_path, "", ["1 s, 2 s of a core"])
    assert capsys.readouterr().out == "1 s, 2 s of a core\n0 passed, 0 failed, 0 skipped\n"


def test_what_quick_leaves_out_is_not_left_out_of_a_run_that_has_the_rest(tmp_path) -> None:
    for name, number in (("quick_1", 30), ("pytest_crcl", 4), ("pytest_sdf", 1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "output.txt").write_text(f"9 passed, {number} deselected in 1.00s\n")
    assert summary.left_out(tmp_path) == 5
    for name in ("pytest_crcl", "pytest_sdf"):
        (tmp_path / name / "output.txt").unlink()
    assert summary.left_out(tmp_path) == 30


@pytest.mark.parametrize("part, own", [("quick_1", {}), ("pytest_small_1", {"pytest_small_1": 9})])
def test_durations_of_several_folders_are_recorded_by_folder(tmp_path, part, own) -> None:
    (tmp_path / part).mkdir()
    cases = (("test.crcl.test_a", 1.5), ("test.crcl.more.test_b", 0.25), ("test.test_files", 2.0))
    text = "".join(f'<testcase classname="{name}" name="x" time="{s}"/>' for name, s in cases)
    (tmp_path / part / "pytest.xml").write_text(f"<testsuite>{text}</testsuite>")
    known = {"ego_embedded": 40.0, "ego_gazebo": 60.0}
    found = durations.rewrite(tmp_path, {part: 9.0, "ego_embedded": 30.04}, known)
    label = part.partition("_")[0]
    folders = {f"{label}_crcl": 1.75, f"{label}_files": 2.0}
    assert found == {"ego_embedded": 30.0, "ego_gazebo": 60.0, **folders, **own}
    assert durations.of_folders(folders, label) == {"crcl": 1.75, "files": 2.0}
    durations.write(found, tmp_path / "durations.json")
    assert durations.read(tmp_path / "durations.json") == found


def test_without_a_record_all_durations_are_unknown(tmp_path) -> None:
    assert durations.read(tmp_path / "durations.json") == {}
