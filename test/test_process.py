"""Child processes end with us, even if they ignore signals.

They end on request, and when we are killed.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from sim.errors import SimulationError
from sim.process import end_child, exit_code, start_child, start_module

SOURCE = Path(__file__).resolve().parents[1] / "src"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', "
    "flush=True); time.sleep(600)"
)
PARENT = (
    "import sys, time; from sim.process import start_child; print(start_child(['sleep', "
    "'600']).pid, flush=True); time.sleep(600)"
)
# Prints its id and outlives the process that starts it before it requests to end with it.
LATE = """
import os, time
from sim.process import orphaned, wait_for_parent
print(os.getpid(), flush=True)
while not orphaned():
    time.sleep(0.01)
wait_for_parent()
"""


def gone(pid: int, patience: float = 60.0) -> bool:
    """Return whether a process ends within ``patience`` s. A zombie without a parent has ended."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_a_child_ends_at_the_first_request():
    child = start_child(["sleep", "600"])
    end_child(child)
    assert child.returncode == -signal.SIGTERM


def test_a_module_that_cannot_start_is_a_simulation_error(monkeypatch):
    def refuse(*arguments, **options):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    open_before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(SimulationError, match=r"process sim\.some cannot be started: .*unavail"):
        start_module("sim.some")
    assert len(os.listdir("/proc/self/fd")) == open_before


def test_a_childs_exit_code_is_its_own_or_its_signals():
    child = start_child([sys.executable, "-c", "import time; time.sleep(0.2); raise SystemExit(3)"])
    assert exit_code(child, 60.0) == 3
    assert exit_code(start_child(["sleep", "600"]), 0.01) == -signal.SIGTERM


def test_a_child_that_ignores_requests_is_killed():
    with tempfile.TemporaryFile() as said:
        child = start_child([sys.executable, "-c", STUBBORN], said)
        while os.fstat(said.fileno()).st_size == 0:
            time.sleep(0.01)
        started = time.monotonic()
        end_child(child, patience=0.2)
        assert child.returncode == -signal.SIGKILL and time.monotonic() - started >= 0.2


def test_ending_a_child_that_has_ended_keeps_its_code():
    child = start_child([sys.executable, "-c", "raise SystemExit(3)"])
    child.wait()
    end_child(child)
    assert child.returncode == 3


def test_a_child_hears_no_ctrl_c_and_its_output_goes_to_the_file():
    with tempfile.TemporaryFile() as said:
        code = (
            "import os, sys; print(os.getsid(0) == os.getpid(), sys.stdin.read() == '', "
            "flush=True); print('e', file=sys.stderr)"
        )
        start_child([sys.executable, "-c", code], said).wait()
        said.seek(0)
        assert said.read().split() == [b"True", b"True", b"e"]


def orphan(parents_code: str) -> int:
    """Return the id printed by a killed process or its child."""
    parent = subprocess.Popen(
        [sys.executable, "-c", parents_code],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    return child


def test_a_child_dies_with_a_parent_that_is_killed():
    assert gone(orphan(PARENT))


def test_waiting_for_an_ended_parent_ends():
    assert gone(
        orphan(
            f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {LATE!r}]); "
            "time.sleep(600)"
        )
    )
