"""Entities on routes: the way to a position, and lane changes."""

from __future__ import annotations

from sim.errors import InputError
from sim.openscenario.model.private_actions import AcquirePositionAction
from sim.openscenario.play.entity import LanePlace
from sim.openscenario.play.lateral import relative_to
from sim.openscenario.play.motion import OffsetChange
from sim.openscenario.play.mover import EntityMover
from sim.openscenario.play.places import PositionResolver
from sim.openscenario.play.roads import Roads
from sim.openscenario.play.way import Way, find_way
from sim.openscenario.storyboard.world import ActionProgress

# Limits of the duration of a lane change on a route, which uses the road that is left.
MIN_CHANGE_TIME = 2.0  # s
MAX_CHANGE_TIME = 4.0  # s


def route_to(
    action: AcquirePositionAction, start: LanePlace, places: PositionResolver, roads: Roads
) -> Way:
    """Return the way to an action's position. Raises InputError if roads do not lead there."""
    _, lane_place = places.placed(action.position)
    if lane_place is None:
        raise InputError(action.source, "has a position that is on no road")
    way = find_way(roads.links, [start, lane_place])
    if way is None:
        raise InputError(
            action.source,
            f"has a position on road {lane_place.road}, lane {lane_place.lane}; no roads lead "
            f"there from road {start.road}, lane {start.lane}",
        )
    return way


def keep_to_way(mover: EntityMover, roads: Roads, time: float) -> str:
    """Begin the lane change that an entity's way needs.

    Returns a note if it has left its way, which is then dropped.
    """
    lane_place, way, entity = mover.entity.lane_place, mover.way, mover.entity
    if way is None or not entity.exists or mover.trajectory is not None or lane_place is None:
        return ""
    if mover.lateral is not None and mover.lateral.progress is ActionProgress.RUNNING:
        return ""
    segment = roads.links.segment(
        lane_place.road, lane_place.lane, lane_place.s, lane_place.direction
    )
    lane = way.wanted(lane_place, segment.section)
    if lane is None:
        mover.way = None
        if way.over:
            return ""
        return f"{time:.2f} s: {entity.name} leaves its route on road {lane_place.road}"
    if lane != lane_place.lane:
        _change(mover, lane, roads, time)
    return ""


def _change(mover: EntityMover, lane: int, roads: Roads, time: float) -> None:
    entity = mover.entity
    assert entity.lane_place is not None
    segment = roads.links.segment(
        entity.lane_place.road,
        entity.lane_place.lane,
        entity.lane_place.s,
        entity.lane_place.direction,
    )
    end = roads.links.bounds(segment)[1 if segment.sign > 0 else 0]
    left = abs(end - entity.lane_place.s) / max(entity.speed, 0.1)
    takes = min(max(left, MIN_CHANGE_TIME), MAX_CHANGE_TIME)
    lane_place = relative_to(entity.lane_place, lane, roads, entity.name)
    source = lane_place.direction * lane_place.offset
    motion = OffsetChange(time, source, lambda: 0.0, "sinusoidal", takes)
    mover.steer(motion, lane_place, time)
