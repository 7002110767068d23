"""Objects on roads besides markings: manholes and kerb stones.

World frame, metres.
"""

from __future__ import annotations

import zlib
from typing import List

import numpy as np

from sim.traffic.roads.lane_kinds import BICYCLE, BUS, ROAD, SIDEWALK
from sim.traffic.roads.network import Network
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.ribbon import arc_length, at, ribbon

KERB_WIDTH = 0.18  # m
MANHOLE_RADIUS = 0.33  # m
MANHOLE_SPACING = 55.0  # m
MAX_MANHOLE_OFFSET = 0.7  # m
MANHOLE_SIDES = 10


def kerbs(network: Network) -> SceneryMesh:
    """Return stones along the inner border of sidewalks, level with them."""
    parts = []
    for lanes in network.edges.values():
        for lane, inner in zip(lanes, lanes[1:]):
            path = network.path(lane)
            if lane.kind == SIDEWALK and inner.kind in (ROAD, BUS, BICYCLE) and path is not None:
                half = 0.5 * lane.width
                reach = sorted(-network.outward * each for each in (half - KERB_WIDTH, half))
                parts.append(ribbon(path.points, *reach))
    return join(parts)


def manholes(network: Network) -> SceneryMesh:
    """Return manhole covers on street lanes with sidewalks, about every 55 m.

    Their places are derived from the lane's id.
    """
    angle = np.linspace(0.0, 2.0 * np.pi, MANHOLE_SIDES, endpoint=False)
    ring = MANHOLE_RADIUS * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(MANHOLE_SIDES)])
    count = np.arange(1, MANHOLE_SIDES - 1)
    faces = np.column_stack([np.zeros(len(count), int), count, count + 1])
    parts: List[SceneryMesh] = []
    for lanes in network.edges.values():
        if not any(lane.kind == SIDEWALK for lane in lanes):
            continue
        for lane in lanes:
            path = network.path(lane)
            if lane.kind != ROAD or path is None:
                continue
            rng = np.random.default_rng(zlib.crc32(lane.id.encode()))
            length = arc_length(path.points)[-1]
            for s in np.arange(MANHOLE_SPACING * rng.random(), length - 3.0, MANHOLE_SPACING):
                here, ahead = at(path.points, np.array([s, s + 0.5]))
                along = (ahead - here)[:2] / max(float(np.hypot(*(ahead - here)[:2])), 1e-6)
                aside = (
                    MAX_MANHOLE_OFFSET
                    * (2.0 * rng.random() - 1.0)
                    * np.array([-along[1], along[0]])
                )
                if s > 3.0:
                    parts.append(SceneryMesh(ring + here + np.append(aside, 0.0), faces))
    return join(parts)
