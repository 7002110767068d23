"""What a scenario's positions mean at a time: lane or road places and poses in the world."""

from __future__ import annotations

import math
from typing import Callable, Optional, Tuple

from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.play.entity import Anchor, Entity
from sim.openscenario.play.roads import Pose, Roads, left_of, wrapped

EntityOf = Callable[[str], Entity]
Placed = Tuple[Pose, Optional[Anchor]]
NOT_CARRIED_OUT = (given.GeoPosition, given.RoutePosition, given.TrajectoryPosition)


class Places:
    def __init__(self, roads: Roads, entity: EntityOf) -> None:
        self._roads, self._entity = roads, entity

    def placed(self, position: given.Position) -> Placed:
        """Pose and, where it is on a road, lane place of a position."""
        if isinstance(position, given.WorldPosition):
            return self._free(position.x, position.y, position.z, position.h)
        if isinstance(position, (given.LanePosition, given.RelativeLanePosition)):
            return self._on_lane(position)
        if isinstance(position, (given.RoadPosition, given.RelativeRoadPosition)):
            return self._on_road(position)
        if isinstance(position, (given.RelativeWorldPosition, given.RelativeObjectPosition)):
            return self._beside(position)
        raise InputError(position.source, f"a {type(position).__name__} is not carried out")

    def _free(self, x: float, y: float, z: Optional[float], heading: float) -> Placed:
        anchor = self._roads.locate(x, y, heading)
        if z is None:
            z = self._roads.pose(anchor).z if anchor else 0.0
        return Pose(x, y, z, wrapped(heading)), anchor

    def _beside(self, position: given.Position) -> Placed:
        assert isinstance(position, (given.RelativeWorldPosition, given.RelativeObjectPosition))
        other = self._entity(position.entity_ref)
        dx, dy = position.dx, position.dy
        if isinstance(position, given.RelativeObjectPosition):
            cos, sin = math.cos(other.heading), math.sin(other.heading)
            dx, dy = cos * dx - sin * dy, sin * dx + cos * dy
        heading = _oriented(position.orientation, other.heading, 0.0)
        return self._free(other.x + dx, other.y + dy, other.z + position.dz, heading)

    def _on_lane(self, position: given.Position) -> Placed:
        if isinstance(position, given.LanePosition):
            name, lane, s = position.road_id, position.lane_id, position.s
            direction = -1 if lane > 0 else 1
        else:
            assert isinstance(position, given.RelativeLanePosition)
            _, anchor = self._anchored(position.entity_ref, position)
            direction = anchor.direction
            lane = left_of(self._roads.lane_now(anchor), position.d_lane, direction)
            name = anchor.road
            s = self._ahead(anchor, lane, position)
        road = self._roads.road(name, position.source)
        if not 0.0 <= s <= road.length:
            raise InputError(
                position.source, f"s = {s:g} m is not on road {name}, which is {road.length:g} m"
            )
        try:
            road.lane_centre(lane, s)
        except InputError as error:
            raise InputError(position.source, str(error)) from None
        offset = position.offset
        if isinstance(position, given.RelativeLanePosition):
            offset *= direction
        return self._turned(Anchor(name, lane, s, offset, direction), position.orientation)

    def _ahead(self, anchor: Anchor, lane: int, position: given.RelativeLanePosition) -> float:
        """s of a place so far ahead of an entity."""
        if position.ds_lane is None:
            return anchor.s + anchor.direction * (position.ds or 0.0)
        start = Anchor(anchor.road, lane, anchor.s, 0.0, anchor.direction)
        steps = max(1, math.ceil(abs(position.ds_lane)))
        for _ in range(steps):
            start, _ = self._roads.moved(start, position.ds_lane / steps, 0.0, 1.0)
        return start.s

    def _on_road(self, position: given.Position) -> Placed:
        if isinstance(position, given.RoadPosition):
            name, s, t, direction = position.road_id, position.s, position.t, 1
        else:
            assert isinstance(position, given.RelativeRoadPosition)
            _, anchor = self._anchored(position.entity_ref, position)
            own, _ = self._roads.lane_t(anchor)
            name, direction = anchor.road, anchor.direction
            s, t = anchor.s + position.ds, own + position.dt
        road = self._roads.road(name, position.source)
        if not 0.0 <= s <= road.length:
            raise InputError(
                position.source, f"s = {s:g} m is not on road {name}, which is {road.length:g} m"
            )
        line = road.reference(s)[2] + (0.0 if direction > 0 else math.pi)
        x, y, z, _ = road.at(s, t, 0.0)
        pose = Pose(x, y, z, _oriented(position.orientation, line, line))
        return pose, self._roads.locate(pose.x, pose.y, pose.heading)

    def _turned(self, anchor: Anchor, orientation: Optional[given.Orientation]) -> Placed:
        """A lane place with its orientation, which may turn it against its lane."""
        pose = self._roads.pose(anchor)
        heading = _oriented(orientation, pose.heading, pose.heading)
        if math.cos(heading - pose.heading) < 0.0:
            anchor.direction = -anchor.direction
        return pose._replace(heading=heading), anchor

    def _anchored(self, name: str, position: given.Position) -> Tuple[Entity, Anchor]:
        other = self._entity(name)
        if other.anchor is None or not other.exists:
            raise InputError(position.source, f"{name} is on no road, or not there")
        return other, other.anchor


def _oriented(orientation: Optional[given.Orientation], base: float, default: float) -> float:
    """Absolute, or relative to what the position is relative to."""
    if orientation is None:
        return wrapped(default)
    return wrapped(orientation.h + (base if orientation.type == "relative" else 0.0))
