"""Files of runs are served, and no other files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.monitor.runs import Runs


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    for name in ("first", "second"):
        folder = tmp_path / "runs" / name
        (folder / "egos").mkdir(parents=True)
        (folder / "summary.json").write_text('{"status": "ok"}')
        (folder / "egos" / "ego.csv").write_text("time,speed\n0,1\n")
        (folder / "trips.xml").write_text("<trips/>")
    (tmp_path / "runs" / "no_run").mkdir()
    (tmp_path / "runs" / "no_run" / "secret.json").write_text("{}")
    (tmp_path / "secret.json").write_text("{}")
    (tmp_path / "runs" / "first" / "link.json").symlink_to(tmp_path / "secret.json")
    for number, name in enumerate(("first", "second")):
        os.utime(tmp_path / "runs" / name, (number, number))
    return Runs(tmp_path / "runs")


def test_the_newest_run_is_listed_first_with_what_the_page_shows(runs: Runs) -> None:
    second, first = json.loads(runs.read(""))
    assert second == {"name": "second", "files": ["egos/ego.csv", "summary.json"]}
    assert first["name"] == "first"
    assert json.loads(runs.read("second/summary.json")) == {"status": "ok"}
    assert runs.read("second/egos/ego.csv") == b"time,speed\n0,1\n"


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("../secret.json", "leads out of"),
        ("first/../../secret.json", "leads out of"),
        ("first/link.json", "leads out of"),
        ("//etc/passwd.json", "no such file"),
        ("first/trips.xml", "only .csv .json .png .svg are read"),
        ("first/none.json", "no such file"),
        ("no_run/secret.json", "no such file of a run"),
        ("./first/summary.json", "no such file of a run"),
        ("first", "only"),
    ],
)
def test_nothing_else_is_read(runs: Runs, rest: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        runs.read(rest)


def test_without_a_folder_the_list_of_runs_is_empty(tmp_path: Path) -> None:
    assert json.loads(Runs(tmp_path / "none").read("")) == []
