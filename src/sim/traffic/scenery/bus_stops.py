"""Bus stops from SUMO's additional files: shelters, benches, signs.

World frame, metres.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, NamedTuple, Tuple, Union

import numpy as np

from sim.errors import InputError
from sim.traffic.roads.network import Network
from sim.traffic.roads.xml_file import read_xml
from sim.traffic.scenery.beside_road import Roadside
from sim.traffic.scenery.bodies import CollisionBox
from sim.traffic.scenery.lights import box
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.signs import POST_DISTANCE, Sign

SHELTERS_PART = "shelters"
BENCHES_PART = "benches"
SHELTER_WIDTH = 4.0  # m
SHELTER_DEPTH = 1.5  # m
SHELTER_HEIGHT = 2.5  # m
ROAD_CLEARANCE = 0.4  # m


class StopArea(NamedTuple):
    """A stop beside an edge, from one length along it to another."""

    edge: str
    start: float
    end: float


def read_stops(path: Union[str, Path], network: Network) -> List[StopArea]:
    """Return the bus stops of a SUMO additional file."""
    root = read_xml(Path(path))
    stops = []
    for element in root.iter("busStop"):
        where = f"{path}:{element.sourceline}"
        lane = network.lanes_by_id.get(element.get("lane", ""))
        if lane is None:
            raise InputError(
                where,
                f"busStop '{element.get('id')}' is on lane '{element.get('lane')}', which the "
                f"network {network.name} does not have",
            )
        try:
            start, end = (
                float(element.get(name, default))
                for name, default in (("startPos", "0"), ("endPos", str(lane.length)))
            )
        except ValueError:
            raise InputError(
                where, f"busStop '{element.get('id')}': startPos and endPos are lengths in m"
            ) from None
        # SUMO counts negative ones from the lane's end.
        start, end = (s + lane.length if s < 0.0 else s for s in (start, end))
        stops.append(StopArea(lane.edge, start, end))
    return stops


def shelters(
    roadside: Roadside, stops: List[StopArea]
) -> Tuple[Dict[str, SceneryMesh], List[CollisionBox], List[Sign]]:
    """Return meshes by visual name, boxes that collide, and signs."""
    walls: List[SceneryMesh] = []
    benches: List[SceneryMesh] = []
    boxes: List[CollisionBox] = []
    found: List[Sign] = []
    for stop in stops:
        found += [
            Sign("bus_stop", spot)
            for spot in roadside.outside(stop.edge, np.array([stop.end]), POST_DISTANCE)
        ]
        for spot in roadside.outside(
            stop.edge,
            np.array([0.5 * (stop.start + stop.end)]),
            ROAD_CLEARANCE + 0.5 * SHELTER_DEPTH,
        ):
            if not roadside.free(spot.position[None, :2], 0.5 * SHELTER_DEPTH).all():
                continue
            along = np.array([np.cos(spot.yaw), np.sin(spot.yaw), 0.0])
            # Towards the road.
            inward = -roadside.network.outward * np.array([-along[1], along[0], 0.0])
            up = np.array([0.0, 0.0, 1.0])
            foot = spot.position
            panels = [
                (
                    foot - 0.5 * SHELTER_DEPTH * inward + 0.55 * SHELTER_HEIGHT * up,
                    (SHELTER_WIDTH, 0.05, 0.8 * SHELTER_HEIGHT),
                ),
                (
                    foot - 0.5 * SHELTER_WIDTH * along + 0.55 * SHELTER_HEIGHT * up,
                    (0.05, SHELTER_DEPTH, 0.8 * SHELTER_HEIGHT),
                ),
                (
                    foot + 0.5 * SHELTER_WIDTH * along + 0.55 * SHELTER_HEIGHT * up,
                    (0.05, SHELTER_DEPTH, 0.8 * SHELTER_HEIGHT),
                ),
            ]
            boxes += [CollisionBox(centre, spot.yaw, np.array(size)) for centre, size in panels]
            panels.append(
                (
                    foot + SHELTER_HEIGHT * up + 0.1 * inward,
                    (SHELTER_WIDTH + 0.4, SHELTER_DEPTH + 0.5, 0.12),
                )
            )
            panels += [
                (
                    foot + a * along + b * inward + 0.5 * SHELTER_HEIGHT * up,
                    (0.08, 0.08, SHELTER_HEIGHT),
                )
                for a in (-0.5 * SHELTER_WIDTH, 0.5 * SHELTER_WIDTH)
                for b in (-0.5 * SHELTER_DEPTH, 0.5 * SHELTER_DEPTH)
            ]
            walls += [box(centre, spot.yaw, size) for centre, size in panels]
            benches.append(
                box(
                    foot - 0.35 * SHELTER_DEPTH * inward + 0.45 * up,
                    spot.yaw,
                    (0.7 * SHELTER_WIDTH, 0.35, 0.08),
                )
            )
    meshes = {SHELTERS_PART: join(walls), BENCHES_PART: join(benches)}
    return {name: mesh for name, mesh in meshes.items() if len(mesh.faces)}, boxes, found
