"""Room that robots reserve beside each other: an arm stays within the hull, in the plane, of its
base, where its controlled point is and where it goes, widened by half of ``APART``. World frame;
metres."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, Tuple

from shapely.geometry import MultiPoint

from sim.arrays import Array

# m between the hulls of two arms: twice the half width of an arm with a gripper that holds a gear.
APART = 0.26


class SpaceKeeper:
    """Who has claimed which region; each robot has one. ``bases`` are places (3,) by robot."""

    def __init__(self, bases: Mapping[str, Array]) -> None:
        self._bases = bases
        self._regions: Dict[str, Any] = {}

    def claim(self, robot: str, places: Sequence[Array]) -> Tuple[str, ...]:
        """Claims the region for places (3,) if it is free; the robots in the way where it is not,
        and the former region stays then."""
        wanted = self._region(robot, places)
        others = tuple(
            name
            for name, region in sorted(self._regions.items())
            if name != robot and wanted.distance(region) < APART
        )
        if not others:
            self._regions[robot] = wanted
        return others

    def stand(self, robot: str, place: Array) -> None:
        """A robot rests at a place (3,): its region is no larger than it must be."""
        self._regions[robot] = self._region(robot, [place])

    def _region(self, robot: str, places: Sequence[Array]) -> Any:
        corners = [self._bases[robot][:2], *(place[:2] for place in places)]
        return MultiPoint([tuple(map(float, corner)) for corner in corners]).convex_hull
