"""What ./run test counts."""

from __future__ import annotations

import pytest
from support import summary
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
    """A part in which pytest has selected no test."""
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
