"""Campaigns of short programs: resumed, retried, and killed wholly."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, List, Tuple
from xml.etree import ElementTree

import pytest

from sim.campaign import maps
from sim.campaign.__main__ import main
from sim.campaign.campaign import Campaign
from sim.campaign.cells import Cells
from sim.campaign.child import MARK, ProgramSequence
from sim.campaign.commands import replay
from sim.campaign.plan import CampaignCell, read_plan
from sim.campaign.report import plot
from sim.campaign.store import DATABASE_FILE, CampaignStore
from sim.errors import InputError

SOURCE = Path(__file__).resolve().parents[2] / "src"
PLAN = (
    "scenarios: a.xosc\nego: [x, y]\nseeds: [1, 2, 3]\nassertions: {{collisions: {{most: 0}}}}\n{}"
)


def plan_in(folder: Path, more: str = "") -> Path:
    (folder / "a.xosc").write_text("")
    path = folder / "plan.yaml"
    path.write_text(PLAN.format(more))
    return path


def none(path: Path, most: int) -> List[int]:
    return []


# Writes a verdict, as a run would, after the body.
PROGRAM = (
    "import json, os, sys, time; folder = sys.argv[1]; os.makedirs(folder)\n{}\n"
    "finding = {{'name': 'n', 'holds': {}, 'worst': 0.0, 'time': 1.0, 'whom': '', 'said': 's'}}\n"
    "json.dump({{'passed': {}, 'findings': [finding]}}, open(folder + '/verdict.json', 'w'))"
)


def program(body: str = "", holds: bool = True) -> str:
    return PROGRAM.format(body, holds, holds)


def made(
    folder: Path, monkeypatch, texts: Callable[[CampaignCell], str], more: str = ""
) -> CampaignStore:
    """Return a finished campaign's store."""

    def commands(plan: object, cell: CampaignCell, run: Path) -> List[List[str]]:
        return [[sys.executable, "-c", texts(cell), str(run)]]

    monkeypatch.setattr("sim.campaign.cells.commands", commands)
    plan = read_plan(plan_in(folder, more))
    cells = plan.cells(10, none)
    store = CampaignStore(folder / "out")
    store.open(plan, cells, ["replay"] * len(cells))
    Campaign(Cells(plan, cells, store.folder), store, 2).run()
    return store


def test_each_run_has_a_verdict_or_says_why_not(tmp_path: Path, monkeypatch):
    counter = tmp_path / "tries"

    def text(cell: CampaignCell) -> str:
        once = f"open({str(counter)!r}, 'a').write('x'); sys.exit(3)"
        return {
            ("x", 1): program(),
            ("x", 2): program(holds=False),
            ("x", 3): program("print('wrong input'); sys.exit(2)"),
            ("y", 1): program(once),
            ("y", 2): program(
                "import subprocess; subprocess.Popen(['sleep', '600'], "
                "start_new_session=True); time.sleep(600)"
            ),
            ("y", 3): program("sys.exit(0)"),
        }[cell.ego, cell.seed]

    store = made(tmp_path, monkeypatch, text, "timeout: 2.0\nretries: 2\n")
    try:
        rows = store.rows()
        assert [row.status for row in rows] == [
            *("passed", "failed", "refused", "crashed", "hung", "crashed"),
        ]
        assert counter.read_text() == "xxx" and rows[3].attempts == 3
        assert [row.attempts for row in rows] == [1, 1, 1, 3, 1, 3]
        assert rows[1].cause == "n: s" and rows[2].cause == "wrong input"
        assert rows[5].cause.startswith("left no verdict")
    finally:
        store.close()


def test_a_run_that_hangs_leaves_nothing_behind(tmp_path: Path):
    body = (
        "import os, subprocess, time; print(os.environ['" + MARK + "'], flush=True); "
        "subprocess.Popen(['sleep', '600'], start_new_session=True); time.sleep(600)"
    )
    outcome = ProgramSequence([[sys.executable, "-c", body]], tmp_path / "run", 1.0).run()
    assert outcome.hung
    mark = f"{MARK}={outcome.last}".encode()
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and mark in (folder / "environ").read_bytes():
                left.append(folder.name)
        except OSError:
            continue
    assert left == []


@pytest.mark.not_quick
def test_a_campaign_that_was_killed_goes_on(tmp_path: Path):
    """Killed with SIGKILL, it ends with the table of an undisturbed one."""
    script = tmp_path / "campaign.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\n"
        "import sim.campaign.cells as made\nimport sim.campaign.__main__ as main\n"
        f"program = {program('time.sleep(0.3)')!r}\n"
        "made.commands = lambda plan, cell, run: [[sys.executable, '-c', program, str(run)]]\n"
        "sys.exit(main.main(sys.argv[1:]))\n"
    )
    path = plan_in(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}

    def command(out: str) -> List[str]:
        return [sys.executable, str(script), str(path), "--out", str(tmp_path / out), "--jobs", "1"]

    def table(out: str) -> List[tuple]:
        with sqlite3.connect(str(tmp_path / out / DATABASE_FILE)) as base:
            return base.execute(
                "SELECT number, status, scenario, ego, seed, attempts, findings FROM runs"
            ).fetchall()

    first = subprocess.Popen(command("killed"), env=environment, stdout=subprocess.PIPE)
    assert first.stdout is not None
    first.stdout.readline()
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    assert 1 <= [row[1] for row in table("killed")].count("passed") < 6
    again = subprocess.run(command("killed"), env=environment, stdout=subprocess.PIPE, text=True)
    assert again.returncode == 0 and "runs are there already" in again.stdout
    subprocess.run(command("whole"), env=environment, stdout=subprocess.PIPE, check=True)
    assert table("killed") == table("whole")
    suite = ElementTree.parse(tmp_path / "killed" / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "0", "0")
    assert json.loads((tmp_path / "killed" / "results.json").read_text())["counts"] == {"passed": 6}
    page = (tmp_path / "killed" / "report.html").read_text()
    assert "6 passed" in page and "http" not in page.replace("http-equiv", "")


@pytest.mark.not_quick
@pytest.mark.parametrize(
    "numbers", [(signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT)]
)
def test_two_interrupts_leave_nothing_running(tmp_path: Path, numbers: Tuple[int, int]):
    """A child ignores TERM, so that its end outlasts the second interrupt."""
    stubborn = (
        "import signal, time\\nsignal.signal(15, lambda *_: print('told', flush=True))\\n"
        "print('there', flush=True)\\nwhile True: time.sleep(1)"
    )
    body = (
        f'import subprocess\nsubprocess.Popen([sys.executable, "-c", "{stubborn}"], '
        "start_new_session=True)\ntime.sleep(600)"
    )
    script = tmp_path / "campaign.py"
    script.write_text(
        "import sys\nimport sim.campaign.cells as made\nimport sim.campaign.__main__ as main\n"
        "import sim.campaign.child as child\nchild.PATIENCE = 2.0\n"
        f"program = {program(body)!r}\n"
        "made.commands = lambda plan, cell, run: [[sys.executable, '-c', program, str(run)]]\n"
        "sys.exit(main.main(sys.argv[1:]))\n"
    )
    mark = f"SIM_TEST_CAMPAIGN={os.getpid()}_{time.monotonic_ns()}"
    process = subprocess.Popen(
        [sys.executable, str(script), str(plan_in(tmp_path)), "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **dict([mark.split("=")])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    printed = tmp_path / "plan" / "runs" / "00001.txt"
    for word, number in zip(("there", "told"), numbers):
        while not printed.is_file() or word not in printed.read_text():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
    assert process.wait(60) == 130
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                left.append(folder.name)
        except OSError:
            continue
    assert left == []


def test_a_folder_belongs_to_one_campaign(tmp_path: Path):
    plan = read_plan(plan_in(tmp_path))
    cells = plan.cells(10, none)
    store = CampaignStore(tmp_path / "out")
    store.open(plan, cells, [""] * 6)
    with pytest.raises(InputError, match="another campaign works in this folder"):
        CampaignStore(tmp_path / "out")
    store.close()
    other = read_plan(plan_in(tmp_path, "retries: 0\n"))
    store = CampaignStore(tmp_path / "out")
    with pytest.raises(InputError, match="holds the runs of another file than"):
        store.open(other, cells, [""] * 6)
    store.close()
    with sqlite3.connect(str(tmp_path / "out" / DATABASE_FILE)) as base:
        base.execute("PRAGMA user_version = 99")
    store = CampaignStore(tmp_path / "out")
    with pytest.raises(InputError, match="has the version 99, and this program writes 1"):
        store.open(plan, cells, [""] * 6)
    store.close()


def test_runs_are_counted_before_they_are_made(tmp_path: Path, capsys):
    grid = "parameters: {a: {from: 0, to: 1, step: 0.001}, b: [1, 2]}\nvariations: 1..3\n"
    path = plan_in(tmp_path, grid)
    began = time.process_time()
    assert main([str(path)]) == 2
    assert "has 36036 runs, more than --most" in capsys.readouterr().err
    assert time.process_time() - began < 2.0
    assert main([str(path), "--most", "40000", "--count"]) == 0
    assert capsys.readouterr().out == "36036 runs\n"
    cells = read_plan(path).cells(40000, none)
    assert cells[-1].parameters == (("a", "1.0"), ("b", "2")) and cells[-1].variation == 3
    assert len({cell.key for cell in cells}) == 36036


@pytest.mark.parametrize("more", ["variations: 8..1\n", "variations: []\n"])
def test_a_campaign_without_runs_does_not_pass(tmp_path: Path, more: str, capsys):
    assert main([str(plan_in(tmp_path, more))]) == 2
    assert "has no runs; it needs an ego, a seed and a variation" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("runs: 1\n", "runs: is unknown; there are name, scenarios,"),
        ("run: gazebo\n", "run: 'gazebo' is not one of: kinematic, launch"),
        ("timeout: -1\n", "timeout: must be a number above 0, not -1"),
        ("variations: some\n", "variations: 'some' is not a number; write all, 3, 1..8 or a list"),
        ("parameters: {a: {from: 1, to: 0, step: 1}}\n", "parameters.a: needs a step above 0"),
        (
            "parameters: {a: {from: 1, to: .inf, step: 1}}\n",
            "parameters.a: must be a list, or finite",
        ),
        ("launch: [a]\n", "launch: must be a mapping of names to values"),
        (
            "run: launch\nlaunch: {simulatr: gazebo}\n",
            "launch: unknown key 'simulatr'; did you mean 'simulator'?",
        ),
    ],
)
def test_errors_of_a_file_are_named(tmp_path: Path, more: str, said: str):
    with pytest.raises(InputError) as error:
        read_plan(plan_in(tmp_path, more))
    assert str(error.value).startswith(f"{tmp_path / 'plan.yaml'}: {said}")


def test_an_assertion_that_is_none_is_named_before_any_run(tmp_path: Path, capsys):
    path = plan_in(tmp_path)
    path.write_text(path.read_text().replace("collisions", "colisions"))
    assert main([str(path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        f"{path}: assertions.colisions: is not a measure; there are acceleration,"
    )
    assert not (tmp_path / "out").exists()


def test_a_reference_is_kinematic_beside_simulator_runs(tmp_path: Path):
    (tmp_path / "a.xosc").write_text("")
    path = tmp_path / "plan.yaml"
    text = "scenarios: a.xosc\nassertions: {collisions: {most: 0}}\nrun: launch\nreference: human\n"
    path.write_text(text)
    plan = read_plan(path)
    driven, reference = plan.cells(5, none)
    assert (driven.ego, reference.ego) == ("lane_follow", "human")
    assert "scenario" in replay(plan, driven) and "sim.openscenario" in replay(plan, reference)
    path.write_text(text + "ego: [human]\n")
    with pytest.raises(InputError, match="reference: 'human' is an ego too"):
        read_plan(path)


def test_a_map_says_who_manages_which_cell(tmp_path: Path):
    grid = "parameters: {gap: [1, 2, 3], speed: [5, 6], other: 1}\nvariations: 0\n"
    plan = read_plan(plan_in(tmp_path, grid).rename(tmp_path / "grid.yaml"))
    assert maps.grids(plan) == []
    text = (tmp_path / "grid.yaml").read_text().replace("[1, 2, 3]\nass", "1\nass")
    (tmp_path / "grid.yaml").write_text(text)
    plan = read_plan(tmp_path / "grid.yaml")
    cells = plan.cells(12, none)
    store = CampaignStore(tmp_path / "out")
    store.open(plan, cells, [f"replay {number}" for number in range(1, 13)])
    # x fails at a gap of 1 and, at 6, of 2; y, the reference, only at 1 and 5; one cell is open.
    for number, cell in enumerate(cells, 1):
        gap, speed = cell.parameters[0][1], cell.parameters[1][1]
        fails = {"x": gap == "1" or (gap, speed) == ("2", "6"), "y": (gap, speed) == ("1", "5")}
        if (gap, speed, cell.ego) != ("3", "6", "y"):
            store.end(number, "failed" if fails[cell.ego] else "passed", 1, 0.1)
    (grid,) = maps.grids(plan)
    counts, picture = maps.draw_map(grid, store.rows())
    store.close()
    assert (grid.across, grid.up, grid.tested, grid.reference) == ("gap", "speed", "x", "y")
    assert counts == {
        (True, True): 2,
        (True, False): 2,
        (False, True): 0,
        (False, False): 1,
    }
    titles = [each.text for each in ElementTree.fromstring(picture).iter() if "title" in each.tag]
    assert titles[0] == "gap 1, speed 5: replay 1" and len(titles) == 5


def test_a_plot_has_its_lines():
    text = plot({"a<b": [(0.0, 1.0), (10.0, 3.0)]}, "t", "v", [5.0])
    (line,) = [
        e for e in ElementTree.fromstring(text).iter("polyline") if e.get("stroke") != "#888"
    ]
    points = [tuple(map(float, each.split(","))) for each in line.get("points", "").split()]
    assert points == [(34.0, 136.0), (386.0, 34.0)]
