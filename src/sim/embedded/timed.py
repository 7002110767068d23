"""What acts on models from one time until another, as users ask for it of gazebo_ros."""

from __future__ import annotations

import math
from typing import Generic, List, Protocol, TypeVar

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem

# Times are sums of steps.
EPSILON = 1e-9


class Action(Protocol):
    """Acts on a ``part`` of a model from ``begin`` until ``end`` (s)."""

    @property
    def model(self) -> str: ...

    @property
    def part(self) -> str: ...

    @property
    def begin(self) -> float: ...

    @property
    def end(self) -> float: ...


A = TypeVar("A", bound=Action)


class Timed(Subsystem, Generic[A]):
    """Keeps actions until they end with their time or their model."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._actions: List[A] = []

    def add(self, action: A) -> None:
        """Takes an action."""
        self._actions.append(action)

    def __bool__(self) -> bool:
        """Whether there are any, due or to come."""
        return bool(self._actions)

    def reset(self) -> None:
        """Forgets all actions."""
        self._actions.clear()

    def next_update(self, now: float) -> float:
        return now if self._actions else math.inf

    def forget(self, model: str, part: str) -> None:
        """Ends the actions on a part of a model."""
        self._actions = [one for one in self._actions if (one.model, one.part) != (model, part)]

    def forget_model(self, model: str) -> None:
        """A model has gone."""
        self._actions = [one for one in self._actions if one.model != model]

    def due(self) -> List[A]:
        """Those that act in the coming step; those that are over are forgotten."""
        if not self._actions:
            return []
        now, models = self._physics.time, self._physics.models
        self._actions = [
            one for one in self._actions if now < one.end - EPSILON and models.has(one.model)
        ]
        return [one for one in self._actions if now >= one.begin - EPSILON]
