"""Programs of one run, with all processes that they start.

A mark in the environment finds these processes anywhere, so that a hanging run leaves nothing
behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterator, Mapping, Optional, Sequence

from sim.ports import free_port
from sim.process import start_child

MARK = "SIM_CAMPAIGN_RUN"
# Wall s that processes have to end after TERM.
PATIENCE = 5.0


@dataclass(frozen=True)
class ProgramsOutcome:
    """Outcome of a run's programs.

    ``code`` of the first program that failed, 0 if none; ``hung`` on a timeout; ``last`` printed
    line.
    """

    code: int
    hung: bool
    last: str


class ProgramSequence:
    """Sequence of programs in a process group with its own ROS master.

    Output goes into a file beside ``folder``; ``timeout`` in wall s of all together; ``heard`` gets
    each printed line; ``environment`` extends this process's.
    """

    def __init__(
        self,
        programs: Sequence[Sequence[str]],
        folder: Path,
        timeout: float,
        heard: Optional[Callable[[str], None]] = None,
        environment: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._programs, self._folder, self._timeout = programs, folder, timeout
        self._heard, self._read = heard, 0
        self._more = dict(environment or {})
        self._mark = uuid.uuid4().hex
        self._stopped = False

    def run(self) -> ProgramsOutcome:
        end, code, hung = time.monotonic() + self._timeout, 0, False
        path = self._folder.with_suffix(".txt")
        with path.open("wb") as output:
            for program in self._programs:
                if self._stopped:
                    break
                process = start_child(program, output.fileno(), self._environment())
                while process.poll() is None and not self._stopped:
                    hung = time.monotonic() > end
                    if hung:
                        break
                    with contextlib.suppress(Exception):
                        process.wait(0.1)
                    self._pass_on(path)
                if hung or self._stopped:
                    self._end_all()
                process.wait()
                code = process.returncode
                if code or hung:
                    break
        self._end_all()
        self._pass_on(path)
        lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
        return ProgramsOutcome(code, hung, lines[-1] if lines else "")

    def stop(self) -> None:
        self._stopped = True

    def _pass_on(self, path: Path) -> None:
        """Pass on the complete lines since the last call."""
        if self._heard is None:
            return
        with path.open("rb") as stream:
            stream.seek(self._read)
            text, _, _ = stream.read().rpartition(b"\n")
        if text:
            self._read += len(text) + 1
            for line in text.decode(errors="replace").splitlines():
                self._heard(line)

    def _environment(self) -> Dict[str, str]:
        return {
            **os.environ,
            **self._more,
            MARK: self._mark,
            "ROS_MASTER_URI": f"http://127.0.0.1:{free_port()}",
            "ROS_HOSTNAME": "127.0.0.1",
            "ROS_HOME": str(self._folder.with_suffix(".ros")),
            # One run uses one core; the campaign uses the others.
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }

    def _end_all(self) -> None:
        """End all remaining processes of the run."""
        end = time.monotonic() + PATIENCE
        number = signal.SIGTERM
        while True:
            left = list(marked_processes(self._mark))
            if not left:
                return
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)
            if time.monotonic() > end:
                number = signal.SIGKILL
            time.sleep(0.1)


def marked_processes(mark: str) -> Iterator[int]:
    """Yield living processes with a mark in their environment."""
    word = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word in (folder / "environ").read_bytes().split(b"\0") and not _over(folder):
                yield int(folder.name)


def _over(folder: Path) -> bool:
    """Return whether a process is a zombie: ended but not reaped."""
    return (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0] == "Z"
