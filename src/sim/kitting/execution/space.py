"""Space reservation of robots. World frame; metres.

An arm stays within the convex hull, in the plane, of its base, its controlled point and its
destinations, widened by half of ``APART``.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, Tuple

from shapely.geometry import MultiPoint

from sim.arrays import Array

# m between the hulls of two arms: twice the half width of an arm with a gripper that holds a gear.
APART = 0.26


class SpaceKeeper:
    """Reserved regions, one per robot; ``bases`` are places (3,) by robot."""

    def __init__(self, bases: Mapping[str, Array]) -> None:
        self._bases = bases
        self._regions: Dict[str, Any] = {}

    def claim(self, robot: str, places: Sequence[Array]) -> Tuple[str, ...]:
        """Reserve the region for places (3,) if it is free.

        Otherwise returns the robots in the way, and the former region stays.
        """
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
        """Reduce a resting robot's region to the minimum at a place (3,)."""
        self._regions[robot] = self._region(robot, [place])

    def _region(self, robot: str, places: Sequence[Array]) -> Any:
        corners = [self._bases[robot][:2], *(place[:2] for place in places)]
        return MultiPoint([tuple(map(float, corner)) for corner in corners]).convex_hull
