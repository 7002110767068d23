"""Roads of a scenario: conversion of places, and motion along lanes.

Places by road, lane and world; lanes continue from road to road.
"""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Mapping, NamedTuple, Optional, Sequence, Tuple

from sim.errors import InputError
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.opendrive.geo_reference import GeoReference
from sim.openscenario.opendrive.links import Junction
from sim.openscenario.opendrive.reader import RoadMap
from sim.openscenario.opendrive.road import Road
from sim.openscenario.play.entity import LanePlace
from sim.openscenario.play.links import Choice, LaneLinks
from sim.openscenario.play.single_place import SinglePlaces

# Largest distances of a place that belongs to a road.
MAX_LATERAL_DISTANCE = 3.0  # m, beside the outermost lane
MAX_END_DISTANCE = 0.5  # m, past an end
# Penalty of the heading's deviation from a lane, as a distance.
DISTANCE_PER_TURN = 1.0  # m/rad
# Along a road, of a place that is on it; files round lengths.
SAME_ROAD_TOLERANCE = 1e-3  # m
END_MARGIN = 1e-7  # m, before the end of a lane
END_TOLERANCE = 1e-6  # m, within which a place is at it


class RoadPose(NamedTuple):
    x: float
    y: float
    z: float
    heading: float


def left_of(lane: int, count: int, direction: int) -> int:
    """Return the lane ``count`` lanes to the left of one.

    Seen in a direction; lane 0 does not count.
    """
    step = 1 if count * direction > 0 else -1
    for _ in range(abs(count)):
        lane += step
        if lane == 0:
            lane += step
    return lane


def lanes_between(own: int, other: int, direction: int) -> int:
    """Return the number of lanes from one to another, positive left.

    Seen in a direction; lane 0 does not count.
    """
    count = other - own
    if own * other < 0:
        count += 1 if count < 0 else -1
    return count * direction


class LaneDisplacement(NamedTuple):
    """Displacement from one place to another along lanes.

    m ahead, m to the left of the one's lane, and ``facing`` 1 if both look the same way, else -1.
    """

    along: float
    across: float
    facing: int

    def turned(self) -> LaneDisplacement:
        """Return the displacement from the other place to the one."""
        return LaneDisplacement(-self.facing * self.along, -self.facing * self.across, self.facing)


class Roads:
    def __init__(
        self,
        roads: Mapping[str, Road],
        junctions: Mapping[str, Junction] = MappingProxyType({}),
        geo: Optional[GeoReference] = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.roads = {name: SinglePlaces(road) for name, road in roads.items()}
        self.links = LaneLinks(self.roads, junctions)
        self.geo, self.notes = geo, notes

    @classmethod
    def of(cls, found: RoadMap) -> Roads:
        return cls(*found)

    def road(self, name: str, source: SourceLocation) -> SinglePlaces:
        if name not in self.roads:
            raise InputError(source, f"road '{name}' not found; there are {self._known()}")
        return self.roads[name]

    def within(self, name: str, s: float, source: SourceLocation) -> float:
        """Return s within a road's length; raises InputError far off it."""
        length = self.road(name, source).length
        if not -SAME_ROAD_TOLERANCE <= s <= length + SAME_ROAD_TOLERANCE:
            raise InputError(source, f"s = {s:g} m is not on road {name}, which is {length:g} m")
        return min(max(s, 0.0), length)

    def _known(self) -> str:
        names = list(self.roads)
        return ", ".join(names[:20]) + (", ..." if len(names) > 20 else "") or "none"

    def driving_direction(self, road: str, lane: int) -> int:
        """Return 1 if a lane is driven along s, else -1 (traffic rule)."""
        return -1 if (lane > 0) != self.roads[road].road.left_hand else 1

    def lane_t(self, lane_place: LanePlace) -> Tuple[float, float]:
        """Return t of a lane place, and the lane centre's slope."""
        t, slope = self.roads[lane_place.road].lane_centre(lane_place.lane, lane_place.s)
        return t + lane_place.offset, slope

    def pose(self, lane_place: LanePlace, drift: float = 0.0) -> RoadPose:
        """Return the pose in the world. ``drift`` is the change of the offset per m of s."""
        t, slope = self.lane_t(lane_place)
        x, y, z, heading = self.roads[lane_place.road].at(lane_place.s, t, slope + drift)
        return RoadPose(
            x, y, z, wrap_angle(heading + (0.0 if lane_place.direction > 0 else math.pi))
        )

    def locate(
        self, x: float, y: float, heading: float, near: Optional[LanePlace] = None
    ) -> Optional[LanePlace]:
        """Return the lane place of a point; None off the roads.

        On the lane with the nearest centre; the road of a place ``near`` by is preferred if it
        still contains the point.
        """
        if near is not None:
            road = self.roads[near.road]
            s, t, along = road.nearest(x, y, near.s)
            there = road.lane_at(s, t)
            if there and abs(along) < SAME_ROAD_TOLERANCE:
                direction = 1 if math.cos(heading - road.reference(s)[2]) >= 0.0 else -1
                offset = t - road.lane_centre(there, s)[0]
                return LanePlace(near.road, there, s, offset, direction)
        best: Optional[Tuple[float, LanePlace]] = None
        for name, road in self.roads.items():
            if not road.around(x, y):
                continue
            s, t, along = road.nearest(x, y)
            if abs(along) > MAX_END_DISTANCE:
                continue
            line = road.reference(s)[2]
            lane = road.lane_at(s, t) or self._nearest_lane(road, s, t)
            if lane is None:
                continue
            centre, _ = road.lane_centre(lane, s)
            direction = 1 if math.cos(heading - line) >= 0.0 else -1
            turned = abs(wrap_angle(heading - line - (0.0 if direction > 0 else math.pi)))
            distance = abs(t - centre) + DISTANCE_PER_TURN * turned
            if best is None or distance < best[0]:
                best = distance, LanePlace(name, lane, s, t - centre, direction)
        return best[1] if best else None

    def _nearest_lane(self, road: SinglePlaces, s: float, t: float) -> Optional[int]:
        """Return the nearest lane of a place just beside the lanes."""
        found = [(abs(t - centre), lane) for lane, centre in road.centres(s).items()]
        near = min(found, default=None)
        return near[1] if near is not None and near[0] < MAX_LATERAL_DISTANCE else None

    def on_lanes(self, lane_place: Optional[LanePlace]) -> bool:
        """Return whether a place is on a lane of its road."""
        if lane_place is None:
            return False
        t, _ = self.lane_t(lane_place)
        return self.roads[lane_place.road].lane_at(lane_place.s, t) != 0

    def lane_now(self, lane_place: LanePlace) -> int:
        """Return the lane under a place, which may differ from its lane."""
        t, _ = self.lane_t(lane_place)
        return self.roads[lane_place.road].lane_at(lane_place.s, t) or lane_place.lane

    def moved(
        self,
        lane_place: LanePlace,
        distance: float,
        rate: float,
        dt: float,
        choice: Optional[Choice] = None,
    ) -> Tuple[LanePlace, float]:
        """Return a place ``dt`` s later, and its drift.

        It moves ``distance`` m along its way while its offset grows with ``rate`` m/s; the drift is
        per m of s; ``choice`` selects continuations. With t' = slope s' + rate, the speed v
        combines both: v^2 = ((1 - k t) s')^2 + t'^2.
        """
        speed = distance / dt
        along = self._along(lane_place, speed, rate)
        middle = self.walked(lane_place, 0.5 * along * dt, choice, True)
        even = not rate and self._even(lane_place, middle)
        if middle.road == lane_place.road and not even:
            middle.offset += 0.5 * rate * dt
            along = self._along(middle, speed, rate)
        after = self.walked(lane_place, along * dt, choice, True)
        turned = after.direction * lane_place.direction
        after.offset += rate * dt * turned
        return after, rate / along if along else 0.0

    def _even(self, lane_place: LanePlace, middle: LanePlace) -> bool:
        """Return whether two places have the same scale of s. m of way per m of s, on a lane."""
        if middle.road != lane_place.road or middle.lane != lane_place.lane:
            return False
        return self.roads[lane_place.road].even(lane_place.lane, lane_place.s, middle.s)

    def walked(
        self,
        lane_place: LanePlace,
        by: float,
        choice: Optional[Choice] = None,
        driven: bool = False,
    ) -> LanePlace:
        """Return the place ``by`` m of s farther, at the same offset.

        It stops at its lane's end. If ``driven``, the driven distance continues on the next road,
        scaled to its s.
        """
        to = lane_place.s + by
        if self.roads[lane_place.road].inside(lane_place.s, to):
            return LanePlace(
                lane_place.road, lane_place.lane, to, lane_place.offset, lane_place.direction
            )
        at = LanePlace(**vars(lane_place))
        while by:
            sign = 1 if by > 0.0 else -1
            segment = self.links.segment(at.road, at.lane, at.s, sign)
            border = self.links.bounds(segment)[1 if sign > 0 else 0]
            left = (border - at.s) * sign
            if abs(by) < left or (sign < 0 and abs(by) == left):
                at.s += by
                break
            following = self.links.next(segment, choice if sign == at.direction else None)
            if following is None:
                # A border between sections also belongs to the section behind it.
                inside = 0.0 < border < self.roads[at.road].length
                at.s = border - sign * END_MARGIN if inside else border
                break
            by -= border - at.s
            before = self._stretch(at, border) if driven else 1.0
            if following.sign != sign:
                by, at.direction, at.offset = -by, -at.direction, -at.offset
            at.road, at.lane = following.road, following.lane
            at.s = self.links.bounds(following)[0 if following.sign > 0 else 1]
            if driven:
                by *= before / self._stretch(at, at.s)
        return at

    def _stretch(self, lane_place: LanePlace, s: float) -> float:
        """Return travelled distance per unit of s, at a place's offset."""
        road = self.roads[lane_place.road]
        try:
            t = road.lane_centre(lane_place.lane, s)[0] + lane_place.offset
        except InputError:
            t = 0.0
        return max(road.stretch(s, t), 0.01)

    def displacement(self, own: LanePlace, other: LanePlace) -> Optional[LaneDisplacement]:
        """Return the displacement; None if unconnected within 500 m."""
        if own.road == other.road:
            sign = own.direction
            across = sign * (self.lane_t(other)[0] - self.lane_t(own)[0])
            facing = 1 if other.direction == sign else -1
            return LaneDisplacement(sign * (other.s - own.s), across, facing)
        ways = [self._led(own, other, sign) for sign in (1, -1)]
        found = [each for each in ways if each is not None]
        # Junctions have links only in driving direction.
        back = [self._led(other, own, sign) for sign in (1, -1)]
        found += [each.turned() for each in back if each is not None]
        return min(found, key=lambda each: abs(each.along), default=None)

    def _led(self, own: LanePlace, other: LanePlace, ahead: int) -> Optional[LaneDisplacement]:
        """Return the displacement to a place on another road. Ahead (1) or behind (-1)."""
        sign = own.direction * ahead
        segment = self.links.segment(own.road, own.lane, own.s, sign)
        section = self.roads[other.road].section_at(other.s, 1)
        found = self.links.ahead(segment).get((other.road, section))
        if found is None:
            return None
        way, entered = found
        end = self.links.bounds(segment)[1 if sign > 0 else 0]
        start = self.links.bounds(entered)[0 if entered.sign > 0 else 1]
        along = (end - own.s) * sign + way + (other.s - start) * entered.sign
        forwards = entered.sign * ahead
        centre, _ = self.roads[other.road].lane_centre(entered.lane, other.s)
        across = forwards * (self.lane_t(other)[0] - centre) - own.direction * own.offset
        return LaneDisplacement(ahead * along, across, 1 if other.direction == forwards else -1)

    def lanes_left(self, own: LanePlace, other: LanePlace) -> Optional[Tuple[int, int]]:
        """Return the number of lanes to the left of another place.

        And 1 if both look the same way, else -1; None as of ``apart``.
        """
        apart = self.displacement(own, other)
        if apart is None:
            return None
        direction, lane = other.direction * apart.facing, self.lane_now(own)
        if own.road != other.road:
            # Own place at the other's s.
            beside = self.lane_t(other)[0] - direction * apart.across
            lane = self.roads[other.road].lane_at(other.s, beside)
        return lanes_between(lane, self.lane_now(other), direction), apart.facing

    def _along(self, lane_place: LanePlace, speed: float, rate: float) -> float:
        """Return s' at a place."""
        t, slope = self.lane_t(lane_place)
        segment = self.roads[lane_place.road].stretch(lane_place.s, t)
        a, b, c = segment**2 + slope**2, slope * rate, rate**2 - speed**2
        root = math.sqrt(max(b * b - a * c, 0.0))
        sign = lane_place.direction if speed >= 0.0 else -lane_place.direction
        return (-b + sign * root) / a if c < 0.0 else 0.0

    def at_end(self, lane_place: LanePlace, sign: int) -> bool:
        """Return whether a place is at the end of its lane, along s or against it (``sign``)."""
        near = 2.0 * END_TOLERANCE
        if self.roads[lane_place.road].inside(lane_place.s - near, lane_place.s + near):
            return False
        segment = self.links.segment(lane_place.road, lane_place.lane, lane_place.s, sign)
        border = self.links.bounds(segment)[1 if sign > 0 else 0]
        return (border - lane_place.s) * sign <= END_TOLERANCE and not self.links.onwards(segment)


def wrap_angle(angle: float) -> float:
    """Wrap an angle to -pi to pi."""
    return math.atan2(math.sin(angle), math.cos(angle))
