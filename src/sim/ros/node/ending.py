"""How a run ends: the node that ends it as the user asked says so, to the summary, to ``./run``,
and to roslaunch."""

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

# Why the run that is on this master has ended as it should.
PARAMETER = "/end_of_run"
LAUNCHERS = ("roslaunch", "sim.ros.launch.launcher")
PATIENCE = 20.0


def forget_end(node: str) -> None:
    """Removes what an earlier run on this master left."""
    with contextlib.suppress(rosgraph.MasterException, OSError):
        rosgraph.Master(node).deleteParam(PARAMETER)


def end_of_run(node: str) -> str:
    """Why the run has ended as it should; empty where no node has said so."""
    try:
        return str(rosgraph.Master(node).getParam(PARAMETER))
    except (rosgraph.MasterException, OSError):
        return ""


def announce_end(node: str, reason: str) -> None:
    """Says that the run has ended as it should."""
    note_end(reason)
    with contextlib.suppress(rosgraph.MasterException, OSError):
        rosgraph.Master(node).setParam(PARAMETER, reason)


def end_launch(asked: Callable[[], bool]) -> None:
    """Ends the launch as Ctrl-C would, and waits until we are ``asked`` to end too.

    A node that roslaunch requires would end it by ending itself, but roslaunch then prints in red
    that it has died.
    """
    parent = os.getppid()
    if is_launcher(parent):
        os.kill(parent, signal.SIGINT)
        await_end(asked)


def await_end(asked: Callable[[], bool]) -> None:
    """Waits until roslaunch has ``asked`` this node to end, as it does in a moment; returns at once
    where no roslaunch has started it."""
    end = time.monotonic() + PATIENCE
    while is_launcher(os.getppid()) and not asked() and time.monotonic() < end:
        time.sleep(0.05)


def is_launcher(pid: int) -> bool:
    """Whether a process is roslaunch, or this package's launcher, and nothing else that runs launch
    files, such as rostest."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return False
    return any(os.path.basename(word) in LAUNCHERS for word in words[:3])


def how_it_ended(node: str, simulated: float, asked: float, slack: float) -> Tuple[str, str]:
    """Status and cause of a run that has made ``simulated`` of ``asked`` s; traffic may lag behind
    the simulator by ``slack``."""
    reason = end_of_run(node)
    if reason or simulated >= asked - slack - 1e-6:
        return OK, reason or f"the end of its duration, {asked:g} s"
    of = f" of {asked:g} s" if math.isfinite(asked) else ""
    return INTERRUPTED, f"asked to end after {simulated:.1f}{of}" + ("" if of else " s")
