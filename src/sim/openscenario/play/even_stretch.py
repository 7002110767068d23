"""Stretches of a lane along one curve, with a constant width.

The curve is a line, an arc or a clothoid. They have no banking. An entity with a constant offset
moves by one formula there. World axes, SI units.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Optional, Tuple

from sim.openscenario.play.entity import LanePlace
from sim.openscenario.play.single_place import EvenBounds

if TYPE_CHECKING:
    from sim.openscenario.play.roads import Roads

# Distance in m of s from the ends of a stretch, within which the general formulas hold.
MARGIN = 1e-3
MIN_SCALE = 0.01  # m of way per m of s


class EvenStretch:
    """Even stretch around a lane place, at its offset and direction.

    It reaches from ``low`` to ``high`` m of s.
    """

    __slots__ = (
        "_along",
        "_curvature",
        "_direction",
        "_lane",
        "_offset",
        "_rate",
        "_road",
        "_roads",
        "_straight",
        "_t",
        "high",
        "low",
    )

    def __init__(self, roads: Roads, place: LanePlace, bounds: EvenBounds) -> None:
        self._roads, self._road, self._lane = roads, place.road, place.lane
        self._offset, self._direction = place.offset, place.direction
        self._curvature, self._rate = bounds.curvature, bounds.rate
        self.low, self.high = bounds.low + MARGIN, bounds.high - MARGIN
        self._t, _ = roads.lane_t(place)
        self._straight: Optional[Tuple[float, float, float]] = None
        if not self._curvature and not self._rate and roads.roads[place.road].level:
            x, y, z, heading = roads.pose(place)
            self._along = math.cos(heading) * place.direction, math.sin(heading) * place.direction
            self._straight = x - place.s * self._along[0], y - place.s * self._along[1], z

    def fits(self, place: LanePlace) -> bool:
        """Return whether a place is on the stretch, at the same offset."""
        return (
            self.low < place.s < self.high
            and place.lane == self._lane
            and place.offset == self._offset
            and place.direction == self._direction
            and place.road == self._road
        )

    def moved(self, s: float, way: float) -> float:
        """Return s after a driven way, in m, by the mid-point rule."""
        way *= self._direction
        if self._straight is not None:
            return s + way
        if self._rate:
            s_middle = s + 0.5 * way / self._scale(s)
            return s + way / self._scale(s_middle)
        return s + way / self._scale(s)

    def _scale(self, s: float) -> float:
        """Return m of way per m of s."""
        return max(1.0 - (self._curvature + self._rate * s) * self._t, MIN_SCALE)

    def turned(self, s: float, after: float) -> float:
        """Return the change of heading between two places, rad."""
        return (self._curvature + 0.5 * self._rate * (s + after)) * (after - s)

    def pose(self, place: LanePlace, heading: float) -> Tuple[float, float, float, float]:
        """Return x, y, z and heading of a place. ``heading`` is the last one."""
        if self._straight is None:
            return self._roads.pose(place)
        x, y, z = self._straight
        return x + place.s * self._along[0], y + place.s * self._along[1], z, heading


def even_stretch(roads: Roads, place: LanePlace) -> Optional[EvenStretch]:
    """Return the even stretch around a place; None elsewhere."""
    bounds = roads.roads[place.road].even_bounds(place.lane, place.s)
    if bounds is None or not roads.on_lanes(place):
        return None
    stretch = EvenStretch(roads, place, bounds)
    return stretch if stretch.fits(place) else None
