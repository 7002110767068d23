"""Faults without an end keep no hopeless order open."""

from __future__ import annotations

from typing import Mapping, Sequence

import pytest

from sim.kitting.engine.faults import FaultSchedule
from sim.kitting.trial.faults import KINDS
from sim.kitting.trial.spec import Fault, TrialTrigger


class Targets:
    """An injector with one target of each kind, that does nothing."""

    def candidates(self, fault: Fault) -> Mapping[str, str]:
        return {"one": "gear"}

    def inject(self, fault: Fault, targets: Sequence[str], seed: Sequence[int]) -> None: ...

    def uphold(self, fault: Fault, targets: Sequence[str]) -> None: ...

    def clear(self, fault: Fault, targets: Sequence[str]) -> None: ...


def ends_later(kind: str, duration: float, now: float) -> bool:
    """Return whether an order may wait for a fault to end."""
    fault = Fault(kind, TrialTrigger(10.0), duration=duration)
    schedule = FaultSchedule([fault], 1, Targets(), lambda *event: None)
    schedule.step(10.0, [])
    schedule.step(now, [])
    return schedule.ends_later(now)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_only_a_timed_fault_ends_later(kind: str) -> None:
    """The kinds and their ends are in the table of docs/kitting.md."""
    timed = kind in ("detector_blackout", "robot_out_of_order")
    assert ends_later(kind, 30.0, 39.0) == timed
    assert not ends_later(kind, 30.0, 41.0)
    assert not ends_later(kind, 0.0, 39.0)
