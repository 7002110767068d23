"""Executes the runs of a campaign in parallel.

Retries crashed runs and kills hanging ones.
"""

from __future__ import annotations

import shutil
import signal
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Callable, Dict, Iterator, Optional

from sim.campaign.child import ProgramSequence, ProgramsOutcome
from sim.campaign.cluster import Cluster
from sim.campaign.store import CRASHED, CampaignStore
from sim.campaign.work import RunSource

# Signals with which a user ends a campaign.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Campaign:
    """Executor of a campaign's runs; ``progressed`` is called after each."""

    def __init__(
        self,
        work: RunSource,
        store: CampaignStore,
        jobs: int,
        progressed: Callable[[], None] = lambda: None,
        cluster: Optional[Cluster] = None,
    ) -> None:
        self._work, self._store, self._jobs = work, store, jobs
        self._cluster = cluster
        self._progressed = progressed
        self._children: Dict[int, ProgramSequence] = {}
        self._guard, self._stopped = threading.Lock(), False

    def run(self) -> None:
        """Execute all waiting runs."""
        self._work.prepare()
        wanted = self._work.numbers()
        with ThreadPoolExecutor(self._jobs) as pool:
            numbers = [each for each in self._store.waiting() if each in wanted]
            left = {pool.submit(self._one, number) for number in numbers}
            try:
                while left:
                    done, left = wait(left, return_when=FIRST_COMPLETED)
                    for each in done:
                        each.result()
                    self._progressed()
            except BaseException:
                with uninterrupted():
                    self._stop()
                    for each in left:
                        each.cancel()
                    wait(left)
                raise

    def _stop(self) -> None:
        with self._guard:
            self._stopped = True
            for child in self._children.values():
                child.stop()
        if self._cluster is not None:
            self._cluster.stop()

    def _one(self, number: int) -> None:
        if self._stopped:
            return
        self._store.begin(number)
        began, attempts = time.monotonic(), 0
        while True:
            attempts += 1
            outcome = self._attempt(number)
            if self._stopped:
                return
            judged = self._work.judged(number, outcome)
            if judged.status != CRASHED or attempts > self._work.retries:
                break
        wall = time.monotonic() - began
        self._store.end(number, judged.status, attempts, wall, judged.cause, judged.findings)
        self._work.ended(number, judged, wall)

    def _attempt(self, number: int) -> ProgramsOutcome:
        folder = self._work.folder(number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        if self._cluster is not None:
            return self._cluster.make(
                folder,
                self._work.commands(number),
                self._work.files(),
                self._work.timeout,
                self._work.environment(),
            )
        child = ProgramSequence(
            self._work.commands(number),
            folder,
            self._work.timeout,
            lambda line: self._work.heard(number, line),
            self._work.environment(),
        )
        with self._guard:
            self._children[number] = child
            if self._stopped:
                child.stop()
        try:
            return child.run()
        finally:
            with self._guard:
                del self._children[number]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C, TERM and HUP in the context.

    A second signal would leave behind processes that the first is about to end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Not SIG_IGN, which a program that is just being started would inherit.
    before = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
