"""Passages of a route through junctions.

They have the links, their traffic lights, and the right of way. Used through
:meth:`sim.traffic.roads.network.Network.passages`; the right of way is that of the net's
``request`` entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Sequence, Tuple

ZIPPER = "zipper"


@dataclass(frozen=True)
class JunctionLink:
    """Way through a junction: lane, internal lanes, lane.

    ``light`` is empty without control by a light.
    """

    from_lane: str
    via: Tuple[str, ...]
    to_lane: str
    light: str = ""
    index: int = -1


@dataclass(frozen=True)
class Passage:
    """Route's way through a junction.

    ``first`` are links with priority over it; with the links ``in_turn`` it alternates (zipper).
    """

    link: JunctionLink
    first: Tuple[JunctionLink, ...] = ()
    in_turn: Tuple[JunctionLink, ...] = ()


def passages(net: Any, hops: Sequence[Tuple[str, str]]) -> List[Passage]:
    """Return one passage per pair of lanes (from, to) of a route."""
    return [_passage(net, net.getLane(start), end) for start, end in hops]


def _passage(net: Any, start: Any, end: str) -> Passage:
    own = next(
        connection for connection in start.getOutgoing() if connection.getToLane().getID() == end
    )
    node = start.getEdge().getToNode()
    before_us = tuple(
        _link(net, other)
        for other in _connections(node)
        if other is not own and node.forbids(other, own)
    )
    first, in_turn = ((), before_us) if node.getType() == ZIPPER else (before_us, ())
    return Passage(_link(net, own), first, in_turn)


def _connections(node: Any) -> List[Any]:
    """Return the connections for vehicles."""
    lanes = [
        lane for edge in node.getIncoming() if not edge.getFunction() for lane in edge.getLanes()
    ]
    return [
        connection
        for lane in lanes
        for connection in lane.getOutgoing()
        if not connection.getToLane().getEdge().getFunction()
    ]


def _link(net: Any, connection: Any) -> JunctionLink:
    return JunctionLink(
        connection.getFromLane().getID(),
        internal_lanes(net, connection),
        connection.getToLane().getID(),
        connection.getTLSID(),
        connection.getTLLinkIndex(),
    )


def internal_lanes(net: Any, connection: Any) -> Tuple[str, ...]:
    """Return the internal lanes of a connection in driving order.

    A turn that waits inside the junction has two.
    """
    lanes: List[str] = []
    while connection is not None and connection.getViaLaneID():
        lanes.append(connection.getViaLaneID())
        onward = net.getLane(lanes[-1]).getOutgoing()
        connection = next(
            (c for c in onward if c.getViaLaneID() and c.getViaLaneID() not in lanes), None
        )
    return tuple(lanes)
