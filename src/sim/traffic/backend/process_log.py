"""Process of SUMO with a log of its output to report errors."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import tempfile
from typing import IO, Mapping, Optional, Sequence

from sim.errors import SimulationError
from sim.process import end_child, start_child

# Sent from outside, so that SUMO's log has no cause.
KILLS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
REFUSED = "Answered with error to command"


class SumoProcess:
    """SUMO of this process, with its output in an unnamed file."""

    def __init__(self, log: IO[bytes]) -> None:
        self._owner, self._log = os.getpid(), log

    @property
    def pid(self) -> int:
        raise NotImplementedError

    @property
    def alive(self) -> bool:
        raise NotImplementedError

    def end(self, patience: float = 0.0) -> None:
        """Wait ``patience`` s for the process to end, then end it. Its output remains readable."""
        raise NotImplementedError

    def reason(self, error: str) -> str:
        """Return the exit reason and the last output, or ``error`` without output.

        For a killed process it is the exit reason only.
        """
        raise NotImplementedError

    @property
    def owned(self) -> bool:
        """False in a process forked after SUMO's start."""
        return os.getpid() == self._owner

    def check_owner(self) -> None:
        """Raise SimulationError in a process forked after SUMO's start."""
        if not self.owned:
            raise SimulationError(
                "SUMO was started before this process was forked; start it in each process, or "
                "spawn processes"
            )

    def forget(self) -> None:
        """Discard the logged output."""
        self._log.close()

    def _errors(self) -> str:
        self._log.seek(0, os.SEEK_SET)
        return sumo_errors(self._log.read().decode(errors="replace"))


class LoggedProcess(SumoProcess):
    """Child process that ends with the parent."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Optional[Mapping[str, str]] = None,
        pass_fds: Sequence[int] = (),
    ) -> None:
        super().__init__(tempfile.TemporaryFile())  # noqa: SIM115 (closed with the process)
        self.process = start_child(arguments, self._log, environment, pass_fds)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def end(self, patience: float = 0.0) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        end_child(self.process)

    def reason(self, error: str) -> str:
        try:
            # A connection breaks a moment before its process has ended.
            code = self.process.wait(1.0)
            ended = ended_by(code)
        except subprocess.TimeoutExpired:
            code, ended = 0, "SUMO does not answer"
        if -code in KILLS:
            return ended
        return f"{ended}: {self._errors() or error}"


class ForkedProcess(SumoProcess):
    """Fork of a traffic host; its exit code is unknown.

    The other end of ``line`` is open in the fork alone, and so tells that it runs: its number may
    be another process's as soon as it has ended.
    """

    def __init__(self, pid: int, line: socket.socket, log: IO[bytes]) -> None:
        super().__init__(log)
        self._pid, self._line = pid, line

    @property
    def pid(self) -> int:
        return self._pid

    @property
    def alive(self) -> bool:
        return not self._wait(0.0)

    def end(self, patience: float = 0.0) -> None:
        if not self._wait(patience):
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._wait(1.0)

    def reason(self, error: str) -> str:
        if not self._wait(1.0):
            return f"SUMO does not answer: {self._errors() or error}"
        # Without a word in its log, it was killed.
        return ": ".join(filter(None, ["SUMO ended", self._errors()]))

    def _wait(self, patience: float) -> bool:
        """Return whether the process has ended after at most ``patience`` s."""
        if self._line.fileno() < 0:
            return True
        hung_up = select.poll()
        hung_up.register(self._line, 0)
        return bool(hung_up.poll(1e3 * patience))


class ProcessLink:
    """Base of the links to a SUMO in another process."""

    _process: SumoProcess

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
