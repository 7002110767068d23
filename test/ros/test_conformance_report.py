"""The table and exit code of check_simulator."""

from __future__ import annotations

import pytest

from sim.ros.conformance.report import (
    Absent,
    CheckOutcome,
    ConformanceReport,
    Differs,
    Gone,
    Skipped,
)


def raising(finding: Exception):
    def action() -> None:
        raise finding

    return action


@pytest.mark.parametrize(
    "action, required, outcome, code",
    [
        (lambda: None, True, CheckOutcome.OK, 0),
        (raising(Differs("x")), True, CheckOutcome.DIFFERS, 1),
        (raising(Differs("x")), False, CheckOutcome.DIFFERS, 1),
        (raising(Absent("x")), True, CheckOutcome.ABSENT, 1),
        (raising(Absent("x")), False, CheckOutcome.ABSENT, 0),
        (raising(Skipped("x")), True, CheckOutcome.SKIPPED, 0),
        (raising(KeyError("x")), False, CheckOutcome.DIFFERS, 1),
    ],
)
def test_a_check_becomes_a_row_and_the_exit_code(action, required, outcome, code) -> None:
    lines = []
    report = ConformanceReport(show=lines.append)
    assert report.check("a", action, required=required) == (outcome is CheckOutcome.OK)
    assert (report.rows[0].outcome, report.code, len(lines)) == (outcome, code, 1)


def test_a_simulator_that_is_gone_is_a_row_and_ends_the_checks() -> None:
    report = ConformanceReport(show=lambda line: None)
    with pytest.raises(Gone):
        report.check("a", raising(Gone("the simulator has ended")))
    assert (report.rows[0].remark, report.code) == ("the simulator has ended", 1)


def test_the_summary_counts_what_is_required_and_what_is_extra() -> None:
    report = ConformanceReport(show=lambda line: None)
    report.check("a", lambda: "well")
    report.check("b", raising(Absent("is not offered")))
    report.check("c", raising(Absent("is not offered")), required=False)
    assert (
        report.summary()
        == "check_simulator: does not conform: 1 of 2 required checks ok, 1 absent, 0 of 1 extras "
        "ok, 1 extras absent"
    )


def test_a_row_is_one_line() -> None:
    lines = []
    ConformanceReport(show=lines.append, width=5).check("a", raising(Differs("two\n  lines")))
    assert lines == ["a     | required | differs | two lines"]
