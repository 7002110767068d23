"""A node that starts again in its own process: same id, parameters, remappings and name, and
roslaunch notices nothing. ``rosrun sim live`` asks for it by a signal."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from sim.live import state

# Asks a node to start again.
ASK = signal.SIGUSR1
# Wall s that a node may take to end before it is started again nevertheless.
PATIENCE = 4.0
_ASKED = threading.Event()
_ONCE = threading.Lock()


def asked() -> bool:
    """Whether this node is ending in order to start again."""
    return _ASKED.is_set()


def listen() -> None:
    """Lets this process, whose main thread calls this, start again when it is asked to."""

    def handle(number: int, frame: Any) -> None:
        if not _ASKED.is_set():
            _ASKED.set()
            threading.Thread(target=_end, daemon=True).start()

    signal.signal(ASK, handle)


def again_if_asked() -> None:
    """Starts the program again where that is why it ends; does not return then."""
    if _ASKED.is_set():
        _again()


def _end() -> None:
    """Saves the state, ends the node as TERM does, and starts it again if that takes too long."""
    state.save()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    _again()


def _again() -> None:
    """Replace this process by the new program.

    The node does not unregister at the master, which takes rospy half a second: the master forgets
    all of a node when another of its name registers.
    """
    # Whoever comes second waits for the first one's new program.
    _ONCE.acquire()
    # An alarm and what is ignored would outlive the program.
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        if threading.current_thread() is threading.main_thread():
            signal.signal(number, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    words = Path("/proc/self/cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
    os.execv(sys.executable, words[:-1])
