"""Static checks of a scenario's roads, places, lanes and times.

Before it runs.
"""

from __future__ import annotations

from typing import Callable, Iterator, Sequence, Tuple, Union, get_args

from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.element import Element
from sim.openscenario.model.global_actions import AddEntityAction, EntityAction
from sim.openscenario.model.private_actions import (
    AbsoluteTargetLane,
    ConnectTrailerAction,
    FollowTrajectoryAction,
    PrivateAction,
    Timing,
)
from sim.openscenario.model.storyboard import ManeuverGroup
from sim.openscenario.play.roads import Roads
from sim.openscenario.play.trailers import coupling_lengths, initial_pairs
from sim.openscenario.play.trajectories import check_times
from sim.openscenario.reading.references import walk
from sim.openscenario.storyboard.init_order import PLACELESS, PLACING, without_place

Members = Callable[[str], Sequence[str]]
# Actions that need an entity with a place.
ACTING = tuple(each for each in get_args(PrivateAction) if each not in PLACELESS)
OnRoad = Union[given.LanePosition, given.RoadPosition]


def check_scenario(scenario: Scenario, roads: Roads) -> None:
    """Raise InputError for impossible places or times.

    Off the roads, or in wrong order; with file and line.
    """
    for element in walk(scenario.storyboard):
        if isinstance(element, (given.LanePosition, given.RoadPosition)):
            _check_place(element, roads)
        elif isinstance(element, AbsoluteTargetLane):
            _check_target_lane(element, roads)
        elif isinstance(element, FollowTrajectoryAction) and _timed(element):
            check_times(element.trajectory)


def check_actors(scenario: Scenario, members: Members) -> None:
    """Raise InputError for actions that their entities can never carry out.

    On entities that are never placed, or trailers without hitch and coupler.
    """
    objects = {each.name: each for each in scenario.entities.everything}
    pairs = list(initial_pairs(objects))
    for towing, trailer in pairs:
        coupling_lengths(objects, towing, trailer, objects[towing])
    acted = [(action, name) for action, each in _acted(scenario) for name in members(each)]
    present = {trailer for _, trailer in pairs}
    for each in walk(scenario.storyboard):
        if isinstance(each, EntityAction) and isinstance(each.action, AddEntityAction):
            present.update(members(each.entity_ref))
    for action, name in acted:
        if isinstance(action, PLACING):
            present.add(name)
        elif isinstance(action, ConnectTrailerAction):
            coupling_lengths(objects, name, action.trailer_ref, action)
            present.add(action.trailer_ref)
    for action, name in acted:
        if isinstance(action, ACTING) and name not in present:
            raise without_place(action, name)


def _acted(scenario: Scenario) -> Iterator[Tuple[Element, str]]:
    """Yield elements of actions with the names of their actors."""
    for each in scenario.storyboard.init.actions.private:
        for action in each.actions:
            yield action, each.entity_ref
    for group in walk(scenario.storyboard.stories):
        if isinstance(group, ManeuverGroup) and not group.actors.select_triggering_entities:
            for element in walk(group.maneuvers):
                for actor in group.actors.entities:
                    yield element, actor.entity_ref


def _timed(action: FollowTrajectoryAction) -> bool:
    return isinstance(action.time_reference, Timing)


def _check_place(position: OnRoad, roads: Roads) -> None:
    road = roads.road(position.road_id, position.source)
    s = roads.within(position.road_id, position.s, position.source)
    if isinstance(position, given.LanePosition):
        try:
            road.lane_centre(position.lane_id, s)
        except InputError as error:
            raise InputError(position.source, str(error)) from None


def _check_target_lane(target: AbsoluteTargetLane, roads: Roads) -> None:
    known = set(_lanes(roads))
    if roads.roads and target.value not in known:
        listed = ", ".join(str(lane) for lane in sorted(known))
        raise InputError(target.source, f"no road has a lane {target.value}; lanes: {listed}")


def _lanes(roads: Roads) -> Iterator[int]:
    for each in roads.roads.values():
        for section in each.road.sections:
            yield from section.lanes
