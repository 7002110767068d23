"""Reference driver as an emergency brake in a run.

It decides when to take over and how hard to brake. SI units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import TRAFFIC, ReferenceDriver
from sim.drivers.reference.encounter import Encounter
from sim.drivers.reference.reaction import (
    JUDGEMENT_RATE,
    Judgement,
    Reaction,
    ReactionState,
    fresh,
    react,
)


@dataclass(frozen=True)
class Alert:
    """State of drivers (n,): memory and duration of safety since, s."""

    memory: ReactionState
    calm: Array


def calm(reaction: Reaction, count: int) -> Alert:
    """Return the state of drivers before any danger."""
    return Alert(fresh(reaction, count), np.zeros(count))


def limit(
    reaction: Reaction,
    alert: Alert,
    speed: Array,
    judged: Judgement,
    rate: float = JUDGEMENT_RATE,
    recovery: float = math.inf,
) -> Tuple[Array, Alert]:
    """Return the maximum accelerations (n,) for the next step, and the state.

    The step is 1 / ``rate`` s; inf for drivers before any danger. After an unsafe judgement a
    driver does not accelerate until all has been safe for ``recovery`` s.
    """
    step = react(reaction, alert.memory, speed, judged, rate)
    safe_for = np.where(judged.unsafe, 0.0, alert.calm + 1.0 / rate)
    recovered = step.memory.judged & (safe_for >= recovery)
    memory = fresh(reaction, len(speed)).where(recovered, step.memory)
    return np.where(memory.judged, -step.braking, np.inf), Alert(memory, safe_for)


class DriverWatch:
    """One driver among many others."""

    def __init__(
        self, driver: ReferenceDriver, rate: float = JUDGEMENT_RATE, recovery: float = math.inf
    ) -> None:
        self._judge, self._reaction = driver.judges[TRAFFIC], driver.reaction
        self._rate, self._recovery = rate, recovery
        self._alert = calm(driver.reaction, 1)

    def limit(self, speed: float, seen: Encounter) -> float:
        """Return the maximum acceleration until the next step.

        The encounters (m,) are with all others; inf if the regular driver keeps control.
        """
        judged = _worst(self._judge(seen)) if len(seen.ahead) else _worst(NOBODY)
        found, self._alert = limit(
            self._reaction,
            self._alert,
            np.array([speed]),
            judged,
            self._rate,
            self._recovery,
        )
        return float(found[0])


NOBODY = Judgement(np.zeros(0, bool), np.zeros(0), np.zeros(0, bool))


def _worst(judged: Judgement) -> Judgement:
    """Merge many judgements into one (1,). Unsafe if any is, with their hardest braking."""
    wanted = np.where(judged.unsafe, judged.wanted, 0.0).max(initial=0.0)
    return Judgement(np.array([judged.unsafe.any()]), np.array([wanted]), np.zeros(1, bool))
