"""Batches of runs from the command line: figures, seeds, mistakes, and Ctrl-C."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_runs import build_road

from sim.errors import InputError
from sim.traffic.__main__ import main
from sim.traffic.backend.host_link import PROGRAM, host_built
from sim.traffic.batch.many_runs import seeds_from

SOURCE = Path(__file__).resolve().parents[3] / "src"
DEMAND = """
seed: 3
flows: [{from: road, to: road, vehicles_per_hour: 900}]
detectors: [{name: middle, edge: road, position: 200}]
"""


@pytest.fixture
def scenario(tmp_path):
    demand = tmp_path / "demand.yaml"
    demand.write_text(DEMAND)
    return build_road(tmp_path), demand, tmp_path / "out"


def batch(scenario, *words) -> int:
    net, demand, out = scenario
    return main(
        ["batch", str(net), str(demand), "--out", str(out), "--jobs", "2", *map(str, words)]
    )


def summary(out: Path, seed: int) -> dict:
    return json.loads((out / f"seed_{seed}" / "summary.json").read_text())


@pytest.mark.not_quick
def test_each_run_has_a_folder_and_all_a_table(scenario, capsys):
    assert batch(scenario, "--seeds", "1..3", "--duration", 90) == 0
    out, said = scenario[2], capsys.readouterr().out.splitlines()
    runs = [summary(out, seed) for seed in (1, 2, 3)]
    assert [run["duration_s"] for run in runs] == [90.0] * 3 and len(
        {run["trajectories"] for run in runs}
    ) == 3
    assert sum("done in" in line for line in said) == 3 and any(
        line == "seed 2: 50 %" for line in said
    )
    rows = list(csv.DictReader((out / "batch.csv").open()))
    assert [row["seed"] for row in rows] == ["1", "2", "3", "mean", "std"]
    flows = [run["detectors"]["middle"]["flow_vehicles_per_hour"] for run in runs]
    assert [
        float(row["detectors.middle.flow_vehicles_per_hour"]) for row in rows[:4]
    ] == pytest.approx([*flows, sum(flows) / 3], rel=1e-4)
    assert (out / "seed_1" / "detectors.csv").is_file()


@pytest.mark.not_quick
def test_the_same_seed_gives_the_same_run(scenario):
    assert batch(scenario, "--seeds", "7", "--duration", 30, "--warm-up", 20) == 0
    other = (*scenario[:2], scenario[2].with_name("other"))
    assert batch(other, "--seeds", "7", "--duration", 30, "--warm-up", 20) == 0
    assert summary(scenario[2], 7)["trajectories"] == summary(other[2], 7)["trajectories"]


@pytest.mark.not_quick
def test_a_run_has_the_demands_strips_of_lanes(scenario):
    found = []
    for more in ("", "lateral_resolution: 0.8\n"):
        scenario[1].write_text(f"{DEMAND}mix: {{car: 1, bicycle: 1}}\n{more}")
        assert batch(scenario, "--seeds", "7", "--duration", 60) == 0
        found.append(summary(scenario[2], 7)["trajectories"])
    assert found[0] != found[1]


@pytest.mark.skipif(not host_built(), reason="the installed SUMO has no library")
@pytest.mark.not_quick
def test_the_host_gives_the_run_of_traci(scenario):
    found = []
    for sumo in ("traci", "host"):
        assert batch(scenario, "--seeds", "4", "--duration", 60, "--sumo", sumo) == 0
        found.append(
            {
                key: value
                for key, value in summary(scenario[2], 4).items()
                if key not in ("rtf", "sumo_step_ms", "overhead_ms")
            }
        )
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "words, said",
    [
        (["--seeds", "1..x"], "--seeds: '1..x' is not a seed"),
        (["--seeds", "4..2"], "not a seed"),
        (["--duration", 0], "--duration"),
        (["--duration", "inf"], "--duration: inf s is not a finite time"),
        (["--duration", "nan"], "--duration"),
        (["--duration", 0.02], "at least one step of 0.1 s"),
        (
            ["--step", 0.0333],
            "--step: 0.0333 s is not a whole number of ms, to which SUMO would round it; "
            "give 0.033 s",
        ),
        (["--jobs", 0], "--jobs"),
        (["--step", 5], "--step"),
        (["--detector-period", 0], "--detector-period"),
        (["--warm-up", -3], "negative"),
    ],
)
def test_errors_are_one_line(scenario, capsys, words, said):
    assert batch(scenario, "--seeds", "1", *words) == 2
    printed = capsys.readouterr()
    assert said in printed.err + printed.out and len(printed.err.splitlines()) == 1


def test_a_wrong_demand_is_refused_before_anything_runs(scenario, capsys):
    scenario[1].write_text(DEMAND.replace("to: road", "to: nowhere"))
    assert batch(scenario) == 2
    assert "nowhere" in capsys.readouterr().err and not scenario[2].exists()


@pytest.mark.not_quick
def test_one_run_that_fails_leaves_the_others(scenario, capsys):
    (scenario[2]).mkdir()
    (scenario[2] / "seed_2").write_text("in the way")
    assert batch(scenario, "--seeds", "1..3", "--duration", 10) == 0
    said = capsys.readouterr().out
    assert "seed 2: failed: " in said and [
        row["seed"] for row in csv.DictReader((scenario[2] / "batch.csv").open())
    ] == ["1", "3", "mean", "std"]


@pytest.mark.parametrize(
    "text, seeds",
    [("1..4", [1, 2, 3, 4]), ("1,5,9", [1, 5, 9]), ("3", [3]), ("2..3,1,3", [2, 3, 1])],
)
def test_seeds(text, seeds):
    assert seeds_from(text) == seeds


@pytest.mark.parametrize("text", ["", "a", "1..", "-1", "²", "1..²", "1..20000", "3000000000"])
def test_seeds_that_are_none(text):
    with pytest.raises(InputError, match="--seeds"):
        seeds_from(text)


def command_of(scenario, *words: str) -> list:
    net, demand, out = map(str, scenario)
    return [sys.executable, "-m", "sim.traffic", "batch", net, demand, "--out", out, *words]


@pytest.mark.not_quick
def test_a_batch_that_was_killed_goes_on(scenario, capsys):
    """It is killed with SIGKILL after its first run.

    In the end its table equals that of an undisturbed batch, wall times aside. More seeds join the
    existing runs.
    """
    words = ("--seeds", "1..2", "--duration", "30")
    first = subprocess.Popen(
        command_of(scenario, *words, "--jobs", "1"),
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        universal_newlines=True,
    )
    assert first.stdout is not None
    while "done in" not in first.stdout.readline():
        pass
    first.kill()
    first.wait()
    first.stdout.close()
    made = (scenario[2] / "seed_1" / "summary.json").stat().st_mtime_ns
    assert batch(scenario, *words) == 0
    assert "1 runs are there already" in capsys.readouterr().out
    assert (scenario[2] / "seed_1" / "summary.json").stat().st_mtime_ns == made
    other = (*scenario[:2], scenario[2].with_name("other"))
    assert batch(other, *words) == 0

    def table(out: Path) -> list:
        rows = csv.DictReader((out / "batch.csv").open())
        return [{name: cell for name, cell in row.items() if name != "rtf"} for row in rows]

    assert table(scenario[2]) == table(other[2])
    capsys.readouterr()
    assert batch(scenario, "--seeds", "2,3", "--duration", 30) == 0
    said = capsys.readouterr().out
    assert "seed 3: done in" in said and "seed 2: done" not in said


@pytest.mark.not_quick
def test_ctrl_c_ends_all_processes(scenario):
    command = command_of(scenario, "--seeds", "1..9", "--duration", "100000", "--jobs", "2")
    mark = f"SIM_TEST_BATCH={os.getpid()}_{time.monotonic_ns()}"
    process = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **dict([mark.split("=")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    try:
        _until(lambda: sum(PROGRAM in line or "sumo" in line for line in _processes(mark)) >= 2)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        assert (
            process.returncode == 130
            and said.splitlines()[-1] == "interrupted"
            and "Traceback" not in said
        )
        _until(lambda: not _processes(mark))
    finally:
        process.kill()
        process.wait()


def _processes(mark: str) -> list:
    """Return command lines of the living processes with a mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_bytes().split(b"\0")[0].decode())
        except OSError:
            continue
    return [line for line in found if line]


def _until(condition, patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "not within a minute"
        time.sleep(0.05)
