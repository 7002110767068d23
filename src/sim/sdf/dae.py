"""Reads Collada files as Gazebo classic does: node transforms and ``<unit>`` applied, ``<up_axis>`` ignored.

Vertices come out in metres, in the file's own axes. Materials, skeletons and animations are not read.
"""
from __future__ import annotations

import io
from pathlib import Path
from typing import Iterator, List, Tuple

import collada
import numpy as np
from collada import common, scene

from sim.errors import InputError

Part = Tuple[str, np.ndarray, np.ndarray]

# A broken material, image or animation says nothing about the shape.
_TOLERATED = (common.DaeIncompleteError, common.DaeBrokenRefError, common.DaeMalformedError, common.DaeUnsupportedError)


def read_dae(path: str) -> List[Part]:
    """The parts (node name, vertices (n, 3), faces (m, 3)) of a Collada file, in the order of its scene."""
    document = _open(path)
    meter = document.assetInfo.unitmeter if document.assetInfo is not None else None
    parts = [(name, vertices * (meter or 1.0), faces) for name, vertices, faces in _scene_parts(document)]
    if not parts:
        reasons = "; ".join(str(error) for error in document.errors[:3]) or "its scene has no geometry"
        raise InputError(path, f"holds no triangles ({reasons}); export the mesh again")
    return parts


def _open(path: str) -> collada.Collada:
    data = Path(path).read_bytes()
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    # pycollada would expand entities and open archives of any size.
    if not start.startswith(b"<") or start[1:2] == b"\0" or b"<!DOCTYPE" in data:
        raise InputError(path, "is not a plain Collada document; it must be XML in UTF-8 without a DOCTYPE")
    try:
        return collada.Collada(io.BytesIO(start), ignore=list(_TOLERATED))
    except Exception as error:  # pycollada lets ValueError, IndexError, AttributeError and others through.
        raise InputError(path, f"is not a readable Collada file: {error}; export the mesh again") from None


def _scene_parts(document: collada.Collada) -> Iterator[Part]:
    if document.scene is None:
        for geometry in document.geometries:
            yield from _geometry_parts(geometry.name or geometry.id, geometry, np.eye(4))
        return
    for node in document.scene.nodes:
        yield from _node_parts(node, "", np.eye(4))


def _node_parts(node: scene.SceneNode, inherited: str, root_from_parent: np.ndarray) -> Iterator[Part]:
    """Parts below a scene node; a geometry goes by the name of the nearest named node, as submeshes do in Gazebo."""
    if isinstance(node, scene.GeometryNode):
        yield from _geometry_parts(inherited, node.geometry, root_from_parent)
    elif isinstance(node, scene.ControllerNode) and hasattr(node.controller, "bind_shape_matrix"):
        matrix = root_from_parent @ np.asarray(node.controller.bind_shape_matrix, float)
        yield from _geometry_parts(inherited, node.controller.geometry, matrix)
    elif isinstance(node, scene.NodeNode):
        yield from _node_parts(node.node, inherited, root_from_parent)
    elif isinstance(node, scene.Node):
        name = node.xmlnode.get("name") or inherited
        for child in node.children:
            yield from _node_parts(child, name, root_from_parent @ np.asarray(node.matrix, float))


def _geometry_parts(name: str, geometry: collada.geometry.Geometry, root_from_geometry: np.ndarray) -> Iterator[Part]:
    for primitive in geometry.primitives:
        if hasattr(primitive, "triangleset"):
            primitive = primitive.triangleset()
        if not isinstance(primitive, collada.triangleset.TriangleSet) or not len(primitive.vertex_index):
            continue
        vertices = np.asarray(primitive.vertex, float) @ root_from_geometry[:3, :3].T + root_from_geometry[:3, 3]
        yield name, vertices, np.asarray(primitive.vertex_index, np.int64).reshape(-1, 3)
