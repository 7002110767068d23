"""Normal end of a run.

The node that ends it as requested notes that for the summary, for ``./run`` and for roslaunch.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import time
from pathlib import Path
from typing import Callable, Tuple

import rosgraph

from sim.ros.node.program import note_end
from sim.run_folder import INTERRUPTED, OK

# Reason of the normal end of the run on this master.
PARAMETER = "/end_of_run"
LAUNCHERS = ("roslaunch", "sim.ros.launch.launcher")
PATIENCE = 20.0


def forget_end(node: str) -> None:
    """Remove the note of an earlier run on this master."""
    with contextlib.suppress(rosgraph.MasterException, OSError):
        rosgraph.Master(node).deleteParam(PARAMETER)


def end_of_run(node: str) -> str:
    """Return the reason of the run's normal end, or an empty text."""
    try:
        return str(rosgraph.Master(node).getParam(PARAMETER))
    except (rosgraph.MasterException, OSError):
        return ""


def announce_end(node: str, reason: str) -> None:
    """Note that the run has ended normally."""
    note_end(reason)
    with contextlib.suppress(rosgraph.MasterException, OSError):
        rosgraph.Master(node).setParam(PARAMETER, reason)


def end_launch(asked: Callable[[], bool]) -> None:
    """End the launch as Ctrl-C would, and await this node's end.

    A node that roslaunch requires would end it by ending itself, but roslaunch then prints in red
    that it has died. ``asked`` returns whether this node is to end.
    """
    parent = os.getppid()
    if is_launcher(parent):
        os.kill(parent, signal.SIGINT)
        await_end(asked)


def await_end(asked: Callable[[], bool]) -> None:
    """Wait until roslaunch ends this node, as it soon does.

    ``asked`` returns whether it has. Returns at once if roslaunch has not started it.
    """
    end = time.monotonic() + PATIENCE
    while is_launcher(os.getppid()) and not asked() and time.monotonic() < end:
        time.sleep(0.05)


def is_launcher(pid: int) -> bool:
    """Return whether a process is roslaunch or this package's launcher.

    Other programs that run launch files, such as rostest, do not count.
    """
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return False
    return any(os.path.basename(word) in LAUNCHERS for word in words[:3])


def how_it_ended(node: str, simulated: float, asked: float, slack: float) -> Tuple[str, str]:
    """Return status and cause of a run with ``simulated`` of ``asked`` s.

    Traffic may lag behind the simulator by ``slack``.
    """
    reason = end_of_run(node)
    if reason or simulated >= asked - slack - 1e-6:
        return OK, reason or f"the end of its duration, {asked:g} s"
    of = f" of {asked:g} s" if math.isfinite(asked) else ""
    return INTERRUPTED, f"asked to end after {simulated:.1f}{of}" + ("" if of else " s")
