"""A trial's record is read back, and damaged ones give errors."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.errors import InputError
from sim.kitting.events import TrialEvent
from sim.kitting.trial.states import states
from sim.kitting.trial.summary import SUMMARY_FILE, Record, dumps, read, write

from .runs import LOG, made


@pytest.fixture(scope="module")
def run() -> Record:
    return made()


def test_a_record_comes_back_as_it_was(run, tmp_path) -> None:
    path = write(run, tmp_path / "one" / "two")
    assert path.name == SUMMARY_FILE and [one.name for one in path.parent.iterdir()] == [
        SUMMARY_FILE
    ]
    assert read(path) == run and read(path.parent) == run
    assert dumps(read(path)) == path.read_text(encoding="utf-8")


def test_equal_trials_give_equal_files_wherever_they_lie(run) -> None:
    assert dumps(run) == dumps(made())
    assert "/" not in run.trial.layout and run.trial.layout == "kitting_lab.yaml"
    assert [len(run.hashes[name]) for name in ("layout", "domain")] == [64, 64]


def test_the_file_holds_every_event_and_every_state(run) -> None:
    document = json.loads(dumps(run))
    assert len(document["events"]) == len(LOG)
    assert document["events"][1] == {
        "time": 0.0,
        "kind": "order_announced",
        "subject": "",
        "data": {"order": "usual"},
    }
    assert document["versions"]["planner"] == "test 1" and "numpy" in document["versions"]
    assert document["score"]["total"] == run.score.total
    assert [one["time"] for one in document["states"]] == [one.time for one in states(LOG)]


def test_states_follow_the_log() -> None:
    found = {state.time: state for state in states(LOG)}
    assert found[0.0].orders == {"usual": "open"} and found[0.0].robots == {}
    assert found[2.0].robots["fanuc"] == "take-part"
    assert found[3.0].robots["fanuc"] == "waiting"
    assert found[4.5].robots["fanuc"] == "take-part"
    assert found[10.0].faults == ("missing_part", "detector_blackout")
    assert found[18.0].faults == ("missing_part",)
    assert found[12.0].robots["fanuc"] == "failed"
    assert states(LOG)[-1].orders == {"usual": "complete", "urgent": "complete"}
    assert states(LOG)[-1].placed == 2
    times = [state.time for state in states(LOG)]
    assert times == sorted(set(times))


def test_a_fault_that_is_over_at_once_is_no_state() -> None:
    dropped = [
        TrialEvent(1.0, "fault_injected", "dropped_part"),
        TrialEvent(2.0, "fault_injected", "x"),
    ]
    assert [state.faults for state in states(dropped)] == [(), ("x",)]


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda text: text[:-40], "is not JSON"),
        (lambda text: "[]", "is not the record of a trial"),
        (lambda text: text.replace('"schema": 1', '"schema": 2'), "is not the record of a trial"),
        (lambda text: text.replace('"seed": 1', '"seed": "one"'), ".trial.seed: must be a whole"),
        (lambda text: text.replace('"seed": 1', '"sead": 1'), "did you mean 'seed'?"),
        (lambda text: text.replace('"kind": "order_announced"', '"kind": 3', 1), ".kind: must be"),
        (lambda text: text.replace('"time": 0.0', '"time": "now"', 1), "a number is needed"),
        (lambda text: text.replace('"orders": [', '"orders": 3, "o": [', 1), "unknown key 'o'"),
        (lambda text: text.replace('"prices": {', '"prices": 3, "p": {', 1), "unknown key 'p'"),
    ],
)
def test_errors_of_a_damaged_record(run, tmp_path, change, message) -> None:
    path = write(run, tmp_path)
    path.write_text(change(dumps(run)), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(path)
    assert message in str(error.value) and str(path) in str(error.value)


def test_a_folder_without_a_record(tmp_path) -> None:
    with pytest.raises(InputError, match=f"a trial's folder has a {SUMMARY_FILE}"):
        read(tmp_path)


def test_data_that_json_has_not(run) -> None:
    with pytest.raises(InputError, match="what JSON has not"):
        dumps(replace(run, events=(TrialEvent(0.0, "x", data={"place": float("nan")}),)))
