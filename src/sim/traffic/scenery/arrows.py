"""Direction arrows on lanes, from the network's connections.

World frame, metres.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import BUS, ROAD
from sim.traffic.roads.network import Network
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.ribbon import arc_length, at

Point = Tuple[float, float]
ARROW_LENGTH = 5.0  # m
SHAFT_WIDTH = 0.16  # m
HEAD_WIDTH = 0.42  # m
# Tips lie so far before the end of the lane; the second one only on long lanes.
TIP_DISTANCES = (7.0, 32.0)  # m
MIN_LONG_LANE = 70.0  # m
MIN_LANE_LENGTH = 20.0  # m
# SUMO's letters: l and L lead left, r and R right; t and T (in left-hand traffic) turn round.
LEFT_LETTERS = frozenset("lL")
RIGHT_LETTERS = frozenset("rR")
TURN_ROUND = frozenset("tT")
STRAIGHT_LETTERS = frozenset("s")


def arrows(network: Network) -> SceneryMesh:
    """Return arrows for edges with turning lanes.

    Edges with one lane, or with all lanes straight on, have none.
    """
    ways: Dict[str, Set[str]] = {}
    for connection in network.connections:
        lane = network.lanes_by_id.get(connection.from_lane)
        if lane is not None and not lane.internal and lane.kind in (ROAD, BUS):
            ways.setdefault(lane.id, set()).update(connection.direction)
    parts: List[SceneryMesh] = []
    for lanes in network.edges.values():
        known = {lane.id: frozenset(ways.get(lane.id, ())) - TURN_ROUND for lane in lanes}
        driven = [lane for lane in lanes if lane.kind in (ROAD, BUS)]
        if len(driven) < 2 or len(frozenset().union(*known.values())) < 2:
            continue
        for lane in lanes:
            path = network.path(lane)
            length = arc_length(path.points)[-1] if path is not None else 0.0
            if path is None or not known[lane.id] or length < MIN_LANE_LENGTH:
                continue
            for tip in TIP_DISTANCES[: 2 if length > MIN_LONG_LANE else 1]:
                parts.append(
                    _placed(known[lane.id], path.points, float(length - tip - ARROW_LENGTH))
                )
    return join(parts)


def _placed(ways: FrozenSet[str], line: Array, start: float) -> SceneryMesh:
    origin, ahead = at(line, np.array([start, start + ARROW_LENGTH]))
    along = (ahead - origin) / ARROW_LENGTH
    left = np.array([-along[1], along[0], 0.0]) / max(float(np.hypot(*along[:2])), 1e-6)
    flat = glyph(ways)
    corners = origin + flat[..., :1] * along + flat[..., 1:] * left
    return SceneryMesh(corners.reshape(-1, 3), np.arange(3 * len(flat)).reshape(-1, 3))


def glyph(ways: FrozenSet[str]) -> Array:
    """Return triangles (n, 3, 2) of an arrow by SUMO's letters.

    It has ``ARROW_LENGTH``; coordinates are along and to the left.
    """
    half = 0.5 * SHAFT_WIDTH
    straight, left, right = (
        bool(ways & STRAIGHT_LETTERS),
        bool(ways & LEFT_LETTERS),
        bool(ways & RIGHT_LETTERS),
    )
    top = 0.72 * ARROW_LENGTH if straight else 0.55 * ARROW_LENGTH
    triangles = _bar([(0.0, -half), (top, -half), (top, half), (0.0, half)])
    if straight:
        triangles.append([(top, -HEAD_WIDTH), (ARROW_LENGTH, 0.0), (top, HEAD_WIDTH)])
    for turns, side in ((left, 1.0), (right, -1.0)):
        if turns:
            # Drawn out along the way, as drivers see it.
            low, high = 0.42 * ARROW_LENGTH, 0.55 * ARROW_LENGTH
            bar = [(low, half), (low + 0.5, 0.62), (high + 0.5, 0.62), (high, half)]
            head = [(low - 0.35, 0.62), (0.5 * (low + high) + 0.7, 1.15), (high + 1.1, 0.62)]
            shapes = [*_bar(bar), head]
            triangles += [
                [(x, side * y) for x, y in (shape if side > 0.0 else shape[::-1])]
                for shape in shapes
            ]
    found = np.array(triangles)
    ab, ac = found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]
    turned = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0] < 0.0
    found[turned] = found[turned][:, ::-1]
    return found


def _bar(corners: List[Point]) -> List[List[Point]]:
    a, b, c, d = corners
    return [[a, b, c], [a, c, d]]
