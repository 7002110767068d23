"""Painted borders of lanes, for road meshes and lane detection.

World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, ROAD
from sim.traffic.roads.network import Lane, Network
from sim.traffic.scenery.ribbon import beside

LINE_WIDTH = 0.12  # m
PAINTED_KINDS = (ROAD, BUS, BICYCLE)
SOLID = "solid"
DASHED = "dashed"
NO_LINE = "none"
MAX_NEIGHBOUR_DISTANCE = 0.3  # m


@dataclass(frozen=True)
class LaneBorder:
    """Border of ``lane`` with its paint, ``SOLID``, ``DASHED`` or ``NO_LINE``.

    It reaches from ``right`` to ``left`` (m, positive to the left) beside the lane's middle. It
    separates ``left_lane`` and ``right_lane``, empty if missing; both run along ``lane`` unless
    ``two_way``.
    """

    lane: Lane
    right: float
    left: float
    paint: str
    left_lane: str
    right_lane: str
    two_way: bool = False

    def points(self, network: Network) -> Array:
        """Return the middle line (n, 3) of the border or its paint."""
        return beside(network.known_path(self.lane).points, 0.5 * (self.right + self.left))


def lane_borders(network: Network) -> List[LaneBorder]:
    """Return the lane borders of all edges."""
    opposites = _opposites(network)
    return [
        border
        for edge, lanes in network.edges.items()
        for border in _edge_borders(network, lanes, opposites.get(edge))
    ]


def _edge_borders(
    network: Network, lanes: Tuple[Lane, ...], opposite: Optional[Tuple[str, str]]
) -> Iterator[LaneBorder]:
    """Yield the borders of one edge from its lanes, the outermost first.

    ``opposite`` is the paint of its inner border, ``DASHED`` on the border itself or not by this
    edge, and the lane beyond it; None: its own solid line.
    """
    inset, side = 0.5 * LINE_WIDTH, -network.outward
    for outer, lane, inner in zip((None, *lanes), lanes, (*lanes[1:], None)):
        if network.path(lane) is None or lane.kind not in PAINTED_KINDS:
            continue
        half = 0.5 * lane.width
        if outer is None:
            yield _border(lane, side, (-half, -half + LINE_WIDTH), SOLID, ("", lane.id))
        elif outer.kind not in PAINTED_KINDS:
            yield _border(lane, side, (-half, -half), NO_LINE, (outer.id, lane.id))
        if inner is not None and inner.kind in PAINTED_KINDS:
            paint = DASHED if inner.kind == lane.kind else SOLID
            yield _border(lane, side, (half - inset, half + inset), paint, (lane.id, inner.id))
        elif inner is not None:
            yield _border(lane, side, (half, half), NO_LINE, (lane.id, inner.id))
        elif opposite is None:
            yield _border(lane, side, (half - LINE_WIDTH, half), SOLID, (lane.id, ""))
        elif opposite[0] == DASHED:
            reach, beyond = (half - inset, half + inset), (lane.id, opposite[1])
            yield _border(lane, side, reach, DASHED, beyond, True)


def _border(
    lane: Lane,
    side: float,
    reach: Tuple[float, float],
    paint: str,
    lanes: Tuple[str, str],
    two_way: bool = False,
) -> LaneBorder:
    """Return a border from distances and lanes, the outer ones first.

    Distances grow inward, to the left (``side`` 1) or to the right (-1).
    """
    if side > 0.0:
        return LaneBorder(lane, *reach, paint, lanes[1], lanes[0], two_way)
    return LaneBorder(lane, -reach[1], -reach[0], paint, *lanes, two_way)


def _opposites(network: Network) -> Dict[str, Tuple[str, str]]:
    """Return paint and opposite lane of shared inner borders, by edge.

    The line is dashed if both directions have one lane.
    """
    by_ends = {ends: edge for edge, ends in network.ends.items()}
    found: Dict[str, Tuple[str, str]] = {}
    for edge, (start, end) in network.ends.items():
        other = by_ends.get((end, start))
        if (
            other is None
            or edge in found
            or not _share_border(network, network.edges[edge][-1], network.edges[other][-1])
        ):
            continue
        if all(
            sum(lane.kind in (ROAD, BUS) for lane in network.edges[name]) == 1
            for name in (edge, other)
        ):
            found[edge] = (DASHED, network.edges[other][-1].id)
            found[other] = (NO_LINE, network.edges[edge][-1].id)
    return found


def _share_border(network: Network, lane: Lane, other: Lane) -> bool:
    path, its_path = network.path(lane), network.path(other)
    if path is None or its_path is None or not {lane.kind, other.kind} <= set(PAINTED_KINDS):
        return False
    own = beside(path.points, -0.5 * network.outward * lane.width)
    its = beside(its_path.points, -0.5 * network.outward * other.width)
    return bool(
        np.hypot(*(own[0] - its[-1])[:2]) < 1.0
        and shapely.LineString(own[:, :2]).distance(shapely.Point(its[len(its) // 2, :2]))
        < MAX_NEIGHBOUR_DISTANCE
    )
