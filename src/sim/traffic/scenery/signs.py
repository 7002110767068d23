"""Road signs from the network.

Speed limits at changes, stop, give way, priority, roundabouts, pedestrian crossings. World frame,
metres.
"""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple

import numpy as np

from sim.arrays import Array
from sim.assets.signs import CIRCLE, DIAMOND, FACES, OCTAGON, SPEEDS, SQUARE, TRIANGLE
from sim.traffic.roads.lane_kinds import ROAD
from sim.traffic.roads.stop_lines import stop_lines
from sim.traffic.scenery.beside_road import Roadside, RoadsidePlace, road_speed
from sim.traffic.scenery.lights import box
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.solids import plate

POST_DISTANCE = 0.45  # m
FACE_HEIGHT = 2.3  # m
POST_WIDTH = 0.06  # m
ROOT_DEPTH = 0.4  # m
FACE_RADIUS = {CIRCLE: 0.32, TRIANGLE: 0.45, OCTAGON: 0.42, DIAMOND: 0.36, SQUARE: 0.34}  # m
SPEED_SIGN_DISTANCE = 8.0  # m, from the beginning of an edge
STOP_SIGN_DISTANCE = 1.5  # m, from the end of an edge
PRIORITY_SIGN_DISTANCE = 14.0  # m, from the end of an edge
# Shorter edges are without signs of their speed or priority.
MIN_EDGE_LENGTH = 30.0  # m
# Beyond the end of a crossing, the first of these that is free.
CROSSING_OUT = np.arange(0.5, 4.1, 0.5)


class Sign(NamedTuple):
    """Face of ``sim.assets.signs`` at a place, for traffic in a direction."""

    face: str
    spot: RoadsidePlace


def signs(roadside: Roadside) -> List[Sign]:
    """Return all signs of a network that have a place to stand."""
    found = [*_speeds(roadside), *_rights_of_way(roadside), *_crossings(roadside)]
    if not found:
        return []
    points = np.array([sign.spot.position[:2] for sign in found])
    # Signs of crossings stand on the pavement, at the crossing.
    free = roadside.free(points) | np.array([sign.face == "crossing" for sign in found])
    return [sign for sign, stands in zip(found, free) if stands]


def sign_meshes(found: List[Sign]) -> Dict[str, SceneryMesh]:
    """Return posts, faces, and backs of signs by visual name."""
    parts: Dict[str, List[SceneryMesh]] = {"poles_signs": [], "signs": [], "sign_backs": []}
    for sign in found:
        face, foot = FACES[sign.face], sign.spot.position
        outline = _outline(face.shape)
        size = FACE_RADIUS[face.shape]
        yaw = sign.spot.yaw + np.pi
        top = FACE_HEIGHT + 0.6 * size + ROOT_DEPTH
        parts["poles_signs"].append(
            box((*foot[:2], foot[2] - ROOT_DEPTH + 0.5 * top), yaw, (POST_WIDTH, POST_WIDTH, top))
        )
        ahead = np.array([np.cos(yaw), np.sin(yaw), 0.0])
        centre = foot + np.array([0.0, 0.0, FACE_HEIGHT])
        seen = plate(centre + (0.5 * POST_WIDTH + 0.015) * ahead, yaw, size * outline)
        # A sign's square is one metre of its image.
        places = np.array([face.column, face.row]) + 0.5 + 0.499 * outline
        parts["signs"].append(seen._replace(coordinates=places))
        parts["sign_backs"].append(
            plate(
                centre + (0.5 * POST_WIDTH + 0.005) * ahead,
                yaw + np.pi,
                size * outline[::-1] * (-1, 1),
            )
        )
    return {name: join(meshes) for name, meshes in parts.items() if meshes}


def _outline(shape: str) -> Array:
    if shape in (CIRCLE, OCTAGON):
        sides = 16 if shape == CIRCLE else 8
        angle = (np.arange(sides) + 0.5) * 2.0 * np.pi / sides
        size = 0.98 if shape == CIRCLE else 0.97 / np.cos(np.pi / 8)
        return size * np.column_stack([np.cos(angle), np.sin(angle)])
    corners = {
        TRIANGLE: [(-0.98, 0.9), (0.0, -0.86), (0.98, 0.9)],
        DIAMOND: [(0.0, -0.97), (0.97, 0.0), (0.0, 0.97), (-0.97, 0.0)],
        SQUARE: [(-0.98, -0.98), (0.98, -0.98), (0.98, 0.98), (-0.98, 0.98)],
    }[shape]
    return np.array(corners)


def speed_face(speed: float) -> str:
    """Return the face nearest to a limit in m/s. Above all limits it is the end of all limits."""
    limit = 3.6 * speed
    if limit > SPEEDS[-1] + 5.0:
        return "no_limit"
    return f"speed_{min(SPEEDS, key=lambda known: abs(known - limit))}"


def _speeds(roadside: Roadside) -> Iterator[Sign]:
    """Yield a sign at the start of each edge with another limit.

    It is compared to the edges before; an edge without any has a sign too.
    """
    network = roadside.network
    before: Dict[str, List[float]] = {}
    for edge, (_, end) in network.ends.items():
        before.setdefault(end, []).append(road_speed(network, edge))
    for edge, (start, _) in network.ends.items():
        speed, length = road_speed(network, edge), roadside.length(edge)
        known = [one for one in before.get(start, []) if one > 0.0]
        changes = not known or any(speed_face(one) != speed_face(speed) for one in known)
        if speed > 0.0 and length > MIN_EDGE_LENGTH and changes:
            for spot in roadside.outside(edge, np.array([SPEED_SIGN_DISTANCE]), POST_DISTANCE):
                yield Sign(speed_face(speed), spot)


def _rights_of_way(roadside: Roadside) -> Iterator[Sign]:
    network = roadside.network
    yields: Dict[str, str] = {}
    lights = {c.from_lane for c in network.connections if c.light}
    for line in stop_lines(network):
        if line.lane.kind == ROAD and line.lane.id not in lights:
            yields[line.lane.edge] = "yield" if line.dashed else "stop"
    nodes = {network.ends[edge][1] for edge in yields}
    lit = {network.lanes_by_id[lane].edge for lane in lights if lane in network.lanes_by_id}
    round_about = network.roundabout_edges
    onto = {c.from_lane: c.to_lane for c in network.connections}
    for edge, (_, end) in network.ends.items():
        length = roadside.length(edge)
        if edge in yields:
            spots = roadside.outside(
                edge, np.array([max(length - STOP_SIGN_DISTANCE, 0.0)]), POST_DISTANCE
            )
            faces = [yields[edge]]
            leads = {
                network.lanes_by_id[onto[lane.id]].edge
                for lane in network.edges[edge]
                if onto.get(lane.id) in network.lanes_by_id
            }
            if leads & round_about and edge not in round_about:
                faces.append("roundabout")
                spots += roadside.outside(edge, np.array([max(length - 4.0, 0.0)]), POST_DISTANCE)
            yield from (Sign(face, spot) for face, spot in zip(faces, spots))
        elif (
            end in nodes
            and edge not in lit | round_about
            and length > MIN_EDGE_LENGTH
            and road_speed(network, edge) > 0.0
        ):
            for spot in roadside.outside(
                edge, np.array([length - PRIORITY_SIGN_DISTANCE]), POST_DISTANCE
            ):
                yield Sign("priority", spot)


def _crossings(roadside: Roadside) -> Iterator[Sign]:
    """Yield a sign at each end of a crossing without lights.

    It stands on the right of approaching traffic, on the left of left-hand traffic, as near as
    turning vehicles leave room; it is left out without room.
    """
    network = roadside.network
    with_lights = {connection.to_lane for connection in network.connections if connection.light}
    for lane in network.crossings:
        if lane.id in with_lights or len(lane.shape) < 2:
            continue
        for end, other in ((lane.shape[0], lane.shape[1]), (lane.shape[-1], lane.shape[-2])):
            out = (end - other)[:2] / max(float(np.hypot(*(end - other)[:2])), 1e-6)
            travel = -network.outward * np.array([-out[1], out[0]])
            before = end[:2] - (0.5 * lane.width + 0.6) * travel
            places = before + CROSSING_OUT[:, None] * out
            free = np.flatnonzero(roadside.beside_lanes(places))
            if len(free):
                yaw = float(np.arctan2(travel[1], travel[0]))
                yield Sign("crossing", RoadsidePlace(np.array([*places[free[0]], end[2]]), yaw))
