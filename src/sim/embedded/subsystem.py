"""Interface of everything that acts on a physics step of the embedded simulator.

``Subsystems`` holds one object of this interface for each mechanism, in the order of effect.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Callable, Iterable, Tuple


class StepHooks(ABC):
    """Callbacks around each physics step."""

    def before_step(self) -> None:  # noqa: B027 - most classes have one of the two
        """Write forces, speeds or settings of the coming step, or read what others wrote."""

    def after_step(self) -> None:  # noqa: B027
        """Read the result of the step just made; called before anything is recomputed."""

    @abstractmethod
    def reset(self) -> None:
        """Return to the state of a fresh start; models are back at their spawn poses."""


def overridden(hooks: Iterable[StepHooks], name: str) -> Tuple[Callable[[], None], ...]:
    """Return the bound methods ``name`` of those hooks that have one of their own."""
    usual = getattr(StepHooks, name)
    return tuple(getattr(one, name) for one in hooks if getattr(type(one), name) is not usual)


def soonest_update(subsystems: Iterable[Subsystem], now: float) -> float:
    """Return the soonest :meth:`Subsystem.next_update`; ``now`` at the first that says so."""
    soonest = math.inf
    for subsystem in subsystems:
        when = subsystem.next_update(now)
        if when <= now:
            return now
        if when < soonest:
            soonest = when
    return soonest


class Subsystem(StepHooks):
    """Step callbacks that also limit how many steps one call of C++ makes."""

    @abstractmethod
    def next_update(self, now: float) -> float:
        """Return the simulated time in s up to which no step needs :meth:`before_step`: ``now``
        where the coming step does, ``math.inf`` where no step does."""
