"""Continuation of lanes: between sections, roads, and through junctions.

A lane is driven along s (``sign`` 1) or against it (-1). Of several continuations the driver's own
one is taken, else the one that turns least.
"""

from __future__ import annotations

import heapq
import math
from typing import Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from sim.openscenario.opendrive.links import END, JUNCTION, START, Junction, RoadLink
from sim.openscenario.opendrive.road import Lane, Road
from sim.openscenario.play.single_place import SinglePlaces

# Search distance ahead along links, m.
FAR = 500.0


class LaneSegment(NamedTuple):
    """Lane of one section of a road, driven in a direction."""

    road: str
    section: int
    lane: int
    sign: int


Choice = Callable[[LaneSegment, Sequence[LaneSegment]], Optional[LaneSegment]]


class LaneLinks:
    def __init__(
        self, roads: Mapping[str, SinglePlaces], junctions: Mapping[str, Junction]
    ) -> None:
        self._roads, self._junctions = roads, junctions
        self._known: Dict[LaneSegment, Tuple[LaneSegment, ...]] = {}
        self._ahead: Dict[LaneSegment, Dict[Tuple[str, int], Tuple[float, LaneSegment]]] = {}

    def segment(self, road: str, lane: int, s: float, sign: int) -> LaneSegment:
        """Return the segment of a place; on a border of sections, the one in driving direction."""
        return LaneSegment(road, self._roads[road].section_at(s, sign), lane, sign)

    def road(self, segment: LaneSegment) -> Road:
        return self._roads[segment.road].road

    def lane(self, segment: LaneSegment) -> Optional[Lane]:
        return self.road(segment).sections[segment.section].lanes.get(segment.lane)

    def bounds(self, segment: LaneSegment) -> Tuple[float, float]:
        """Return s of a section's start and end."""
        road, i = self.road(segment), segment.section
        last = i + 1 == len(road.sections)
        return road.sections[i].s if i else 0.0, road.length if last else road.sections[i + 1].s

    def onwards(self, segment: LaneSegment) -> Tuple[LaneSegment, ...]:
        """Return the continuations of a lane, in the order of the file."""
        if segment not in self._known:
            self._known[segment] = tuple(
                each
                for each in self._found(segment)
                if not each.lane or self.lane(each) is not None
            )
        return self._known[segment]

    def next(self, segment: LaneSegment, choice: Optional[Choice] = None) -> Optional[LaneSegment]:
        """Return the chosen continuation; None at a dead end."""
        found = self.onwards(segment)
        if choice is not None and found:
            chosen = choice(segment, found)
            if chosen is not None:
                return chosen
        return min(found, key=self._turn, default=None)

    def _turn(self, segment: LaneSegment) -> float:
        """Return the angle in rad between a road's ends."""
        road = self._roads[segment.road]
        turned = road.reference(road.length)[2] - road.reference(0.0)[2]
        return abs(math.remainder(turned, 2.0 * math.pi))

    def ahead(self, segment: LaneSegment) -> Dict[Tuple[str, int], Tuple[float, LaneSegment]]:
        """Return the sections within ``FAR`` along a lane, by road and number.

        For each, m from the end of the segment to its entry, and the lane there.
        """
        if segment not in self._ahead:
            found: Dict[Tuple[str, int], Tuple[float, LaneSegment]] = {}
            waiting = [(0.0, each) for each in self.onwards(segment)]
            while waiting:
                way, at = heapq.heappop(waiting)
                if (at.road, at.section) in found or way > FAR:
                    continue
                found[at.road, at.section] = way, at
                low, high = self.bounds(at)
                for each in self.onwards(at):
                    heapq.heappush(waiting, (way + high - low, each))
            self._ahead[segment] = found
        return self._ahead[segment]

    def _found(self, at: LaneSegment) -> List[LaneSegment]:
        road, own = self.road(at), self.lane(at)
        following = None if own is None else _linked(own, at.sign)
        ends = own is not None and following is None and self._says(at)
        section = at.section + at.sign
        if 0 <= section < len(road.sections):
            lane = at.lane if following is None else following
            return [] if ends else [LaneSegment(at.road, section, lane, at.sign)]
        link = road.after if at.sign > 0 else road.before
        if link is None:
            return []
        if link.kind == JUNCTION:
            return self._through(at, link.id)
        return [] if ends else self._entered(link, at, following)

    def _says(self, at: LaneSegment) -> bool:
        """Return whether other lanes of the same side have links.

        Then one without a link is a dead end.
        """
        lanes = self.road(at).sections[at.section].lanes.values()
        return any(_linked(each, at.sign) is not None for each in lanes if each.id * at.lane > 0)

    def _entered(
        self, link: RoadLink, at: LaneSegment, following: Optional[int]
    ) -> List[LaneSegment]:
        """Return the segments of a following road; without a link, the lane of the same side."""
        if link.id not in self._roads:
            return []
        sign = 1 if link.contact == START else -1
        lane = at.lane * sign * at.sign if following is None else following
        return [self._at(link.id, sign, lane)]

    def _through(self, at: LaneSegment, name: str) -> List[LaneSegment]:
        junction, found = self._junctions.get(name), []
        for each in junction.connections if junction else ():
            if each.incoming != at.road or each.connecting not in self._roads:
                continue
            if not self._comes_from(each.connecting, each.contact, at):
                continue
            sign = 1 if each.contact == START else -1
            if at.lane in each.lanes:
                found.append(self._at(each.connecting, sign, each.lanes[at.lane]))
            elif not each.lanes:
                found.append(self._at(each.connecting, sign, at.lane * sign * at.sign))
        return found

    def _comes_from(self, connecting: str, contact: str, at: LaneSegment) -> bool:
        """Return whether a connection begins at the reached end of the road.

        A road may have both of its ends at one junction.
        """
        road = self._roads[connecting].road
        link = road.before if contact == START else road.after
        if link is None or link.id != at.road or not link.contact:
            return True
        return link.contact == (END if at.sign > 0 else START)

    def _at(self, name: str, sign: int, lane: int) -> LaneSegment:
        """Return a lane of a road that is entered in a direction."""
        last = len(self._roads[name].road.sections) - 1
        return LaneSegment(name, 0 if sign > 0 else last, lane, sign)


def _linked(lane: Lane, sign: int) -> Optional[int]:
    """Return the linked lane in a direction, if the file has one."""
    return lane.after if sign > 0 else lane.before
