"""Positions, orientations, routes and trajectories.

SI units, angles in rad, axes of the OpenDRIVE file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from sim.openscenario.model.element import Element, part


@dataclass(frozen=True)
class Orientation(Element):
    h: float = 0.0
    p: float = 0.0
    r: float = 0.0
    type: Literal["absolute", "relative"] = "absolute"


@dataclass(frozen=True)
class WorldPosition(Element):
    x: float
    y: float
    z: Optional[float] = None
    h: float = 0.0
    p: float = 0.0
    r: float = 0.0


@dataclass(frozen=True)
class RelativeWorldPosition(Element):
    """Position relative to an entity, along the world's axes."""

    entity_ref: str
    dx: float
    dy: float
    dz: float = 0.0
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class RelativeObjectPosition(Element):
    """Position relative to an entity, along the entity's axes."""

    entity_ref: str
    dx: float
    dy: float
    dz: float = 0.0
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class RoadPosition(Element):
    road_id: str
    s: float = part(low=0.0)
    t: float = part()
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class RelativeRoadPosition(Element):
    entity_ref: str
    ds: float
    dt: float
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class LanePosition(Element):
    road_id: str
    lane_id: int
    s: float = part(low=0.0)
    offset: float = 0.0
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class RelativeLanePosition(Element):
    """Position relative to an entity, in lanes.

    ``ds`` along the road's reference line, or ``ds_lane`` along the lane's centre line.
    """

    entity_ref: str
    d_lane: int
    ds: Optional[float] = None
    ds_lane: Optional[float] = None
    offset: float = 0.0
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class GeoPosition(Element):
    latitude_deg: Optional[float] = None
    longitude_deg: Optional[float] = None
    altitude: float = 0.0
    height: Optional[float] = None
    vertical_road_selection: int = 0
    latitude: Optional[float] = None
    longitude: Optional[float] = None
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class FromCurrentEntity(Element):
    entity_ref: str


@dataclass(frozen=True)
class FromRoadCoordinates(Element):
    path_s: float
    t: float


@dataclass(frozen=True)
class FromLaneCoordinates(Element):
    path_s: float
    lane_id: int
    lane_offset: float = 0.0


@dataclass(frozen=True)
class RoutePosition(Element):
    route: Route = part(within="RouteRef")
    place: Union[FromCurrentEntity, FromRoadCoordinates, FromLaneCoordinates] = part(
        within="InRoutePosition"
    )
    orientation: Optional[Orientation] = None


@dataclass(frozen=True)
class TrajectoryPosition(Element):
    s: float
    trajectory: Trajectory = part(within="TrajectoryRef")
    t: float = 0.0
    orientation: Optional[Orientation] = None


Position = Union[
    WorldPosition,
    RelativeWorldPosition,
    RelativeObjectPosition,
    RoadPosition,
    RelativeRoadPosition,
    LanePosition,
    RelativeLanePosition,
    GeoPosition,
    RoutePosition,
    TrajectoryPosition,
]


@dataclass(frozen=True)
class Waypoint(Element):
    position: Position = part(within="Position")
    route_strategy: Literal["fastest", "leastIntersections", "random", "shortest"] = "shortest"


@dataclass(frozen=True)
class Route(Element):
    name: str
    closed: bool
    waypoints: Tuple[Waypoint, ...]


@dataclass(frozen=True)
class Vertex(Element):
    position: Position = part(within="Position")
    time: Optional[float] = None


@dataclass(frozen=True)
class Polyline(Element):
    vertices: Tuple[Vertex, ...]


@dataclass(frozen=True)
class Clothoid(Element):
    curvature: float
    curvature_prime: float
    length: float = part(low=0.0)
    position: Position = part(within="Position")
    start_time: Optional[float] = None
    stop_time: Optional[float] = None


@dataclass(frozen=True)
class ControlPoint(Element):
    position: Position = part(within="Position")
    time: Optional[float] = None
    weight: float = 1.0


@dataclass(frozen=True)
class Knot(Element):
    value: float


@dataclass(frozen=True)
class Nurbs(Element):
    order: int = part(low=2)
    control_points: Tuple[ControlPoint, ...] = part()
    knots: Tuple[Knot, ...] = part()


@dataclass(frozen=True)
class ClothoidSplineSegment(Element):
    curvature_start: float
    curvature_end: float
    length: float = part(low=0.0)
    h_offset: float = 0.0
    time_start: Optional[float] = None
    position: Optional[Position] = part(None, within="PositionStart")


@dataclass(frozen=True)
class ClothoidSpline(Element):
    segments: Tuple[ClothoidSplineSegment, ...]
    time_end: Optional[float] = None


Shape = Union[Polyline, Clothoid, Nurbs, ClothoidSpline]


@dataclass(frozen=True)
class Trajectory(Element):
    name: str
    closed: bool
    shape: Shape = part(within="Shape")
