"""roslaunch, run for ``./run``: notes which process ended the launch and how, which roslaunch's own
exit code does not tell.

What it notes is beside the file that SIM_EXIT_FILE names; :mod:`sim.ros.launch.verdict` reads it
when all has ended.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any, Collection, List, Optional, Sequence, Set

import roslaunch
import roslaunch.parent
import roslaunch.pmon
from roslaunch.pmon import Process, ProcessListener, ProcessMonitor

from sim.resources import resource
from sim.ros.launch.words import ASSIGNED
from sim.ros.node.program import ENDS, note_failure, note_interrupt
from sim.run_folder import UNDER_TEST

PACKAGE = "sim"
# The argument of a launch file of ours that names one of the user's, whose nodes are under test.
NODE = "node"
LAUNCHES = resource("launch").resolve()
ASKED = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def node_of(process: str) -> str:
    """The node's name of a process that roslaunch calls ``north/driver-4``."""
    return "/" + process.rpartition("-")[0] if "-" in process else process


def ended_how(code: Optional[int]) -> str:
    """An exit code in words, signals by their names."""
    if code is None or code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


class Watch(ProcessListener):
    """Notes each process whose end makes the run a failure, but for those that have noted it
    themselves.

    That is one that the launch requires and that did not end the run as asked, and one of this
    package that ended with an error; a window of it that the user closes is no error.
    """

    def __init__(self, monitor: ProcessMonitor, tested: Collection[str] = ()) -> None:
        """``tested`` are names of nodes, with their slash."""
        self._monitor, self._tested = monitor, tested

    def process_died(self, name: str, code: Optional[int]) -> None:
        process = self._monitor.get_process(name)
        if process is None:
            return
        if code and (process.required or (process.package == PACKAGE and -code not in ASKED)):
            self._note(name, process, ended_how(code))
        elif process.required and not _lines(ENDS):
            self._note(name, process, "ended before the run was complete")

    def _note(self, name: str, process: Process, how: str) -> None:
        node = node_of(name)
        said = f"{UNDER_TEST}, {node}," if node in self._tested else node
        if not any(line.startswith(f"{node}: ") for line in _lines("")):
            note_failure(f"{said} (process {process.pid}) {how}")


def mark_tested(config: Any, own: str) -> Set[str]:
    """Requires the nodes of a launch that come from files of the user, where ``own`` names one, and
    gives their names."""
    tested: Set[str] = set()
    for node in config.nodes if own else ():
        if LAUNCHES not in Path(node.filename).resolve().parents:
            node.required = True
            tested.add(node.namespace + node.name)
    return tested


class Parent(roslaunch.parent.ROSLaunchParent):
    """roslaunch with the watch on its processes from the first one on; the nodes of the file that
    ``own`` names, and of those that it includes, are required."""

    own = ""

    def _load_config(self) -> None:
        super()._load_config()
        self._tested = mark_tested(self.config, self.own)

    def _start_pm(self) -> None:
        super()._start_pm()
        self.pm.add_process_listener(Watch(self.pm, self._tested))


def _lines(suffix: str) -> List[str]:
    try:
        with open(os.environ.get("SIM_EXIT_FILE", "") + suffix, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:
        return []


def _note_signals() -> None:
    """Notes Ctrl-C and the like, before roslaunch's own handler does what it does, and where it is
    not yet there."""
    of_roslaunch = roslaunch.pmon.rl_signal

    def note(number: int) -> None:
        note_interrupt("Ctrl-C" if number == signal.SIGINT else signal.Signals(number).name)

    def early(number: int, frame: Any) -> None:
        note(number)
        raise KeyboardInterrupt

    def handle(number: int, frame: Any) -> None:
        note(number)
        of_roslaunch(number, frame)

    roslaunch.pmon.rl_signal = handle
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, early)


def main(words: Sequence[str]) -> None:
    _note_signals()
    for match in map(ASSIGNED.fullmatch, words):
        if match and match.group(1) == NODE:
            Parent.own = match.group(2)
    roslaunch.parent.ROSLaunchParent = Parent
    try:
        roslaunch.main(["roslaunch", *words])
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv[1:])
