"""Reason of SUMO's end in one line."""

from __future__ import annotations

import signal
import sys

import pytest

from sim.traffic.backend.process_log import LoggedProcess, sumo_errors

REFUSED = "Error: Answered with error to command 0xc4: Vehicle 'ego' is not known."


def reason(program: str) -> str:
    process = LoggedProcess([sys.executable, "-c", program])
    try:
        process.process.wait()
        return process.reason("Connection closed by SUMO.")
    finally:
        process.forget()


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_of_one_that_was_killed_nothing_else_is_said(name) -> None:
    program = (
        f"import os; print({REFUSED!r}, flush=True); os.kill(os.getpid(), "
        f"{int(signal.Signals[name])})"
    )
    assert reason(program) == f"SUMO ended by {name}"


def test_a_crash_has_sumos_last_words() -> None:
    program = "import os; print('Error: out of memory', flush=True); os.kill(os.getpid(), 6)"
    assert reason(program) == "SUMO ended by SIGABRT: Error: out of memory"


def test_refused_requests_are_not_errors_of_sumo() -> None:
    assert (
        sumo_errors(
            f"Loading done.\n{REFUSED}\nError: Vehicle 'a' has no valid route.\nQuitting (on "
            "error).\n"
        )
        == "Error: Vehicle 'a' has no valid route."
    )
    assert (
        reason(f"print({REFUSED!r}); raise SystemExit(1)")
        == "SUMO ended with code 1: Connection closed by SUMO."
    )
