"""Places on SUMO's lanes of cars where traffic may begin, and which of them lie in an area. Axes of
the OpenDRIVE file, SI units."""

from __future__ import annotations

import math
from typing import Dict, List, Sequence, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.openscenario.play.entity import Entity
from sim.traffic.roads.lane_kinds import ROAD
from sim.traffic.roads.network import Lane, Network

# SUMO's class of all traffic here.
CAR = "passenger"
# m between them.
SPACING = 5.0
# SUMO's letters of direction of whoever goes on without turning round.
ONWARDS = ("s", "L", "R", "l", "r")


class Spots:
    """``x``, ``y``, ``yaw`` and ``along`` their lane (n,), ``lane`` the number of each's (n,)."""

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
            # SUMO's lengths are those of the file, its shapes are cut at junctions.
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
        """Which are so near, and look the way of the nearest (n,)."""
        looks = np.cos(self.yaw - self.yaw[self.nearest(x, y)]) > 0.0
        return np.asarray(self.circle(x, y, radius) & looks)

    def circle(self, x: float, y: float, radius: float) -> Array:
        """Which are so near (n,)."""
        return np.asarray(np.hypot(self.x - x, self.y - y) <= radius)

    def ring(self, entity: Entity, ahead: float, axes: Tuple[float, float], inner: float) -> Array:
        """Which are in an ellipse along an entity, whose middle is ``ahead`` of it, but not within
        a circle around it (n,)."""
        cos, sin = math.cos(entity.heading), math.sin(entity.heading)
        dx, dy = self.x - entity.x, self.y - entity.y
        along, across = cos * dx + sin * dy - ahead, cos * dy - sin * dx
        major, minor = (max(each, 1e-6) for each in axes)
        inside = (along / major) ** 2 + (across / minor) ** 2 <= 1.0
        return np.asarray(inside & (np.hypot(dx, dy) >= inner))

    def polygon(self, corners: Sequence[Tuple[float, float]]) -> Array:
        """Which are inside (n,)."""
        return np.asarray(shapely.contains_xy(shapely.Polygon(corners), self.x, self.y))

    def free(self, others: Array, distance: float) -> Array:
        """Which are farther than that from all others (m, 2), (n,)."""
        if not len(others):
            return np.ones(len(self.x), bool)
        apart = np.hypot(self.x[:, None] - others[:, 0], self.y[:, None] - others[:, 1])
        return np.asarray(apart.min(axis=1) > distance)

    def nearest(self, x: float, y: float) -> int:
        return int(np.argmin(np.hypot(self.x - x, self.y - y)))

    def way_on(self, spot: int, rng: np.random.Generator) -> List[str]:
        """Edges from a place's on, drawn at each junction, to where the roads end or come back: the
        last is where somebody goes."""
        edges = [self.lanes[self.lane[spot]].edge]
        while True:
            onwards = sorted(set(self._onwards.get(edges[-1], ())) - set(edges))
            if not onwards:
                return edges
            edges.append(onwards[int(rng.integers(len(onwards)))])
