"""Planning tasks in files, and the commands that plan them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitting.planning.tasks import PROBLEMS
from sim.errors import InputError
from sim.kitting.__main__ import main
from sim.kitting.planning.command import table
from sim.kitting.planning.lacking import check_supplies, check_task
from sim.kitting.planning.task_file import read_task

TEXT = """
robots: {fanuc: {end_effector: fingers}}
end_effectors: {fingers: {handles: [gear_small]}}
supplies: {tray: {stock: {gear_small: 1}, reach: [fanuc]}}
kits: {kit: {wanted: {gear_small: 1}, reach: [fanuc]}}
"""


@pytest.mark.parametrize("path", sorted(PROBLEMS.glob("*.yaml")), ids=lambda path: path.stem)
def test_problems_that_ship_can_be_met(path):
    task = read_task(path)
    check_task(task)
    check_supplies(task)


def test_a_task_is_read_with_its_defaults(tmp_path):
    (tmp_path / "task.yaml").write_text(TEXT)
    task = read_task(tmp_path / "task.yaml")
    assert task.robots[0].working and task.kits[0].work_table == "work_table"
    assert task.station is None and task.supplies[0].spare == {}


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("wanted", "wants", "kits/kit: unknown key 'wants'; did you mean 'wanted'"),
        ("reach: [fanuc]}}\nkits", "reach: [ghost]}}\nkits", "supplies/tray/reach: unknown robot"),
        (
            "{gear_small: 1}, reach: [fanuc]}}\nk",
            "{gear_small: -1}, reach: []}}\nk",
            "out of range",
        ),
        ("end_effector: fingers", "end_effector: hook", "unknown end effector 'hook'"),
        ("robots: {fanuc", "robots: [fanuc", "malformed YAML"),
        ("{end_effector: fingers}", "{working: maybe}", "true or false is needed"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_its_key(tmp_path, old, new, message):
    path = tmp_path / "task.yaml"
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(InputError, match=f"task.yaml.*{message}"):
        read_task(path)


def test_a_file_that_is_not_there_is_one_line_and_2(tmp_path, capsys):
    assert main(["plan", str(tmp_path / "none.yaml")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "none.yaml: cannot be read" in error


def test_pddl_is_written_for_other_tools(tmp_path, capsys):
    assert main(["plan", str(PROBLEMS / "two_kits.yaml"), "--pddl", str(tmp_path / "out")]) == 0
    assert "wrote" in capsys.readouterr().out
    assert "(:domain kitting)" in (tmp_path / "out" / "problem.pddl").read_text()
    assert (tmp_path / "out" / "domain.pddl").read_text().count("(:action") == 8


def test_a_table_has_figures_in_columns_and_reasons_at_length():
    text = table([["problem", "planner", "s"], ["a", "x", "1.00"], ["b", "y", "none", "found"]])
    assert text.splitlines()[:2] == ["problem  planner     s", "a        x        1.00"]


@pytest.mark.not_quick
def test_planners_are_compared_in_a_table(capsys):
    pytest.importorskip("up_fast_downward")
    path = str(PROBLEMS / "two_kits.yaml")
    words = ["planners", path, "--planner", "landmarks", "--planner", "greedy"]
    assert main(words) == 0
    head, *rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert head[:4] == ["problem", "planner", "plan", "s"]
    assert [row[:2] for row in rows] == [["two_kits", "landmarks"], ["two_kits", "greedy"]]
    assert all(row[5] == "40" and float(row[6]) <= 108.0 / 1.6 for row in rows)


@pytest.mark.not_quick
def test_a_plan_is_printed_with_its_steps(tmp_path: Path, capsys):
    pytest.importorskip("up_fast_downward")
    (tmp_path / "task.yaml").write_text(TEXT)
    assert main(["plan", str(tmp_path / "task.yaml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "5 actions, makespan 13.5 s; planner landmarks" in lines[0]
    assert lines[-1].split("  after")[0].split() == [
        "4", "7.5", "s", "(place-part", "fanuc", "gear_small", "kit", "fingers", "work_table)",
    ]  # fmt: skip
    (tmp_path / "task.yaml").write_text(TEXT.replace("stock: {gear_small: 1}", "stock: {}"))
    assert main(["plan", str(tmp_path / "task.yaml")]) == 2
    assert "kit lacks 1 gear_small: supplies within reach have 0" in capsys.readouterr().err
