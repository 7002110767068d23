"""Two trials side by side, and the commands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.kitting.__main__ import main
from sim.kitting.trial.compare import compare, difference
from sim.kitting.trial.summary import write
from sim.resources import resource

from .runs import LOG, made

TRIALS = resource("config", "kitting", "trials")


def other(index: int, **changes):
    """The log with one event changed."""
    return (*LOG[:index], replace(LOG[index], **changes), *LOG[index + 1 :])


def test_equal_logs_have_no_difference() -> None:
    assert difference(LOG, tuple(LOG)) is None and difference((), ()) is None
    found = compare(made(), made())
    assert found.equal and all(one == two for _, one, two in found.rows)


def test_machine_dependent_data_is_not_a_difference() -> None:
    slow = {**LOG[2].data, "seconds": 3.0, "megabytes": 99.0}
    assert difference(LOG, other(2, data=slow)) is None
    assert compare(made(), made(other(2, data=slow))).equal


@pytest.mark.parametrize(
    "log, number",
    [
        (other(2, data={**LOG[2].data, "steps": 21}), 3),
        (other(5, time=3.001), 6),
        (other(5, subject="motoman"), 6),
        (other(0, kind="trial_ended"), 1),
        (LOG[:-1], len(LOG)),
        ((*LOG, LOG[-1]), len(LOG) + 1),
    ],
)
def test_the_first_difference_is_found(log, number) -> None:
    for found in (difference(LOG, log), difference(log, LOG)):
        assert found is not None and found.number == number
    assert not compare(made(), made(log)).equal


def test_scores_differ_where_the_logs_agree() -> None:
    found = compare(made(), made(kits=["fanuc"]))
    assert found.difference is None and not found.equal
    rows = {name: (one, two) for name, one, two in found.rows}
    assert rows["score"] == ("66.96 of 68", "15.96 of 68")
    assert rows["completion"] == ("100 %", "50 %")
    assert rows["motions"] == ("4", "4") and rows["order urgent: time (s)"] == ("20.500", "20.500")
    marked = [line for line in found.lines(("A", "B")) if line.endswith("<>")]
    assert len(marked) == sum(one != two for one, two in rows.values()) > 0


def test_a_figure_that_one_trial_lacks(tmp_path) -> None:
    calm = tuple(event for event in LOG if event.kind != "recovery")
    rows = {name: (one, two) for name, one, two in compare(made(), made(calm)).rows}
    assert rows["recoveries from part_dropped"] == ("1 plan", "-")


def run(*words: object) -> int:
    return main([str(word) for word in words])


def test_compare_says_where_and_ends_with_1(tmp_path, capsys) -> None:
    write(made(), tmp_path / "a")
    write(made(), tmp_path / "b")
    write(made(other(5, time=3.25)), tmp_path / "c")
    assert run("compare", tmp_path / "a", tmp_path / "b" / "trial.json") == 0
    assert "the logs agree" in capsys.readouterr().out
    assert run("compare", tmp_path / "a", tmp_path / "c") == 1
    printed = capsys.readouterr().out
    assert "differ first in event 6" in printed
    assert f"{tmp_path / 'c'}: 3.250 s waiting fanuc" in printed


def test_compare_of_what_is_no_trial(tmp_path, capsys) -> None:
    write(made(), tmp_path / "a")
    assert run("compare", tmp_path / "a", tmp_path) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "cannot be read" in error


def test_report_writes_a_file_beside_the_record(tmp_path, capsys) -> None:
    path = write(made(), tmp_path / "a")
    assert run("report", tmp_path / "a") == 0
    assert (tmp_path / "a" / "report.html").is_file()
    assert run("report", path, "--out", tmp_path / "b.html") == 0
    assert (tmp_path / "b.html").read_bytes() == (tmp_path / "a" / "report.html").read_bytes()


def test_check_says_what_trials_hold(tmp_path, capsys) -> None:
    assert run("check", *sorted(TRIALS.glob("*.yaml"))) == 0
    printed = capsys.readouterr().out
    assert "two_kits.yaml: 8 parts in orders fanuc (0 s), motoman (0 s); faults: none" in printed
    assert "urgent (action_done place-part number 2)" in printed
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("orders: [{id: one, kits: {fanuc_kit: {gear_small: 9}}}]", encoding="utf-8")
    assert run("check", wrong) == 2
    assert "9 are ordered and fanuc_kit has 2 slots" in capsys.readouterr().err
    assert run("check", wrong, TRIALS / "two_kits.yaml") == 1
    assert "9 are ordered" in capsys.readouterr().out


def test_no_command(capsys) -> None:
    assert run() == 2
    assert "compare" in capsys.readouterr().err
