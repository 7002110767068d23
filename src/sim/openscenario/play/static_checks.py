"""Static checks of a scenario's roads, places, lanes and times.

Before it runs.
"""

from __future__ import annotations

from typing import Iterator, Union

from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.model.document import Scenario
from sim.openscenario.model.private_actions import (
    AbsoluteTargetLane,
    FollowTrajectoryAction,
    Timing,
)
from sim.openscenario.play.roads import Roads
from sim.openscenario.play.trajectories import check_times
from sim.openscenario.reading.references import walk

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


def _timed(action: FollowTrajectoryAction) -> bool:
    return isinstance(action.time_reference, Timing)


def _check_place(position: OnRoad, roads: Roads) -> None:
    road = roads.road(position.road_id, position.source)
    if position.s > road.length:
        raise InputError(
            position.source,
            f"s = {position.s:g} m is not on road {position.road_id}, which is {road.length:g} m",
        )
    if isinstance(position, given.LanePosition):
        try:
            road.lane_centre(position.lane_id, position.s)
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
