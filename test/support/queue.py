"""Runs parts side by side, one line for each that ends; what one printed is kept beside its results
and shown if it failed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, List, Optional, Sequence

from support.parts import ROOT, Part
from support.summary import MAY_SELECT_NOTHING, TIMED_OUT

# Parts run side by side, so that more threads in each would only wait for each other, at work.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
# How long a part has to end its own children after SIGINT, s.
PATIENCE = 30.0


@dataclass
class Running:
    """A part at work, in a process group of its own; ``processor`` is how many s of a core it took,
    known once it has ended."""

    part: Part
    process: subprocess.Popen
    started: float
    asked_to_end: Optional[float] = None
    processor: float = 0.0

    @property
    def seconds(self) -> float:
        """How long it has been at work, s."""
        return time.monotonic() - self.started

    def end(self) -> None:
        """Asks it to end, once; kills the group if it has not done so in time."""
        if self.asked_to_end is None:
            self.asked_to_end = time.monotonic()
            self.process.send_signal(signal.SIGINT)
        elif time.monotonic() - self.asked_to_end > PATIENCE:
            os.killpg(self.process.pid, signal.SIGKILL)

    def status(self) -> Optional[int]:
        """The exit status, if it has ended; asks it to end where its time is over."""
        before = _children_processor()
        status = self.process.poll()
        self.processor += _children_processor() - before
        if status is None and self.seconds > self.part.limit:
            self.end()
        return status if status is None or self.seconds <= self.part.limit else TIMED_OUT


def _children_processor() -> float:
    """s of a core that our children that were waited for took, with theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(part: Part, results: Path, shown: bool) -> Running:
    """Starts a part; its output goes to ``output.txt``, or to ours if it is to be ``shown`` as it
    comes."""
    folder = results / part.name
    folder.mkdir(parents=True)
    (folder / "expected").write_text("\n".join(part.expected), encoding="utf-8")
    if part.may_select_nothing:
        (folder / MAY_SELECT_NOTHING).touch()
    with (folder / "output.txt").open("wb") as output:
        # A part ends with us even where we are killed.
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "INT", *part.command],
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD, **part.environment},
            stdin=subprocess.DEVNULL,
            stdout=None if shown else output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Running(part, process, time.monotonic())


def run(
    parts: Sequence[Part], results: Path, slots: int, ended: Callable[[Running, int], None]
) -> None:
    """Runs all parts, ``slots`` at a time, and calls ``ended`` with each and its exit status; a
    single one shows what it prints.

    Slots take from both ends in turn: with rostests first, which wait much, and pytests last, which
    compute, both kinds are under way.
    """
    left: List[Part] = list(parts)
    running: List[Running] = []
    try:
        while left or running:
            while left and len(running) < slots:
                waits = sum(one.part.expected != () for one in running)
                running.append(
                    start(
                        left.pop(0 if 2 * waits <= len(running) else -1), results, len(parts) == 1
                    )
                )
            for one, status in list(_ended(running)):
                running.remove(one)
                (results / one.part.name / "status").write_text(str(status), encoding="utf-8")
                ended(one, status)
            time.sleep(0.05)
    finally:
        while running:
            for one in running:
                one.end()
            running = [one for one in running if one.process.poll() is None]
            time.sleep(0.05)


def _ended(running: Sequence[Running]) -> Iterator[tuple]:
    for one in running:
        status = one.status()
        if status is not None:
            yield one, status
