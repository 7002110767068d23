"""Loader of mesh files (.stl, .obj, .dae) after Gazebo classic.

Order: units and node transforms of the file, submesh, centring, scale. Metres, in the geometry's
frame.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Callable, Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.mesh.dae import Part, read_dae
from sim.sdf.mesh.obj import read_obj
from sim.sdf.mesh.stl import read_stl
from sim.sdf.types import Mesh

_READERS: Dict[str, Callable[[str], List[Part]]] = {
    ".stl": read_stl,
    ".obj": read_obj,
    ".dae": read_dae,
}


def load_mesh(mesh: Mesh) -> Tuple[Array, Array]:
    """Return vertices (n, 3) in m and faces (m, 3), read-only. Only vertices that a face uses."""
    return _load(mesh, written(mesh.path, "mesh"))[:2]


def mesh_points(mesh: Mesh) -> Array:
    """Return the points (n, 3) in m of Gazebo's bounding box.

    The vertices of a mesh, and the ends of Collada's lines.
    """
    return _load(mesh, written(mesh.path, "mesh"))[2]


def forget() -> None:
    """Clear the cache of meshes."""
    _load.cache_clear()
    _load_parts.cache_clear()


def written(path: str, what: str) -> int:
    """Return a file's modification time in ns, a cache key.

    Raises InputError if the file cannot be read as the mesh or image ``what``.
    """
    try:
        return os.stat(path).st_mtime_ns
    except OSError as error:
        raise InputError(
            path, f"the {what} cannot be read ({error.strerror}); check the path"
        ) from None


@lru_cache(maxsize=256)
def _load(mesh: Mesh, mtime_ns: int) -> Tuple[Array, Array, Array]:
    parts: Sequence[Part] = _load_parts(mesh.path, mtime_ns)
    if mesh.submesh is not None:
        chosen = [part for part in parts if part[0] == mesh.submesh]
        if not chosen:
            names = ", ".join(_names(parts)) or "no named ones"
            raise InputError(mesh.path, f"submesh {mesh.submesh!r} not found; submeshes: {names}")
        # Gazebo takes the first of several that have the same name.
        parts = chosen[:1]
    solid = [part for part in parts if part[2].shape[1] == 3]
    if not solid:
        raise InputError(mesh.path, "holds lines and no triangles; export the mesh again")
    vertices, faces = _joined(solid)
    lines = [points[np.unique(ends)] for _, points, ends in parts if ends.shape[1] == 2]
    points = np.concatenate([vertices, *lines])
    if mesh.center and mesh.submesh is not None:
        middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
        vertices, points = vertices - middle, points - middle
    vertices, points = vertices * np.array(mesh.scale), points * np.array(mesh.scale)
    if np.prod(mesh.scale) < 0.0:
        # A mirrored mesh would be inside out.
        faces = faces[:, ::-1].copy()
    vertices.flags.writeable = faces.flags.writeable = points.flags.writeable = False
    return vertices, faces, points


@lru_cache(maxsize=64)
def _load_parts(path: str, mtime_ns: int) -> Tuple[Part, ...]:
    kind = os.path.splitext(path)[1].lower()
    if kind not in _READERS:
        raise InputError(
            path,
            f"meshes of type {kind!r} are not read; convert it to one of {', '.join(_READERS)}",
        )
    parts = _READERS[kind](path)
    for _, vertices, faces in parts:
        if not np.isfinite(vertices).all() or faces.min() < 0 or faces.max() >= len(vertices):
            raise InputError(
                path, "has vertices that are not finite or missing; export the mesh again"
            )
    return tuple(parts)


def _names(parts: Sequence[Part]) -> List[str]:
    return list(dict.fromkeys(name for name, _, _ in parts if name))


def _joined(parts: Sequence[Part]) -> Tuple[Array, Array]:
    """Join all parts into one mesh, without unused vertices."""
    offsets = np.cumsum([0] + [len(vertices) for _, vertices, _ in parts[:-1]])
    vertices = np.concatenate([vertices for _, vertices, _ in parts])
    faces = np.concatenate([faces + offset for offset, (_, _, faces) in zip(offsets, parts)])
    used, indices = np.unique(faces, return_inverse=True)
    return vertices[used], indices.reshape(-1, 3)
