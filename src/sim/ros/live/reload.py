"""Watches a node's source, and restarts the node on valid changes."""

from __future__ import annotations

import os
import time
from typing import Callable

from sim.errors import SimulationError
from sim.live.changes import FileChanges
from sim.live.check import Checker
from sim.live.program import package_of, source_of
from sim.ros.live import running
from sim.ros.live.hold import held
from sim.ros.node.restart import ASK

FILES_PERIOD = 0.05  # s of wall time, between two looks at the files
START_TIMEOUT = 20.0  # s of wall time, of a node that starts again
OFFER_TIMEOUT = 2.0  # s of wall time, once the node runs, for all topics and services it had
POLL_PERIOD = 0.02  # s of wall time, between two looks whether it is there


class Reload:
    """Keeps one process up to date with its source, until it ends."""

    def __init__(self, process: int, say: Callable[[str], None]) -> None:
        self._process, self._say = process, say
        self._command = running.command_of(process)
        self._source = source_of(self._command.program)
        self._changes, self._node = FileChanges([str(self._source)]), ""
        command = self._command
        self._checker = Checker(
            command.interpreter, command.program, command.environment, command.folder
        )
        found = self._check()
        if found:
            say(f"the present source cannot start: {found}")

    @property
    def watched(self) -> str:
        """Watched files, for the user."""
        count, package = len(self._changes), package_of(self._source)
        return f"{self._source} and {count - 1} modules below {package}"

    def run(self) -> None:
        """Watch the source until the process has ended."""
        try:
            while running.lives(self._process):
                # Not while the node starts, which needs the processor.
                self._checker.prepare()
                time.sleep(FILES_PERIOD)
                saved = self._changes.saved()
                if saved:
                    self._take(" ".join(os.path.relpath(path) for path in saved))
        finally:
            self._checker.close()
        self._say("the node has ended")

    def _take(self, saved: str) -> None:
        began = time.monotonic()
        error = self._check()
        if error:
            self._say(f"{saved} saved; the node continues unchanged: {error}")
            return
        node = self._node = running.name_of(self._process, self._node)
        if not node:
            self._say(f"{saved} saved; process {self._process} is not a node on this master yet")
            return
        with held():
            holding = time.monotonic()
            self._start_again(node)
        end = time.monotonic()
        self._say(
            f"{saved} saved: {node} runs again after {end - began:.2f} s, in which the simulation "
            f"was held for {end - holding:.2f} s"
        )

    def _start_again(self, node: str) -> None:
        before = running.offer_of(node)
        os.kill(self._process, ASK)
        end = time.monotonic() + START_TIMEOUT
        while True:
            there = running.offer_of(node)
            if there.uri not in ("", before.uri):
                if there.names >= before.names:
                    return
                # An edit may have removed the rest.
                end = min(end, time.monotonic() + OFFER_TIMEOUT)
            if not running.lives(self._process):
                raise SimulationError(f"{node} ended during its restart; see its output")
            if time.monotonic() > end:
                lacking = sorted(name for _, name in before.names - there.names)
                self._say(f"{node} no longer offers: {', '.join(lacking)}")
                return
            time.sleep(POLL_PERIOD)

    def _check(self) -> str:
        """Return why the source cannot start, and watch the files it imports."""
        found = self._checker.look()
        self._changes.watch(found.files)
        return found.error
