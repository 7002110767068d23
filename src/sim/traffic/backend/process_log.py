"""Process of SUMO with a log of its output to report errors."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from typing import Mapping, Optional, Sequence

from sim.errors import SimulationError
from sim.process import end_child, start_child

# Sent from outside, so that SUMO's log has no cause.
KILLS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
REFUSED = "Answered with error to command"


class LoggedProcess:
    """Child process with its output in an unnamed file. It ends with the parent."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Optional[Mapping[str, str]] = None,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self._owner = os.getpid()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self.process = start_child(arguments, self._log, environment, pass_fds)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def check_owner(self) -> None:
        """Raise SimulationError in a process forked after SUMO's start, which would answer both."""
        if os.getpid() != self._owner:
            raise SimulationError(
                "SUMO was started before this process was forked; start it in each process, or "
                "spawn processes"
            )

    def end(self, patience: float = 0.0) -> None:
        """Wait ``patience`` s for the process to end, then end it. Its output remains readable."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        end_child(self.process)

    def reason(self, error: str) -> str:
        """Return the exit reason and the last output, or ``error`` without output.

        For a killed process it is the exit reason only.
        """
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
        """Discard the logged output."""
        self._log.close()


class ProcessLink:
    """Base of the links to a SUMO in another process."""

    _process: LoggedProcess

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.alive

    def reason(self, error: str) -> str:
        """Return the reason why SUMO ended."""
        return self._process.reason(error)


def ended_by(code: int) -> str:
    """Describe an exit code of SUMO, with the signal's name if any."""
    try:
        return (
            f"SUMO ended by {signal.Signals(-code).name}"
            if code < 0
            else f"SUMO ended with code {code}"
        )
    except ValueError:
        return f"SUMO ended by signal {-code}"


def sumo_errors(said: str) -> str:
    """Return SUMO's output from its first error on, as one line.

    Without an error it is the last lines. Answers to refused requests do not count as errors.
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
