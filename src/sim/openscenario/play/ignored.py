"""Parts of a scenario that the player ignores, with their lines."""

from __future__ import annotations

from typing import Iterator, List

from sim.openscenario.model import conditions, global_actions, private_actions
from sim.openscenario.model import traffic_actions as traffic
from sim.openscenario.model.appearance_actions import AnimationAction
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.element import Element
from sim.openscenario.model.entities import ExternalObjectReference, Vehicle
from sim.openscenario.model.override_actions import OverrideControllerValueAction
from sim.openscenario.model.storyboard import ManeuverGroup
from sim.openscenario.play import environment, lights
from sim.openscenario.reading.references import walk

IGNORED = {
    conditions.UserDefinedValueCondition: "never holds, as its value is never set",
    global_actions.CustomCommandAction: "does nothing",
}


def ignored_elements(scenario: Scenario, ego: str, simulated: bool = False) -> List[str]:
    """Return a line for each ignored element: place, element and effect.

    If ``simulated``, SUMO drives the traffic around.
    """
    found = [text for each in walk(scenario.storyboard) for text in _ignored_text(each)]
    found += _animations(scenario)
    if simulated:
        found += [
            f"{each.source}: <LightStateAction> has no effect on {ego}: its model has its own lamps"
            for each in _actions_by(scenario, ego)
            if isinstance(each, private_actions.LightStateAction)
        ]
        found += [
            f"{each.source}: <{type(each).__name__}> tows by kinematics, without a force on {ego}"
            for each in _couplings(scenario, ego)
        ]
    else:
        found += [
            f"{each.source}: <{type(each.action).__name__}> adds no traffic by kinematics alone; "
            "SUMO moves traffic, in ./run scenario"
            for each in walk(scenario.storyboard)
            if isinstance(each, traffic.TrafficAction)
        ]
    for each in scenario.entities.everything:
        if each.name == ego and each.controllers:
            source = each.controllers[0].source
            found.append(f"{source}: <ObjectController> of {ego} is replaced by the driver")
    for each in scenario.entities.everything:
        if isinstance(each.body, ExternalObjectReference):
            found.append(f"{each.source}: {each.name} is an external object of unknown size")
    return found


def _couplings(scenario: Scenario, name: str) -> Iterator[Element]:
    """Yield the elements that connect a trailer to an entity."""
    for each in scenario.entities.everything:
        if each.name == name and isinstance(each.body, Vehicle) and each.body.trailer:
            yield each.body.trailer
    for action in _actions_by(scenario, name):
        if isinstance(action, private_actions.ConnectTrailerAction):
            yield action


def _animations(scenario: Scenario) -> List[str]:
    """Return one line for all animations."""
    all_of_them = [e for e in walk(scenario.storyboard) if isinstance(e, AnimationAction)]
    count = f"; {len(all_of_them)} in the file" if len(all_of_them) > 1 else ""
    said = f"<AnimationAction> is not shown; it is complete at once{count}"
    return [f"{each.source}: {said}" for each in all_of_them[:1]]


def _actions_by(scenario: Scenario, name: str) -> Iterator[Element]:
    """Yield the actions of an entity by name, and their elements."""
    for private in scenario.storyboard.init.actions.private:
        if private.entity_ref == name:
            yield from walk(private)
    for group in walk(scenario.storyboard.stories):
        if isinstance(group, ManeuverGroup) and any(
            actor.entity_ref == name for actor in group.actors.entities
        ):
            yield from walk(group.maneuvers)


def _ignored_text(element: Element) -> List[str]:
    what = IGNORED.get(type(element))
    said = _limits(element) if what is None else [what]
    return [f"{element.source}: <{type(element).__name__}> {each}" for each in said]


def _limits(element: Element) -> List[str]:
    """List the ignored parts of an element that is carried out."""
    found = []
    if isinstance(element, global_actions.Environment):
        found += environment.ignored_environment(element)
    if isinstance(element, private_actions.LightStateAction):
        found += lights.ignored_lights(element)
    if isinstance(element, OverrideControllerValueAction) and element.overrides:
        found.append("is not carried out; it is complete at once")
    if isinstance(element, traffic.TrafficDefinition):
        found.append("has controllers and roles, which are ignored: SUMO's own model drives")
    if isinstance(element, traffic.TrafficSinkAction) and element.definition is not None:
        found.append("removes all traffic, whatever its definition")
    if isinstance(element, traffic.TrafficArea) and element.polygon is None:
        found.append("is of road ranges, which get no traffic; a <Polygon> does")
    limits = getattr(element, "constraints", None)
    if isinstance(element, private_actions.LateralDistanceAction) and limits is not None:
        found.append("is reached at once; its limits are ignored")
    elif isinstance(limits, private_actions.DynamicConstraints):
        rates = {
            "maxAccelerationRate": limits.max_acceleration_rate,
            "maxDecelerationRate": limits.max_deceleration_rate,
        }
        if isinstance(element, private_actions.SpeedProfileAction):
            rates["maxSpeed"] = limits.max_speed
        found += [f"has a {name}, which is ignored" for name, v in rates.items() if v]
    if (
        isinstance(element, private_actions.SpeedProfileAction)
        and element.following_mode == "follow"
    ):
        found.append("is linear between its speeds, also in the mode follow")
    if getattr(element, "coordinate_system", "") == "trajectory":
        found.append("is measured in the coordinate system entity instead of trajectory")
    if getattr(element, "routing_algorithm", "undefined") != "undefined":
        found.append("has a routingAlgorithm, which is ignored")
    if getattr(element, "angle_type", "heading") != "heading":
        found.append("compares with 0 rad, as entities only have a heading")
    return found
