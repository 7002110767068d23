"""What the storyboard asks of the world in which its actions happen."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, Sequence

from sim.openscenario.model.conditions import EntityCondition, ValueCondition
from sim.openscenario.model.storyboard import AnyAction


class Progress(Enum):
    RUNNING = "running"
    ENDED = "ended"
    # By another action that took over its entities.
    STOPPED = "stopped"


class Execution(Protocol):
    """An action while it is carried out."""

    @property
    def progress(self) -> Progress: ...

    def stop(self) -> None: ...


class World(Protocol):
    def start(self, action: AnyAction, actors: Sequence[str]) -> Execution:
        """Begin an action of these entities at the present time."""

    def of_entity(self, condition: EntityCondition, entity: str) -> bool:
        """Whether a condition holds for an entity."""

    def of_value(self, condition: ValueCondition) -> bool:
        """Whether a condition holds that is not about the storyboard."""

    def members(self, name: str) -> Sequence[str]:
        """The entities of a selection, or the one of the name."""
