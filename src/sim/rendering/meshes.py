"""Meshes of the renderer, and the store of meshes in use.

Frame of the mesh, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterable, List, Optional

import numpy as np

from sim.arrays import Array
from sim.sdf.types import Color


@dataclass(frozen=True)
class DrawnMesh:
    """Mesh to draw.

    ``corners`` (t, 3, 3), ``normals`` (t, 3, 3), ``colors`` (t, 3) without an image, else
    ``coordinates`` (t, 3, 2) in it. ``tint`` multiplies all colours; ``key`` is the same for equal
    meshes; ``kinds`` (t,) uint8 are numbers of semantic classes, 0 without.
    """

    corners: Array
    normals: Array
    colors: Array
    coordinates: Array
    image: str
    tint: Color
    key: bytes
    kinds: Optional[Array] = None


# Lower and wider meshes are probably ground.
MAX_GROUND_HEIGHT = 0.3  # m
MIN_GROUND_WIDTH = 3.0  # m
VERTEX = np.dtype(
    [
        ("place", np.float32, 3),
        ("normal", np.float32, 3),
        ("coordinate", np.float32, 2),
        ("paint", np.uint8, 4),
    ]
)


class MeshStore:
    """Each different ``DrawnMesh`` once; arrays by mesh number.

    ``low`` and ``high`` (n, 3) are the bounding box, ``origin`` (n, 3) its middle and ``radius``
    (n,) around that, ``tint`` (n, 4), ``picture`` (n,) the index of its image in ``images``, 0
    without one; ``lies`` (n,) marks wide and flat meshes, such as ground.
    """

    def __init__(self, meshes: Iterable[DrawnMesh]) -> None:
        drawn: Dict[bytes, DrawnMesh] = {mesh.key: mesh for mesh in meshes}
        self.meshes: List[DrawnMesh] = list(drawn.values())
        self._numbers = {key: number for number, key in enumerate(drawn)}
        self.tint = np.array([mesh.tint for mesh in self.meshes], np.float32).reshape(-1, 4)
        self.images = list(dict.fromkeys(["", *(mesh.image for mesh in self.meshes)]))
        places = {image: number for number, image in enumerate(self.images)}
        self.picture = np.array([places[mesh.image] for mesh in self.meshes], int)
        self.low, self.high = np.zeros((len(drawn), 3)), np.zeros((len(drawn), 3))
        self.origin, self.radius = np.zeros((len(drawn), 3)), np.zeros(len(drawn))
        for number, mesh in enumerate(self.meshes):
            points = mesh.corners.reshape(-1, 3)
            self.low[number], self.high[number] = points.min(axis=0), points.max(axis=0)
            self.origin[number] = 0.5 * (self.low[number] + self.high[number])
            self.radius[number] = np.linalg.norm(points - self.origin[number], axis=1).max()
        extent = self.high - self.low
        self.lies = (extent[:, 2] < MAX_GROUND_HEIGHT) & (
            extent[:, :2].max(axis=1, initial=0.0) > MIN_GROUND_WIDTH
        )

    def has(self, meshes: Iterable[DrawnMesh]) -> bool:
        """Return whether all meshes are in the store."""
        return all(mesh.key in self._numbers for mesh in meshes)

    def number(self, mesh: DrawnMesh) -> int:
        """Return the number of a mesh in the store."""
        return self._numbers[mesh.key]


def vertices_of(mesh: DrawnMesh) -> Array:
    """Return the corners (3 t,) of a mesh's triangles as ``VERTEX``."""
    found = np.zeros(3 * len(mesh.corners), VERTEX)
    found["place"] = mesh.corners.reshape(-1, 3)
    found["normal"] = mesh.normals.reshape(-1, 3)
    found["coordinate"] = mesh.coordinates.reshape(-1, 2)
    found["paint"][:, :3] = np.repeat(np.round(255.0 * mesh.colors).astype(np.uint8), 3, axis=0)
    if mesh.kinds is not None:
        found["paint"][:, 3] = np.repeat(mesh.kinds, 3)
    return found


def indexed(vertices: Array) -> tuple[Array, Array]:
    """Return unique vertices (n,) and the index (m,) of each vertex."""
    words = vertices.view(np.uint32).reshape(len(vertices), -1).astype(np.uint64)
    # A hash by a sum of odd multiples in 64 bits distinguishes as many vertices as a world can
    # have.
    factors = np.random.default_rng(0).integers(2**63, size=words.shape[1], dtype=np.uint64) * 2 + 1
    _, first, number = np.unique(
        (words * factors).sum(axis=1, dtype=np.uint64), return_index=True, return_inverse=True
    )
    return vertices[first], number.ravel().astype(np.uint32)
