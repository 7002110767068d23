"""Distances between entities or to positions, as conditions and distance actions measure them."""

from __future__ import annotations

import math
from typing import Optional, Tuple

import numpy as np
from shapely.geometry import Polygon

from sim.arrays import Array
from sim.openscenario.play.entity import Entity, LanePlace
from sim.openscenario.play.roads import Roads

Interval = Tuple[float, float]
POINT: Interval = (0.0, 0.0)


def gap(own: Interval, other: Interval) -> float:
    """Return the signed gap: positive if the other is ahead. 0 for an overlap."""
    if other[0] > own[1]:
        return other[0] - own[1]
    return other[1] - own[0] if other[1] < own[0] else 0.0


def in_frame(entity: Entity, points: Array) -> Array:
    """Transform points (n, 2) of the world to an entity's frame.

    Origin at the reference point, x along its heading.
    """
    cos, sin = math.cos(entity.heading), math.sin(entity.heading)
    away = points - np.array([entity.x, entity.y])
    return np.asarray(away @ np.array([[cos, -sin], [sin, cos]]))


def _intervals(points: Array) -> Tuple[Interval, Interval]:
    low, high = points.min(axis=0), points.max(axis=0)
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


class EntityMeasures:
    def __init__(self, roads: Roads) -> None:
        self._roads = roads

    def signed(
        self, own: Entity, other: Entity, system: str, freespace: bool
    ) -> Tuple[float, float]:
        """Return signed distances along and across a coordinate system.

        Positive ahead and to the left of ``own``; nan if the roads do not connect them within 500
        m.
        """
        if system in ("lane", "road"):
            boxes = (other.reach(), other.sides()) if freespace else None
            return self._by_road(own, other.lane_place, boxes)
        if system == "world":
            return _by_points(
                own.corners() if freespace else _point(own),
                other.corners() if freespace else _point(other),
            )
        return _by_points(
            in_frame(own, own.corners() if freespace else _point(own)),
            in_frame(own, other.corners() if freespace else _point(other)),
        )

    def distance(self, own: Entity, other: Entity, system: str, kind: str, free: bool) -> float:
        """Return a distance, never negative; inf if roads do not connect."""
        if kind == "euclidianDistance" and system not in ("lane", "road"):
            if free:
                return float(Polygon(own.corners()).distance(Polygon(other.corners())))
            return math.hypot(other.x - own.x, other.y - own.y)
        along, across = self.signed(own, other, system, free)
        return _one(along, across, kind)

    def signed_point(
        self,
        own: Entity,
        x: float,
        y: float,
        lane_place: Optional[LanePlace],
        system: str,
        freespace: bool = False,
    ) -> Tuple[float, float]:
        """Return ``signed`` distances to a position."""
        if system in ("lane", "road"):
            return self._by_road(own, lane_place, (POINT, POINT) if freespace else None)
        corners, target = own.corners() if freespace else _point(own), np.array([[x, y]])
        if system != "world":
            corners, target = in_frame(own, corners), in_frame(own, target)
        return _by_points(corners, target)

    def moving(self, own: Entity, other: Optional[Entity], system: str) -> Array:
        """Return the velocity (2,) of ``own`` in m/s.

        Relative to another entity, or to the ground; along and across the axes of a system as in
        ``signed``.
        """
        if system in ("lane", "road") and own.lane_place is not None:
            moved = self._along_road(own, own.lane_place)
            if other is None or other.lane_place is None:
                return moved
            apart = self._roads.displacement(own.lane_place, other.lane_place)
            facing = 1 if apart is None else apart.facing
            return np.asarray(moved - facing * self._along_road(other, other.lane_place))
        velocity = own.velocity - (np.zeros(2) if other is None else other.velocity)
        if system == "world":
            return np.asarray(velocity)
        cos, sin = math.cos(own.heading), math.sin(own.heading)
        return np.asarray(np.array([[cos, sin], [-sin, cos]]) @ velocity)

    def _along_road(self, entity: Entity, lane_place: LanePlace) -> Array:
        """Return s' and t' (2,) in the direction of its place, m/s."""
        road = self._roads.roads[lane_place.road]
        away = entity.heading - road.reference(lane_place.s)[2]
        segment = road.stretch(lane_place.s, self._roads.lane_t(lane_place)[0])
        speed = lane_place.direction * entity.speed
        return np.asarray(speed * np.array([math.cos(away) / segment, math.sin(away)]))

    def to_point(
        self,
        own: Entity,
        x: float,
        y: float,
        lane_place: Optional[LanePlace],
        system: str,
        kind: str,
        free: bool,
    ) -> float:
        """Return the distance to a position."""
        if kind == "euclidianDistance" and system not in ("lane", "road"):
            if free:
                from_box = in_frame(own, np.array([[x, y]]))[0] - np.array(own.centre)
                outside = np.abs(from_box) - 0.5 * np.array([own.length, own.width])
                return float(np.hypot(*np.maximum(outside, 0.0)))
            return math.hypot(x - own.x, y - own.y)
        return _one(*self.signed_point(own, x, y, lane_place, system, free), kind)

    def _by_road(
        self, own: Entity, other: Optional[LanePlace], box: Optional[Tuple[Interval, Interval]]
    ) -> Tuple[float, float]:
        """Return distances between reference points, or between boxes.

        ``box`` has the other's reach and sides.
        """
        apart = (
            self._roads.displacement(own.lane_place, other) if own.lane_place and other else None
        )
        if apart is None:
            return math.nan, math.nan
        along, across, facing = apart
        if box is not None:
            along = gap(own.reach(), _shifted(box[0], along, facing > 0))
            across = gap(own.sides(), _shifted(box[1], across, facing > 0))
        return along, across


def _shifted(interval: Interval, by: float, same_way: bool) -> Interval:
    low, high = interval if same_way else (-interval[1], -interval[0])
    return by + low, by + high


def _point(entity: Entity) -> Array:
    return np.array([[entity.x, entity.y]])


def _by_points(own: Array, other: Array) -> Tuple[float, float]:
    (own_x, own_y), (other_x, other_y) = _intervals(own), _intervals(other)
    return gap(own_x, other_x), gap(own_y, other_y)


def _one(along: float, across: float, kind: str) -> float:
    if math.isnan(along):
        return math.inf
    if kind == "longitudinal":
        return abs(along)
    return abs(across) if kind == "lateral" else math.hypot(along, across)


def touching(own: Entity, other: Entity) -> bool:
    """Return whether two boxes overlap."""
    near = 0.5 * (own.length + other.length + own.width + other.width) + 10.0
    if math.hypot(own.x - other.x, own.y - other.y) > near:
        return False
    return bool(Polygon(own.corners()).intersects(Polygon(other.corners())))
