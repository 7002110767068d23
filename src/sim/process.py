"""Child processes that end with us, however we end."""

from __future__ import annotations

import ctypes
import functools
import os
import signal
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Mapping, Optional, Sequence, Tuple, Union

from sim.errors import SimulationError

_PR_SET_PDEATHSIG = 1
_PARENT = os.getppid()
SOURCE = Path(__file__).resolve().parents[1]
# Looked up here, since a child between fork and exec may not load libraries: another thread may
# have been loading one.
_PRCTL = ctypes.CDLL(None, use_errno=True).prctl if sys.platform.startswith("linux") else None


def orphaned() -> bool:
    """Return whether the parent process has ended since this import."""
    return os.getppid() != _PARENT


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Let Linux send a signal to this process when its parent ends.

    The parent is the thread of ``parent`` that started it; this process ends at once if that has
    ended already. An idle SUMO outlives one SIGTERM, so SIGKILL.
    """
    if _PRCTL is not None:
        _PRCTL(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(1)


def wait_for_parent() -> None:
    """Wait for the parent's end or a signal, without cost; never returns."""
    die_with_parent(_PARENT)
    os.execvp("sleep", ["sleep", "infinity"])


def start_child(
    arguments: Sequence[str],
    output: Union[IO[bytes], int, None] = None,
    environment: Optional[Mapping[str, str]] = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a process that ends with the calling thread.

    It runs in a new session: Ctrl-C reaches us, not it; Linux kills it when the thread ends.
    """
    before = functools.partial(die_with_parent, os.getpid())
    return subprocess.Popen(
        list(arguments),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=before,
        env=environment,
        pass_fds=tuple(pass_fds),
    )


def start_module(module: str) -> Tuple[subprocess.Popen[bytes], Connection]:
    """Start a module of this package as a child with a pipe.

    The pipe's number is its argument; SimulationError if the system lacks files, memory, or
    processes for it.
    """
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    try:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            # rospy sets a timeout for all sockets, which would prevent waiting.
            for end in (ours, theirs):
                end.setblocking(True)
            number = theirs.fileno()
            process = start_child(
                [sys.executable, "-m", module, str(number)],
                environment={**os.environ, "PYTHONPATH": path},
                pass_fds=[number],
            )
            return process, Connection(ours.detach())
    except (OSError, subprocess.SubprocessError) as error:
        raise SimulationError(f"the process {module} cannot be started: {error}") from error


def exit_code(process: subprocess.Popen[bytes], patience: float = 3.0) -> int:
    """Return the exit code of a child with a closed pipe.

    It is ended if it still runs after ``patience`` s.
    """
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        end_child(process)
        return process.wait()


def end_child(process: subprocess.Popen[bytes], patience: float = 3.0) -> None:
    """End a process: TERM, TERM again, KILL. ``patience`` s in all before the last."""
    for _ in range(2):
        if process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(patience / 2.0)
        except subprocess.TimeoutExpired:
            continue
    if process.poll() is None:
        process.kill()
        process.wait()
