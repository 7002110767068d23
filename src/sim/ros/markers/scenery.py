"""RViz markers of the scenery of a generated world. Frame world.

Road, ground, buildings, masts of traffic lights, and their lamps.
"""

from __future__ import annotations

from typing import List, Mapping, Tuple

import numpy as np
from visualization_msgs.msg import Marker

from sim.arrays import Array
from sim.ros.conversions import header
from sim.ros.markers.mesh import MeshMarker
from sim.traffic.lamps import head_lamps, lit_head
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.roads.network import Network
from sim.traffic.scenery.lights import DARK_COLORS, LAMP_RADIUS, STEEL_COLOR, box, structure
from sim.traffic.scenery.polygons import SumoPolygon
from sim.traffic.shapes import Color, Triangles, shaded
from sim.traffic.world import TERRAIN_MARGIN, build_scenery

GRASS_COLOR = (0.36, 0.45, 0.28)
GRASS_Z = -0.15  # m
LAMP_SIZE = 3.0 * LAMP_RADIUS  # m, as large as they must be to be seen from a height


def scenery_markers(
    network: Network, polygons: List[SumoPolygon]
) -> Tuple[List[Marker], List[LightHead]]:
    """Return one marker per mesh of the world, and the light heads.

    A flat world has a green ground; the lamps of the heads change.
    """
    road, built, heads = build_scenery(network, polygons)
    meshes = [_ground(network)] if network.flat else []
    meshes += [_even(layer.mesh.triangles, _rgb(layer.color)) for layer in road.layers.values()]
    meshes += [shaded(mesh.triangles, _rgb(color)) for mesh, color in built.meshes.values()]
    meshes += [shaded(structure(heads).triangles, _rgb(STEEL_COLOR))] if heads else []
    return [
        MeshMarker(mesh, header=header(0.0), ns="road", id=number)
        for number, mesh in enumerate(meshes)
    ], heads


def lamp_marker(
    heads: List[LightHead], letters: Mapping[Tuple[str, int], str], time: float
) -> Marker:
    """Return one marker of all lamps, by SUMO's letter of each link."""
    corners, colors = [], []
    for head in heads:
        shining = lit_head(letters.get((head.light, head.link), "O"), time)
        for color, place in head.lamps.items():
            cube = box(tuple(place), head.yaw, (LAMP_SIZE,) * 3).triangles
            corners.append(cube)
            colors.append(
                np.tile(
                    head_lamps()[color] if color in shining else (*_rgb(DARK_COLORS[color]), 1.0),
                    (len(cube), 1),
                )
            )
    return MeshMarker(
        Triangles(np.concatenate(corners), np.concatenate(colors)), header=header(0.0), ns="lamps"
    )


def _ground(network: Network) -> Triangles:
    x0, y0, x1, y1 = network.boundary
    ring = np.array(
        [
            [x0 - TERRAIN_MARGIN, y0 - TERRAIN_MARGIN, GRASS_Z],
            [x1 + TERRAIN_MARGIN, y0 - TERRAIN_MARGIN, GRASS_Z],
            [x1 + TERRAIN_MARGIN, y1 + TERRAIN_MARGIN, GRASS_Z],
            [x0 - TERRAIN_MARGIN, y1 + TERRAIN_MARGIN, GRASS_Z],
        ]
    )
    return _even(ring[[[0, 1, 2], [0, 2, 3]]], GRASS_COLOR)


def _even(corners: Array, color: Color) -> Triangles:
    return Triangles(corners, np.tile([*color, 1.0], (len(corners), 1)))


def _rgb(text: str) -> Color:
    red, green, blue = (float(value) for value in text.split())
    return red, green, blue
