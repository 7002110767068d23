"""Interface between the storyboard and the world of its actions."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol, Sequence

from sim.deprecation import deprecated_names
from sim.openscenario.model.conditions import EntityCondition, ValueCondition
from sim.openscenario.model.storyboard import AnyAction

if not TYPE_CHECKING:
    __getattr__ = deprecated_names(__name__, {"World": "StoryboardWorld"})


class ActionProgress(Enum):
    RUNNING = "running"
    ENDED = "ended"
    # Stopped by another action that took over its entities.
    STOPPED = "stopped"


class Execution(Protocol):
    """Action in progress."""

    @property
    def progress(self) -> ActionProgress: ...

    def stop(self) -> None: ...


class StoryboardWorld(Protocol):
    def start(self, action: AnyAction, actors: Sequence[str]) -> Execution:
        """Begin an action of these entities at the present time."""

    def of_entity(self, condition: EntityCondition, entity: str) -> bool:
        """Return whether a condition holds for an entity."""

    def of_value(self, condition: ValueCondition) -> bool:
        """Return whether a value condition holds, except storyboard states."""

    def members(self, name: str) -> Sequence[str]:
        """Return the entities of a selection, or the one of the name."""
