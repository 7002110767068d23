"""Ownership of a run's folder."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sim.errors import InputError
from sim.run_folder import OWNER_FILE, SUMMARY_FILE, claim, complete_summary, read_summary, run_name


@pytest.fixture
def another(monkeypatch):
    """Makes this process a node of the named launch."""
    return lambda name: monkeypatch.setenv("SIM_EXIT_FILE", name)


def test_all_nodes_of_a_launch_share_its_folder_and_no_other_run_does(tmp_path, another) -> None:
    another("/first")
    folder = claim(tmp_path / "new" / "run")
    assert claim(folder, "scenario.json") == folder
    another("/second")
    with pytest.raises(InputError, match=r"is not empty .*give each run a folder of its own"):
        claim(folder)
    assert (folder / OWNER_FILE).read_text() == "/first"


@pytest.mark.parametrize("name", ["summary.json", "notes.txt"])
def test_files_in_a_folder_are_not_overwritten(tmp_path, name) -> None:
    (tmp_path / name).write_text('{"status": "ok", "duration_s": 200.0}')
    with pytest.raises(InputError, match=rf"is not empty \({name}\)"):
        claim(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_a_restarted_node_does_not_overwrite_its_results(tmp_path, another) -> None:
    another("/one")
    claim(tmp_path)
    (tmp_path / SUMMARY_FILE).write_text('{"status": "ok"}')
    with pytest.raises(InputError, match="is not empty"):
        claim(tmp_path)


def test_a_run_that_failed_before_it_began_may_be_tried_again(tmp_path, another) -> None:
    another("/first")
    claim(tmp_path)
    complete_summary(tmp_path, "failed", "no lane", duration_s=0.0)
    another("/second")
    claim(tmp_path)
    assert read_summary(tmp_path) == {} and (tmp_path / OWNER_FILE).read_text() == "/second"


def test_a_folder_that_cannot_be_made_is_named(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"run_folder .*file/run: cannot be written"):
        claim(tmp_path / "file" / "run")


def test_without_run_the_process_that_started_a_node_names_its_run(monkeypatch) -> None:
    monkeypatch.delenv("SIM_EXIT_FILE", raising=False)
    script = "from sim.run_folder import run_name; print(run_name())"
    names = [
        subprocess.run(
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert names[0] == names[1] and len(names[0].split()) == 2 and run_name() != names[0].strip()


def test_a_summary_is_completed_and_what_it_says_is_kept(tmp_path) -> None:
    (tmp_path / SUMMARY_FILE).write_text(json.dumps({"status": "running", "seed": 3}))
    complete_summary(tmp_path, "failed", "killed", seed=4, mode="follow")
    assert read_summary(tmp_path) == {
        "seed": 3,
        "mode": "follow",
        "status": "failed",
        "cause": "killed",
    }
