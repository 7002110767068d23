"""A process of SUMO with all that it prints, to tell why it ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from typing import Mapping, Optional, Sequence

from sim.process import end_child, start_child

# Sent by somebody, so that SUMO's log has no cause.
KILLS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
REFUSED = "Answered with error to command"


class LoggedProcess:
    """Ends with us; its output is kept in a file that has no name."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Optional[Mapping[str, str]] = None,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self.process = start_child(arguments, self._log, environment, pass_fds)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def end(self, patience: float = 0.0) -> None:
        """Gives it ``patience`` s to end by itself, then ends it; what it said can still be asked
        for."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        end_child(self.process)

    def reason(self, error: str) -> str:
        """How it ended and what it said last, or ``error`` where it said nothing; of one that was
        killed, only that."""
        try:
            # A connection breaks a moment before its process has ended.
            code = self.process.wait(1.0)
            ended = ended_by(code)
        except subprocess.TimeoutExpired:
            code, ended = 0, "SUMO does not answer"
        if -code in KILLS:
            return ended
        self._log.seek(0, os.SEEK_SET)
        return f"{ended}: {sumo_errors(self._log.read().decode(errors='replace')) or error}"

    def forget(self) -> None:
        """Drops what it said."""
        self._log.close()


class ProcessLink:
    """What each way to a SUMO in another process has."""

    _process: LoggedProcess

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.alive

    def reason(self, error: str) -> str:
        """Why it ended."""
        return self._process.reason(error)


def ended_by(code: int) -> str:
    """An exit code of SUMO in words, with the signal's name where there was one."""
    try:
        return (
            f"SUMO ended by {signal.Signals(-code).name}"
            if code < 0
            else f"SUMO ended with code {code}"
        )
    except ValueError:
        return f"SUMO ended by signal {-code}"


def sumo_errors(said: str) -> str:
    """What SUMO's output says from its first error on, on one line, or its last lines where it
    names no error.

    Its answers to requests that it refused are no errors of its own.
    """
    lines = [
        line.strip()
        for line in said.splitlines()
        if line.strip() and not line.startswith("Quitting") and REFUSED not in line
    ]
    first = next(
        (row for row, line in enumerate(lines) if line.startswith("Error")), max(len(lines) - 3, 0)
    )
    return " ".join(lines[first : first + 4])
