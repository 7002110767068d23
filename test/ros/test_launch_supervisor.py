"""The supervisor of a launch: signals, exit statuses, leftovers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator

import pytest

pytest.importorskip("rospkg")
from sim.ros.launch import supervisor
from sim.ros.launch.supervisor import (
    EXIT_FILE,
    Interrupts,
    end_rest,
    main,
    processes_of,
    supervise,
)

ROOT = Path(__file__).resolve().parents[2]
SUPERVISED = """
import sys
from sim.ros.launch.supervisor import Interrupts, supervise
interrupts = Interrupts()
status = supervise(sys.argv[1:], interrupts)
print(status, interrupts.received, flush=True)
"""
# Prints when it is ready, counts interrupts for a moment after the first one.
COUNTING = """
trap 'n=$((n + 1))' INT
echo ready
while [ -z "$n" ]; do sleep 0.05; done
sleep 0.5
exit $((n + 10))
"""


@pytest.fixture
def kept_handlers() -> Iterator[None]:
    """Restore the signal handlers."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before):
        signal.signal(number, handler)


def ignore_interrupts() -> None:
    """Ignore SIGINT, as a shell does for the background jobs of a script."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize(
    "command, status", [("exit 0", 0), ("exit 3", 3), ("kill -KILL $$", 137), ("kill $$", 143)]
)
def test_the_exit_status_is_the_commands(kept_handlers, command: str, status: int) -> None:
    assert supervise(["bash", "-c", command], Interrupts()) == status


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_interrupts_the_command_once_though_it_was_ignored(number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISED, "bash", "-c", COUNTING],
        stdout=subprocess.PIPE,
        universal_newlines=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        preexec_fn=ignore_interrupts,
    )
    try:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.communicate(timeout=120)[0] == f"11 [{int(number)}]\n"
    finally:
        process.kill()


def test_a_signal_that_came_before_the_command_ends_it(kept_handlers) -> None:
    interrupts = Interrupts()
    os.kill(os.getpid(), signal.SIGINT)
    assert interrupts.status == 130
    start = time.monotonic()
    assert supervise(["sleep", "60"], interrupts) == 130
    assert time.monotonic() - start < 30.0


def test_leftovers_of_a_launch_are_ended_and_named(tmp_path: Path, capsys) -> None:
    exit_file = str(tmp_path / "exit")
    master = tmp_path / "rosmaster"
    master.write_text("#!/bin/bash\ntrap 'exit 5' TERM\nwhile :; do sleep 0.05; done\n")
    master.chmod(0o755)
    ours = {**os.environ, EXIT_FILE: exit_file}
    others = {**os.environ, EXIT_FILE: f"{exit_file}.ends"}
    left = [subprocess.Popen([str(master)], env=ours), subprocess.Popen(["sleep", "61"], env=ours)]
    other = subprocess.Popen(["sleep", "62"], env=others)
    try:
        while set(processes_of(exit_file)) < {process.pid for process in left}:
            time.sleep(0.02)
        time.sleep(0.3)
        end_rest(exit_file, patience=1.5)
        assert [process.wait(30) for process in left] == [5, -signal.SIGKILL]
        assert other.poll() is None and not list(processes_of(exit_file))
        assert capsys.readouterr().err == "run: killed processes that did not end: sleep 61\n"
    finally:
        for process in (*left, other):
            process.kill()
            process.wait()


def test_impossible_launches_are_refused_and_leave_nothing(
    kept_handlers, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(EXIT_FILE, "")
    launch = ROOT / "launch" / "town.launch"
    assert main([str(launch), str(tmp_path), "sed:=3"]) == 1
    assert capsys.readouterr().err == "sed:=3: town has no argument 'sed'; did you mean 'seed'?\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "number, failed, status",
    [
        (signal.SIGINT, 0, 0),
        (signal.SIGTERM, 0, 143),
        (signal.SIGHUP, 0, 143),
        (signal.SIGTERM, 1, 1),
    ],
)
def test_a_terminated_launch_ends_with_143_unless_it_failed(
    kept_handlers, monkeypatch, number: int, failed: int, status: int
) -> None:
    def launched(command, interrupts) -> int:
        os.kill(os.getpid(), number)
        return 0

    monkeypatch.setattr(supervisor, "ready", lambda *given: ["gui:=false"])
    monkeypatch.setattr(supervisor, "supervise", launched)
    monkeypatch.setattr(supervisor.verdict, "main", lambda words: failed)
    monkeypatch.setenv(EXIT_FILE, "")
    assert main(["town.launch", "."]) == status
