"""Bridge parts of edges, which run over other roads.

World frame, metres.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Tuple

import numpy as np
import shapely

from sim.traffic.roads.network import Network

# A road at least this far above another crosses it on a bridge.
MIN_CLEARANCE = 2.0  # m
# The bridge extends beyond the crossed road, for the embankment that carries the road up to it.
EMBANKMENT_SLOPE = 1.5  # run over rise
VERGE_WIDTH = 2.0  # m
# Between two bridges no farther apart, the road goes on as a bridge.
MAX_VIADUCT_GAP = 60.0  # m


class DeckSpan(NamedTuple):
    """A part of an edge between two shares (0..1) of its length."""

    start: float
    end: float
    bridge: bool


def spans(network: Network) -> Dict[str, List[DeckSpan]]:
    """Return each edge's parts on the ground and on bridges, in order."""
    bridges = _bridges(network)
    return {
        edge: _spans(bridges.get(edge, []), MAX_VIADUCT_GAP / max(lanes[0].length, 1.0))
        for edge, lanes in network.edges.items()
    }


def _bridges(network: Network) -> Dict[str, List[Tuple[float, float]]]:
    """Return the fractions of edges over another road, grown at both ends."""
    lanes = [
        lane for group in network.edges.values() for lane in group if network.path(lane) is not None
    ]
    polygons = np.array([lane.polygon for lane in lanes], dtype=object)
    found: Dict[str, List[Tuple[float, float]]] = {}
    for upper, lower in shapely.STRtree(polygons).query(polygons, predicate="intersects").T:
        if (
            lanes[upper].shape[:, 2].max() - lanes[lower].shape[:, 2].min() < MIN_CLEARANCE
            or lanes[upper].edge == lanes[lower].edge
        ):
            continue
        common = shapely.get_coordinates(shapely.intersection(polygons[upper], polygons[lower]))
        if len(common) < 4:
            continue
        path, below = network.known_path(lanes[upper]), network.known_path(lanes[lower])
        s, _ = path.project(common[:, 0], common[:, 1])
        under, _ = below.project(common[:, 0], common[:, 1])
        rise = float(np.mean(path.at(s)[2] - below.at(under)[2]))
        if rise >= MIN_CLEARANCE:
            reach = EMBANKMENT_SLOPE * rise + VERGE_WIDTH
            found.setdefault(lanes[upper].edge, []).append(
                ((s.min() - reach) / path.length, (s.max() + reach) / path.length)
            )
    return found


def _spans(bridges: List[Tuple[float, float]], gap: float) -> List[DeckSpan]:
    """Return the parts of an edge. Bridges less than the fraction ``gap`` apart are merged."""
    parts, last = [], 0.0
    for start, end in _merged(bridges, gap):
        if start > last:
            parts.append(DeckSpan(last, start, False))
        parts.append(DeckSpan(max(start, last), end, True))
        last = end
    return parts + ([DeckSpan(last, 1.0, False)] if last < 1.0 else [])


def _merged(ranges: List[Tuple[float, float]], gap: float) -> List[Tuple[float, float]]:
    merged: List[Tuple[float, float]] = []
    for start, end in sorted((max(start, 0.0), min(end, 1.0)) for start, end in ranges):
        if merged and start <= merged[-1][1] + gap:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
