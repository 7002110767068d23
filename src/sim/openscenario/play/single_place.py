"""Places of a road one at a time, in plain floats.

The same formulas as :class:`Road` has for arrays, some twenty times as fast for one.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.openscenario.opendrive.curves import Arc, Geometry, Line, ParamPoly3, Spiral
from sim.openscenario.opendrive.road import Road, Section
from sim.openscenario.play.single_curve import evaluator
from sim.traffic.roads.cubics import Cubics

Value = Tuple[float, float]
MAX_REFINEMENTS = 12
CONVERGENCE_TOLERANCE = 1e-9  # m
# No place farther from a reference line belongs to its road.
MAX_ROAD_WIDTH = 60.0  # m


class Polynomials:
    """Piecewise cubics evaluated at one place."""

    def __init__(self, cubics: Cubics) -> None:
        self._starts: List[float] = cubics.starts.tolist()
        self._factors: List[List[float]] = cubics.factors.tolist()
        # A value that holds from s = 0 on.
        self.constant = not self._starts
        self._value: Value = 0.0, 0.0
        if len(self._starts) == 1 and self._starts[0] <= 0.0 and not any(self._factors[0][1:]):
            self.constant, self._value = True, (self._factors[0][0], 0.0)

    def at(self, s: float) -> Value:
        """Return value and slope; 0 before the first."""
        if self.constant and s >= 0.0:
            return self._value
        piece = bisect_right(self._starts, s) - 1
        if piece < 0:
            return 0.0, 0.0
        ds = s - self._starts[piece]
        a, b, c, d = self._factors[piece]
        return a + ds * (b + ds * (c + ds * d)), b + ds * (2.0 * c + ds * 3.0 * d)


class SectionLanes:
    """Borders and centres of a section's lanes: t from the centre lane, and slopes."""

    def __init__(self, section: Section) -> None:
        self.s, self.ids = section.s, sorted(section.lanes)
        self._widths = {id: Polynomials(lane.width) for id, lane in section.lanes.items()}
        self._borders = {id: lane.has_border for id, lane in section.lanes.items()}
        self.constant = all(each.constant for each in self._widths.values())
        self._fixed: Dict[int, Value] = {}
        if self.constant:
            self._fixed = {id: self._border(id, self.s) for id in (*self.ids, 0)}
        self._centres = {id: self._centre(id, self.s) for id in self._fixed}

    def border(self, lane: int, s: float) -> Value:
        """Return t of a lane's outer border from the centre lane, and its slope."""
        return self._fixed[lane] if lane in self._fixed else self._border(lane, s)

    def _border(self, lane: int, s: float) -> Value:
        side = 1 if lane > 0 else -1
        t = slope = 0.0
        for id in range(side, lane + side, side) if lane else ():
            if id not in self._widths:
                continue
            value, rate = self._widths[id].at(s - self.s)
            if self._borders[id]:
                t, slope = value, rate
            else:
                t, slope = t + side * value, slope + side * rate
        return t, slope

    def centre(self, lane: int, s: float) -> Value:
        """Return t of a lane's centre line from the centre lane, and its slope."""
        return self._centres[lane] if lane in self._centres else self._centre(lane, s)

    def _centre(self, lane: int, s: float) -> Value:
        if lane == 0:
            return 0.0, 0.0
        outer, inner = self.border(lane, s), self.border(lane - (1 if lane > 0 else -1), s)
        return 0.5 * (outer[0] + inner[0]), 0.5 * (outer[1] + inner[1])


class EvenBounds(NamedTuple):
    """Bounds in s of a stretch with one curve and constant widths.

    The curvature at s is ``curvature`` + ``rate`` s.
    """

    low: float
    high: float
    curvature: float
    rate: float


class SinglePlaces:
    """Places of one road."""

    def __init__(self, road: Road) -> None:
        self.road, self.length = road, road.length
        self._lines: List[Geometry] = list(road.line)
        self._line_starts = [each.s for each in road.line]
        self._curves = [evaluator(each.curve, each.length) for each in road.line]
        self._turns = [(math.cos(each.heading), math.sin(each.heading)) for each in road.line]
        self._lanes = [SectionLanes(each) for each in road.sections]
        self._lane_starts = [each.s for each in road.sections]
        self._borders = [0.0, *self._lane_starts[1:], road.length]
        self._offset, self._elevation, self._tilt = (
            Polynomials(each) for each in (road.offset, road.elevation, road.tilt)
        )
        self._middle = self.reference(0.5 * self.length)
        # No point of a line is farther from its middle than half of its length.
        self._radius = 0.5 * self.length + MAX_ROAD_WIDTH

    def around(self, x: float, y: float) -> bool:
        """Return whether a place is in the road's bounding circle.

        Only such a place may be on the road.
        """
        return math.hypot(x - self._middle[0], y - self._middle[1]) < self._radius

    def reference(self, s: float) -> Tuple[float, float, float]:
        """Return x, y and heading of the reference line."""
        s = min(max(s, 0.0), self.length)
        piece = max(bisect_right(self._line_starts, s) - 1, 0)
        line = self._lines[piece]
        u, v, turned = self._curves[piece](s - line.s)
        cos, sin = self._turns[piece]
        return line.x + cos * u - sin * v, line.y + sin * u + cos * v, line.heading + turned

    def nearest(self, x: float, y: float, s: Optional[float] = None) -> Tuple[float, float, float]:
        """Return s, t and distance ahead of the nearest reference point.

        Clipped to the road; iterates from ``s`` if given, else from the nearest sample.
        """
        if s is None:
            places, points_x, points_y = self.road.points
            s = float(places[int(np.argmin(np.hypot(points_x - x, points_y - y)))])
        for _ in range(MAX_REFINEMENTS):
            line_x, line_y, heading = self.reference(s)
            cos, sin = math.cos(heading), math.sin(heading)
            along = (x - line_x) * cos + (y - line_y) * sin
            aside = (y - line_y) * cos - (x - line_x) * sin
            step = along / max(self.stretch(s, aside), 0.1)
            before, s = s, min(max(s + step, 0.0), self.length)
            if abs(s - before) < CONVERGENCE_TOLERANCE:
                break
        return s, aside, along

    def curvature(self, s: float) -> float:
        s = min(max(s, 0.0), self.length)
        line = self._lines[max(bisect_right(self._line_starts, s) - 1, 0)]
        curve = line.curve
        if isinstance(curve, Line):
            return 0.0
        if isinstance(curve, Arc):
            return curve.curvature
        if isinstance(curve, Spiral):
            return curve.start + (curve.end - curve.start) * (s - line.s) / curve.length
        return float(self.road.curvature(np.array([s]))[0])

    def inside(self, s: float, other: float) -> bool:
        """Return whether two places lie within one lane section, off its borders."""
        i = max(bisect_right(self._lane_starts, s), 1)
        low, high = self._borders[i - 1], self._borders[i]
        return low < s < high and low < other < high

    def even(self, lane: int, s: float, other: float) -> bool:
        """Return whether two places of a lane share a line or arc and constant widths."""
        piece = bisect_right(self._line_starts, s)
        if piece != bisect_right(self._line_starts, other):
            return False
        section = bisect_right(self._lane_starts, s)
        return (
            section == bisect_right(self._lane_starts, other)
            and isinstance(self._lines[max(piece - 1, 0)].curve, (Line, Arc))
            and self._lanes[max(section - 1, 0)].constant
            and self._offset.constant
        )

    @property
    def level(self) -> bool:
        """True without a change of height."""
        return self._elevation.constant

    def even_bounds(self, lane: int, s: float) -> Optional[EvenBounds]:
        """Return the bounds of a lane's even stretch; None elsewhere."""
        piece = max(bisect_right(self._line_starts, s) - 1, 0)
        section = max(bisect_right(self._lane_starts, s) - 1, 0)
        line, lanes = self._lines[piece], self._lanes[section]
        flat = self._tilt.constant and self._tilt.at(0.0)[0] == 0.0
        even = lanes.constant and self._offset.constant and lane in lanes.ids
        curve = line.curve
        if not (flat and even and isinstance(curve, (Line, Arc, Spiral))):
            return None
        starts = [*self._line_starts, self.length]
        bounds = (
            max(starts[piece], self._borders[section]),
            min(starts[piece + 1], self._borders[section + 1]),
        )
        if isinstance(curve, Spiral):
            rate = (curve.end - curve.start) / curve.length
            return EvenBounds(*bounds, curve.start - rate * line.s, rate)
        return EvenBounds(*bounds, curve.curvature if isinstance(curve, Arc) else 0.0, 0.0)

    def stretch(self, s: float, t: float) -> float:
        """Return m of way per m of s along constant t."""
        s = min(max(s, 0.0), self.length)
        line = self._lines[max(bisect_right(self._line_starts, s) - 1, 0)]
        curve = line.curve
        if isinstance(curve, Line):
            return 1.0
        own = curve.stretch(s - line.s) if isinstance(curve, ParamPoly3) else 1.0
        return own - self.curvature(s) * t

    def at(self, s: float, t: float, slope: float) -> Tuple[float, float, float, float]:
        """Return x, y, z and heading of s, t with the slope dt/ds."""
        x, y, heading = self.reference(s)
        tilt, _ = self._tilt.at(s)
        level = t * math.cos(tilt)
        return (
            x - level * math.sin(heading),
            y + level * math.cos(heading),
            self._elevation.at(s)[0] + t * math.sin(tilt),
            heading + math.atan2(slope, self.stretch(s, t)),
        )

    def section_at(self, s: float, sign: int) -> int:
        """Return the number of the lane section at s; on a border, the one in driving direction."""
        side = bisect_right if sign > 0 else bisect_left
        return max(side(self._lane_starts, s) - 1, 0)

    def _section(self, s: float) -> SectionLanes:
        return self._lanes[max(bisect_right(self._lane_starts, s) - 1, 0)]

    def lane_centre(self, lane: int, s: float) -> Value:
        """Return t and slope of a lane's centre line.

        Raises InputError if the lane does not exist.
        """
        lanes = self._section(s)
        if lane and lane not in lanes.ids:
            known = ", ".join(str(id) for id in lanes.ids)
            raise InputError(
                f"road {self.road.id}", f"has no lane {lane} at s = {s:g}; there are {known}"
            )
        t, slope = lanes.centre(lane, s)
        shift, shift_slope = self._offset.at(s)
        return t + shift, slope + shift_slope

    def lane_at(self, s: float, t: float) -> int:
        """Return the lane at a place; 0 beside the road."""
        lanes = self._section(s)
        across = t - self._offset.at(s)[0]
        side = 1 if across >= 0.0 else -1
        for lane in sorted((id for id in lanes.ids if id * side > 0), key=abs):
            if abs(across) <= abs(lanes.border(lane, s)[0]):
                return lane
        return 0

    def borders(self, s: float) -> Dict[int, float]:
        """Return t of all lanes' outer borders. 0 is the line between both directions."""
        lanes, shift = self._section(s), self._offset.at(s)[0]
        return {lane: lanes.border(lane, s)[0] + shift for lane in (*lanes.ids, 0)}

    def centres(self, s: float) -> Dict[int, float]:
        """Return t of all lanes' centre lines."""
        return {lane: self.lane_centre(lane, s)[0] for lane in self._section(s).ids}
