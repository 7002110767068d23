"""Resolves positions of a scenario at a time to lane or road places and poses in the world."""

from __future__ import annotations

import math
from typing import Callable, Dict, List, Optional, Tuple

from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.play.entity import Entity, LanePlace
from sim.openscenario.play.roads import RoadPose, Roads, left_of, wrap_angle
from sim.openscenario.play.trajectories import trajectory_path
from sim.openscenario.play.way import Way, find_way, way_into_loop

EntityOf = Callable[[str], Entity]
Placed = Tuple[RoadPose, Optional[LanePlace]]


class UnplacedError(InputError):
    """Position relative to an entity without a position, or off the roads."""


class PositionResolver:
    """Resolver of positions.

    Its methods raise UnplacedError for a position relative to an entity without one.
    """

    def __init__(self, roads: Roads, entity: EntityOf) -> None:
        self._roads, self._entity = roads, entity
        self._ways: Dict[given.Route, Way] = {}

    def placed(self, position: given.Position) -> Placed:
        """Return the pose of a position, and its lane place if any."""
        if isinstance(position, given.WorldPosition):
            return self._free(position.x, position.y, position.z, position.h)
        if isinstance(position, (given.LanePosition, given.RelativeLanePosition)):
            return self._on_lane(position)
        if isinstance(position, (given.RoadPosition, given.RelativeRoadPosition)):
            return self._on_road(position)
        if isinstance(position, (given.RelativeWorldPosition, given.RelativeObjectPosition)):
            return self._beside(position)
        if isinstance(position, given.TrajectoryPosition):
            return self._on_trajectory(position)
        if isinstance(position, given.GeoPosition):
            return self._on_earth(position)
        assert isinstance(position, given.RoutePosition)
        return self._on_route(position)

    def pose(self, position: given.Position) -> RoadPose:
        """Return the pose alone, on any road."""
        if isinstance(position, given.WorldPosition) and position.z is None:
            return RoadPose(position.x, position.y, 0.0, position.h)
        return self.placed(position)[0]

    def on_ground(
        self, x: float, y: float, heading: float
    ) -> Tuple[float, float, Optional[LanePlace]]:
        """Return height, heading and lane place on the road under a point."""
        pose, lane_place = self._free(x, y, None, heading)
        return pose.z, pose.heading, lane_place

    def way(self, route: given.Route, start: Optional[LanePlace] = None) -> Way:
        """Return the lanes of a route.

        From ``start`` on if given, which may be beyond the first waypoints. Raises InputError if a
        waypoint is off the roads, or the roads do not connect the waypoints.
        """
        if start is None and route in self._ways:
            return self._ways[route]
        found: List[LanePlace] = []
        links = self._roads.links
        for waypoint in route.waypoints:
            _, lane_place = self.placed(waypoint.position)
            if lane_place is None:
                raise InputError(waypoint.source, f"of route {route.name} is on no road")
            found.append(lane_place)
        if start is None:
            way = find_way(links, found, route.closed)
        else:
            way = self._from(start, found, route.closed)
        if way is None:
            raise InputError(
                route.source,
                f"route {route.name} leads nowhere: roads and their links have no way along its "
                "waypoints; at least two are needed",
            )
        if start is None:
            self._ways[route] = way
        return way

    def _from(self, start: LanePlace, waypoints: List[LanePlace], closed: bool) -> Optional[Way]:
        """Return the way through waypoints ahead, or around if ``closed``."""
        passed = 0
        for each in waypoints[:-1]:
            if each.road != start.road or (each.s - start.s) * start.direction >= 0.0:
                break
            passed += 1
        for i in range(passed, len(waypoints)):
            if closed:
                way = way_into_loop(self._roads.links, start, [*waypoints[i:], *waypoints[:i]])
            else:
                way = find_way(self._roads.links, [start, *waypoints[i:]])
            if way is not None:
                return way
        return None

    def _on_earth(self, position: given.GeoPosition) -> Placed:
        """Place a geographic position at the height of the road.

        Without an orientation it is along the road's s; off the roads it is at the given altitude.
        """
        latitude, longitude = _on_globe(position)
        if self._roads.geo is None:
            raise InputError(
                position.source,
                "is by latitude and longitude, of which the scenario's roads know nothing; their "
                "OpenDRIVE file needs a <geoReference>",
            )
        x, y = self._roads.geo.place(latitude, longitude)
        under = self._roads.locate(x, y, 0.0)
        line = self._roads.road(under.road, position.source).reference(under.s)[2] if under else 0.0
        heading = _oriented(position.orientation, line, line)
        return self._free(x, y, None if under else position.altitude, heading)

    def _on_trajectory(self, position: given.TrajectoryPosition) -> Placed:
        path = trajectory_path(position.trajectory, self.pose)
        if not 0.0 <= position.s <= path.length:
            raise InputError(
                position.source,
                f"s = {position.s:g} m is not on trajectory {position.trajectory.name}, which is "
                f"{path.length:g} m",
            )
        x, y, line = path.at(position.s)
        x, y = x - position.t * math.sin(line), y + position.t * math.cos(line)
        return self._free(x, y, None, _oriented(position.orientation, line, line))

    def _on_route(self, position: given.RoutePosition) -> Placed:
        place = position.place
        if isinstance(place, given.FromCurrentEntity):
            _, lane_place = self._anchored(place.entity_ref, position)
            return self._turned(LanePlace(**vars(lane_place)), position.orientation)
        way = self.way(position.route)
        if not 0.0 <= place.path_s <= way.length:
            raise InputError(
                place.source,
                f"pathS = {place.path_s:g} m is not on route {position.route.name}, which is "
                f"{way.length:g} m",
            )
        lane_place = way.place(place.path_s)
        road = self._roads.road(lane_place.road, position.source)
        try:
            if isinstance(place, given.FromLaneCoordinates):
                road.lane_centre(place.lane_id, lane_place.s)
                lane_place.lane, lane_place.offset = place.lane_id, place.lane_offset
            else:
                lane_place.offset = place.t - road.lane_centre(lane_place.lane, lane_place.s)[0]
        except InputError as error:
            raise InputError(place.source, str(error)) from None
        return self._turned(lane_place, position.orientation)

    def _free(self, x: float, y: float, z: Optional[float], heading: float) -> Placed:
        lane_place = self._roads.locate(x, y, heading)
        if z is None:
            z = self._roads.pose(lane_place).z if lane_place else 0.0
        return RoadPose(x, y, z, wrap_angle(heading)), lane_place

    def _beside(self, position: given.Position) -> Placed:
        assert isinstance(position, (given.RelativeWorldPosition, given.RelativeObjectPosition))
        other = self._present(position.entity_ref, position)
        dx, dy = position.dx, position.dy
        if isinstance(position, given.RelativeObjectPosition):
            cos, sin = math.cos(other.heading), math.sin(other.heading)
            dx, dy = cos * dx - sin * dy, sin * dx + cos * dy
        heading = _oriented(position.orientation, other.heading, other.heading)
        return self._free(other.x + dx, other.y + dy, other.z + position.dz, heading)

    def _on_lane(self, position: given.Position) -> Placed:
        if isinstance(position, given.LanePosition):
            name, lane, s = position.road_id, position.lane_id, position.s
        else:
            assert isinstance(position, given.RelativeLanePosition)
            _, lane_place = self._anchored(position.entity_ref, position)
            lane = left_of(self._roads.lane_now(lane_place), position.d_lane, 1)
            ahead = self._ahead(lane_place, lane, position)
            name, lane, s = ahead.road, ahead.lane, ahead.s
        road = self._roads.road(name, position.source)
        s = self._roads.within(name, s, position.source)
        try:
            road.lane_centre(lane, s)
        except InputError as error:
            raise InputError(position.source, str(error)) from None
        direction = self._roads.driving_direction(name, lane)
        return self._turned(
            LanePlace(name, lane, s, position.offset, direction), position.orientation
        )

    def _ahead(
        self, lane_place: LanePlace, lane: int, position: given.RelativeLanePosition
    ) -> LanePlace:
        """Return a lane place along the road, on any connected road."""
        start = LanePlace(lane_place.road, lane, lane_place.s, 0.0, 1)
        if position.ds_lane is None:
            by = position.ds or 0.0
            found = self._roads.walked(start, by)
        else:
            by, found = position.ds_lane, start
            steps = max(1, math.ceil(abs(by)))
            for _ in range(steps):
                found, _ = self._roads.moved(found, by / steps, 0.0, 1.0)
        if abs(by) > 1e-9 and self._roads.at_end(
            found, found.direction if by > 0.0 else -found.direction
        ):
            s = lane_place.s + by
            road = self._roads.road(lane_place.road, position.source)
            if not 0.0 <= s <= road.length:
                raise InputError(
                    position.source,
                    f"s = {s:g} m is not on road {lane_place.road}, which is {road.length:g} m, "
                    "nor do the roads lead so far",
                )
            return LanePlace(lane_place.road, lane, s, 0.0, 1)
        return found

    def _on_road(self, position: given.Position) -> Placed:
        if isinstance(position, given.RoadPosition):
            name, s, t = position.road_id, position.s, position.t
        else:
            assert isinstance(position, given.RelativeRoadPosition)
            _, lane_place = self._anchored(position.entity_ref, position)
            own, _ = self._roads.lane_t(lane_place)
            name, s, t = lane_place.road, lane_place.s + position.ds, own + position.dt
        road = self._roads.road(name, position.source)
        s = self._roads.within(name, s, position.source)
        line = road.reference(s)[2]
        x, y, z, _ = road.at(s, t, 0.0)
        pose = RoadPose(x, y, z, _oriented(position.orientation, line, line))
        return pose, self._roads.locate(pose.x, pose.y, pose.heading)

    def _turned(self, lane_place: LanePlace, orientation: Optional[given.Orientation]) -> Placed:
        """Place a lane place with its orientation. It may be turned against its lane."""
        pose = self._roads.pose(lane_place)
        heading = _oriented(orientation, pose.heading, pose.heading)
        if math.cos(heading - pose.heading) < 0.0:
            lane_place.direction = -lane_place.direction
        return pose._replace(heading=heading), lane_place

    def _anchored(self, name: str, position: given.Position) -> Tuple[Entity, LanePlace]:
        other = self._present(name, position)
        if other.lane_place is None:
            raise UnplacedError(position.source, f"is relative to {name}, which is off the roads")
        return other, other.lane_place

    def _present(self, name: str, position: given.Position) -> Entity:
        other = self._entity(name)
        if not other.exists:
            raise UnplacedError(position.source, f"is relative to {name}, which has no position")
        return other


def _on_globe(position: given.GeoPosition) -> Tuple[float, float]:
    """Return latitude and longitude in rad. 1.1 has names without a unit."""
    for names, scale in (
        (("latitude_deg", "longitude_deg"), math.radians(1.0)),
        (("latitude", "longitude"), 1.0),
    ):
        latitude, longitude = (getattr(position, name) for name in names)
        if latitude is not None and longitude is not None:
            if abs(latitude * scale) < 0.5 * math.pi and abs(longitude * scale) <= math.pi:
                return latitude * scale, longitude * scale
            raise InputError(
                position.source,
                f"{latitude:g}, {longitude:g} is nowhere; latitude and longitude are in rad, "
                "latitudeDeg and longitudeDeg in degrees",
            )
    raise InputError(position.source, "needs latitudeDeg and longitudeDeg")


def _oriented(orientation: Optional[given.Orientation], base: float, default: float) -> float:
    """Return a heading, absolute or relative to the position's reference."""
    if orientation is None:
        return wrap_angle(default)
    return wrap_angle(orientation.h + (base if orientation.type == "relative" else 0.0))
