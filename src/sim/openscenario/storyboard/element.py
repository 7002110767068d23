"""Running elements of the storyboard: states, transitions and executions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator, List, Optional, Sequence, Set, Tuple

from sim.openscenario.storyboard.triggers import TriggerWatch
from sim.openscenario.storyboard.world import Execution

STANDBY = "standbyState"
RUNNING = "runningState"
COMPLETE = "completeState"
START = "startTransition"
END = "endTransition"
STOP = "stopTransition"
SKIP = "skipTransition"


@dataclass(eq=False)
class RunningElement:
    """Running storyboard element.

    ``model`` is the element of the scenario; ``transitions`` happened in the present step;
    ``executions`` were begun or skipped since its parent began.
    """

    level: str
    name: str
    model: Any
    children: List[RunningElement] = field(default_factory=list)
    start: Optional[TriggerWatch] = None
    stop: Optional[TriggerWatch] = None
    most: int = 1
    state: str = STANDBY
    transitions: Set[str] = field(default_factory=set)
    executions: int = 0
    begun_at: float = -1.0
    running: List[Execution] = field(default_factory=list)
    actors: Tuple[str, ...] = ()

    def all(self) -> Iterator[RunningElement]:
        yield self
        for child in self.children:
            yield from child.all()

    def ready(self) -> None:
        """Reset to standby, as if it had never run."""
        self.state, self.executions = STANDBY, 0
        self.wait()
        for child in self.children:
            child.ready()

    def wait(self) -> None:
        """Change to standby for the next execution."""
        self.state = STANDBY
        if self.start is not None:
            self.start.reset()

    def begin(self, time: float) -> None:
        self.state, self.begun_at = RUNNING, time
        self.executions += 1
        self.transitions.add(START)
        if self.stop is not None:
            self.stop.reset()

    def end(self) -> None:
        """End regularly: complete, or wait for the next execution."""
        self.transitions.add(END)
        if self.executions < self.most:
            self.wait()
        else:
            self.state = COMPLETE

    def halt(self) -> None:
        """Stop the element and all elements within it."""
        if self.state == COMPLETE:
            return
        self.state = COMPLETE
        self.transitions.add(STOP)
        for execution in self.running:
            execution.stop()
        self.running = []
        for child in self.children:
            child.halt()

    def skip(self) -> None:
        self.executions += 1
        self.transitions.add(SKIP)
        if self.executions >= self.most:
            self.state = COMPLETE
        else:
            self.wait()

    def done(self) -> bool:
        """Return whether all of its children are complete."""
        return all(child.state == COMPLETE for child in self.children)


def holds(part: RunningElement, state: str) -> bool:
    """Return whether an element is in a state, or in a transition."""
    return state in part.transitions if state.endswith("Transition") else part.state == state


def actors_of(group: Any, triggering: Sequence[str]) -> Tuple[str, ...]:
    """Return a maneuver group's actors, with the triggering ones if selected."""
    names = [each.entity_ref for each in group.actors.entities]
    if group.actors.select_triggering_entities:
        names += [name for name in triggering if name not in names]
    return tuple(names)
