"""Traffic light heads: lamp positions of each controlled link.

World frame, metres. Heads of vehicles hang side by side over the end of their lane on the arm of a
mast at the right of the road, in left-hand traffic at its left; heads of pedestrians stand on a
pole at the far end of the crossing. All face oncoming road users.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Dict, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.connections import LaneConnection
from sim.traffic.roads.network import Lane, Network
from sim.traffic.roads.stop_lines import stop_line

VEHICLE_LAMPS = ("red", "yellow", "green")
PEDESTRIAN_LAMPS = ("red", "green")
# Middle of the lowest lamp above the road, and lamp to lamp.
VEHICLE_LAMP_HEIGHT = 4.9  # m
PEDESTRIAN_LAMP_HEIGHT = 2.3  # m
LAMP_SPACING = 0.3  # m
HEAD_WIDTH = 0.45  # m
POLE_CLEARANCE = 0.35  # m
# Distance from the stop line back to the housing's middle; lamps project from the housing.
HEAD_SETBACK = 0.3  # m
LAMP_PROTRUSION = 0.16  # m


@dataclass(frozen=True, eq=False)
class LightHead:
    """Head of one controlled link.

    ``stop`` (3,) and ``width`` of its stop line, ``yaw`` of travel over it, ``lamps`` (3,) by
    colour. ``pole`` (3,) is the foot of the mast that it hangs on; heads of one edge share it.
    ``middle`` (3,) is the housing's. For a pedestrian link, ``stop`` is the begin of the crossing,
    without a yellow lamp.
    """

    light: str
    link: int
    from_lane: str
    to_lane: str
    stop: Array
    yaw: float
    width: float
    lamps: Dict[str, Array]
    pole: Array
    middle: Array


def light_heads(network: Network) -> List[LightHead]:
    """Return one head per link of a light and incoming lane. They are ordered by light and link."""
    controlled: Dict[Tuple[str, int, str], LaneConnection] = {}
    for connection in network.connections:
        if connection.light and connection.link >= 0:
            controlled.setdefault(
                (connection.light, connection.link, connection.from_lane), connection
            )
    crossings = {lane.id: lane for lane in network.crossings}
    vehicles = [c for c in controlled.values() if c.from_lane in network.lanes_by_id]
    heads = [
        _pedestrian_head(network, c, crossings[c.to_lane])
        for c in controlled.values()
        if c.to_lane in crossings
    ]
    for name, links in groupby(
        sorted(vehicles, key=lambda c: (c.from_lane, c.link)), lambda c: c.from_lane
    ):
        heads += _vehicle_heads(network, network.lanes_by_id[name], list(links))
    return sorted(
        (head for head in heads if head), key=lambda head: (head.light, head.link, head.from_lane)
    )


def _vehicle_heads(network: Network, lane: Lane, links: List[LaneConnection]) -> List[LightHead]:
    """Return heads over one lane. The outermost link has the head at the outside."""
    line = stop_line(lane, network)
    if line is None:
        return []
    ahead, left = _axes(line.yaw)
    outward = network.outward * left
    pole = line.middle + HEAD_SETBACK * ahead + _to_pole(network, lane) * outward
    room = min(HEAD_WIDTH, lane.width / len(links))
    heads = []
    for i, link in enumerate(links):
        foot = line.middle + HEAD_SETBACK * ahead + (0.5 * (len(links) - 1) - i) * room * outward
        heads.append(
            _head(
                link,
                line.middle,
                line.yaw,
                line.width,
                foot,
                pole,
                VEHICLE_LAMP_HEIGHT,
                VEHICLE_LAMPS,
            )
        )
    return heads


def _to_pole(network: Network, lane: Lane) -> float:
    """Return the distance from a lane's middle out to its edge's mast."""
    edge = network.edges.get(lane.edge, (lane,))
    beside = sum(other.width for other in edge if other.index < lane.index)
    return 0.5 * lane.width + beside + POLE_CLEARANCE


def _pedestrian_head(network: Network, link: LaneConnection, crossing: Lane) -> Optional[LightHead]:
    start, end = crossing.shape[0], crossing.shape[-1]
    along = (end - start)[:2]
    if not along.any():
        return None
    yaw = float(np.arctan2(along[1], along[0]))
    ahead, left = _axes(yaw)
    aside = network.outward * (0.5 * crossing.width + POLE_CLEARANCE)
    foot = end + POLE_CLEARANCE * ahead + aside * left
    return _head(
        link, start, yaw, crossing.width, foot, foot, PEDESTRIAN_LAMP_HEIGHT, PEDESTRIAN_LAMPS
    )


def _head(
    link: LaneConnection,
    stop: Array,
    yaw: float,
    width: float,
    foot: Array,
    pole: Array,
    height: float,
    colors: Tuple[str, ...],
) -> LightHead:
    ahead, _ = _axes(yaw)
    up = np.array([0.0, 0.0, 1.0])
    heights = {
        color: height + LAMP_SPACING * (len(colors) - 1 - i) for i, color in enumerate(colors)
    }
    lamps = {color: foot + z * up - LAMP_PROTRUSION * ahead for color, z in heights.items()}
    middle = foot + (height + 0.5 * LAMP_SPACING * (len(colors) - 1)) * up
    return LightHead(
        link.light, link.link, link.from_lane, link.to_lane, stop, yaw, width, lamps, pole, middle
    )


def _axes(yaw: float) -> Tuple[Array, Array]:
    """Return unit vectors (3,) ahead and to the left."""
    return np.array([np.cos(yaw), np.sin(yaw), 0.0]), np.array([-np.sin(yaw), np.cos(yaw), 0.0])
