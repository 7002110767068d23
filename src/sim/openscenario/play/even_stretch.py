"""Stretches of a lane along one line or arc, of constant width.

They have no banking. An entity with a constant offset moves by one formula there. World axes, SI
units.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Optional, Tuple

from sim.openscenario.play.entity import LanePlace

if TYPE_CHECKING:
    from sim.openscenario.play.roads import Roads

# Distance in m of s from the ends of a stretch, within which the general formulas hold.
MARGIN = 1e-3


class EvenStretch:
    """Even stretch around a lane place, at its offset and in its direction.

    It reaches from ``low`` to ``high`` m of s, with ``per_way`` m of s per driven m.
    """

    __slots__ = (
        "_along",
        "_direction",
        "_roads",
        "_straight",
        "curvature",
        "high",
        "lane",
        "low",
        "offset",
        "per_way",
        "road",
    )

    def __init__(
        self, roads: Roads, place: LanePlace, bounds: Tuple[float, float], curvature: float
    ) -> None:
        self._roads, self.road, self.lane = roads, place.road, place.lane
        self.offset, self._direction, self.curvature = place.offset, place.direction, curvature
        self.low, self.high = bounds[0] + MARGIN, bounds[1] - MARGIN
        t, _ = roads.lane_t(place)
        self.per_way = place.direction / max(1.0 - curvature * t, 0.01)
        self._straight: Optional[Tuple[float, float, float]] = None
        if not curvature and roads.roads[place.road].level:
            x, y, z, heading = roads.pose(place)
            self._along = math.cos(heading) * place.direction, math.sin(heading) * place.direction
            self._straight = x - place.s * self._along[0], y - place.s * self._along[1], z

    def fits(self, place: LanePlace) -> bool:
        """Return whether a place is on the stretch, at the same offset."""
        return (
            self.low < place.s < self.high
            and place.lane == self.lane
            and place.offset == self.offset
            and place.direction == self._direction
            and place.road == self.road
        )

    def pose(self, place: LanePlace, heading: float) -> Tuple[float, float, float, float]:
        """Return x, y, z and heading of a place, given a ``heading`` on the stretch."""
        if self._straight is None:
            return self._roads.pose(place)
        x, y, z = self._straight
        return x + place.s * self._along[0], y + place.s * self._along[1], z, heading


def even_stretch(roads: Roads, place: LanePlace) -> Optional[EvenStretch]:
    """Return the even stretch around a place; None elsewhere."""
    found = roads.roads[place.road].even_bounds(place.lane, place.s)
    if found is None or not roads.on_lanes(place):
        return None
    low, high, curvature = found
    stretch = EvenStretch(roads, place, (low, high), curvature)
    return stretch if stretch.fits(place) else None
