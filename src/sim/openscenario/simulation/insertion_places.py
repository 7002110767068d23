"""Candidate places for traffic on SUMO's car lanes, by area.

Axes of the OpenDRIVE file, SI units.
"""

from __future__ import annotations

import math
from typing import Dict, List, Sequence, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.openscenario.play.entity import Entity
from sim.traffic.roads.lane_kinds import ROAD
from sim.traffic.roads.network import Lane, Network

# SUMO's vehicle class of background traffic.
CAR = "passenger"
# Distance between places, m.
SPACING = 5.0
# SUMO's letters of direction without U-turns.
ONWARDS = ("s", "L", "R", "l", "r")


class InsertionPlaces:
    """Candidate places (n,) on lanes.

    ``x``, ``y``, ``yaw`` and ``along`` their lane (n,), ``lane`` the number of the lane (n,).
    """

    def __init__(self, network: Network) -> None:
        self.lanes: List[Lane] = [
            each
            for each in network.lanes_by_id.values()
            if each.kind == ROAD
            and CAR in each.allowed
            and not each.internal
            and each.length > SPACING
        ]
        rows = []
        for number, lane in enumerate(self.lanes):
            path = network.known_path(lane)
            s = np.arange(0.5 * SPACING, path.length, SPACING)
            x, y, _, yaw, _ = path.at(s)
            # SUMO's lengths come from the file; its shapes are cut at junctions.
            along = s * lane.length / path.length
            rows.append(np.stack([x, y, yaw, along, np.full(len(s), number)]))
        self.x, self.y, self.yaw, self.along, lanes = np.concatenate(rows, axis=1)
        self.lane = lanes.astype(int)
        self._onwards: Dict[str, List[str]] = {}
        for each in network.connections:
            start, end = (network.lanes_by_id.get(n) for n in (each.from_lane, each.to_lane))
            if start is not None and end is not None and each.direction in ONWARDS:
                self._onwards.setdefault(start.edge, []).append(end.edge)

    def ahead(self, x: float, y: float, radius: float) -> Array:
        """Return a mask (n,) of near places in the nearest one's direction."""
        looks = np.cos(self.yaw - self.yaw[self.nearest(x, y)]) > 0.0
        return np.asarray(self.circle(x, y, radius) & looks)

    def circle(self, x: float, y: float, radius: float) -> Array:
        """Return a mask (n,) of places in a circle."""
        return np.asarray(np.hypot(self.x - x, self.y - y) <= radius)

    def ring(self, entity: Entity, ahead: float, axes: Tuple[float, float], inner: float) -> Array:
        """Return a mask (n,) of places in an ellipse around an entity.

        Its middle is ``ahead`` of the entity; a circle around the entity is excluded.
        """
        cos, sin = math.cos(entity.heading), math.sin(entity.heading)
        dx, dy = self.x - entity.x, self.y - entity.y
        along, across = cos * dx + sin * dy - ahead, cos * dy - sin * dx
        major, minor = (max(each, 1e-6) for each in axes)
        inside = (along / major) ** 2 + (across / minor) ** 2 <= 1.0
        return np.asarray(inside & (np.hypot(dx, dy) >= inner))

    def polygon(self, corners: Sequence[Tuple[float, float]]) -> Array:
        """Return a mask (n,) of places in a polygon."""
        return np.asarray(shapely.contains_xy(shapely.Polygon(corners), self.x, self.y))

    def free(self, others: Array, distance: float) -> Array:
        """Return a mask (n,) of places far from all others (m, 2). Farther than ``distance``."""
        if not len(others):
            return np.ones(len(self.x), bool)
        apart = np.hypot(self.x[:, None] - others[:, 0], self.y[:, None] - others[:, 1])
        return np.asarray(apart.min(axis=1) > distance)

    def nearest(self, x: float, y: float) -> int:
        return int(np.argmin(np.hypot(self.x - x, self.y - y)))

    def way_on(self, spot: int, rng: np.random.Generator) -> List[str]:
        """Return the edges of a random way from a place.

        Drawn at each junction, until the roads end or come back; the last is the destination.
        """
        edges = [self.lanes[self.lane[spot]].edge]
        while True:
            onwards = sorted(set(self._onwards.get(edges[-1], ())) - set(edges))
            if not onwards:
                return edges
            edges.append(onwards[int(rng.integers(len(onwards)))])
