"""Timed actions on models, as of gazebo_ros' wrench and effort services."""

from __future__ import annotations

import math
from typing import Generic, List, Protocol, TypeVar

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem

# Times are sums of steps.
EPSILON = 1e-9


class TimedAction(Protocol):
    """Action on a ``part`` of a model from ``begin`` to ``end`` (s)."""

    @property
    def model(self) -> str: ...

    @property
    def part(self) -> str: ...

    @property
    def begin(self) -> float: ...

    @property
    def end(self) -> float: ...


A = TypeVar("A", bound=TimedAction)


class TimedActions(Subsystem, Generic[A]):
    """Keeps actions until they end with their time or their model."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._actions: List[A] = []

    def add(self, action: A) -> None:
        """Add an action."""
        self._actions.append(action)

    def __bool__(self) -> bool:
        """Return whether any actions remain, active or future."""
        return bool(self._actions)

    def reset(self) -> None:
        """Delete all actions."""
        self._actions.clear()

    def next_update(self, now: float) -> float:
        return now if self._actions else math.inf

    def forget(self, model: str, part: str) -> None:
        """Delete the actions on a part of a model."""
        self._actions = [one for one in self._actions if (one.model, one.part) != (model, part)]

    def forget_model(self, model: str) -> None:
        """Delete the actions on a removed model."""
        self._actions = [one for one in self._actions if one.model != model]

    def due(self) -> List[A]:
        """Return the actions of the coming step; delete expired ones."""
        if not self._actions:
            return []
        now, models = self._physics.time, self._physics.models
        self._actions = [
            one for one in self._actions if now < one.end - EPSILON and models.has(one.model)
        ]
        return [one for one in self._actions if now >= one.begin - EPSILON]
