"""Lamp posts along streets.

Each lamp is a separate visual, ``street_lamp_<n>``, with the light source as its pose. World frame,
metres.
"""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.scenery.beside_road import Roadside, RoadsidePlace, road_speed
from sim.traffic.scenery.bodies import Pole
from sim.traffic.scenery.lights import box
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.solids import tube

NAME_PREFIX = "street_lamp_"
# On each side; the sides take turns.
POST_SPACING = 60.0  # m
POST_DISTANCE = 0.5  # m
POST_HEIGHT = 6.5  # m
ARM_LENGTH = 1.4  # m
POST_RADIUS = 0.075  # m
ROOT_DEPTH = 0.4  # m
LAMP_SIZE = (0.55, 0.22, 0.1)  # m


class Post(NamedTuple):
    """Post at a spot; ``lamp`` (3,) is its light source."""

    spot: RoadsidePlace
    lamp: Array
    yaw: float


def lamp_posts(roadside: Roadside) -> List[Post]:
    """Return posts along every street that has a sidewalk."""
    network = roadside.network
    by_ends = {ends: edge for edge, ends in network.ends.items()}
    posts = []
    for edge, lanes in network.edges.items():
        if not any(lane.kind == SIDEWALK for lane in lanes) or road_speed(network, edge) <= 0.0:
            continue
        start, end = network.ends[edge]
        second = by_ends.get((end, start), edge) < edge
        length = roadside.length(edge)
        spots = roadside.outside(
            edge, np.arange(15.0 + 30.0 * second, length - 5.0, POST_SPACING), POST_DISTANCE
        )
        if not spots:
            continue
        free = roadside.free(np.array([spot.position[:2] for spot in spots]))
        for spot, stands in zip(spots, free):
            if stands:
                posts.append(_post(spot, network.outward))
    return posts


def _post(spot: RoadsidePlace, outward: float) -> Post:
    # The arm reaches inward, over the road.
    yaw = spot.yaw - 0.5 * outward * np.pi
    reach = ARM_LENGTH * np.array([np.cos(yaw), np.sin(yaw), 0.0])
    return Post(spot, spot.position + reach + np.array([0.0, 0.0, POST_HEIGHT - 0.12]), yaw)


def post_meshes(posts: List[Post]) -> Tuple[SceneryMesh, List[Pole]]:
    """Return meshes of poles with arms, and their collision shapes."""
    parts, poles = [], []
    for post in posts:
        foot = post.spot.position
        root, top = (
            foot - np.array([0.0, 0.0, ROOT_DEPTH]),
            foot + np.array([0.0, 0.0, POST_HEIGHT]),
        )
        parts.append(tube(root, top, np.array([POST_RADIUS, 0.6 * POST_RADIUS]), 5))
        middle = 0.5 * (foot + post.lamp)
        parts.append(
            box(
                (*middle[:2], foot[2] + POST_HEIGHT - 0.02),
                post.yaw,
                (ARM_LENGTH + 0.5, 0.06, 0.06),
            )
        )
        poles.append(Pole(foot, POST_RADIUS, POST_HEIGHT))
    return join(parts), poles
