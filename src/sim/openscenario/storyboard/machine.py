"""Steps a storyboard through its states.

[OpenSCENARIO, execution of storyboard elements]. All consequences at a time happen in the same
step: an element triggered by an action's end starts at that time. An element starts at most once in
a step.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from sim.openscenario.model.conditions import StoryboardElementStateCondition, Trigger
from sim.openscenario.model.document import Scenario
from sim.openscenario.reading.references import match_references, storyboard_elements
from sim.openscenario.storyboard.element import (
    COMPLETE,
    RUNNING,
    STANDBY,
    RunningElement,
    actors_of,
    holds,
)
from sim.openscenario.storyboard.init_order import initial_actions
from sim.openscenario.storyboard.triggers import TriggerWatch
from sim.openscenario.storyboard.world import ActionProgress, Execution, StoryboardWorld

# Largest number of rounds in a step; each starts or ends an element, so that more would be a bug.
ROUNDS = 10_000


class Machine:
    """State machine of a storyboard in a world.

    ``done`` once its stop trigger has fired or, without one, all of its stories are complete.
    ``starts_without_trigger``: an act or event with an empty start trigger starts at once; by the
    standard it never starts.
    """

    def __init__(
        self, scenario: Scenario, world: StoryboardWorld, starts_without_trigger: bool = False
    ) -> None:
        self._world, self._starts_without_trigger = world, starts_without_trigger
        self._storyboard = scenario.storyboard
        self._init: List[Execution] = []
        self.stopped = False
        self._elements = storyboard_elements(scenario)
        self._meant: Dict[Tuple[str, str], int] = {}
        stop = scenario.storyboard.stop
        self._stop = self._watch(stop) if stop is not None and stop.groups else None
        self.stories = [self._story(each) for each in scenario.storyboard.stories]
        self.parts = [part for story in self.stories for part in story.all()]

    @property
    def done(self) -> bool:
        if self.stopped or self._stop is not None:
            return self.stopped
        running = any(each.progress is ActionProgress.RUNNING for each in self._init)
        return not running and all(story.state == COMPLETE for story in self.stories)

    def begin(self, time: float = 0.0) -> None:
        """Carry out the initial actions and start the stories."""
        initial = initial_actions(self._storyboard.init.actions, self._world.members)
        for action, names in initial:
            self._init.append(self._world.start(action, names))
        for story in self.stories:
            story.begin(time)
        self._settle(time)

    def step(self, time: float) -> None:
        """Carry out all transitions of a time, after the world has moved."""
        for part in self.parts:
            if part.transitions:
                part.transitions.clear()
        self._settle(time)

    def _settle(self, time: float) -> None:
        for _ in range(ROUNDS):
            if self.stopped:
                return
            changed = False
            for story in self.stories:
                changed = self._ends(story) or changed
            if self._stop is not None and self._stop.fires(time):
                self._halt()
                return
            for story in self.stories:
                changed = self._advance(story, time) or changed
            if not changed:
                return
        raise RuntimeError("the storyboard does not settle")

    def _halt(self) -> None:
        self.stopped = True
        for story in self.stories:
            story.halt()
        for execution in self._init:
            execution.stop()

    def _ends(self, part: RunningElement) -> bool:
        """End elements that are over, from inside to outside."""
        if part.state != RUNNING:
            return False
        changed = False
        for child in part.children:
            changed = self._ends(child) or changed
        if part.level == "action":
            progress = {each.progress for each in part.running}
            if ActionProgress.RUNNING in progress:
                return changed
            part.running = []
            if ActionProgress.STOPPED in progress:
                part.halt()
            else:
                part.end()
            return True
        if part.done():
            part.end()
            return True
        return changed

    def _advance(
        self, part: RunningElement, time: float, group: Optional[RunningElement] = None
    ) -> bool:
        """Start or stop elements within a running element."""
        if part.state != RUNNING or part.level == "event":
            return False
        changed = False
        if part.level == "maneuverGroup":
            group = part
        for child in part.children:
            if child.state == STANDBY and child.begun_at != time:
                changed = self._start(child, part, group, time) or changed
            if child.stop is not None and child.state != COMPLETE and child.stop.fires(time):
                child.halt()
                changed = True
            changed = self._advance(child, time, group) or changed
        return changed

    def _start(
        self,
        part: RunningElement,
        parent: RunningElement,
        group: Optional[RunningElement],
        time: float,
    ) -> bool:
        """Start a waiting element if its trigger fires."""
        if part.start is not None and not part.start.fires(time):
            return False
        if part.level == "event":
            self._start_event(part, parent, group, time)
            return True
        part.begin(time)
        for child in part.children:
            child.ready()
        return True

    def _start_event(
        self,
        event: RunningElement,
        maneuver: RunningElement,
        group: Optional[RunningElement],
        time: float,
    ) -> None:
        others = [each for each in maneuver.children if each is not event and each.state == RUNNING]
        if event.model.priority == "skip" and others:
            event.begun_at = time
            event.skip()
            return
        if event.model.priority == "override":
            for other in others:
                other.halt()
        event.begin(time)
        assert group is not None
        actors = actors_of(group.model, event.start.entities if event.start else ())
        names = [name for actor in actors for name in self._world.members(actor)]
        for action in event.children:
            action.ready()
            action.begin(time)
            action.running = [self._world.start(body, names) for body in action.model.bodies]

    def _waits(self, start: Trigger) -> bool:
        return bool(start.groups) or not self._starts_without_trigger

    def _watch(self, trigger: Trigger) -> TriggerWatch:
        return TriggerWatch(trigger, self._world, self._element_state)

    def _element_state(self, condition: StoryboardElementStateCondition) -> bool:
        key = (condition.storyboard_element_type, condition.storyboard_element_ref)
        if key not in self._meant:
            self._meant[key] = match_references(self._elements, *key)[0]
        return holds(self.parts[self._meant[key]], condition.state)

    def _story(self, model: Any) -> RunningElement:
        return self._part("story", model, ("acts", "groups", "maneuvers", "events", "actions"))

    def _part(self, level: str, model: Any, below: Sequence[str]) -> RunningElement:
        """Return an element and all elements within, in the file's order."""
        names = {"acts": "act", "groups": "maneuverGroup", "maneuvers": "maneuver"}
        names.update(events="event", actions="action")
        children = (
            [self._part(names[below[0]], each, below[1:]) for each in getattr(model, below[0])]
            if below
            else []
        )
        start: Optional[Trigger] = getattr(model, "start", None)
        stop: Optional[Trigger] = getattr(model, "stop", None)
        return RunningElement(
            level,
            model.name,
            model,
            children,
            self._watch(start) if start is not None and self._waits(start) else None,
            self._watch(stop) if stop is not None and stop.groups else None,
            getattr(model, "maximum_execution_count", 1),
        )
