"""Global actions: environment, entities, signals, parameters and variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Union

from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import BoundingBox, File, Properties
from sim.openscenario.model.positions import Position
from sim.openscenario.model.traffic_actions import TrafficAction


@dataclass(frozen=True)
class TimeOfDay(Element):
    animation: bool
    date_time: str


@dataclass(frozen=True)
class Sun(Element):
    azimuth: float
    elevation: float
    intensity: Optional[float] = part(None, low=0.0)
    illuminance: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class Fog(Element):
    visual_range: float = part(low=0.0)
    bounding_box: Optional[BoundingBox] = None


@dataclass(frozen=True)
class Precipitation(Element):
    """Precipitation. ``intensity`` is 1.0's, 0 to 1; ``precipitation_intensity`` is in mm/h."""

    precipitation_type: Literal["dry", "rain", "snow"]
    intensity: Optional[float] = part(None, low=0.0)
    precipitation_intensity: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class Wind(Element):
    direction: float
    speed: float = part(low=0.0)


@dataclass(frozen=True)
class DomeImage(Element):
    dome_file: File = part(tag="DomeFile")
    azimuth_offset: float = 0.0


@dataclass(frozen=True)
class Weather(Element):
    cloud_state: Optional[Literal["cloudy", "free", "overcast", "rainy", "skyOff"]] = None
    fractional_cloud_cover: str = ""
    atmospheric_pressure: Optional[float] = part(None, low=0.0)
    temperature: Optional[float] = part(None, low=0.0)
    sun: Optional[Sun] = None
    fog: Optional[Fog] = None
    precipitation: Optional[Precipitation] = None
    wind: Optional[Wind] = None
    dome_image: Optional[DomeImage] = None


@dataclass(frozen=True)
class RoadCondition(Element):
    friction_scale_factor: float = part(low=0.0)
    wetness: Optional[Literal["dry", "moist", "wetWithPuddles", "lowFlooded", "highFlooded"]] = None
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class Environment(Element):
    name: str
    time_of_day: Optional[TimeOfDay] = None
    weather: Optional[Weather] = None
    road_condition: Optional[RoadCondition] = None


@dataclass(frozen=True)
class EnvironmentAction(Element):
    environment: Environment


@dataclass(frozen=True)
class AddEntityAction(Element):
    position: Position = part(within="Position")


@dataclass(frozen=True)
class DeleteEntityAction(Element):
    pass


@dataclass(frozen=True)
class EntityAction(Element):
    entity_ref: str
    action: Union[AddEntityAction, DeleteEntityAction]


@dataclass(frozen=True)
class TrafficSignalStateAction(Element):
    name: str
    state: str


@dataclass(frozen=True)
class TrafficSignalControllerAction(Element):
    traffic_signal_controller_ref: str
    phase: str


@dataclass(frozen=True)
class AddValue(Element):
    value: float


@dataclass(frozen=True)
class MultiplyByValue(Element):
    value: float


@dataclass(frozen=True)
class SetAction(Element):
    value: str


@dataclass(frozen=True)
class ModifyAction(Element):
    rule: Union[AddValue, MultiplyByValue] = part(within="Rule")


@dataclass(frozen=True)
class ParameterAction(Element):
    parameter_ref: str
    action: Union[SetAction, ModifyAction]


@dataclass(frozen=True)
class VariableAction(Element):
    variable_ref: str
    action: Union[SetAction, ModifyAction]


@dataclass(frozen=True)
class SetMonitorAction(Element):
    monitor_ref: str
    value: bool


@dataclass(frozen=True)
class CustomCommandAction(Element):
    type: str
    content: str = part("", text=True)


GlobalAction = Union[
    EnvironmentAction,
    EntityAction,
    TrafficSignalStateAction,
    TrafficSignalControllerAction,
    ParameterAction,
    VariableAction,
    SetMonitorAction,
    TrafficAction,
    CustomCommandAction,
]
