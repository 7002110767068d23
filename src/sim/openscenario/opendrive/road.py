"""OpenDRIVE road, and places on it [OpenDRIVE].

s along its reference line, t to the left, lanes by their ids (positive to the left). World axes of
the file; SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.openscenario.opendrive.curves import Geometry
from sim.openscenario.opendrive.links import RoadLink
from sim.traffic.roads.cubics import NONE, Cubics

# Search for the nearest point of a reference line.
SEARCH_SPACING = 5.0  # m
REFINEMENTS = 8
Numbers = Union[float, Array]


class RoadPlaces(NamedTuple):
    """Places in the world: x, y, z and heading (n,).

    The heading points to growing s along the line of constant t, or along the lane.
    """

    x: Array
    y: Array
    z: Array
    heading: Array


@dataclass(frozen=True)
class Lane:
    """Lane of a section, by ``width`` or by outer ``border``.

    The ``width`` from its section's start on, or the ``border`` as t if ``has_border``; ``before``
    and ``after`` are the linked lanes at falling and at growing s, if given.
    """

    id: int
    kind: str
    width: Cubics
    has_border: bool = False
    before: Optional[int] = None
    after: Optional[int] = None


@dataclass(frozen=True)
class Section:
    """Lane section of a road from ``s`` on. Lanes by id, without the centre lane."""

    s: float
    lanes: Mapping[int, Lane]


@dataclass(frozen=True)
class Road:
    """OpenDRIVE road.

    ``offset`` shifts the centre lane from the reference line, ``tilt`` is the superelevation in
    rad; ``before`` and ``after`` are the links at its start and at its end. ``left_hand``: traffic
    drives on the left (rule LHT), along s on lanes with positive ids.
    """

    id: str
    length: float
    line: Sequence[Geometry]
    sections: Sequence[Section]
    offset: Cubics = NONE
    elevation: Cubics = NONE
    tilt: Cubics = NONE
    before: Optional[RoadLink] = None
    after: Optional[RoadLink] = None
    left_hand: bool = False

    def reference(self, s: Array) -> Tuple[Array, Array, Array]:
        """Return x, y and heading of the reference line at places (n,).

        Places are clipped to the road.
        """
        s = np.clip(np.asarray(s, float), 0.0, self.length)
        piece = np.clip(np.searchsorted(self._starts, s, side="right") - 1, 0, None)
        found = np.empty((3, *s.shape))
        for i in np.unique(piece):
            there = piece == i
            found[:, there] = self.line[i].at(s[there])
        return found[0], found[1], found[2]

    def at(self, s: Array, t: Array, slope: Numbers = 0.0) -> RoadPlaces:
        """Convert s and t (n,) to places in the world.

        ``slope`` is dt/ds of the line that the heading follows.
        """
        s, t, slope = np.broadcast_arrays(*(np.asarray(each, float) for each in (s, t, slope)))
        x, y, heading = self.reference(s)
        tilt, _ = self.tilt.at(s)
        level = t * np.cos(tilt)
        along = heading + np.arctan2(slope, 1.0 - self.curvature(s) * t)
        return RoadPlaces(
            x - level * np.sin(heading),
            y + level * np.cos(heading),
            self.elevation.at(s)[0] + t * np.sin(tilt),
            along,
        )

    def lane_centre(self, lane: int, s: Array) -> Tuple[Array, Array]:
        """Return t and slope dt/ds of a lane's centre line.

        At places (n,); lane 0 is the line between both directions.
        """
        s = np.atleast_1d(np.asarray(s, float))
        t, slope = np.empty(s.shape), np.empty(s.shape)
        index = np.clip(np.searchsorted(self._section_starts, s, side="right") - 1, 0, None)
        for i in np.unique(index):
            there = index == i
            t[there], slope[there] = self._centre(self.sections[i], lane, s[there])
        shift, shift_slope = self.offset.at(s)
        return t + shift, slope + shift_slope

    def lane_at(self, s: float, t: float) -> int:
        """Return the lane's id at a place; 0 beside the road."""
        section = self.sections[
            max(int(np.searchsorted(self._section_starts, s, side="right")) - 1, 0)
        ]
        across = t - float(self.offset.at(np.array(s))[0])
        side = 1 if across >= 0.0 else -1
        ids = sorted((id for id in section.lanes if id * side > 0), key=abs)
        where = np.array([s])
        for lane in ids:
            if abs(across) <= abs(self._border(section, lane, where)[0][0]):
                return lane
        return 0

    def locate(self, x: float, y: float) -> Tuple[float, float]:
        """Return s and t of the nearest point of the reference line. Clipped to the road."""
        places, points_x, points_y = self.points
        near = int(np.argmin(np.hypot(points_x - x, points_y - y)))
        s = float(places[near])
        for _ in range(REFINEMENTS):
            line_x, line_y, heading = (float(each[0]) for each in self.reference(np.array([s])))
            cos, sin = np.cos(heading), np.sin(heading)
            ahead = (x - line_x) * cos + (y - line_y) * sin
            aside = (y - line_y) * cos - (x - line_x) * sin
            stretch = 1.0 - float(self.curvature(np.array([s]))[0]) * aside
            s = float(np.clip(s + ahead / max(stretch, 0.1), 0.0, self.length))
        line_x, line_y, heading = (float(each[0]) for each in self.reference(np.array([s])))
        return s, (y - line_y) * float(np.cos(heading)) - (x - line_x) * float(np.sin(heading))

    @cached_property
    def _starts(self) -> Array:
        return np.array([each.s for each in self.line])

    @cached_property
    def _section_starts(self) -> Array:
        return np.array([each.s for each in self.sections])

    @cached_property
    def points(self) -> Tuple[Array, Array, Array]:
        """Points s, x and y (n,) of the reference line, at most 5 m apart."""
        count = max(2, int(np.ceil(self.length / SEARCH_SPACING)) + 1)
        s = np.linspace(0.0, self.length, count)
        x, y, _ = self.reference(s)
        return s, x, y

    def curvature(self, s: Array) -> Array:
        """Return the curvature in 1/m (n,) from headings within one geometry."""
        s = np.clip(s, 0.0, self.length)
        piece = np.clip(np.searchsorted(self._starts, s, side="right") - 1, 0, None)
        begin = self._starts[piece]
        end = np.minimum(np.append(self._starts[1:], self.length)[piece], self.length)
        low, high = np.maximum(s - 1e-3, begin), np.minimum(s + 1e-3, end)
        curvature = np.zeros(s.shape)
        for i in np.unique(piece):
            there = (piece == i) & (high > low)
            turned = self.line[i].at(high[there])[2] - self.line[i].at(low[there])[2]
            curvature[there] = turned / (high - low)[there]
        return curvature

    def _centre(self, section: Section, lane: int, s: Array) -> Tuple[Array, Array]:
        """Return t from the centre lane, and its slope."""
        if lane == 0:
            return np.zeros(s.shape), np.zeros(s.shape)
        if lane not in section.lanes:
            known = ", ".join(str(id) for id in sorted(section.lanes))
            raise InputError(
                f"road {self.id}", f"has no lane {lane} at s = {float(s[0]):g}; there are {known}"
            )
        outer, outer_slope = self._border(section, lane, s)
        inner, inner_slope = self._border(section, lane - (1 if lane > 0 else -1), s)
        return 0.5 * (outer + inner), 0.5 * (outer_slope + inner_slope)

    def _border(self, section: Section, lane: int, s: Array) -> Tuple[Array, Array]:
        """Return t and slope of a lane's outer border from the centre lane."""
        side = 1 if lane > 0 else -1
        t, slope = np.zeros(s.shape), np.zeros(s.shape)
        for id in range(side, lane + side, side) if lane else ():
            inner = section.lanes.get(id)
            if inner is None:
                continue
            value, rate = inner.width.at(s - section.s)
            if inner.has_border:
                t, slope = value, rate
            else:
                t, slope = t + side * value, slope + side * rate
        return t, slope
