"""Mesh assets of the MuJoCo world, shared by models.

Each file is held once per scale, and removed with its last user. Meshes are passed as STL in memory
under the hash of its bytes, because MuJoCo keeps the convex hulls of such files between compiles (4
ms instead of 130 ms for five meshes of 5000 faces). MuJoCo collides a mesh as its convex hull; rays
hit the true surface.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Dict, Iterable, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.types import Mesh

STL_MOST_FACES = 200000
FLATNESS = 1e-5
THICKNESS = 1e-3
STL_FACE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


class MeshAssets:
    """Meshes of one ``MjSpec``, by reference counting of its models."""

    def __init__(self, spec: mujoco.MjSpec) -> None:
        self._spec = spec
        self._names: Dict[Mesh, str] = {}
        self._uses: Counter[Mesh] = Counter()

    def name(self, mesh: Mesh) -> str:
        """Return the asset's name; reads the file at its first use."""
        if mesh not in self._names:
            self._names[mesh] = self._load(mesh)
        return self._names[mesh]

    def hold(self, meshes: Iterable[Mesh]) -> None:
        """Add a user of each mesh."""
        self._uses.update(meshes)

    def release(self, meshes: Iterable[Mesh]) -> None:
        """Remove a user of each mesh, and meshes without users."""
        self._uses.subtract(meshes)
        self.prune()

    def prune(self) -> None:
        """Delete the assets without users."""
        for mesh in [mesh for mesh in self._names if self._uses[mesh] <= 0]:
            name = self._names.pop(mesh)
            del self._uses[mesh]
            if name not in self._names.values():
                self._spec.delete(self._spec.mesh(name))
                self._spec.assets.pop(f"{name}.stl", None)

    def _load(self, mesh: Mesh) -> str:
        vertices, faces = load_mesh(mesh)
        vertices, faces = np.asarray(vertices, dtype=float), np.asarray(faces, dtype=int)
        if not len(faces) or not np.isfinite(vertices).all():
            raise InputError(mesh.path, "the mesh must have faces, and vertices that are finite")
        vertices, faces = thickened(vertices, faces)
        if len(faces) > STL_MOST_FACES:
            return self._add_arrays(mesh, vertices, faces)
        return self._add_stl(stl_bytes(vertices, faces))

    def _add_stl(self, content: bytes) -> str:
        name = hashlib.sha1(content).hexdigest()
        if self._spec.mesh(name) is None:
            self._spec.assets[f"{name}.stl"] = content
            asset = self._spec.add_mesh(name=name, file=f"{name}.stl")
            asset.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
        return name

    def _add_arrays(self, mesh: Mesh, vertices: Array, faces: Array) -> str:
        name = hashlib.sha1(repr(mesh).encode()).hexdigest()
        asset = self._spec.add_mesh(name=name, uservert=vertices.ravel(), userface=faces.ravel())
        asset.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
        return name


def stl_bytes(vertices: Array, faces: Array) -> bytes:
    """Return binary STL of vertices (n, 3) and faces (m, 3). Normals are zero."""
    triangles = np.zeros(len(faces), dtype=STL_FACE)
    triangles["corners"] = vertices[faces]
    return bytes(80) + np.uint32(len(faces)).tobytes() + triangles.tobytes()


def thickened(vertices: Array, faces: Array) -> Tuple[Array, Array]:
    """Thicken a flat mesh by 1 mm, since a hull needs volume.

    It gets a copy beneath. Other meshes are returned unchanged.
    """
    used = vertices[np.unique(faces)]
    _, extents, axes = np.linalg.svd(used - used.mean(axis=0), full_matrices=False)
    if len(used) > 3 and extents[-1] > FLATNESS * extents[0]:
        return vertices, faces
    normal = axes[-1] * (-1.0 if axes[-1][np.argmax(np.abs(axes[-1]))] > 0 else 1.0)
    beneath = faces[:, ::-1] + len(vertices)
    return np.vstack([vertices, vertices + THICKNESS * normal]), np.vstack([faces, beneath])
