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
    """Yield the borders of one edge.

    ``opposite`` is the paint of its left border, ``DASHED`` on the border itself or not by this
    edge, and the lane beyond it; None: its own solid line.
    """
    inset = 0.5 * LINE_WIDTH
    for right, lane, left in zip((None, *lanes), lanes, (*lanes[1:], None)):
        if network.path(lane) is None or lane.kind not in PAINTED_KINDS:
            continue
        half = 0.5 * lane.width
        if right is None:
            yield LaneBorder(lane, -half, -half + LINE_WIDTH, SOLID, lane.id, "")
        elif right.kind not in PAINTED_KINDS:
            yield LaneBorder(lane, -half, -half, NO_LINE, lane.id, right.id)
        if left is not None and left.kind in PAINTED_KINDS:
            paint = DASHED if left.kind == lane.kind else SOLID
            yield LaneBorder(lane, half - inset, half + inset, paint, left.id, lane.id)
        elif left is not None:
            yield LaneBorder(lane, half, half, NO_LINE, left.id, lane.id)
        elif opposite is None:
            yield LaneBorder(lane, half - LINE_WIDTH, half, SOLID, "", lane.id)
        elif opposite[0] == DASHED:
            yield LaneBorder(lane, half - inset, half + inset, DASHED, opposite[1], lane.id, True)


def _opposites(network: Network) -> Dict[str, Tuple[str, str]]:
    """Return paint and opposite lane of shared left borders, by edge.

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
    own = beside(path.points, 0.5 * lane.width)
    its = beside(its_path.points, 0.5 * other.width)
    return bool(
        np.hypot(*(own[0] - its[-1])[:2]) < 1.0
        and shapely.LineString(own[:, :2]).distance(shapely.Point(its[len(its) // 2, :2]))
        < MAX_NEIGHBOUR_DISTANCE
    )
