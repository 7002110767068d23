"""Runs parts side by side, with one line for each that ends.

Their output is kept beside their results and shown after a failure.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence

from support.durations import UNKNOWN
from support.parts import COMPUTING, FIRST, ROOT, SIDE, WAITING, Part
from support.summary import MAY_SELECT_NOTHING, TIMED_OUT

# Parts run side by side, so that more threads in each would only wait for each other, at work.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
# Time for a part to end its children after SIGINT, s.
PATIENCE = 30.0


@dataclass
class Running:
    """Running part in its process group.

    ``processor`` is its processor time in s, available after its end.
    """

    part: Part
    process: subprocess.Popen
    started: float
    asked_to_end: Optional[float] = None
    processor: float = 0.0

    @property
    def seconds(self) -> float:
        """Wall time since its start, s."""
        return time.monotonic() - self.started

    def end(self) -> None:
        """Request its end, once; kill the group after the time limit."""
        if self.asked_to_end is None:
            self.asked_to_end = time.monotonic()
            self.process.send_signal(signal.SIGINT)
        elif time.monotonic() - self.asked_to_end > PATIENCE:
            os.killpg(self.process.pid, signal.SIGKILL)

    def status(self) -> Optional[int]:
        """Return the exit status, if it has ended; end it after its time limit."""
        before = _children_processor()
        status = self.process.poll()
        self.processor += _children_processor() - before
        if status is None and self.seconds > self.part.limit:
            self.end()
        return status if status is None or self.seconds <= self.part.limit else TIMED_OUT


def _children_processor() -> float:
    """Return the processor time in s of awaited children, with theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(part: Part, results: Path, shown: bool) -> Running:
    """Start a part; its output goes to ``output.txt``, or to ours if ``shown``."""
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


class Queue:
    """Parts that wait for a slot, the longest first in each lane."""

    def __init__(self, parts: Iterable[Part], durations: Mapping[str, float]) -> None:
        self._lanes: Dict[str, List[Part]] = {FIRST: [], WAITING: [], COMPUTING: [], SIDE: []}
        for part in sorted(parts, key=lambda part: -durations.get(part.name, UNKNOWN)):
            self._lanes[part.lane].append(part)

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def next(self, running: Sequence[str], slots: int) -> Optional[Part]:
        """Take the next part beside parts of some lanes, if a slot is free.

        Checks of the code have one slot while there are any, so that they neither end the run nor
        take it over. Rostests take half of the other slots, since they wait much, and computations
        take the rest.
        """
        side = self._lanes[SIDE]
        if side and SIDE not in running and len(running) < slots:
            return side.pop(0)
        others = [lane for lane in running if lane != SIDE]
        kept = 1 if (side or SIDE in running) and slots > 1 else 0
        if len(others) >= slots - kept:
            return None
        waits = others.count(WAITING)
        order = [WAITING, COMPUTING] if 2 * waits <= len(others) else [COMPUTING, WAITING]
        for lane in (FIRST, *order):
            if self._lanes[lane]:
                return self._lanes[lane].pop(0)
        return None

    def keep_first(self) -> int:
        """Drop all parts outside the first lane; return their number."""
        before = len(self)
        self._lanes.update({WAITING: [], COMPUTING: [], SIDE: []})
        return before - len(self)


def run(
    parts: Sequence[Part],
    results: Path,
    slots: int,
    ended: Callable[[Running, int], bool],
    durations: Mapping[str, float] = MappingProxyType({}),
    fail_early: bool = False,
) -> int:
    """Run all parts, ``slots`` at a time, and call ``ended`` with each and its exit status.

    ``ended`` returns whether the part failed; a single part prints directly. With ``fail_early``
    the failure of a part of the first lane ends the others, which leave no results. Returns the
    number of these.
    """
    queue = Queue(parts, durations)
    running: List[Running] = []
    dropped = 0
    try:
        while queue or running:
            while True:
                part = queue.next([one.part.lane for one in running], slots)
                if part is None:
                    break
                running.append(start(part, results, len(parts) == 1))
            for one, status in list(_ended(running)):
                running.remove(one)
                (results / one.part.name / "status").write_text(str(status), encoding="utf-8")
                if ended(one, status) and fail_early and one.part.lane == FIRST:
                    others = [other for other in running if other.part.lane != FIRST]
                    running = [other for other in running if other.part.lane == FIRST]
                    _end(others)
                    for other in others:
                        shutil.rmtree(results / other.part.name, ignore_errors=True)
                    dropped += len(others) + queue.keep_first()
            time.sleep(0.05)
    finally:
        _end(running)
    return dropped


def _end(running: Sequence[Running]) -> None:
    """Request the end of parts, and wait for it."""
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
