"""The roads of a scenario: places by road, lane and world, and steps along lanes."""

from __future__ import annotations

import math
from typing import Mapping, NamedTuple, Optional, Tuple

from sim.errors import InputError
from sim.openscenario.model.element import Source
from sim.openscenario.opendrive.road import Road
from sim.openscenario.play.entity import Anchor
from sim.openscenario.play.single_place import SinglePlaces

# m beside the outermost lane within which a place still belongs to a road, and beyond its ends.
BESIDE, BEYOND = 3.0, 0.5


class Pose(NamedTuple):
    x: float
    y: float
    z: float
    heading: float


def left_of(lane: int, count: int, direction: int) -> int:
    """The lane ``count`` lanes to the left of one, seen in a direction; lane 0 does not count."""
    step = 1 if count * direction > 0 else -1
    for _ in range(abs(count)):
        lane += step
        if lane == 0:
            lane += step
    return lane


class Roads:
    def __init__(self, roads: Mapping[str, Road]) -> None:
        self.roads = {name: SinglePlaces(road) for name, road in roads.items()}

    def road(self, name: str, source: Source) -> SinglePlaces:
        if name not in self.roads:
            raise InputError(source, f"there is no road '{name}'; there are {self._known()}")
        return self.roads[name]

    def _known(self) -> str:
        names = list(self.roads)
        return ", ".join(names[:20]) + (", ..." if len(names) > 20 else "") or "none"

    def lane_t(self, anchor: Anchor) -> Tuple[float, float]:
        """t of a place relative to a lane, and the slope of the lane's centre."""
        t, slope = self.roads[anchor.road].lane_centre(anchor.lane, anchor.s)
        return t + anchor.offset, slope

    def pose(self, anchor: Anchor, drift: float = 0.0) -> Pose:
        """In the world; ``drift`` is how much the offset grows per m of s."""
        t, slope = self.lane_t(anchor)
        x, y, z, heading = self.roads[anchor.road].at(anchor.s, t, slope + drift)
        return Pose(x, y, z, wrapped(heading + (0.0 if anchor.direction > 0 else math.pi)))

    def locate(self, x: float, y: float, heading: float) -> Optional[Anchor]:
        """The lane on whose road a place is, nearest to a lane's centre; None off the roads."""
        best: Optional[Tuple[float, Anchor]] = None
        for name, road in self.roads.items():
            s, t = road.road.locate(x, y)
            line_x, line_y, line = road.reference(s)
            along = (x - line_x) * math.cos(line) + (y - line_y) * math.sin(line)
            if abs(along) > BEYOND:
                continue
            lane = road.lane_at(s, t) or self._nearest_lane(road, s, t)
            if lane is None:
                continue
            centre, _ = road.lane_centre(lane, s)
            direction = 1 if math.cos(heading - line) >= 0.0 else -1
            distance = abs(t - centre)
            if best is None or distance < best[0]:
                best = distance, Anchor(name, lane, s, t - centre, direction)
        return best[1] if best else None

    def _nearest_lane(self, road: SinglePlaces, s: float, t: float) -> Optional[int]:
        """For a place just beside the lanes."""
        found = [(abs(t - centre), lane) for lane, centre in road.centres(s).items()]
        near = min(found, default=None)
        return near[1] if near is not None and near[0] < BESIDE else None

    def on_lanes(self, anchor: Optional[Anchor]) -> bool:
        """Whether a place is on a lane of its road."""
        if anchor is None:
            return False
        t, _ = self.lane_t(anchor)
        return self.roads[anchor.road].lane_at(anchor.s, t) != 0

    def lane_now(self, anchor: Anchor) -> int:
        """The lane on which a place is, whatever lane it is relative to."""
        t, _ = self.lane_t(anchor)
        return self.roads[anchor.road].lane_at(anchor.s, t) or anchor.lane

    def moved(
        self, anchor: Anchor, distance: float, rate: float, dt: float
    ) -> Tuple[Anchor, float]:
        """A place ``dt`` s later that goes ``distance`` m along its way while its offset grows with
        ``rate`` m/s, and its drift per m of s.

        With t' = slope s' + rate, the speed v is that of both: v^2 = ((1 - k t) s')^2 + t'^2.
        """
        middle = Anchor(**vars(anchor))
        speed = distance / dt
        along = self._along(anchor, speed, rate)
        middle.s = self._cut(anchor, anchor.s + 0.5 * along * dt)
        middle.offset = anchor.offset + 0.5 * rate * dt
        along = self._along(middle, speed, rate)
        after = Anchor(**vars(anchor))
        after.s = self._cut(anchor, anchor.s + along * dt)
        after.offset = anchor.offset + rate * dt
        return after, rate / along if along else 0.0

    def _along(self, anchor: Anchor, speed: float, rate: float) -> float:
        """s' at a place."""
        t, slope = self.lane_t(anchor)
        stretch = 1.0 - self.roads[anchor.road].curvature(anchor.s) * t
        a, b, c = stretch**2 + slope**2, slope * rate, rate**2 - speed**2
        root = math.sqrt(max(b * b - a * c, 0.0))
        sign = anchor.direction if speed >= 0.0 else -anchor.direction
        return (-b + sign * root) / a if c < 0.0 else 0.0

    def _cut(self, anchor: Anchor, s: float) -> float:
        return min(max(s, 0.0), self.roads[anchor.road].length)

    def at_end(self, anchor: Anchor) -> bool:
        """Whether a place is where its road ends ahead of it."""
        return (
            anchor.s >= self.roads[anchor.road].length - 1e-6
            if anchor.direction > 0
            else anchor.s <= 1e-6
        )


def wrapped(angle: float) -> float:
    """Between -pi and pi."""
    return math.atan2(math.sin(angle), math.cos(angle))
