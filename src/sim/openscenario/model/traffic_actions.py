"""Traffic around the entities, without names: sources, sinks, swarms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import (
    Body,
    Controller,
    ObjectController,
    Properties,
    Role,
    VehicleCategory,
)
from sim.openscenario.model.positions import Position


@dataclass(frozen=True)
class VehicleCategoryDistributionEntry(Element):
    category: VehicleCategory
    weight: float = part(low=0.0)


@dataclass(frozen=True)
class VehicleCategoryDistribution(Element):
    entries: Tuple[VehicleCategoryDistributionEntry, ...]


@dataclass(frozen=True)
class VehicleRoleDistributionEntry(Element):
    role: Role
    weight: float = part(low=0.0)


@dataclass(frozen=True)
class VehicleRoleDistribution(Element):
    entries: Tuple[VehicleRoleDistributionEntry, ...]


@dataclass(frozen=True)
class ControllerDistributionEntry(Element):
    controller: Controller
    weight: float = part(low=0.0)


@dataclass(frozen=True)
class ControllerDistribution(Element):
    entries: Tuple[ControllerDistributionEntry, ...]


@dataclass(frozen=True)
class TrafficDefinition(Element):
    name: str
    categories: VehicleCategoryDistribution
    controllers: ControllerDistribution
    roles: Optional[VehicleRoleDistribution] = None


@dataclass(frozen=True)
class ScenarioObjectTemplate(Element):
    body: Body
    controllers: Tuple[ObjectController, ...] = ()


@dataclass(frozen=True)
class EntityDistributionEntry(Element):
    template: ScenarioObjectTemplate
    weight: float = part(low=0.0)


@dataclass(frozen=True)
class EntityDistribution(Element):
    entries: Tuple[EntityDistributionEntry, ...]


@dataclass(frozen=True)
class TrafficDistributionEntry(Element):
    entities: EntityDistribution
    weight: float = part(low=0.0)
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class TrafficDistribution(Element):
    """Distribution of traffic, from 1.3."""

    entries: Tuple[TrafficDistributionEntry, ...]


@dataclass(frozen=True)
class TrafficSourceAction(Element):
    """Source of ``rate`` vehicles a second; ``velocity`` is ``speed`` until 1.1."""

    radius: float = part(low=0.0)
    rate: float = part(low=0.0)
    position: Position = part(within="Position")
    velocity: Optional[float] = part(None, low=0.0)
    speed: Optional[float] = part(None, low=0.0)
    definition: Optional[TrafficDefinition] = None
    distribution: Optional[TrafficDistribution] = None


@dataclass(frozen=True)
class TrafficSinkAction(Element):
    """Sink of traffic; without a ``rate`` all vehicles are removed."""

    radius: float = part(low=0.0)
    position: Position = part(within="Position")
    rate: Optional[float] = part(None, low=0.0)
    definition: Optional[TrafficDefinition] = None


@dataclass(frozen=True)
class CentralSwarmObject(Element):
    entity_ref: str


@dataclass(frozen=True)
class Range(Element):
    lower_limit: float
    upper_limit: float


@dataclass(frozen=True)
class DirectionOfTravelDistribution(Element):
    same: float = part(low=0.0)
    opposite: float = part(low=0.0)


@dataclass(frozen=True)
class TrafficSwarmAction(Element):
    """Swarm in an ellipse around an entity.

    The ellipse lies along the entity's axes, its middle ``offset`` ahead; a circle around the
    entity is kept free.
    """

    inner_radius: float = part(low=0.0)
    number_of_vehicles: int = part(low=0)
    offset: float = part()
    semi_major_axis: float = part(low=0.0)
    semi_minor_axis: float = part(low=0.0)
    central: CentralSwarmObject = part(tag="CentralObject")
    velocity: Optional[float] = part(None, low=0.0)
    definition: Optional[TrafficDefinition] = None
    distribution: Optional[TrafficDistribution] = None
    speeds: Optional[Range] = part(None, tag="InitialSpeedRange")
    directions: Optional[DirectionOfTravelDistribution] = None


@dataclass(frozen=True)
class TrafficStopAction(Element):
    """End of the action with the same traffic name."""


@dataclass(frozen=True)
class Lane(Element):
    id: int


@dataclass(frozen=True)
class RoadCursor(Element):
    road_id: str
    s: Optional[float] = part(None, low=0.0)
    lanes: Tuple[Lane, ...] = ()


@dataclass(frozen=True)
class RoadRange(Element):
    cursors: Tuple[RoadCursor, ...]
    length: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class Corner(Element):
    TAG = "Position"
    position: Position = part()


@dataclass(frozen=True)
class Polygon(Element):
    corners: Tuple[Corner, ...]


@dataclass(frozen=True)
class TrafficArea(Element):
    polygon: Optional[Polygon] = None
    ranges: Tuple[RoadRange, ...] = ()


@dataclass(frozen=True)
class TrafficAreaAction(Element):
    """Traffic in an area, from 1.3. If ``continuous``, the number is kept up."""

    number_of_entities: int = part(low=0)
    continuous: bool = part()
    distribution: TrafficDistribution = part()
    area: TrafficArea = part()


@dataclass(frozen=True)
class TrafficAction(Element):
    action: Union[
        TrafficSourceAction,
        TrafficSinkAction,
        TrafficSwarmAction,
        TrafficAreaAction,
        TrafficStopAction,
    ]
    traffic_name: str = ""
