"""Checks that the names in a scenario's elements exist."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple, Union

from sim.errors import InputError
from sim.openscenario.model.conditions import (
    StoryboardElementStateCondition,
    TimeToCollisionCondition,
    TrafficSignalControllerCondition,
)
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.element import Element
from sim.openscenario.model.entities import EntityRef, EntitySelection, ScenarioObject
from sim.openscenario.model.global_actions import EntityAction, TrafficSignalControllerAction
from sim.openscenario.model.storyboard import Private
from sim.openscenario.reading.node import suggestion

SEPARATOR = "::"
Path = Tuple[str, ...]


def walk(value: Any) -> Iterator[Element]:
    """Yield an element and all elements within it."""
    if isinstance(value, Element):
        yield value
        for each in fields(value):
            yield from walk(getattr(value, each.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from walk(each)


def storyboard_elements(scenario: Scenario) -> List[Tuple[str, Path]]:
    """Return all elements of the storyboard in the order of the file.

    As level and names from the story on.
    """
    found: List[Tuple[str, Path]] = []

    def take(level: str, element: Any, above: Path) -> Path:
        found.append((level, (*above, element.name)))
        return found[-1][1]

    for story in scenario.storyboard.stories:
        at_story = take("story", story, ())
        for act in story.acts:
            at_act = take("act", act, at_story)
            for group in act.groups:
                at_group = take("maneuverGroup", group, at_act)
                for maneuver in group.maneuvers:
                    at_maneuver = take("maneuver", maneuver, at_group)
                    for event in maneuver.events:
                        at_event = take("event", event, at_maneuver)
                        for action in event.actions:
                            take("action", action, at_event)
    return found


def match_references(elements: Sequence[Tuple[str, Path]], level: str, reference: str) -> List[int]:
    """Return the elements of a level that a reference matches.

    Their names end in the reference's names.
    """
    names = tuple(reference.split(SEPARATOR))
    return [
        i for i, (own, path) in enumerate(elements) if own == level and path[-len(names) :] == names
    ]


def check_references(scenario: Scenario, parameters: Mapping[str, str]) -> None:
    """Raise InputError for missing or ambiguous references.

    Ambiguous: to several elements of the storyboard.
    """
    named: List[Union[ScenarioObject, EntitySelection]] = [
        *scenario.entities.everything,
        *scenario.entities.selections,
    ]
    entities = [each.name for each in named]
    for i, entity in enumerate(named):
        if entity.name in entities[:i]:
            raise InputError(entity.source, f"is the second entity named {entity.name}")
    signals = scenario.road_network.signals
    known: Dict[str, Tuple[str, List[str]]] = {
        "entity_ref": ("entity", entities),
        "master_entity_ref": ("entity", entities),
        "trailer_ref": ("entity", entities),
        "parameter_ref": ("parameter", list(parameters)),
        "variable_ref": (
            "variable",
            [each.name for each in scenario.variables.variables] if scenario.variables else [],
        ),
        "monitor_ref": (
            "monitor",
            [each.name for each in scenario.monitors.monitors] if scenario.monitors else [],
        ),
        "traffic_signal_controller_ref": (
            "traffic signal controller",
            [each.name for each in signals.controllers] if signals else [],
        ),
    }
    elements = storyboard_elements(scenario)
    for element in walk(scenario):
        for field, (what, names) in known.items():
            name = getattr(element, field, None)
            if name is not None and name not in names and (name or _is_needed(element, field)):
                raise InputError(
                    element.source, f"{what} '{name}' not found{suggestion(name, names)}"
                )
        _check_single(element, [each.name for each in scenario.entities.selections])
        if isinstance(element, StoryboardElementStateCondition):
            _check_element(element, elements)
        if isinstance(element, (TrafficSignalControllerAction, TrafficSignalControllerCondition)):
            _check_phase(element, scenario)


def _is_needed(element: Element, field: str) -> bool:
    return next(each for each in fields(element) if each.name == field).default is MISSING


def _check_phase(
    element: Union[TrafficSignalControllerAction, TrafficSignalControllerCondition],
    scenario: Scenario,
) -> None:
    name, signals = element.traffic_signal_controller_ref, scenario.road_network.signals
    phases = [
        phase.name
        for each in (signals.controllers if signals else ())
        for phase in each.phases
        if each.name == name
    ]
    if element.phase not in phases:
        hint = suggestion(element.phase, phases)
        raise InputError(
            element.source, f"the controller '{name}' has no phase '{element.phase}'{hint}"
        )


def _check_single(element: Element, selections: Sequence[str]) -> None:
    """Raise InputError for a selection in place of one entity."""
    if isinstance(element, TimeToCollisionCondition):
        name = getattr(element.target, "entity_ref", "")
    elif isinstance(element, (EntityRef, EntityAction, Private)):
        return
    else:
        name = getattr(element, "entity_ref", "")
    if name in selections:
        raise InputError(element.source, f"needs one entity; '{name}' is a selection of them")


def _check_element(
    condition: StoryboardElementStateCondition, elements: Sequence[Tuple[str, Path]]
) -> None:
    level, name = condition.storyboard_element_type, condition.storyboard_element_ref
    found = match_references(elements, level, name)
    if not found:
        names = [path[-1] for own, path in elements if own == level]
        raise InputError(
            condition.source,
            f"{level} '{name}' not found in the storyboard{suggestion(name, names)}",
        )
    if len(found) > 1:
        paths = " or ".join(SEPARATOR.join(elements[i][1]) for i in found)
        raise InputError(
            condition.source, f"the {level} '{name}' stands for several; write {paths}"
        )
