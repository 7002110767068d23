"""Parts that run side by side: order, results, end of a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.parts import COMPUTING, FIRST, ROOT, SIDE, WAITING, Part, Pytest
from support.queue import Queue, run
from support.selection import QUICK
from support.summary import NO_TESTS, TIMED_OUT, count_part


def command(text: str) -> tuple:
    return (sys.executable, "-c", text)


def statuses(parts, folder: Path, slots: int = 2, **more) -> dict:
    """Return exit statuses by part, in the order of the parts' ends."""
    found = {}

    def ended(one, status: int) -> bool:
        found[one.part.name] = status
        return status != 0

    run(parts, folder, slots, ended, **more)
    return found


def test_each_part_leaves_its_status_and_what_it_printed(tmp_path) -> None:
    parts = [
        Part("good", command("import os; print(os.environ['OPENBLAS_NUM_THREADS'])"), 60.0),
        Part("bad", command("raise SystemExit(3)"), 60.0),
    ]
    assert statuses(parts, tmp_path) == {"good": 0, "bad": 3}
    assert (tmp_path / "good" / "output.txt").read_text() == "1\n" and (
        tmp_path / "bad" / "status"
    ).read_text() == "3"


def test_a_part_that_takes_too_long_is_ended(tmp_path) -> None:
    parts = [
        Part("endless", command("import time; time.sleep(600)"), 0.5),
        Part("other", command(""), 60.0),
    ]
    assert statuses(parts, tmp_path) == {"endless": TIMED_OUT, "other": 0}


def test_pytest_ends_with_its_own_status_where_markers_leave_no_test(tmp_path) -> None:
    test = tmp_path / "test_one.py"
    test.write_text("import pytest\n@pytest.mark.not_quick\ndef test_a(): ...\n")
    parts = [
        Pytest(sys.executable, tmp_path, QUICK[1:]).part("quick", [str(test)]),
        Pytest(sys.executable, tmp_path, ("-m", "slow")).part("slow", [str(test)]),
    ]
    assert statuses(parts, tmp_path) == {"pytest_quick": NO_TESTS, "pytest_slow": NO_TESTS}
    assert count_part(tmp_path / "pytest_quick").without_tests == ("pytest_quick",)


class EndsAfterItWasLookedAt(subprocess.Popen):
    """Process that ends just after the first look."""

    looked = False

    def poll(self):
        if self.looked:
            return super().poll()
        self.looked = True
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        return None


def test_a_part_that_ends_just_after_a_look_has_its_status(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", EndsAfterItWasLookedAt)
    assert statuses([Part("late", command("raise SystemExit(3)"), 60.0)], tmp_path) == {"late": 3}


def order(parts, durations, slots: int) -> list:
    """Return names of parts by start; the oldest one ends each time."""
    queue, running, begun = Queue(parts, durations), [], []
    while queue or running:
        part = queue.next([one.lane for one in running], slots)
        if part is None:
            running.pop(0)
            continue
        running.append(part)
        begun.append(part.name)
    return begun


def lane(name: str, of: str) -> Part:
    return Part(name, (), 60.0, lane=of)


def test_the_longest_parts_begin_first_and_unknown_ones_before_them() -> None:
    parts = [lane(name, COMPUTING) for name in ("short", "long", "new")]
    assert order(parts, {"short": 1.0, "long": 60.0}, 1) == ["new", "long", "short"]


def test_what_is_first_begins_before_longer_parts() -> None:
    parts = [lane("long", WAITING), lane("quick_1", FIRST), lane("quick_2", FIRST)]
    assert order(parts, {"long": 99.0, "quick_1": 1.0, "quick_2": 2.0}, 2) == [
        "quick_2",
        "quick_1",
        "long",
    ]


def test_rostests_and_what_computes_share_the_slots() -> None:
    waits, computes = ([lane(f"{of} {n}", of) for n in (1, 2, 3)] for of in (WAITING, COMPUTING))
    assert order([*waits, *computes], {}, 4)[:4] == [
        "waiting 1",
        "computing 1",
        "waiting 2",
        "computing 2",
    ]
    assert order([*computes, waits[0]], {}, 1)[0] == "waiting 1"


def test_checks_of_the_code_have_one_slot_until_they_have_ended() -> None:
    parts = [*(lane(f"side {n}", SIDE) for n in (1, 2)), *(lane(f"{n}", WAITING) for n in (1, 2))]
    queue = Queue(parts, {})
    assert queue.next([], 2).name == "side 1"
    assert queue.next([SIDE], 2).name == "1"
    assert queue.next([SIDE, WAITING], 2) is None, "neither a second check nor more of the rest"
    assert queue.next([WAITING], 2).name == "side 2"
    assert queue.next([WAITING, SIDE], 2) is None
    assert queue.next([WAITING], 2).name == "2", "the slot of the checks is free at their end"
    assert not queue


@pytest.mark.parametrize("early, ran", [(True, {"bad": 3}), (False, {"bad": 3, "one": 0})])
def test_a_failure_of_quick_ends_a_run_early_if_wanted(tmp_path, early, ran) -> None:
    parts = [
        Part("bad", command("raise SystemExit(3)"), 60.0, lane=FIRST),
        Part("one", command(""), 60.0, lane=WAITING),
    ]
    assert statuses(parts, tmp_path, 1, fail_early=early) == ran
    assert {path.name for path in tmp_path.iterdir()} == set(ran)


def test_what_runs_when_quick_fails_ends_without_results(tmp_path) -> None:
    """The failing part waits until the second one is at work."""
    there, endless = tmp_path / "there", "import time; time.sleep(600)"
    wait = (
        f"import pathlib, time\nwhile not pathlib.Path({str(there)!r}).exists(): time.sleep(0.01)"
    )
    parts = [
        Part("bad", command(f"{wait}\nraise SystemExit(3)"), 60.0, lane=FIRST),
        Part("two", command(f"open({str(there)!r}, 'w').close(); {endless}"), 600.0, lane=WAITING),
    ]
    assert statuses(parts, tmp_path / "results", 2, fail_early=True) == {"bad": 3}
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["bad"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_runs_ends_with_an_interrupted_run(tmp_path, number) -> None:
    pid = tmp_path / "pid"
    waiting = (
        f"import os, pathlib, time; pathlib.Path({str(pid)!r}).write_text(str(os.getpid()) "
        "+ '.'); time.sleep(600)"
    )
    code = (
        "import signal, sys, pathlib; sys.path.insert(0, 'test'); from support.parts import Part; "
        "from support.queue import run;"
        "signal.signal(signal.SIGTERM, signal.default_int_handler); "
        f"run([Part('one', (sys.executable, '-c', {waiting!r}), 600.0), Part('two', ('true',), "
        f"60.0)], pathlib.Path({str(tmp_path)!r}), 2, print)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while not (pid.exists() and pid.read_text().endswith(".")):
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait(120) != 0
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()[:-1]), 0)
    finally:
        process.kill()
