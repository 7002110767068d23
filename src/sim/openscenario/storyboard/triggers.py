"""Triggers over time: edges, delays, groups and triggering entities."""

from __future__ import annotations

from collections import deque
from typing import Callable, Deque, List, Optional, Sequence, Set, Tuple

from sim.openscenario.model.conditions import (
    ByEntityCondition,
    ByValueCondition,
    Condition,
    StoryboardElementStateCondition,
    Trigger,
)
from sim.openscenario.storyboard.world import StoryboardWorld

# Tolerance of equal times, s.
SAME = 1e-9
ElementState = Callable[[StoryboardElementStateCondition], bool]


class ConditionWatch:
    """Value of a condition over time, with edge and delay.

    An edge compares with the value at the time before; at the first time there is no edge, except
    for transitions of storyboard elements, which last one step.
    """

    def __init__(self, condition: Condition, world: StoryboardWorld, state: ElementState) -> None:
        self.condition = condition
        self._world = world
        self._state = state
        body = condition.body.condition
        self._momentary = isinstance(body, StoryboardElementStateCondition) and body.state.endswith(
            "Transition"
        )
        self.entities: Tuple[str, ...] = ()
        self.reset()

    def reset(self) -> None:
        self._time: Optional[float] = None
        self._now: Optional[bool] = None
        self._before: Optional[bool] = False if self._momentary else None
        self._history: Deque[Tuple[float, bool]] = deque()
        self._answered: Optional[float] = None
        self._answer = False

    def value(self, time: float) -> bool:
        """Return the value at the present time.

        May be called several times while a step settles.
        """
        if self._time is None or time > self._time + SAME:
            if self._time is not None:
                self._before = self._now
            self._time = time
        self._now = self._holds()
        edged = self._edge(self._now)
        if not self.condition.delay:
            return edged
        if self._history and self._history[-1][0] == time:
            self._history.pop()
        self._history.append((time, edged))
        return self._delayed(time)

    def _delayed(self, time: float) -> bool:
        """Return the value one delay ago: the last known one then.

        An edge lasts one step, and counts in the first step that reaches it.
        """
        if self._answered != time:
            self._answered, self._answer = time, self._taken(time - self.condition.delay)
        return self._answer

    def _taken(self, then: float) -> bool:
        """Take the value at a past time out of the history."""
        taken = []
        while self._history and self._history[0][0] <= then + SAME:
            taken.append(self._history.popleft()[1])
        if self.condition.condition_edge != "none":
            return any(taken)
        return taken[-1] if taken else self._answer

    def _edge(self, now: bool) -> bool:
        edge, before = self.condition.condition_edge, self._before
        if edge == "none":
            return now
        if before is None:
            return False
        return now != before and (edge == "risingOrFalling" or now == (edge == "rising"))

    def _holds(self) -> bool:
        body = self.condition.body
        if isinstance(body, ByEntityCondition):
            return self._of_entities(body)
        assert isinstance(body, ByValueCondition)
        inner = body.condition
        if isinstance(inner, StoryboardElementStateCondition):
            return self._state(inner)
        return self._world.of_value(inner)

    def _of_entities(self, body: ByEntityCondition) -> bool:
        names = [
            name
            for each in body.triggering.entities
            for name in self._world.members(each.entity_ref)
        ]
        found = [name for name in names if self._world.of_entity(body.condition, name)]
        self.entities = tuple(found)
        if body.triggering.triggering_entities_rule == "any":
            return bool(found)
        return bool(names) and len(found) == len(names)


class TriggerWatch:
    """Trigger: one of its groups must hold, with all conditions."""

    def __init__(self, trigger: Trigger, world: StoryboardWorld, state: ElementState) -> None:
        self.groups: List[List[ConditionWatch]] = [
            [ConditionWatch(each, world, state) for each in group.conditions]
            for group in trigger.groups
        ]
        self.entities: Sequence[str] = ()

    def reset(self) -> None:
        for group in self.groups:
            for condition in group:
                condition.reset()

    def fires(self, time: float) -> bool:
        # All are evaluated, so that each edge and delay has its history.
        values = [[each.value(time) for each in group] for group in self.groups]
        fired = False
        entities: Set[str] = set()
        for group, found in zip(self.groups, values):
            if all(found):
                fired = True
                entities.update(name for each in group for name in each.entities)
        self.entities = sorted(entities)
        return fired
