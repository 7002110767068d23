"""Interface of everything that acts on a physics step of the embedded simulator.

``Subsystems`` holds one object of this interface for each mechanism, in the order of effect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod


class StepHooks(ABC):
    """Callbacks around each physics step."""

    def before_step(self) -> None:  # noqa: B027 - most classes have one of the two
        """Write forces, speeds or settings of the coming step, or read what others wrote."""

    def after_step(self) -> None:  # noqa: B027
        """Read the result of the step just made; called before anything is recomputed."""

    @abstractmethod
    def reset(self) -> None:
        """Return to the state of a fresh start; models are back at their spawn poses."""


class Subsystem(StepHooks):
    """Step callbacks that also limit how many steps one call of C++ makes."""

    @abstractmethod
    def next_update(self, now: float) -> float:
        """Return the simulated time in s up to which no step needs :meth:`before_step`: ``now``
        where the coming step does, ``math.inf`` where no step does."""
