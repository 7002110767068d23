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
from sim.openscenario.play.entity import Anchor, Entity
from sim.openscenario.play.longitudinal import over
from sim.openscenario.play.motion import OffsetChange
from sim.openscenario.play.roads import Roads, left_of
from sim.openscenario.play.shapes import duration_by_acceleration

EntityOf = Callable[[str], Entity]


def anchored(own: Entity, action: object) -> Anchor:
    if own.anchor is None:
        raise InputError(
            getattr(action, "source", ""), f"{own.name} cannot change its lane off the roads"
        )
    return own.anchor


def relative_to(anchor: Anchor, lane: int, roads: Roads, source: object) -> Anchor:
    """Return the same place relative to another lane."""
    t, _ = roads.lane_t(anchor)
    try:
        centre, _ = roads.roads[anchor.road].lane_centre(lane, anchor.s)
    except InputError as error:
        raise InputError(source, str(error)) from None
    return Anchor(anchor.road, lane, anchor.s, t - centre, anchor.direction)


def lane_change(
    action: LaneChangeAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[Anchor, OffsetChange]:
    """Return the place relative to the target lane, and the motion."""
    anchor = anchored(own, action)
    target = action.target
    if isinstance(target, AbsoluteTargetLane):
        lane = target.value
    else:
        other = anchored(entity(target.entity_ref), action)
        lane = left_of(roads.lane_now(other), target.value, other.direction)
    anchor = relative_to(anchor, lane, roads, action.source)
    source, offset = anchor.direction * anchor.offset, anchor.direction * action.target_lane_offset
    takes = over(action.dynamics, offset - source)
    shape = action.dynamics.dynamics_shape
    by_distance = action.dynamics.dynamics_dimension == "distance" and shape != "step"
    return anchor, OffsetChange(time, source, lambda: offset, shape, takes, by_distance)


def lane_offset(
    action: LaneOffsetAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[Anchor, OffsetChange]:
    """Return the place in the present lane, and the offset motion.

    The offset is along the road's t; a relative target is measured from the lateral position of the
    reference entity.
    """
    anchor = anchored(own, action)
    anchor = relative_to(anchor, roads.lane_now(anchor), roads, action.source)
    target, source = action.target, anchor.direction * anchor.offset
    # To the left of the entity; the next road's line may run against this one's.
    value = anchor.direction * target.value

    def wanted() -> float:
        if isinstance(target, AbsoluteTargetLaneOffset):
            return value
        if target.entity_ref == own.name:
            # Relative to its start: it would never arrive otherwise.
            return source + value
        at = anchor_of(own)
        other = anchored(entity(target.entity_ref), action)
        apart = roads.apart(at, other)
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
    return anchor, OffsetChange(time, source, wanted, shape, takes, goes_on=action.continuous)


def lateral_distance(
    action: LateralDistanceAction, own: Entity, entity: EntityOf, roads: Roads, time: float
) -> Tuple[Anchor, OffsetChange]:
    """Return the place and the motion beside another entity.

    At once, across the road; without a distance, the present one is kept. If no road connects them,
    the entity keeps its place across its lane.
    """
    anchor = anchored(own, action)
    other = entity(action.entity_ref)
    half = 0.5 * (own.width + other.width) if action.freespace else 0.0
    seen = roads.apart(anchored(other, action), anchor)
    if seen is None:
        raise InputError(
            action.source, f"keeps {own.name} beside {other.name}; no road leads there"
        )
    sides = {"leftToReferencedEntity": 1, "rightToReferencedEntity": -1}
    side = sides.get(action.displacement) or (1 if seen.across >= 0.0 else -1)
    away = abs(seen.across) if action.distance is None else action.distance + half

    def wanted() -> float:
        at = anchor_of(own)
        left = at.direction * at.offset
        apart = roads.apart(at, other.anchor) if other.anchor else None
        return left if apart is None else left + apart.across + apart.facing * side * away

    source = anchor.direction * anchor.offset
    return anchor, OffsetChange(time, source, wanted, "step", 0.0, goes_on=action.continuous)


def anchor_of(entity: Entity) -> Anchor:
    assert entity.anchor is not None
    return entity.anchor
