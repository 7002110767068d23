"""Conditions of triggers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import EntityRef, ObjectType
from sim.openscenario.model.positions import Position
from sim.openscenario.model.private_actions import CoordinateSystem

Rule = Literal["equalTo", "greaterOrEqual", "greaterThan", "lessOrEqual", "lessThan", "notEqualTo"]
Direction = Optional[Literal["lateral", "longitudinal", "vertical"]]
DistanceType = Literal["euclidianDistance", "lateral", "longitudinal"]
Routing = Literal["assignedRoute", "fastest", "leastIntersections", "shortest", "undefined"]
Edge = Literal["falling", "none", "rising", "risingOrFalling"]
State = Literal[
    "completeState",
    "endTransition",
    "runningState",
    "skipTransition",
    "standbyState",
    "startTransition",
    "stopTransition",
]
Level = Literal["act", "action", "event", "maneuver", "maneuverGroup", "story"]


@dataclass(frozen=True)
class EndOfRoadCondition(Element):
    duration: float = part(low=0.0)


@dataclass(frozen=True)
class OffroadCondition(Element):
    duration: float = part(low=0.0)


@dataclass(frozen=True)
class StandStillCondition(Element):
    duration: float = part(low=0.0)


@dataclass(frozen=True)
class OfType(Element):
    TAG = "ByType"
    type: ObjectType


@dataclass(frozen=True)
class CollisionCondition(Element):
    target: Union[EntityRef, OfType]


@dataclass(frozen=True)
class TimeHeadwayCondition(Element):
    """Time headway; ``along_route`` is 1.0's word for the coordinate system road."""

    entity_ref: str
    freespace: bool
    rule: Rule
    value: float
    along_route: Optional[bool] = None
    coordinate_system: CoordinateSystem = "entity"
    relative_distance_type: DistanceType = "euclidianDistance"
    routing_algorithm: Routing = "undefined"


@dataclass(frozen=True)
class Anywhere(Element):
    TAG = "Position"
    position: Position


@dataclass(frozen=True)
class TimeToCollisionCondition(Element):
    freespace: bool
    rule: Rule
    value: float
    target: Union[Anywhere, EntityRef] = part(within="TimeToCollisionConditionTarget")
    along_route: Optional[bool] = None
    coordinate_system: CoordinateSystem = "entity"
    relative_distance_type: DistanceType = "euclidianDistance"
    routing_algorithm: Routing = "undefined"


@dataclass(frozen=True)
class AccelerationCondition(Element):
    rule: Rule
    value: float
    direction: Direction = None


@dataclass(frozen=True)
class SpeedCondition(Element):
    rule: Rule
    value: float
    direction: Direction = None


@dataclass(frozen=True)
class RelativeSpeedCondition(Element):
    entity_ref: str
    rule: Rule
    value: float
    direction: Direction = None


@dataclass(frozen=True)
class TraveledDistanceCondition(Element):
    value: float = part(low=0.0)


@dataclass(frozen=True)
class ReachPositionCondition(Element):
    tolerance: float = part(low=0.0)
    position: Position = part(within="Position")


@dataclass(frozen=True)
class DistanceCondition(Element):
    freespace: bool
    rule: Rule
    value: float
    position: Position = part(within="Position")
    along_route: Optional[bool] = None
    coordinate_system: CoordinateSystem = "entity"
    relative_distance_type: DistanceType = "euclidianDistance"
    routing_algorithm: Routing = "undefined"


@dataclass(frozen=True)
class RelativeDistanceCondition(Element):
    entity_ref: str
    freespace: bool
    relative_distance_type: DistanceType
    rule: Rule
    value: float
    coordinate_system: CoordinateSystem = "entity"
    routing_algorithm: Routing = "undefined"


@dataclass(frozen=True)
class RelativeLaneRange(Element):
    """Range of relative lanes; None means unlimited."""

    lowest: Optional[int] = part(None, tag="from")
    highest: Optional[int] = part(None, tag="to")


@dataclass(frozen=True)
class RelativeClearanceCondition(Element):
    opposite_lanes: bool
    free_space: bool
    distance_forward: float = part(0.0, low=0.0)
    distance_backward: float = part(0.0, low=0.0)
    lanes: Tuple[RelativeLaneRange, ...] = ()
    entities: Tuple[EntityRef, ...] = ()


@dataclass(frozen=True)
class AngleCondition(Element):
    angle_type: Literal["heading", "pitch", "roll"]
    angle: float
    angle_tolerance: float = part(low=0.0)
    coordinate_system: CoordinateSystem = "entity"


@dataclass(frozen=True)
class RelativeAngleCondition(Element):
    entity_ref: str
    angle_type: Literal["heading", "pitch", "roll"]
    angle: float
    angle_tolerance: float = part(low=0.0)
    coordinate_system: CoordinateSystem = "entity"


EntityCondition = Union[
    EndOfRoadCondition,
    CollisionCondition,
    OffroadCondition,
    TimeHeadwayCondition,
    TimeToCollisionCondition,
    AccelerationCondition,
    StandStillCondition,
    SpeedCondition,
    RelativeSpeedCondition,
    TraveledDistanceCondition,
    ReachPositionCondition,
    DistanceCondition,
    RelativeDistanceCondition,
    RelativeClearanceCondition,
    AngleCondition,
    RelativeAngleCondition,
]


@dataclass(frozen=True)
class TriggeringEntities(Element):
    triggering_entities_rule: Literal["all", "any"]
    entities: Tuple[EntityRef, ...]


@dataclass(frozen=True)
class ByEntityCondition(Element):
    triggering: TriggeringEntities
    condition: EntityCondition = part(within="EntityCondition")


@dataclass(frozen=True)
class ParameterCondition(Element):
    parameter_ref: str
    rule: Rule
    value: str


@dataclass(frozen=True)
class VariableCondition(Element):
    variable_ref: str
    rule: Rule
    value: str


@dataclass(frozen=True)
class TimeOfDayCondition(Element):
    date_time: str
    rule: Rule


@dataclass(frozen=True)
class SimulationTimeCondition(Element):
    value: float
    rule: Rule


@dataclass(frozen=True)
class StoryboardElementStateCondition(Element):
    storyboard_element_ref: str
    storyboard_element_type: Level
    state: State


@dataclass(frozen=True)
class UserDefinedValueCondition(Element):
    name: str
    rule: Rule
    value: str


@dataclass(frozen=True)
class TrafficSignalCondition(Element):
    name: str
    state: str


@dataclass(frozen=True)
class TrafficSignalControllerCondition(Element):
    traffic_signal_controller_ref: str
    phase: str


ValueCondition = Union[
    ParameterCondition,
    VariableCondition,
    TimeOfDayCondition,
    SimulationTimeCondition,
    StoryboardElementStateCondition,
    UserDefinedValueCondition,
    TrafficSignalCondition,
    TrafficSignalControllerCondition,
]


@dataclass(frozen=True)
class ByValueCondition(Element):
    condition: ValueCondition


@dataclass(frozen=True)
class Condition(Element):
    """Named condition with its edge and ``delay`` in s."""

    name: str
    condition_edge: Edge
    body: Union[ByEntityCondition, ByValueCondition]
    delay: float = part(0.0, low=0.0)


@dataclass(frozen=True)
class ConditionGroup(Element):
    """Conjunction: true if all of its conditions are."""

    conditions: Tuple[Condition, ...]


@dataclass(frozen=True)
class Trigger(Element):
    """Disjunction: true if one of its groups is; never without groups."""

    groups: Tuple[ConditionGroup, ...] = ()
