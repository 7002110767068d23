"""The square ends of lanes, where junctions begin. World frame, metres."""

from __future__ import annotations

from typing import List, NamedTuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.network import Lane, Network


class Mouth(NamedTuple):
    """End of a lane at a node.

    Its right and left corner (2, 2), seen along the lane, and the direction out of the lane (2,).
    """

    lane: Lane
    node: str
    corners: Array
    outward: Array


def lane_mouths(network: Network) -> List[Mouth]:
    """Return both ends of every edge's lanes. Lanes without length are left out."""
    found = []
    for edge, lanes in network.edges.items():
        for lane in lanes:
            path = network.path(lane)
            if path is not None:
                for node, end, inner in zip(network.ends[edge], (0, -1), (1, -2)):
                    out = path.points[end, :2] - path.points[inner, :2]
                    out = out / np.hypot(out[0], out[1])
                    along = out if end else -out
                    half = 0.5 * lane.width * np.array([-along[1], along[0]])
                    found.append(
                        Mouth(
                            lane,
                            node,
                            np.array([path.points[end, :2] - half, path.points[end, :2] + half]),
                            out,
                        )
                    )
    return found
