"""roslaunch for ``./run``: notes which process ended the launch, and how.

roslaunch's own exit code does not contain that. The notes are beside the file that SIM_EXIT_FILE
names; :mod:`sim.ros.launch.verdict` reads them at the end.
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
# Launch argument with the user's launch file, whose nodes are under test.
NODE = "node"
LAUNCHES = resource("launch").resolve()
ASKED = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def node_of(process: str) -> str:
    """Return the node's name for roslaunch's process name, as ``north/driver-4``."""
    return "/" + process.rpartition("-")[0] if "-" in process else process


def ended_how(code: Optional[int]) -> str:
    """Describe an exit code, with signals by name."""
    if code is None or code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


class ProcessWatch(ProcessListener):
    """Notes processes that fail the run by their end.

    These are required processes that did not end on request, and processes of this package that
    ended with an error. A window closed by the user is not an error, and processes that noted their
    own failure are left out.
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
    """Require the launch's nodes from the user's files; return their names.

    ``own`` names such a file, or is empty.
    """
    tested: Set[str] = set()
    for node in config.nodes if own else ():
        if LAUNCHES not in Path(node.filename).resolve().parents:
            node.required = True
            tested.add(node.namespace + node.name)
    return tested


class Parent(roslaunch.parent.ROSLaunchParent):
    """roslaunch with a watch on its processes from the first one on.

    The nodes of the file that ``own`` names, and of its includes, are required.
    """

    own = ""

    def _load_config(self) -> None:
        super()._load_config()
        self._tested = mark_tested(self.config, self.own)

    def _start_pm(self) -> None:
        super()._start_pm()
        self.pm.add_process_listener(ProcessWatch(self.pm, self._tested))


def _lines(suffix: str) -> List[str]:
    try:
        with open(os.environ.get("SIM_EXIT_FILE", "") + suffix, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:
        return []


def _note_signals() -> None:
    """Note Ctrl-C, TERM and HUP before roslaunch's handler runs or is installed."""
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
