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
