"""Connections of a net between lanes, also for pedestrians.

:attr:`sim.traffic.roads.network.Network.connections` holds them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple


class LaneConnection(NamedTuple):
    """Connection from the end of a lane to another.

    ``state`` is SUMO's letter of the right of way; ``light`` is empty without control by a light.
    For a pedestrian crossing, ``from_lane`` is the walking area before it and ``to_lane`` the
    crossing.
    """

    from_lane: str
    to_lane: str
    via: str
    direction: str
    state: str
    light: str = ""
    link: int = -1


def connections(net: Any) -> Tuple[LaneConnection, ...]:
    """Return all connections of a sumolib net, in lane order."""
    found = []
    for edge in net.getEdges(withInternal=True):
        for lane in edge.getLanes():
            found += [
                LaneConnection(
                    lane.getID(),
                    c.getToLane().getID(),
                    c.getViaLaneID() or "",
                    c.getDirection(),
                    c.getState(),
                    c.getTLSID() or "",
                    int(c.getTLLinkIndex()),
                )
                for c in lane.getOutgoing()
            ]
    return tuple(found)
