"""Start, end and exit codes of a gzserver, played by small real processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import List, Sequence, Tuple

import pytest

from sim.errors import SimulationError
from sim.gzserver.log import ServerLog
from sim.gzserver.server import PATIENCE, Ending, GzserverProcess, describe, judge

QUICK = ((0.3, signal.SIGTERM), (0.6, signal.SIGKILL))
ON_INT = (
    "import os, signal, sys, time\nsignal.signal(signal.SIGINT, lambda *_: {})\nprint('up', "
    "flush=True)\ntime.sleep(600)"
)
STUBBORN = (
    "import signal, time\nfor number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, "
    "signal.SIG_IGN)\n"
    "print('up', flush=True)\ntime.sleep(600)"
)


class Run:
    """Child that runs Python code as gzserver; it is ready after printing ``up``."""

    def __init__(self, code: str) -> None:
        self.passed: List[str] = []
        self.readied = 0
        self.log = ServerLog(lambda level, text: None, self.passed.append)
        self.server = GzserverProcess([sys.executable, "-c", code], dict(os.environ), self.log)

    def ending(
        self, stop: bool = False, patience: Sequence[Tuple[float, int]] = PATIENCE
    ) -> Ending:
        def when_ready() -> None:
            self.readied += 1
            if stop:
                threading.Timer(0.05, self.server.stop).start()

        return self.server.run(lambda: "gzserver: up" in self.passed, when_ready, patience)


def test_an_end_that_was_asked_for():
    run = Run(ON_INT.format("sys.exit(0)"))
    assert run.ending(stop=True) == Ending(False, "") and run.readied == 1


def test_an_abort_after_our_own_sigint_is_reported_only():
    ending = Run(ON_INT.format("os.abort()")).ending(stop=True)
    assert not ending.failed and "ended with signal 6 (SIGABRT) while it ended" in ending.text


def test_an_abort_after_the_announced_end_is_reported_only():
    ending = Run(
        "import os, time\nprint('up', flush=True)\ntime.sleep(0.5)\nprint('sim: ended at 60 s', "
        "flush=True)\nos.abort()"
    ).ending()
    assert not ending.failed and "SIGABRT" in ending.text


@pytest.mark.not_quick
def test_a_server_that_hangs_is_ended_all_the_same():
    run = Run(STUBBORN)
    assert not run.ending(stop=True, patience=QUICK).failed
    assert run.server.process.returncode == -signal.SIGKILL


@pytest.mark.not_quick
def test_a_server_that_hangs_after_its_announced_end_is_ended_too():
    run = Run(
        STUBBORN.replace(
            "time.sleep(600)", "print('sim: ended at 60 s', flush=True)\ntime.sleep(600)"
        )
    )
    assert (
        not run.ending(patience=QUICK).failed and run.server.process.returncode == -signal.SIGKILL
    )


@pytest.mark.not_quick
def test_a_server_without_a_screen_is_not_waited_for():
    run = Run(
        "import time\nprint('X Error of failed request:  GLXBadContext', flush=True)\n"
        "time.sleep(600)"
    )
    assert run.ending() == Ending(
        True, "gzserver ended with signal 15 (SIGTERM) before it was ready"
    )


def test_a_server_that_is_killed():
    run = Run("print('up', flush=True)\nimport time\ntime.sleep(600)")
    threading.Thread(
        target=lambda: (
            wait_for(lambda: run.readied),
            os.kill(run.server.process.pid, signal.SIGKILL),
        )
    ).start()
    assert run.ending() == Ending(
        True, "the simulator was killed or has crashed: gzserver ended with signal 9 (SIGKILL)"
    )


def test_a_server_that_crashes_at_its_start():
    assert Run("import os\nos.abort()").ending() == Ending(
        True, "gzserver ended with signal 6 (SIGABRT) before it was ready", stillborn=True
    )


def test_a_server_that_fails_at_its_start():
    run = Run(
        "print('EXCEPTION: Unable to start server[bind: Address already in use].', flush=True)\n"
        "raise SystemExit(255)"
    )
    assert run.ending() == Ending(True, "gzserver ended with code 255 before it was ready")
    assert run.log.port_taken and "Address already in use" in run.log.last_lines[-1]


@pytest.mark.not_quick
def test_a_child_with_the_servers_output_blocks_nothing():
    run = Run(
        "import subprocess, sys\nprint('up', flush=True)\nprint(subprocess.Popen(['sleep', "
        "'600']).pid, flush=True)\n"
        "import time; time.sleep(1)\nsys.exit(3)"
    )
    assert run.ending().failed
    # Fails where the child has ended, which is when its output would have been closed.
    os.kill(int(run.log.last_lines[-1]), signal.SIGKILL)


def test_a_program_of_another_machine(tmp_path):
    (tmp_path / "gzserver").write_bytes(b"\x7fELF another machine")
    (tmp_path / "gzserver").chmod(0o755)
    with pytest.raises(SimulationError, match=r"cannot be started.*another kind of machine"):
        GzserverProcess(
            [str(tmp_path / "gzserver")],
            dict(os.environ),
            ServerLog(lambda level, text: None, print),
        )


@pytest.mark.parametrize(
    "code, told, announced, ready, failed",
    [
        (0, True, False, True, False),
        (-2, True, False, True, False),
        (130, True, False, True, False),
        (134, True, False, True, False),
        (-6, False, True, True, False),
        (255, False, True, True, False),
        (0, False, False, True, False),
        (0, False, False, False, True),
        (-11, False, False, True, True),
        (134, False, False, True, True),
        (255, False, False, False, True),
    ],
)
def test_exit_codes(code, told, announced, ready, failed):
    ending = judge(code, told, announced, ready)
    assert ending.failed == failed
    assert not failed or str(describe(code)) in ending.text


@pytest.mark.parametrize(
    "code, words",
    [
        (0, "ended with code 0"),
        (1, "ended with code 1"),
        (255, "ended with code 255"),
        (-9, "ended with signal 9 (SIGKILL)"),
        (134, "ended with signal 6 (SIGABRT)"),
        (128, "ended with code 128"),
    ],
)
def test_codes_in_words(code, words):
    assert describe(code) == words


def wait_for(condition) -> None:
    end = time.monotonic() + 60.0
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
