"""Interface of everything that acts on a physics step.

``Subsystems`` holds one object of this interface for each mechanism, in the order of effect.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Callable, Iterable, Tuple


class StepHooks(ABC):
    """Callbacks around each physics step."""

    def before_step(self) -> None:  # noqa: B027 - most classes have one of the two
        """Write forces, speeds or settings of the coming step, or read others'."""

    def after_step(self) -> None:  # noqa: B027
        """Read the result of the last step, before anything is recomputed."""

    @abstractmethod
    def reset(self) -> None:
        """Return to the initial state; models are at their spawn poses again."""


def overridden(hooks: Iterable[StepHooks], name: str) -> Tuple[Callable[[], None], ...]:
    """Return the bound methods ``name`` of the hooks that override it."""
    usual = getattr(StepHooks, name)
    return tuple(getattr(one, name) for one in hooks if getattr(type(one), name) is not usual)


def soonest_update(subsystems: Iterable[Subsystem], now: float) -> float:
    """Return the earliest :meth:`Subsystem.next_update`, with an early exit at ``now``."""
    soonest = math.inf
    for subsystem in subsystems:
        when = subsystem.next_update(now)
        if when <= now:
            return now
        if when < soonest:
            soonest = when
    return soonest


class Subsystem(StepHooks):
    """Step callbacks that also limit the number of steps per C++ call."""

    @abstractmethod
    def next_update(self, now: float) -> float:
        """Return the time (s) up to which steps skip :meth:`before_step`.

        It is ``now`` if the coming step needs it, ``math.inf`` if none does.
        """
