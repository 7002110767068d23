"""Lateral motions: lane changes, lane offsets and lateral distances."""

from __future__ import annotations

from typing import Callable, Tuple

from sim.errors import InputError
from sim.openscenario.model.private_actions import (
    AbsoluteTargetLane,
    AbsoluteTargetLaneOffset,
    LaneChangeAction,
    LaneOffsetAction,
    LateralDistanceAction,
)
from sim.openscenario.play.entity import Entity, LanePlace
from sim.openscenario.play.longitudinal import transition_length
from sim.openscenario.play.motion import OffsetChange
from sim.openscenario.play.roads import Roads, left_of
from sim.openscenario.play.shapes import duration_by_acceleration

EntityOf = Callable[[str], Entity]


def require_lane_place(own: Entity, action: object) -> LanePlace:
    if own.lane_place is None:
        raise InputError(
            getattr(action, "source", ""), f"{own.name} cannot change its lane off the roads"
        )
    return own.lane_place


def relative_to(lane_place: LanePlace, lane: int, roads: Roads, source: object) -> LanePlace:
    """Return the same place relative to another lane."""
    t, _ = roads.lane_t(lane_place)
    try:
        centre, _ = roads.roads[lane_place.road].lane_centre(lane, lane_place.s)
    except InputError as error:
        raise InputError(source, str(error)) from None
    return LanePlace(lane_place.road, lane, lane_place.s, t - centre, lane_place.direction)


def lane_change(
    action: LaneChangeAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[LanePlace, OffsetChange]:
    """Return the place relative to the target lane, and the motion."""
    lane_place = require_lane_place(own, action)
    target = action.target
    if isinstance(target, AbsoluteTargetLane):
        lane = target.value
    else:
        other = require_lane_place(entity(target.entity_ref), action)
        lane = left_of(roads.lane_now(other), target.value, other.direction)
    lane_place = relative_to(lane_place, lane, roads, action.source)
    source, offset = (
        lane_place.direction * lane_place.offset,
        lane_place.direction * action.target_lane_offset,
    )
    takes = transition_length(action.dynamics, offset - source)
    shape = action.dynamics.dynamics_shape
    by_distance = action.dynamics.dynamics_dimension == "distance" and shape != "step"
    return lane_place, OffsetChange(time, source, lambda: offset, shape, takes, by_distance)


def lane_offset(
    action: LaneOffsetAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[LanePlace, OffsetChange]:
    """Return the place in the present lane, and the offset motion.

    The offset is along the road's t; a relative target is measured from the lateral position of the
    reference entity.
    """
    lane_place = require_lane_place(own, action)
    lane_place = relative_to(lane_place, roads.lane_now(lane_place), roads, action.source)
    target, source = action.target, lane_place.direction * lane_place.offset
    # To the left of the entity; the next road's line may run against this one's.
    value = lane_place.direction * target.value

    def wanted() -> float:
        if isinstance(target, AbsoluteTargetLaneOffset):
            return value
        if target.entity_ref == own.name:
            # Relative to its start: it would never arrive otherwise.
            return source + value
        at = lane_place_of(own)
        other = require_lane_place(entity(target.entity_ref), action)
        apart = roads.displacement(at, other)
        if apart is None:
            raise InputError(
                action.source,
                f"{own.name} has no way along roads to {target.entity_ref}, its reference",
            )
        return at.direction * at.offset + apart.across + value

    limit = action.dynamics.max_lateral_acc
    takes = 0.0
    if limit is not None:
        change = wanted() - source
        takes = duration_by_acceleration(action.dynamics.dynamics_shape, change, limit)
    shape = action.dynamics.dynamics_shape
    return lane_place, OffsetChange(time, source, wanted, shape, takes, goes_on=action.continuous)


def lateral_distance(
    action: LateralDistanceAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[LanePlace, OffsetChange]:
    """Return the place and the motion beside another entity.

    At once, across the road; without a distance, the present one is kept. If no road connects them,
    the entity keeps its place across its lane.
    """
    lane_place = require_lane_place(own, action)
    other = entity(action.entity_ref)
    half = 0.5 * (own.width + other.width) if action.freespace else 0.0
    seen = roads.displacement(require_lane_place(other, action), lane_place)
    if seen is None:
        raise InputError(
            action.source, f"keeps {own.name} beside {other.name}; no road leads there"
        )
    sides = {"leftToReferencedEntity": 1, "rightToReferencedEntity": -1}
    side = sides.get(action.displacement) or (1 if seen.across >= 0.0 else -1)
    away = abs(seen.across) if action.distance is None else action.distance + half

    def wanted() -> float:
        at = lane_place_of(own)
        left = at.direction * at.offset
        apart = roads.displacement(at, other.lane_place) if other.lane_place else None
        return left if apart is None else left + apart.across + apart.facing * side * away

    source = lane_place.direction * lane_place.offset
    return lane_place, OffsetChange(time, source, wanted, "step", 0.0, goes_on=action.continuous)


def lane_place_of(entity: Entity) -> LanePlace:
    assert entity.lane_place is not None
    return entity.lane_place
