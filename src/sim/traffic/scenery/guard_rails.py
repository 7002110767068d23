"""Guard rails along motorways.

They stand beside fast roads without pedestrians and without another lane beside the border. World
frame, metres.
"""

from __future__ import annotations

from typing import Iterator, List, Tuple

import numpy as np
import shapely

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.scenery.beside_road import Roadside, road_speed
from sim.traffic.scenery.bodies import CollisionBox
from sim.traffic.scenery.mesh import SceneryMesh, join, quads
from sim.traffic.scenery.ribbon import arc_length, at, beside
from sim.traffic.scenery.solids import tube

MIN_RAIL_SPEED = 22.0  # m/s (80 km/h), of roads that have rails
RAIL_DISTANCE = 0.75  # m
RAIL_CLEARANCE = 0.5  # m
SPOT_SPACING = 4.0  # m
POST_SPACING = 4.0  # m
RAIL_BOTTOM = 0.45  # m
RAIL_TOP = 0.75  # m
RAIL_DEPTH = 0.08  # m
# Rails bend by less than this between the ends of a box that collides.
MAX_BEND = 0.05  # m


def rail_lines(roadside: Roadside) -> Iterator[Array]:
    """Yield lines (n, 3) of rails on both sides of fast roads."""
    network = roadside.network
    for edge, lanes in network.edges.items():
        if road_speed(network, edge) < MIN_RAIL_SPEED or any(
            lane.kind == SIDEWALK for lane in lanes
        ):
            continue
        paths = [(network.path(lane), 0.5 * lane.width) for lane in network.across(edge)]
        known = [(path.points, half) for path, half in paths if path is not None]
        if not known:
            continue
        for (points, half), side in ((known[0], -1.0), (known[-1], 1.0)):
            line = beside(points, side * (half + RAIL_DISTANCE))
            length = arc_length(line)[-1]
            spots = at(line, np.linspace(0.0, length, max(2, int(length / SPOT_SPACING) + 1)))
            free = roadside.free(spots[:, :2], RAIL_CLEARANCE)
            yield from _runs(
                spots if side < 0.0 else spots[::-1], free if side < 0.0 else free[::-1]
            )


def _runs(points: Array, free: Array) -> Iterator[Array]:
    """Yield the free parts of a line that fit a rail."""
    changes = np.flatnonzero(np.diff(free.astype(int))) + 1
    for run in np.split(np.arange(len(points)), changes):
        if free[run[0]] and len(run) > 3:
            yield points[run]


def rails(lines: List[Array]) -> Tuple[SceneryMesh, SceneryMesh, List[CollisionBox]]:
    """Return beams, posts, and boxes that collide."""
    beams, posts, boxes = [], [], []
    for line in lines:
        beams.append(_beam(line))
        length = arc_length(line)[-1]
        for spot in at(line, np.arange(0.0, length, POST_SPACING)):
            low, high = (
                spot - np.array([0.0, 0.0, 0.2]),
                spot + np.array([0.0, 0.0, RAIL_TOP - 0.02]),
            )
            posts.append(tube(low, high, np.array([0.06, 0.06]), 4)._replace(coordinates=None))
        coarse = shapely.get_coordinates(
            shapely.simplify(shapely.linestrings(line), MAX_BEND), include_z=True
        )
        for a, b in zip(coarse, coarse[1:]):
            middle, way = 0.5 * (a + b), b - a
            boxes.append(
                CollisionBox(
                    middle + np.array([0.0, 0.0, 0.5 * (RAIL_BOTTOM + RAIL_TOP)]),
                    float(np.arctan2(way[1], way[0])),
                    np.array([float(np.hypot(*way[:2])), RAIL_DEPTH, RAIL_TOP - RAIL_BOTTOM]),
                )
            )
    return join(beams), join(posts), boxes


def _beam(line: Array) -> SceneryMesh:
    """Return a closed profile, front and back, along a line.

    Its spots are ``SPOT_SPACING`` m apart; each spans the whole length of the image.
    """
    along = SPOT_SPACING * np.arange(len(line))
    front, back = beside(line, 0.5 * RAIL_DEPTH), beside(line, -0.5 * RAIL_DEPTH)
    low, high = np.array([0.0, 0.0, RAIL_BOTTOM]), np.array([0.0, 0.0, RAIL_TOP])
    faces = []
    for a, b in (
        (back + low, back + high),
        (front + high, front + low),
        (back + high, front + high),
        (front + low, back + low),
    ):
        corners = np.stack([a[:-1], a[1:], b[1:], b[:-1]], axis=1)
        tall = np.zeros(len(along) - 1)
        places = np.stack(
            [
                np.stack([along[:-1], tall], axis=1),
                np.stack([along[1:], tall], axis=1),
                np.stack([along[1:], tall + 1.0], axis=1),
                np.stack([along[:-1], tall + 1.0], axis=1),
            ],
            axis=1,
        )
        faces.append(quads(corners, places))
    return join(faces)
