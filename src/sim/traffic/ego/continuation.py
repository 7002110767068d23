"""Expected route of an ego from its lane: straight on if possible.

SUMO announces a vehicle to a junction and its crossings only along the vehicle's route, so that
others see it come.
"""

from __future__ import annotations

from typing import Dict, Tuple

from sim.traffic.roads.lane_kinds import CROSSING, SIDEWALK, WALKINGAREA
from sim.traffic.roads.network import Lane, Network

# SUMO's letters of direction, from the most expected on; no vehicle is expected to turn round.
# The turn to the outer side comes before the one across oncoming traffic.
EXPECTED = ("s", "L", "R", "r", "l")
EXPECTED_ON_LEFT = ("s", "R", "L", "l", "r")
LENGTH = 150.0


class Continuation:
    """Continuation of each lane of a network."""

    def __init__(self, network: Network) -> None:
        self._lanes = {
            lane.id: lane
            for lane in network.lanes
            if lane.kind not in (SIDEWALK, CROSSING, WALKINGAREA)
        }
        expected = EXPECTED_ON_LEFT if network.left_hand else EXPECTED
        best: Dict[str, Tuple[int, str]] = {}
        for connection in network.connections:
            start, end = connection.from_lane, connection.to_lane
            if (
                start in self._lanes
                and end in self._lanes
                and connection.direction in expected
                and not self._lanes[end].internal
            ):
                best[start] = min(
                    best.get(start, (len(expected), "")),
                    (expected.index(connection.direction), end),
                )
        self._next = {lane: end for lane, (_, end) in best.items()}
        self._ways: Dict[str, Tuple[str, ...]] = {}

    def edges(self, lane: Lane) -> Tuple[str, ...]:
        """Return the edges of the expected route from a lane on.

        Its own edge comes first; the route reaches ``LENGTH`` m beyond it.
        """
        if lane.id not in self._ways:
            self._ways[lane.id] = self._way(lane)
        return self._ways[lane.id]

    def _way(self, lane: Lane) -> Tuple[str, ...]:
        edges, beyond, at = [lane.edge], 0.0, self._next.get(lane.id, "")
        while at and beyond < LENGTH and self._lanes[at].edge not in edges:
            edges.append(self._lanes[at].edge)
            beyond += self._lanes[at].length
            at = self._next.get(at, "")
        return tuple(edges)
