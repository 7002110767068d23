"""Road of a network: visual layers, collision meshes, and ground height.

World frame, metres.
"""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import BICYCLE, BUS, CLOSED, RAIL, ROAD, SIDEWALK, WATER
from sim.traffic.roads.network import Lane, Network
from sim.traffic.scenery.arrows import arrows
from sim.traffic.scenery.bridges import bridge_bodies
from sim.traffic.scenery.facets import GriddedMesh
from sim.traffic.scenery.lanes import laid
from sim.traffic.scenery.markings import markings
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.on_road import kerbs, manholes
from sim.traffic.scenery.ribbon import ribbon
from sim.traffic.scenery.strips import EdgeStrip, edge_strips, lane_meshes, node_mesh
from sim.traffic.scenery.surface import JUNCTION, surfaces
from sim.traffic.scenery.terrain import terrain

# Layers lie 1 cm or more apart, so that renderers never have to choose between two surfaces at one
# depth.
MARKING_Z = 0.01  # m
RAIL_Z = 0.02  # m
TERRAIN_MARGIN = 150.0  # m
COLORS = {
    ROAD: "0.21 0.21 0.22",
    JUNCTION: "0.25 0.25 0.26",
    SIDEWALK: "0.62 0.61 0.59",
    BICYCLE: "0.50 0.22 0.19",
    BUS: "0.27 0.24 0.24",
    RAIL: "0.36 0.32 0.29",
    WATER: "0.30 0.48 0.62",
    CLOSED: "0.33 0.42 0.27",
}
# Name and colour of each part.
MARKINGS_PART = ("markings", "0.92 0.92 0.90")
RAILS_PART = ("rails", "0.55 0.55 0.57")
BRIDGES_PART = ("bridges", "0.55 0.54 0.52")
TERRAIN_PART = ("terrain", "0.36 0.45 0.28")
KERBS_PART = ("kerbs", "0.66 0.65 0.62")
MANHOLES_PART = ("manholes", "0.20 0.20 0.21")
ARROWS_PART = ("arrows",)
TRACK_GAUGE = 1.435  # m
RAIL_HEAD_WIDTH = 0.07  # m

Ground = Callable[[Array], Array]


class Layer(NamedTuple):
    """Mesh in one colour (r g b).

    ``vertices`` (n, 3), ``faces`` (m, 3), ``coordinates`` (n, 2) as in :class:`SceneryMesh`.
    """

    vertices: Array
    faces: Array
    color: str
    coordinates: Optional[Array] = None

    @property
    def mesh(self) -> SceneryMesh:
        return SceneryMesh(self.vertices, self.faces, self.coordinates)


class RoadScenery(NamedTuple):
    """Visual ``layers`` and ``collisions`` (empty for a flat network).

    ``ground`` returns heights (n,) at points (n, 2).
    """

    layers: Dict[str, Layer]
    collisions: Dict[str, SceneryMesh]
    ground: Ground


def build_road(network: Network) -> RoadScenery:
    """Build the road's layers.

    ``road``, ``junctions``, ``sidewalk``, ``bicycle``, ..., ``markings``; for a sloping network
    also ``terrain`` and ``bridges``.
    """
    if network.flat:
        seen = {
            kind: (laid(network, kind, area), COLORS[kind])
            for kind, area in surfaces(network).items()
        }
        return RoadScenery(
            _layers({**seen, **_painted(network)}), {}, lambda points: np.zeros(len(points))
        )
    strips = edge_strips(network)
    ground = terrain(network, strips, TERRAIN_MARGIN)
    seen = {kind: (mesh, COLORS[kind]) for kind, mesh in lane_meshes(network).items()}
    bodies = {
        TERRAIN_PART[0]: (ground, TERRAIN_PART[1]),
        BRIDGES_PART[0]: (bridge_bodies(strips), BRIDGES_PART[1]),
    }
    facets = GriddedMesh(ground)
    # The terrain has one level only, so that any height is near enough to choose it.
    return RoadScenery(
        _layers({**seen, **_painted(network), **bodies}),
        _collisions(network, strips, ground),
        lambda points: facets.height(points, np.zeros(len(points))),
    )


def road_layers(network: Network) -> Dict[str, Layer]:
    """Return the meshes of :func:`build_road` that are seen."""
    return build_road(network).layers


def layer_of(mesh: SceneryMesh, color: str) -> Layer:
    """Return a mesh in a colour."""
    return Layer(mesh.vertices, mesh.faces, color, mesh.coordinates)


def _layers(seen: Dict[str, Tuple[SceneryMesh, str]]) -> Dict[str, Layer]:
    return {name: layer_of(mesh, color) for name, (mesh, color) in seen.items() if len(mesh.faces)}


def _painted(network: Network) -> Dict[str, Tuple[SceneryMesh, str]]:
    rails = join(mesh for lane in network.lanes for mesh in _rails(network, lane))
    return {
        KERBS_PART[0]: (kerbs(network).raised(MARKING_Z), KERBS_PART[1]),
        MANHOLES_PART[0]: (manholes(network).raised(MARKING_Z), MANHOLES_PART[1]),
        ARROWS_PART[0]: (arrows(network).raised(MARKING_Z), MARKINGS_PART[1]),
        MARKINGS_PART[0]: (markings(network).raised(MARKING_Z), MARKINGS_PART[1]),
        RAILS_PART[0]: (rails.raised(RAIL_Z), RAILS_PART[1]),
    }


def _rails(network: Network, lane: Lane) -> List[SceneryMesh]:
    path = network.path(lane)
    if lane.kind != RAIL or path is None:
        return []
    return [
        ribbon(path.points, side - 0.5 * RAIL_HEAD_WIDTH, side + 0.5 * RAIL_HEAD_WIDTH)
        for side in (-0.5 * TRACK_GAUGE, 0.5 * TRACK_GAUGE)
    ]


def _collisions(
    network: Network, strips: List[EdgeStrip], ground: SceneryMesh
) -> Dict[str, SceneryMesh]:
    """Return collision meshes for wheels. Each has one height at any x, y."""
    low = join([*(strip.mesh for strip in strips if not strip.span.bridge), node_mesh(network)])
    decks = [strip.mesh for strip in strips if strip.span.bridge]
    return {
        "terrain": ground,
        "road": low,
        **{f"bridge_{number}": deck for number, deck in enumerate(decks)},
    }
