"""Evaluates conditions of entities."""

from __future__ import annotations

import math
from typing import Callable, Dict, List, Optional, Tuple, Union

import numpy as np

from sim.openscenario.model import conditions as given
from sim.openscenario.model.entities import EntityRef
from sim.openscenario.model.positions import Position
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.measures import EntityMeasures, touching
from sim.openscenario.play.places import PositionResolver, UnplacedError
from sim.openscenario.play.roads import Roads, wrap_angle
from sim.openscenario.reading.rules import COMPARE

Measured = Union[
    given.DistanceCondition,
    given.RelativeDistanceCondition,
    given.TimeHeadwayCondition,
    given.TimeToCollisionCondition,
]


class EntityConditions:
    """Evaluator of entity conditions; ``members`` resolves names of selections."""

    def __init__(
        self,
        entities: Dict[str, Entity],
        roads: Roads,
        places: PositionResolver,
        members: Callable[[str], List[str]],
    ) -> None:
        self._entities, self._roads, self._places = entities, roads, places
        self._members, self._measures = members, EntityMeasures(roads)

    def hold(self, condition: given.EntityCondition, name: str) -> bool:
        """Return whether a condition holds.

        False if the entity, or the one it is compared with, does not exist.
        """
        try:
            return self._holds(condition, name)
        except UnplacedError:
            return False

    def _holds(self, condition: given.EntityCondition, name: str) -> bool:
        own = self._entities[name]
        target = getattr(condition, "target", condition)
        other = self._entities.get(getattr(target, "entity_ref", name), own)
        if not own.exists or not other.exists:
            return False
        if isinstance(condition, given.StandStillCondition):
            return _lasts(own.standing, condition.duration)
        if isinstance(condition, given.EndOfRoadCondition):
            return _lasts(own.at_end, condition.duration)
        if isinstance(condition, given.OffroadCondition):
            return _lasts(own.off_road, condition.duration)
        if isinstance(condition, given.TraveledDistanceCondition):
            return own.travelled >= condition.value
        if isinstance(condition, given.CollisionCondition):
            return self._collides(condition, own)
        if isinstance(condition, given.RelativeClearanceCondition):
            return self._clear(condition, own)
        if isinstance(condition, (given.AngleCondition, given.RelativeAngleCondition)):
            return self._turned(condition, own)
        if isinstance(condition, given.ReachPositionCondition):
            pose, _ = self._places.placed(condition.position)
            return math.hypot(pose.x - own.x, pose.y - own.y) <= condition.tolerance
        if isinstance(condition, given.TimeHeadwayCondition) and not self._leads(condition, own):
            return False
        return COMPARE[condition.rule](self._value(condition, own), condition.value)

    def _leads(self, condition: given.TimeHeadwayCondition, own: Entity) -> bool:
        """Return whether the reference entity is ahead. The headway is undefined otherwise."""
        system, _ = _measure(condition)
        if system not in ("lane", "road"):
            system = "entity"
        other = self._entities[condition.entity_ref]
        return self._measures.signed(own, other, system, False)[0] > 0.0

    def _value(self, condition: given.EntityCondition, own: Entity) -> float:
        """Return the value that a rule compares."""
        if isinstance(condition, given.SpeedCondition):
            return _directed(own.speed, condition.direction)
        if isinstance(condition, given.AccelerationCondition):
            return _accelerated(own, condition.direction)
        if isinstance(condition, given.RelativeSpeedCondition):
            other = self._entities[condition.entity_ref]
            if condition.direction is None:
                return own.speed - other.speed
            axis = own.heading + (0.0 if condition.direction == "longitudinal" else math.pi / 2)
            return float((own.velocity - other.velocity) @ [math.cos(axis), math.sin(axis)])
        if isinstance(condition, given.RelativeDistanceCondition):
            return self._distance(condition, own, condition.entity_ref)
        if isinstance(condition, given.DistanceCondition):
            return self._to_position(condition, own, condition.position)
        if isinstance(condition, given.TimeHeadwayCondition):
            distance = self._distance(condition, own, condition.entity_ref)
            return distance / own.speed if own.speed > 0.0 else math.inf
        assert isinstance(condition, given.TimeToCollisionCondition)
        return self._time_to_collision(condition, own)

    def _distance(self, condition: Measured, own: Entity, name: str) -> float:
        other = self._entities[name]
        system, kind = _measure(condition)
        return self._measures.distance(own, other, system, kind, condition.freespace)

    def _to_position(self, condition: Measured, own: Entity, position: Position) -> float:
        pose, lane_place = self._places.placed(position)
        system, kind = _measure(condition)
        return self._measures.to_point(
            own, pose.x, pose.y, lane_place, system, kind, condition.freespace
        )

    def _time_to_collision(self, condition: given.TimeToCollisionCondition, own: Entity) -> float:
        """Return the TTC: distance over closing speed; inf if not closing."""
        system, kind = _measure(condition)
        target = condition.target
        if isinstance(target, EntityRef):
            other: Optional[Entity] = self._entities[target.entity_ref]
            distance = self._distance(condition, own, target.entity_ref)
            along, across = self._measures.signed(
                own, self._entities[target.entity_ref], system, False
            )
        else:
            pose, lane_place = self._places.placed(target.position)
            other = None
            distance = self._to_position(condition, own, target.position)
            along, across = self._measures.signed_point(own, pose.x, pose.y, lane_place, system)
        away = np.array([along, across])
        if kind != "euclidianDistance":
            away = away * ([1.0, 0.0] if kind == "longitudinal" else [0.0, 1.0])
        far = float(np.hypot(*away))
        if not far > 0.0:
            return 0.0 if distance == 0.0 else math.inf
        closing = float(self._measures.moving(own, other, system) @ away) / far
        return distance / closing if closing > 0.0 else math.inf

    def _collides(self, condition: given.CollisionCondition, own: Entity) -> bool:
        target = condition.target
        if isinstance(target, EntityRef):
            names = self._members(target.entity_ref)
        else:
            names = [each.name for each in self._entities.values() if each.kind == target.type]
        others = [self._entities[name] for name in names if name != own.name]
        return any(each.exists and touching(own, each) for each in others)

    def _clear(self, condition: given.RelativeClearanceCondition, own: Entity) -> bool:
        """Return whether the lanes are free within distances along the roads."""
        if own.lane_place is None:
            return False
        names = [name for each in condition.entities for name in self._members(each.entity_ref)]
        for other in self._entities.values():
            if other is own or not other.exists or (names and other.name not in names):
                continue
            beside = (
                self._roads.lanes_left(own.lane_place, other.lane_place)
                if other.lane_place
                else None
            )
            if beside is None:
                continue
            left, facing = beside
            if not condition.opposite_lanes and facing < 0:
                continue
            ranges = condition.lanes
            if ranges and not any(_within(left, each) for each in ranges):
                continue
            along, _ = self._measures.signed(own, other, "road", condition.free_space)
            if -condition.distance_backward <= along <= condition.distance_forward:
                return False
        return True

    def _turned(
        self, condition: given.AngleCondition | given.RelativeAngleCondition, own: Entity
    ) -> bool:
        if condition.angle_type != "heading":
            angle = 0.0
        elif isinstance(condition, given.RelativeAngleCondition):
            angle = own.heading - self._entities[condition.entity_ref].heading
        elif condition.coordinate_system in ("lane", "road") and own.lane_place is not None:
            angle = own.heading - self._roads.pose(own.lane_place).heading
        else:
            angle = own.heading
        return abs(wrap_angle(angle - condition.angle)) <= condition.angle_tolerance


def _measure(condition: Measured) -> Tuple[str, str]:
    """Return coordinate system and kind of distance.

    1.0's ``alongRoute`` counts if they are not given.
    """
    system, kind = condition.coordinate_system, condition.relative_distance_type
    along = getattr(condition, "along_route", None)
    if along and (system, kind) == ("entity", "euclidianDistance"):
        return "road", "longitudinal"
    return system, kind


def _lasts(since: Optional[float], duration: float) -> bool:
    return since is not None and since >= duration - 1e-9


def _accelerated(own: Entity, direction: given.Direction) -> float:
    """Return the acceleration along the path without a direction."""
    if direction == "vertical":
        return 0.0
    return own.lateral_acceleration if direction == "lateral" else own.acceleration


def _directed(speed: float, direction: given.Direction) -> float:
    """Return a component along the entity's own axes. The entity moves along its heading."""
    return speed if direction in (None, "longitudinal") else 0.0


def _within(lanes: int, limits: given.RelativeLaneRange) -> bool:
    return (limits.lowest is None or lanes >= limits.lowest) and (
        limits.highest is None or lanes <= limits.highest
    )
