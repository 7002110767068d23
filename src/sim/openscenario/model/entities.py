"""Entities: vehicles, pedestrians, objects, controllers, selections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Literal, Optional, Tuple, Union

from sim.openscenario.model.element import Element, part

Role = Literal[
    "ambulance",
    "civil",
    "fire",
    "military",
    "none",
    "police",
    "publicTransport",
    "roadAssistance",
]
VehicleCategory = Literal[
    "bicycle",
    "bus",
    "car",
    "motorbike",
    "semitrailer",
    "trailer",
    "train",
    "tram",
    "truck",
    "van",
]
ObjectType = Literal["external", "miscellaneous", "pedestrian", "vehicle"]


@dataclass(frozen=True)
class Property(Element):
    name: str
    value: str


@dataclass(frozen=True)
class File(Element):
    filepath: str


@dataclass(frozen=True)
class CustomContent(Element):
    content: str = part("", text=True)


@dataclass(frozen=True)
class Properties(Element):
    properties: Tuple[Property, ...] = ()
    files: Tuple[File, ...] = ()
    custom_content: Tuple[CustomContent, ...] = ()


@dataclass(frozen=True)
class Center(Element):
    """Centre of the box relative to the entity's reference point.

    A vehicle's reference point is its rear axle on the ground.
    """

    x: float
    y: float
    z: float


@dataclass(frozen=True)
class Dimensions(Element):
    width: float = part(low=0.0)
    length: float = part(low=0.0)
    height: float = part(low=0.0)


@dataclass(frozen=True)
class BoundingBox(Element):
    center: Center
    dimensions: Dimensions


@dataclass(frozen=True)
class Performance(Element):
    max_speed: float = part(low=0.0)
    max_acceleration: float = part(low=0.0)
    max_deceleration: float = part(low=0.0)
    max_acceleration_rate: Optional[float] = part(None, low=0.0)
    max_deceleration_rate: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class Axle(Element):
    max_steering: float
    wheel_diameter: float
    track_width: float
    position_x: float
    position_z: float


@dataclass(frozen=True)
class Axles(Element):
    rear_axle: Axle = part(tag="RearAxle")
    front_axle: Optional[Axle] = part(None, tag="FrontAxle")
    additional_axles: Tuple[Axle, ...] = part((), tag="AdditionalAxle")


@dataclass(frozen=True)
class TrailerHitch(Element):
    dx: float
    dz: float = 0.0


@dataclass(frozen=True)
class TrailerCoupler(Element):
    dx: float
    dz: float = 0.0


@dataclass(frozen=True)
class EntityRef(Element):
    entity_ref: str


@dataclass(frozen=True)
class TrailerRef(Element):
    entity_ref: str


@dataclass(frozen=True)
class Trailer(Element):
    trailer: Union[TrailerObject, TrailerRef] = part()


@dataclass(frozen=True)
class Vehicle(Element):
    name: str
    vehicle_category: VehicleCategory
    bounding_box: BoundingBox
    performance: Performance
    axles: Axles
    mass: Optional[float] = part(None, low=0.0)
    model3d: str = ""
    role: Role = "none"
    trailer_hitch: Optional[TrailerHitch] = None
    trailer_coupler: Optional[TrailerCoupler] = None
    trailer: Optional[Trailer] = None
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class Pedestrian(Element):
    name: str
    mass: float = part(low=0.0)
    pedestrian_category: Literal["animal", "pedestrian", "wheelchair"] = part()
    bounding_box: BoundingBox = part()
    model: str = ""
    model3d: str = ""
    role: Role = "none"
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class MiscObject(Element):
    name: str
    mass: float = part(low=0.0)
    misc_object_category: Literal[
        "barrier",
        "building",
        "crosswalk",
        "gantry",
        "none",
        "obstacle",
        "parkingSpace",
        "patch",
        "pole",
        "railing",
        "roadMark",
        "soundBarrier",
        "streetLamp",
        "trafficIsland",
        "tree",
        "vegetation",
        "wind",
    ] = part()
    bounding_box: BoundingBox = part()
    model3d: str = ""
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class ExternalObjectReference(Element):
    name: str


@dataclass(frozen=True)
class Controller(Element):
    name: str
    properties: Optional[Properties] = None
    controller_type: Literal[
        "", "all", "animation", "appearance", "lateral", "lighting", "longitudinal", "movement"
    ] = ""


@dataclass(frozen=True)
class ObjectController(Element):
    controller: Optional[Controller] = None
    name: str = ""


Body = Union[Vehicle, Pedestrian, MiscObject, ExternalObjectReference]


@dataclass(frozen=True)
class ScenarioObject(Element):
    name: str
    body: Body
    controllers: Tuple[ObjectController, ...] = ()


class TrailerObject(ScenarioObject):
    TAG = "Trailer"


@dataclass(frozen=True)
class ByType(Element):
    object_type: ObjectType


@dataclass(frozen=True)
class Members(Element):
    entities: Tuple[EntityRef, ...] = ()
    types: Tuple[ByType, ...] = ()


@dataclass(frozen=True)
class EntitySelection(Element):
    name: str
    members: Members


@dataclass(frozen=True)
class Entities(Element):
    objects: Tuple[ScenarioObject, ...] = ()
    selections: Tuple[EntitySelection, ...] = ()

    @property
    def everything(self) -> Tuple[ScenarioObject, ...]:
        """All objects, each followed by the trailers described within it."""
        return tuple(found for each in self.objects for found in _with_trailers(each))


def _with_trailers(entity: ScenarioObject) -> Iterator[ScenarioObject]:
    yield entity
    trailer = entity.body.trailer if isinstance(entity.body, Vehicle) else None
    if trailer is not None and isinstance(trailer.trailer, TrailerObject):
        yield from _with_trailers(trailer.trailer)
