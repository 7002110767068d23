"""Runs one launch of ``./run NAME``: checks, roslaunch, cleanup, verdict.

roslaunch exits with 0 even if its nodes fail. The nodes, and :mod:`sim.ros.launch.launcher`, write
how they ended into the file that SIM_EXIT_FILE names and beside it; the verdict is given when all
have ended, and so does not depend on them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Iterator, List, Sequence

from sim.errors import InputError
from sim.process import die_with_parent
from sim.ros.launch import verdict
from sim.ros.launch.preflight import ready
from sim.ros.node.program import ENDS

EXIT_FILE = "SIM_EXIT_FILE"
LAUNCHER = (sys.executable, "-m", "sim.ros.launch.launcher")
# Processes that roslaunch leaves behind if it fails or is killed.
LASTING = ("rosmaster", "rosout")
# Wall s for processes left after roslaunch: its nodes end within 15 s of its end.
PATIENCE = 20.0
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """Passes each signal that ends the launch as SIGINT to one process."""

    def __init__(self) -> None:
        self.received: List[int] = []
        self._target = 0
        # Python programs that a script starts in the background would leave SIGINT ignored.
        for number in ENDING:
            signal.signal(number, self._receive)

    def pass_on_to(self, pid: int) -> None:
        """Set the process; it gets earlier signals, too. 0: no process."""
        self._target = pid
        if pid and self.received:
            self._interrupt()

    @property
    def status(self) -> int:
        """Exit status of a launch ended by an early signal, or 0."""
        return 128 + self.received[0] if self.received else 0

    def _receive(self, number: int, frame: Any) -> None:
        self.received.append(number)
        if self._target:
            self._interrupt()

    def _interrupt(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._target, signal.SIGINT)


def supervise(command: Sequence[str], interrupts: Interrupts) -> int:
    """Run a command in a new process group; return its exit status.

    The status is that of a shell. The terminal's Ctrl-C reaches this process alone, which passes it
    on once, so that the command can end its own children. Linux interrupts the command if this
    process is killed.
    """
    parent = os.getpid()

    def before() -> None:
        os.setpgid(0, 0)
        die_with_parent(parent, signal.SIGINT)

    child = subprocess.Popen(list(command), stdin=subprocess.DEVNULL, preexec_fn=before)
    interrupts.pass_on_to(child.pid)
    code = child.wait()
    interrupts.pass_on_to(0)
    return code if code >= 0 else 128 - code


def processes_of(exit_file: str) -> Iterator[int]:
    """Yield the ids of a launch's processes, found by their exit file."""
    setting = f"{EXIT_FILE}={exit_file}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                pid = int(folder.name)
                if pid != os.getpid():
                    yield pid


def end_rest(exit_file: str, patience: float = PATIENCE) -> None:
    """Wait until a launch's processes have ended.

    The rest is killed and named after ``patience`` s.
    """
    for pid in processes_of(exit_file):
        if any(Path(word).name in LASTING for word in _command(pid)):
            _send(pid, signal.SIGTERM)
    end = time.monotonic() + patience
    while True:
        left = list(processes_of(exit_file))
        if not left:
            return
        if time.monotonic() >= end:
            for pid in left:
                said = " ".join(_command(pid))
                print(f"run: killed processes that did not end: {said}", file=sys.stderr)
                _send(pid, signal.SIGKILL)
            return
        time.sleep(0.2)


def main(words: Sequence[str]) -> int:
    """Launch ``FILE CALLER WORD ...``, and return the exit status of ``./run``."""
    interrupts = Interrupts()
    handle, exit_file = tempfile.mkstemp()
    os.close(handle)
    os.environ[EXIT_FILE] = exit_file
    try:
        given = ready(Path(words[0]), Path(words[1]), words[2:], os.environ)
        if interrupts.status:
            return interrupts.status
        status = supervise([*LAUNCHER, words[0], *given], interrupts)
        end_rest(exit_file)
        failed = verdict.main([str(status), *given])
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        for name in (exit_file, exit_file + ENDS):
            with contextlib.suppress(FileNotFoundError):
                os.remove(name)
    if failed:
        return 1
    terminated = {signal.SIGTERM, signal.SIGHUP} & set(interrupts.received)
    return 128 + signal.SIGTERM if terminated else 0


def _command(pid: int) -> List[str]:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
        return text.split("\0")[:-1]
    return []


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
