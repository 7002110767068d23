"""Stories, acts, groups, maneuvers, events and their actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from sim.openscenario.model.conditions import Trigger
from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import EntityRef
from sim.openscenario.model.global_actions import GlobalAction
from sim.openscenario.model.private_actions import PrivateAction

AnyAction = Union[PrivateAction, GlobalAction]


@dataclass(frozen=True)
class Action(Element):
    """Named action.

    ``bodies`` are several if a ControllerAction assigns and overrides at once, or 1.2's
    AppearanceAction lights and animates.
    """

    name: str
    bodies: Tuple[AnyAction, ...] = part(actions=True)


@dataclass(frozen=True)
class Event(Element):
    name: str
    priority: Literal["override", "parallel", "skip"]
    actions: Tuple[Action, ...]
    start: Optional[Trigger] = part(None, tag="StartTrigger")
    maximum_execution_count: int = part(1, low=1)


@dataclass(frozen=True)
class Maneuver(Element):
    name: str
    events: Tuple[Event, ...]


@dataclass(frozen=True)
class Actors(Element):
    select_triggering_entities: bool
    entities: Tuple[EntityRef, ...] = ()


@dataclass(frozen=True)
class ManeuverGroup(Element):
    name: str
    maximum_execution_count: int = part(low=1)
    actors: Actors = part()
    maneuvers: Tuple[Maneuver, ...] = ()


@dataclass(frozen=True)
class Act(Element):
    name: str
    groups: Tuple[ManeuverGroup, ...]
    start: Optional[Trigger] = part(None, tag="StartTrigger")
    stop: Optional[Trigger] = part(None, tag="StopTrigger")


@dataclass(frozen=True)
class Story(Element):
    name: str
    acts: Tuple[Act, ...]


@dataclass(frozen=True)
class Private(Element):
    """Actions of one entity before the start."""

    entity_ref: str
    actions: Tuple[AnyAction, ...] = part(actions=True)


@dataclass(frozen=True)
class InitActions(Element):
    """Initial actions, in the order of the file."""

    TAG = "Actions"
    actions: Tuple[AnyAction, ...] = part((), actions=True)
    private: Tuple[Private, ...] = ()


@dataclass(frozen=True)
class Init(Element):
    actions: InitActions


@dataclass(frozen=True)
class Storyboard(Element):
    init: Init
    stories: Tuple[Story, ...] = ()
    stop: Optional[Trigger] = part(None, tag="StopTrigger")
