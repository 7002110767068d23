"""Ground of a sloping network: strips along lanes and junction pieces.

Heights are the net's. World frame, metres. A road is level across; a junction lies at its node's
height, as netconvert builds it.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.arrays import Array
from sim.traffic.roads.lane_kinds import SIDEWALK
from sim.traffic.roads.network import Lane, Network
from sim.traffic.scenery.caps import caps
from sim.traffic.scenery.decks import DeckSpan, spans
from sim.traffic.scenery.lanes import lane_ribbon
from sim.traffic.scenery.mesh import SceneryMesh, join, triangulate
from sim.traffic.scenery.ribbon import (
    arc_length,
    at,
    beside,
    between,
    cross_sections,
    piece,
)
from sim.traffic.scenery.surface import junction_kinds


class EdgeStrip(NamedTuple):
    """Part of an edge between its borders, right and left (k, 3) each."""

    edge: str
    span: DeckSpan
    right: Array
    left: Array

    @property
    def mesh(self) -> SceneryMesh:
        return between(self.right, self.left)


def lane_meshes(network: Network) -> Dict[str, SceneryMesh]:
    """Return the visible ground by kind of lane; junctions as ``junctions``."""
    parts: Dict[str, List[SceneryMesh]] = {}
    for lanes in network.edges.values():
        for lane in lanes:
            path = network.path(lane)
            if path is not None:
                parts.setdefault(lane.kind, []).append(lane_ribbon(lane, path.points))
    for kind, mesh in _node_meshes(network):
        parts.setdefault(kind, []).append(mesh)
    return {kind: join(meshes) for kind, meshes in parts.items()}


def edge_strips(network: Network, longest: float = np.inf) -> List[EdgeStrip]:
    """Return strips of all edges over their whole width.

    They are cut at the ends of bridges, with cross-sections at most ``longest`` m apart.
    """
    strips = []
    for edge, parts in spans(network).items():
        borders = _borders(network, network.across(edge))
        if borders is None:
            continue
        for span in parts:
            right, left = (
                piece(border, *(share * arc_length(border)[-1] for share in span[:2]))
                for border in borders
            )
            strips.append(EdgeStrip(edge, span, *cross_sections(right, left, longest)))
    return strips


def node_mesh(network: Network) -> SceneryMesh:
    """Return junctions and walking areas."""
    return join(mesh for _, mesh in _node_meshes(network))


def _borders(network: Network, lanes: Tuple[Lane, ...]) -> Optional[Tuple[Array, Array]]:
    """Return the outer borders of an edge, the right one first.

    Its lanes are from right to left; lanes without length are ignored.
    """
    paths = [
        (path, 0.5 * lane.width)
        for lane in lanes
        for path in (network.path(lane),)
        if path is not None
    ]
    if not paths:
        return None
    return beside(paths[0][0].points, -paths[0][1]), beside(paths[-1][0].points, paths[-1][1])


def _node_meshes(network: Network) -> List[Tuple[str, SceneryMesh]]:
    """Return kind and mesh of each junction and of each walking area.

    Junctions are without their walking areas.
    """
    kinds, walks = junction_kinds(network), _walks(network)
    meshes = []
    for node in {**network.junctions, **walks}:
        outline = network.junctions.get(node)
        walk = shapely.union_all(walks.get(node, []))
        z = float(np.median(outline[:, 2])) if outline is not None else _walk_height(network, node)
        if outline is not None:
            area = shapely.make_valid(shapely.Polygon(outline[:, :2]))
            meshes.append((kinds[node], triangulate(shapely.difference(area, walk), z)))
        meshes.append((SIDEWALK, triangulate(walk, z)))
    meshes += [
        (cap.kind, triangulate(cap.area, float(np.median(network.junctions[cap.junction][:, 2]))))
        for cap in caps(network)
    ]
    return [(kind, mesh) for kind, mesh in meshes if len(mesh.faces)]


def _walks(network: Network) -> Dict[str, List[BaseGeometry]]:
    """Return outlines of walking areas by junction."""
    found: Dict[str, List[BaseGeometry]] = {}
    for lane in network.walkingareas:
        if len(lane.shape) > 2:
            found.setdefault(_node(lane), []).append(
                shapely.make_valid(shapely.Polygon(lane.shape[:, :2]))
            )
    return found


def _walk_height(network: Network, node: str) -> float:
    return float(
        np.median(
            np.concatenate(
                [lane.shape[:, 2] for lane in network.walkingareas if _node(lane) == node]
            )
        )
    )


def _node(lane: Lane) -> str:
    return lane.edge[1 : lane.edge.rfind("_")]


def sampled(line: Array, apart: float) -> Array:
    """Return a polyline (k, 3) with additional points. Neighbours are at most ``apart`` m apart."""
    lengths = arc_length(line)
    return at(
        line,
        np.unique(
            np.concatenate(
                [
                    lengths,
                    np.linspace(0.0, lengths[-1], max(2, int(np.ceil(lengths[-1] / apart)) + 1)),
                ]
            )
        ),
    )
