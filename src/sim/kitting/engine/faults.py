"""Faults of a running trial: due, injected and cleared ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, List, Sequence, Set, Tuple

from sim.kitting import events
from sim.kitting.engine.injector import Injector
from sim.kitting.events import TrialEvent
from sim.kitting.trial.faults import ATTEMPTS, KINDS, choose, cleared, ends_at, generator
from sim.kitting.trial.spec import Fault
from sim.kitting.trial.triggers import due

Log = Callable[[str, str, Dict[str, object]], None]


@dataclass
class _Active:
    number: int
    fault: Fault
    targets: Tuple[str, ...]
    since: float
    events: int


class FaultSchedule:
    """Injects and clears faults.

    ``log`` takes kind, subject and data of events; a fault comes once.
    """

    def __init__(self, faults: Sequence[Fault], seed: int, injector: Injector, log: Log) -> None:
        self._faults, self._seed, self._injector, self._log = faults, seed, injector, log
        self._came: Set[int] = set()
        self._active: List[_Active] = []

    def resume(self, log: Sequence[TrialEvent]) -> None:
        """Continue from the log of an earlier run.

        Its active faults count as over, since the simulator began again.
        """
        for event in log:
            if event.kind == events.FAULT_INJECTED:
                self._came.add(int(event.data["number"]))

    def ends_later(self, now: float) -> bool:
        """Return whether an active fault ends after a known duration.

        Lasting faults and faults with a number of attempts help no order without a plan.
        """
        ends = [ends_at(active.fault, active.since) for active in self._active]
        return any(end is not None and end > now for end in ends)

    def step(self, now: float, log: Sequence[TrialEvent]) -> None:
        for index in due([fault.trigger for fault in self._faults], log, now):
            if index not in self._came:
                self._begin(index, now, log)
        for active in list(self._active):
            self._injector.uphold(active.fault, active.targets)
            attempts = _attempts(active, log)
            if cleared(active.fault, active.since, now, attempts):
                self._injector.clear(active.fault, active.targets)
                self._active.remove(active)
                self._log(
                    events.FAULT_CLEARED,
                    active.fault.kind,
                    {"number": active.number, "targets": list(active.targets)},
                )

    def _begin(self, index: int, now: float, log: Sequence[TrialEvent]) -> None:
        """Begin a fault; one without a target waits."""
        fault = self._faults[index]
        targets = choose(fault, self._injector.candidates(fault), generator(self._seed, index))
        if not targets:
            return
        self._injector.inject(fault, targets, (self._seed, index, 1))
        self._came.add(index)
        self._log(events.FAULT_INJECTED, fault.kind, {"number": index, "targets": list(targets)})
        self._active.append(_Active(index, fault, targets, now, len(log)))


def _attempts(active: _Active, log: Sequence[TrialEvent]) -> int:
    """Return how many actions a robot's fault has let fail."""
    if KINDS[active.fault.kind].end != ATTEMPTS:
        return 0
    failure = {"slipped_grasp": "grasp_slipped"}.get(active.fault.kind, active.fault.kind)
    return sum(
        event.kind == events.ACTION_FAILED
        and event.subject in active.targets
        and event.data.get("failure") == failure
        for event in log[active.events :]
    )
