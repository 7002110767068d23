"""Private actions: actions of one entity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from sim.openscenario.model.appearance_actions import AnimationAction
from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import Controller, ObjectController
from sim.openscenario.model.override_actions import OverrideControllerValueAction
from sim.openscenario.model.positions import Position, Route, Trajectory

FollowingMode = Literal["follow", "position"]
CoordinateSystem = Literal["entity", "lane", "road", "trajectory", "world"]


@dataclass(frozen=True)
class TransitionDynamics(Element):
    """Duration of a transition: in s, in m, or by its rate. The sign of a rate is ignored."""

    dynamics_shape: Literal["cubic", "linear", "sinusoidal", "step"]
    dynamics_dimension: Literal["distance", "rate", "time"]
    value: float
    following_mode: FollowingMode = "position"


@dataclass(frozen=True)
class AbsoluteTargetSpeed(Element):
    """Target speed in m/s; negative to reverse."""

    value: float


@dataclass(frozen=True)
class RelativeTargetSpeed(Element):
    entity_ref: str
    value: float
    speed_target_value_type: Literal["delta", "factor"]
    continuous: bool


@dataclass(frozen=True)
class SpeedAction(Element):
    dynamics: TransitionDynamics = part(tag="SpeedActionDynamics")
    target: Union[AbsoluteTargetSpeed, RelativeTargetSpeed] = part(within="SpeedActionTarget")


@dataclass(frozen=True)
class DynamicConstraints(Element):
    max_acceleration: Optional[float] = part(None, low=0.0)
    max_deceleration: Optional[float] = part(None, low=0.0)
    max_speed: Optional[float] = part(None, low=0.0)
    max_acceleration_rate: Optional[float] = part(None, low=0.0)
    max_deceleration_rate: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class LongitudinalDistanceAction(Element):
    entity_ref: str
    freespace: bool
    continuous: bool
    distance: Optional[float] = part(None, low=0.0)
    time_gap: Optional[float] = part(None, low=0.0)
    coordinate_system: CoordinateSystem = "entity"
    displacement: Literal["any", "leadingReferencedEntity", "trailingReferencedEntity"] = (
        "trailingReferencedEntity"
    )
    constraints: Optional[DynamicConstraints] = None


@dataclass(frozen=True)
class SpeedProfileEntry(Element):
    speed: float
    time: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class SpeedProfileAction(Element):
    following_mode: FollowingMode
    entries: Tuple[SpeedProfileEntry, ...]
    entity_ref: str = ""
    constraints: Optional[DynamicConstraints] = None


@dataclass(frozen=True)
class AbsoluteTargetLane(Element):
    value: int


@dataclass(frozen=True)
class RelativeTargetLane(Element):
    entity_ref: str
    value: int


@dataclass(frozen=True)
class LaneChangeAction(Element):
    dynamics: TransitionDynamics = part(tag="LaneChangeActionDynamics")
    target: Union[AbsoluteTargetLane, RelativeTargetLane] = part(within="LaneChangeTarget")
    target_lane_offset: float = 0.0


@dataclass(frozen=True)
class LaneOffsetActionDynamics(Element):
    dynamics_shape: Literal["cubic", "linear", "sinusoidal", "step"]
    max_lateral_acc: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class AbsoluteTargetLaneOffset(Element):
    value: float


@dataclass(frozen=True)
class RelativeTargetLaneOffset(Element):
    entity_ref: str
    value: float


@dataclass(frozen=True)
class LaneOffsetAction(Element):
    continuous: bool
    dynamics: LaneOffsetActionDynamics
    target: Union[AbsoluteTargetLaneOffset, RelativeTargetLaneOffset] = part(
        within="LaneOffsetTarget"
    )


@dataclass(frozen=True)
class LateralDistanceAction(Element):
    entity_ref: str
    freespace: bool
    continuous: bool
    distance: Optional[float] = part(None, low=0.0)
    coordinate_system: CoordinateSystem = "entity"
    displacement: Literal["any", "leftToReferencedEntity", "rightToReferencedEntity"] = "any"
    constraints: Optional[DynamicConstraints] = None


@dataclass(frozen=True)
class TeleportAction(Element):
    position: Position = part(within="Position")


@dataclass(frozen=True)
class AssignRouteAction(Element):
    route: Route


@dataclass(frozen=True)
class AcquirePositionAction(Element):
    position: Position = part(within="Position")


@dataclass(frozen=True)
class Timing(Element):
    domain_absolute_relative: Literal["absolute", "relative"]
    offset: float
    scale: float


@dataclass(frozen=True)
class Untimed(Element):
    TAG = "None"


@dataclass(frozen=True)
class TrajectoryFollowingMode(Element):
    following_mode: FollowingMode


@dataclass(frozen=True)
class FollowTrajectoryAction(Element):
    trajectory: Trajectory = part(within="TrajectoryRef?")
    time_reference: Union[Timing, Untimed] = part(within="TimeReference")
    mode: TrajectoryFollowingMode = part()
    initial_distance_offset: float = part(0.0, low=0.0)


@dataclass(frozen=True)
class RandomRouteAction(Element):
    """A way that is drawn at each junction."""


@dataclass(frozen=True)
class SensorReference(Element):
    name: str


@dataclass(frozen=True)
class SensorReferenceSet(Element):
    sensors: Tuple[SensorReference, ...]


@dataclass(frozen=True)
class VisibilityAction(Element):
    graphics: bool
    sensors: bool
    traffic: bool
    sensor_references: Optional[SensorReferenceSet] = None


@dataclass(frozen=True)
class ActivateControllerAction(Element):
    """Activation of a controller by domain; None leaves a domain unchanged."""

    lateral: Optional[bool] = None
    longitudinal: Optional[bool] = None
    animation: Optional[bool] = None
    lighting: Optional[bool] = None
    controller_ref: str = ""
    object_controller_ref: str = ""


@dataclass(frozen=True)
class AssignControllerAction(Element):
    controller: Union[Controller, ObjectController, None] = None
    activate_lateral: Optional[bool] = None
    activate_longitudinal: Optional[bool] = None
    activate_animation: Optional[bool] = None
    activate_lighting: Optional[bool] = None


@dataclass(frozen=True)
class TargetDistanceSteadyState(Element):
    distance: float = part(low=0.0)


@dataclass(frozen=True)
class TargetTimeSteadyState(Element):
    time: float = part(low=0.0)


SteadyState = Union[TargetDistanceSteadyState, TargetTimeSteadyState]


@dataclass(frozen=True)
class AbsoluteSpeed(Element):
    value: float = part(low=0.0)
    steady_state: Optional[SteadyState] = None


@dataclass(frozen=True)
class RelativeSpeedToMaster(Element):
    value: float
    speed_target_value_type: Literal["delta", "factor"]
    steady_state: Optional[SteadyState] = None


@dataclass(frozen=True)
class FinalSpeed(Element):
    speed: Union[AbsoluteSpeed, RelativeSpeedToMaster]


@dataclass(frozen=True)
class SynchronizeAction(Element):
    """Arrival at a position when the master is at its own."""

    master_entity_ref: str
    master_position: Position = part(within="TargetPositionMaster")
    position: Position = part(within="TargetPosition")
    final_speed: Optional[FinalSpeed] = None
    target_tolerance: float = part(0.0, low=0.0)
    target_tolerance_master: float = part(0.0, low=0.0)


@dataclass(frozen=True)
class VehicleLight(Element):
    vehicle_light_type: Literal[
        "brakeLights",
        "daytimeRunningLights",
        "fogLights",
        "fogLightsFront",
        "fogLightsRear",
        "highBeam",
        "indicatorLeft",
        "indicatorRight",
        "licensePlateIllumination",
        "lowBeam",
        "reversingLights",
        "specialPurposeLights",
        "warningLights",
    ]


@dataclass(frozen=True)
class UserDefinedLight(Element):
    user_defined_light_type: str


@dataclass(frozen=True)
class ColorRgb(Element):
    red: float = part(low=0.0)
    green: float = part(low=0.0)
    blue: float = part(low=0.0)


@dataclass(frozen=True)
class ColorCmyk(Element):
    cyan: float = part(low=0.0)
    magenta: float = part(low=0.0)
    yellow: float = part(low=0.0)
    key: float = part(low=0.0)


@dataclass(frozen=True)
class Color(Element):
    color_type: str
    colour: Union[ColorRgb, ColorCmyk]


@dataclass(frozen=True)
class LightState(Element):
    mode: Literal["flashing", "off", "on"]
    flashing_on_duration: Optional[float] = part(None, low=0.0)
    flashing_off_duration: Optional[float] = part(None, low=0.0)
    luminous_intensity: Optional[float] = part(None, low=0.0)
    color: Optional[Color] = None


@dataclass(frozen=True)
class LightStateAction(Element):
    """State of a light; 1.2's schema needs one of both types."""

    lights: Tuple[Union[VehicleLight, UserDefinedLight], ...] = part(within="LightType")
    state: LightState = part()
    transition_time: float = part(0.0, low=0.0)


@dataclass(frozen=True)
class ConnectTrailerAction(Element):
    trailer_ref: str


@dataclass(frozen=True)
class DisconnectTrailerAction(Element):
    """Disconnection of the actor's trailer."""


PrivateAction = Union[
    SpeedAction,
    LongitudinalDistanceAction,
    SpeedProfileAction,
    LaneChangeAction,
    LaneOffsetAction,
    LateralDistanceAction,
    TeleportAction,
    AssignRouteAction,
    AcquirePositionAction,
    RandomRouteAction,
    FollowTrajectoryAction,
    VisibilityAction,
    ActivateControllerAction,
    AssignControllerAction,
    SynchronizeAction,
    LightStateAction,
    AnimationAction,
    OverrideControllerValueAction,
    ConnectTrailerAction,
    DisconnectTrailerAction,
]
