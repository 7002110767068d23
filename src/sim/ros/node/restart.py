"""Restarts a node in its own process.

Its process id, parameters, remappings and name stay, and roslaunch does not notice it. ``rosrun sim
live`` requests it by a signal.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from sim.live import state

# Signal that requests a restart.
ASK = signal.SIGUSR1
# Wall s that a node may take to end before it is started again nevertheless.
PATIENCE = 4.0
_ASKED = threading.Event()
_ONCE = threading.Lock()


def asked() -> bool:
    """Return whether this node is ending in order to restart."""
    return _ASKED.is_set()


def listen() -> None:
    """Enable restarts of this process by signal. Call it in the main thread."""

    def handle(number: int, frame: Any) -> None:
        if not _ASKED.is_set():
            _ASKED.set()
            threading.Thread(target=_end, daemon=True).start()

    signal.signal(ASK, handle)


def again_if_asked() -> None:
    """Restart the program if this was requested; does not return then."""
    if _ASKED.is_set():
        _again()


def _end() -> None:
    """Save the state, end the node as TERM does, and restart it. The restart is forced after
    PATIENCE.
    """
    state.save()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    _again()


def _again() -> None:
    """Replace this process by the new program.

    The node does not unregister at the master, which takes rospy half a second: the master forgets
    all of a node when another of its name registers.
    """
    # A second caller waits for the first one's new program.
    _ONCE.acquire()
    # An alarm and ignored signals would outlive the program.
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        if threading.current_thread() is threading.main_thread():
            signal.signal(number, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    words = Path("/proc/self/cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
    os.execv(sys.executable, words[:-1])
