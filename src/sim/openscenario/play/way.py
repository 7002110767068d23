"""Route as the sequence of lanes through its waypoints."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from sim.openscenario.play.entity import LanePlace
from sim.openscenario.play.links import LaneLinks, LaneSegment

# Cost of a lane change in m of way; kinds of lanes that routes use.
CHANGE = 20.0
DRIVEN = {
    *("driving", "bidirectional", "entry", "exit", "onRamp", "offRamp", "connectingRamp"),
    *("slipLane", "bus", "taxi", "HOV", "biking"),
}
Leg = List[LaneSegment]
Node = Tuple[LaneSegment, bool]


class WaySection(NamedTuple):
    """Part of a way: one lane from s ``start`` to ``end``. ``begin`` m from the way's start."""

    segment: LaneSegment
    start: float
    end: float
    begin: float


@dataclass
class Way:
    """Sequence of lanes that an entity takes.

    ``goal`` is the distance of its last waypoint, m; ``at`` is the part of its entity; a ``closed``
    one continues with its part ``again`` at its end.
    """

    parts: List[WaySection]
    goal: float
    closed: bool = False
    at: int = 0
    again: int = 0

    @property
    def length(self) -> float:
        last = self.parts[-1]
        return last.begin + abs(last.end - last.start)

    @property
    def over(self) -> bool:
        """True if its entity is on its last section."""
        last = self.parts[-1].segment
        return not self.closed and _section(self.parts[self.at].segment) == _section(last)

    def place(self, way: float) -> LanePlace:
        """Return the place at a distance along the way. Clipped to its ends."""
        way = min(max(way, 0.0), self.length)
        part = [each for each in self.parts if each.begin <= way][-1]
        segment = part.segment
        s = part.start + segment.sign * min(way - part.begin, abs(part.end - part.start))
        return LanePlace(segment.road, segment.lane, s, 0.0, segment.sign)

    def choose(self, segment: LaneSegment, options: Sequence[LaneSegment]) -> Optional[LaneSegment]:
        """Return the way's choice of several continuations, or None."""
        following = self._after(segment)
        same = [each for each in options if each[:2] == (following[:2] if following else None)]
        exact = [each for each in same if following and each.lane == following.lane]
        return next(iter(exact or same), None)

    def _order(self) -> List[int]:
        """Return the numbers of the parts from the entity on."""
        ahead = list(range(self.at, len(self.parts)))
        return ahead + (list(range(self.again, self.at)) if self.closed else [])

    def _after(self, segment: LaneSegment) -> Optional[LaneSegment]:
        """Return the segment after the section of another, on any lane."""
        inside = False
        for i in self._order():
            part = self.parts[i]
            here = _section(part.segment) == _section(segment)
            if inside and not here:
                return part.segment
            inside = inside or here
        return None

    def wanted(self, lane_place: LanePlace, section: int) -> Optional[int]:
        """Return the way's lane at a place; None off the way."""
        here = (lane_place.road, section, lane_place.direction)
        for i in self._order():
            if _section(self.parts[i].segment) != here:
                continue
            self.at = i
            last = self.parts[i]
            for part in self.parts[i:]:
                if _section(part.segment) != here:
                    break
                last = part
                if (
                    part.end - lane_place.s
                ) * lane_place.direction > 0.0 and part.end != part.start:
                    break
            return last.segment.lane
        return None


def _section(segment: LaneSegment) -> Tuple[str, int, int]:
    return segment.road, segment.section, segment.sign


def find_way(links: LaneLinks, places: Sequence[LanePlace], closed: bool = False) -> Optional[Way]:
    """Find the shortest way from place to place (Dijkstra), or None.

    If ``closed``, it leads back to the first.
    """
    parts: List[WaySection] = []
    places = [*places, places[0]] if closed else places
    begin = goal = 0.0
    for start, end in zip(places, places[1:]):
        leg = _leg(links, start, end)
        if leg is None:
            return None
        s, goal = start.s, begin
        for i, segment in enumerate(leg):
            low, high = links.bounds(segment)
            if i == len(leg) - 1:
                until = end.s
            elif _section(leg[i + 1]) == _section(segment):
                until = s
            else:
                until = high if segment.sign > 0 else low
            parts.append(WaySection(segment, s, until, begin))
            begin += abs(until - s)
            s = until
            if i < len(leg) - 1 and _section(leg[i + 1]) != _section(segment):
                s = links.bounds(leg[i + 1])[0 if leg[i + 1].sign > 0 else 1]
    return Way(parts, goal if closed else begin, closed) if parts else None


def way_into_loop(links: LaneLinks, start: LanePlace, around: Sequence[LanePlace]) -> Optional[Way]:
    """Return the way into a loop of places, which repeats for ever. None if it does not exist."""
    there, loop = find_way(links, [start, around[0]]), find_way(links, around, True)
    if there is None or loop is None:
        return None
    parts = [each._replace(begin=there.length + each.begin) for each in loop.parts]
    goal = there.length + loop.goal
    return Way([*there.parts, *parts], goal, True, again=len(there.parts))


def _leg(links: LaneLinks, start: LanePlace, end: LanePlace) -> Optional[Leg]:
    """Find the shortest lanes between two places by [Dijkstra].

    A section may come again after it was left, so that it counts as another node until it is
    ``left``.
    """
    first: Node = (links.segment(start.road, start.lane, start.s, start.direction), False)
    goals = {links.segment(end.road, end.lane, end.s, sign) for sign in (1, -1)}
    came: Dict[Node, Optional[Node]] = {}
    waiting: List[Tuple[float, Node, Optional[Node]]] = [(0.0, first, None)]
    while waiting:
        cost, node, before = heapq.heappop(waiting)
        if node in came:
            continue
        came[node] = before
        at, left = node
        if at in goals and (left or (end.s - start.s) * at.sign >= 0.0):
            return _back(came, node)
        low, high = links.bounds(at)
        begin = (low if at.sign > 0 else high) if left else start.s
        reached = cost + abs((high if at.sign > 0 else low) - begin)
        for each in links.onwards(at):
            heapq.heappush(waiting, (reached, (each, True), node))
        for each in _beside(links, at):
            heapq.heappush(waiting, (cost + CHANGE, (each, left), node))
    return None


def _beside(links: LaneLinks, at: LaneSegment) -> List[LaneSegment]:
    """Return the adjacent driven lanes on the same side of the road."""
    found = []
    for step in (1, -1):
        beside = at._replace(lane=at.lane + step)
        lane = links.lane(beside)
        if beside.lane * at.lane > 0 and lane is not None and lane.kind in DRIVEN:
            found.append(beside)
    return found


def _back(came: Dict[Node, Optional[Node]], last: Node) -> Leg:
    found: Leg = []
    at: Optional[Node] = last
    while at is not None:
        found.append(at[0])
        at = came[at]
    return found[::-1]
