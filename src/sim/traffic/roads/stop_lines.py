"""Stop lines at the ends of lanes that must wait.

Their links yield, stop, or obey a light. World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, ROAD
from sim.traffic.roads.network import Lane, Network

PAINTED = (ROAD, BUS, BICYCLE)
# SUMO's letters of a connection that waits at a line: s stop, w all-way stop; m and = only give
# way.
LIGHT_STATE = "light"
TURN_ROUND_LETTERS = ("t", "T")
STOP_STATES = ("s", "w", LIGHT_STATE)
YIELD_STATES = ("m", "=")


@dataclass(frozen=True, eq=False)
class StopLine:
    """Line across the end of a lane.

    Its middle (3,), the direction of travel over it, and its width; dashed for give way.
    """

    lane: Lane
    middle: Array
    yaw: float
    width: float
    dashed: bool


def stop_line(lane: Lane, network: Network, dashed: bool = False) -> Optional[StopLine]:
    """Return the line at a lane's end; None for a lane without length."""
    path = network.path(lane)
    if path is None:
        return None
    along = path.points[-1, :2] - path.points[-2, :2]
    return StopLine(
        lane, path.points[-1], float(np.arctan2(along[1], along[0])), lane.width, dashed
    )


def stop_lines(network: Network) -> List[StopLine]:
    """Return one line per vehicle lane that must wait at its end.

    Solid at lights and stop signs, dashed if all its links give way.
    """
    states: Dict[str, List[str]] = {}
    for connection in network.connections:
        lane = network.lanes_by_id.get(connection.from_lane)
        if (
            lane is not None
            and not lane.internal
            and lane.kind in PAINTED
            and connection.direction not in TURN_ROUND_LETTERS
        ):
            states.setdefault(lane.id, []).append(
                LIGHT_STATE if connection.light else connection.state
            )
    lines = []
    for name, letters in states.items():
        solid = any(letter in STOP_STATES for letter in letters)
        if solid or all(letter in YIELD_STATES for letter in letters):
            lines.append(stop_line(network.lanes_by_id[name], network, not solid))
    return [line for line in lines if line is not None]
