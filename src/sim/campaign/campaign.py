"""Makes the runs of a campaign side by side: retries those that crashed, kills those that hang."""

from __future__ import annotations

import json
import shutil
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from sim.campaign.child import Child, Outcome
from sim.campaign.commands import ASSERTIONS, VERDICT, commands
from sim.campaign.plan import Cell, Plan
from sim.campaign.store import CRASHED, FAILED, HUNG, PASSED, REFUSED, Store

# What this package's programs exit with when an input is wrong: so it will be the next time too.
INPUT_ERROR = 2
RUNS = "runs"


class Campaign:
    """``progressed`` is called after each run."""

    def __init__(
        self,
        plan: Plan,
        cells: Sequence[Cell],
        store: Store,
        jobs: int,
        progressed: Callable[[], None],
    ) -> None:
        self._plan, self._cells, self._store, self._jobs = plan, list(cells), store, jobs
        self._progressed = progressed
        self._children: Dict[int, Child] = {}
        self._guard, self._stopped = threading.Lock(), False

    def run(self) -> None:
        """Makes all runs of its cells that are still to be made."""
        asserted = self._store.folder / ASSERTIONS
        asserted.write_text(json.dumps(self._plan.assertions), encoding="utf-8")
        with ThreadPoolExecutor(self._jobs) as pool:
            numbers = [each for each in self._store.waiting() if each <= len(self._cells)]
            left = {pool.submit(self._one, number) for number in numbers}
            try:
                while left:
                    done, left = wait(left, return_when=FIRST_COMPLETED)
                    for each in done:
                        each.result()
                    self._progressed()
            except BaseException:
                self._stop()
                for each in left:
                    each.cancel()
                raise

    def _stop(self) -> None:
        with self._guard:
            self._stopped = True
            for child in self._children.values():
                child.stop()

    def _one(self, number: int) -> None:
        if self._stopped:
            return
        self._store.begin(number)
        cell, began = self._cells[number - 1], time.monotonic()
        folder = self._store.folder / RUNS / f"{number:05d}"
        attempts = 0
        while True:
            attempts += 1
            outcome = self._attempt(number, cell, folder)
            if self._stopped:
                return
            status, cause, findings = judged(folder, outcome)
            if status != CRASHED or attempts > self._plan.retries:
                break
        wall = time.monotonic() - began
        self._store.end(number, status, attempts, wall, cause, findings)

    def _attempt(self, number: int, cell: Cell, folder: Path) -> Outcome:
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        child = Child(commands(self._plan, cell, folder), folder, self._plan.timeout)
        with self._guard:
            self._children[number] = child
            if self._stopped:
                child.stop()
        try:
            return child.run()
        finally:
            with self._guard:
                del self._children[number]


def judged(folder: Path, outcome: Outcome) -> Tuple[str, str, Optional[List[Dict[str, Any]]]]:
    """Status, cause and findings of a run that has ended."""
    if outcome.hung:
        return HUNG, f"did not end in its time: {outcome.last}", None
    if outcome.code == INPUT_ERROR:
        return REFUSED, outcome.last, None
    if outcome.code:
        return CRASHED, f"exit code {outcome.code}: {outcome.last}", None
    try:
        verdict = json.loads((folder / VERDICT).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return CRASHED, f"left no verdict ({error})", None
    findings = verdict["findings"]
    failed = [f"{each['name']}: {each['said']}" for each in findings if not each["holds"]]
    return (PASSED if verdict["passed"] else FAILED), "; ".join(failed), findings
