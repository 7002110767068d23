"""Programs of a campaign: the user's node, Scenic programs, launch files.

Also runs with a dead node or a violated requirement.
"""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sim.campaign.cells import Cells, verdict
from sim.campaign.child import ProgramsOutcome
from sim.campaign.commands import replay
from sim.campaign.plan import read_plan
from sim.campaign.store import CRASHED, FAILED
from sim.errors import InputError

PLAN = "scenarios: a.xosc\nassertions: {collisions: {most: 0}}\n"


def plan_of(folder: Path, more: str):
    (folder / "a.xosc").write_text("")
    (folder / "mine.launch").write_text("<launch/>")
    path = folder / "plan.yaml"
    path.write_text(PLAN + more)
    return read_plan(path)


def test_a_launch_file_gets_its_arguments_and_names(tmp_path: Path):
    plan = plan_of(
        tmp_path,
        "run: launch\nnode: {start: mine.launch, participant: acc, "
        'arguments: {gap: 1.5, fast: true}, remap: {cmd: /Ego/ackermann_cmd, "a&b": c}}\n',
    )
    (cell,) = plan.cells(5, lambda path, most: [])
    assert cell.ego == "none"
    out = tmp_path / "out"
    out.mkdir()
    cells = Cells(plan, [cell], out)
    cells.prepare()
    root = ElementTree.parse(str(out / "node.launch")).getroot()
    include = root.find("include")
    assert include.get("file") == str(tmp_path / "mine.launch")
    assert [(each.get("name"), each.get("value")) for each in include] == [
        ("gap", "1.5"),
        ("fast", "true"),
    ]
    assert [each.get("from") for each in root.iterfind("remap")] == ["cmd", "a&b"]
    (launched, _) = cells.commands(1)
    assert {f"node:={out / 'node.launch'}", "wait_for:=acc", "ego:=none"} <= set(launched)
    assert f"node:={out / 'node.launch'}" in replay(plan, cell, out)


def test_a_line_as_for_rosrun_is_a_node(tmp_path: Path):
    plan = plan_of(
        tmp_path,
        "run: launch\nnode: {start: my_acc acc.py --fast 'a b', arguments: {gap: 1.5}}\n",
    )
    node = ElementTree.fromstring(plan.node.document()).find("node")
    assert (node.get("pkg"), node.get("type"), node.get("name")) == ("my_acc", "acc.py", "acc")
    assert node.get("args") == "--fast 'a b' _gap:=1.5"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("node: {start: mine.launch}", "node: needs a simulator; write run: launch"),
        ("run: launch\nnode: mine.launch", "node: must be a mapping; it may have start,"),
        ("run: launch\nnode: {start: no.launch}", "node.start: file"),
        ("run: launch\nnode: {start: acc}", "must be a launch file, or 'PACKAGE EXECUTABLE'"),
        ("run: launch\nnode: {start: a 'b}", "node.start: is not a shell command"),
        ("run: launch\nnode: {begin: a b}", "node.begin: is unknown; there are start,"),
        ("run: launch\nnode: {start: a b, participant: a/b}", "must be a name of letters"),
        ("run: launch\nnode: {start: a b, remap: [x]}", "node.remap: must be a mapping"),
        ("run: launch\nego: human\nnode: {start: a b}", "ego: must be none, or left out"),
    ],
)
def test_errors_are_named(tmp_path: Path, more: str, said: str):
    with pytest.raises(InputError) as error:
        plan_of(tmp_path, more + "\n")
    assert said in str(error.value)


def test_a_node_that_ends_early_has_failed_and_is_not_tried_again(tmp_path: Path):
    for cause, status in (
        ("the node under test, /acc, (process 7) ended with code 3", FAILED),
        ("/gazebo (process 7) ended with code 3", CRASHED),
    ):
        (tmp_path / "summary.json").write_text(json.dumps({"status": "failed", "cause": cause}))
        judged = verdict(tmp_path, ProgramsOutcome(1, False, "done"))
        assert judged.status == status
        assert (judged.cause == cause) == (status == FAILED)


def test_scenic_programs_and_launch_files_are_judged_by_their_figures(tmp_path: Path):
    (tmp_path / "walk.scenic").write_text("")
    path = tmp_path / "plan.yaml"
    text = "run: launch\nseeds: [3]\nparameters: {a: [1, 2]}\nassertions: {gap: {least: 1}}\n"
    path.write_text(text + "scenarios: walk.scenic\nlaunch: {world: a.world}\n")
    plan = read_plan(path)
    cells = plan.cells(5, lambda path, most: [])
    assert len(cells) == 2 and cells[0].ego == ""
    assert replay(plan, cells[0]) == (
        f"./run scenario scenario:={tmp_path / 'walk.scenic'} seed:=3 gui:=false rtf:=0 "
        """'params:={"a": "1"}' world:=a.world"""
    )
    text = text.replace("a: [1, 2]", "warm_up: [1, 2]")
    path.write_text(text + "scenarios: [hybrid_merge.launch]\nlaunch: {duration: 5}\n")
    plan = read_plan(path)
    (cell, _) = plan.cells(5, lambda path, most: [])
    assert replay(plan, cell) == "./run hybrid_merge seed:=3 gui:=false warm_up:=1 duration:=5"
    judge = Cells(plan, [cell], tmp_path).commands(1)[1]
    assert judge[2:4] == ["sim.verdicts", "figures"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "scenarios: [a.xosc, a.scenic]\nrun: launch",
            "are of several sorts: openscenario, scenic",
        ),
        ("scenarios: a.scenic", "run: must be launch for scenarios of scenic"),
        ("scenarios: a.scenic\nrun: launch\nego: human", "ego: is for OpenSCENARIO"),
        (
            "scenarios: mine.launch\nrun: launch",
            "'mine.launch' is not a launch file of this package",
        ),
    ],
)
def test_keys_that_other_scenarios_lack_are_refused(tmp_path: Path, more: str, said: str):
    for name in ("a.xosc", "a.scenic"):
        (tmp_path / name).write_text("")
    path = tmp_path / "plan.yaml"
    path.write_text(f"assertions: {{gap: {{least: 1}}}}\n{more}\n")
    with pytest.raises(InputError) as error:
        read_plan(path)
    assert said in str(error.value)


def test_a_requirement_that_does_not_hold_is_a_failure(tmp_path: Path):
    reason = "keeps_clear (line 7) is violated"
    result = {"status": "violated", "reason": reason}
    (tmp_path / "scenario.json").write_text(json.dumps(result))
    judged = verdict(tmp_path, ProgramsOutcome(1, False, "done"))
    assert (judged.status, judged.cause) == (FAILED, reason)
