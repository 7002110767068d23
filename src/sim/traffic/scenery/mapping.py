"""Texture coordinates of mesh corners in the surface's image, in metres."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh

# Faces with normals at least this upright lie flat.
LEVEL = 0.5
# A corner that is by so much of an image before its edge is on the edge.
ON_EDGE = 1e-6


def folded(coordinates: Array) -> Array:
    """Return coordinates (m, 3, 2) in repeating images, moved near to 0.

    Each face is moved by whole images, so that far fewer coordinates differ.
    """
    result: Array = coordinates - np.floor(coordinates.min(axis=1, keepdims=True) + ON_EDGE)
    return result


def mapped(mesh: SceneryMesh) -> Array:
    """Return coordinates (m, 3, 2) of the corners of each face.

    The mesh's own, else x and y of flat faces, and the way along and the height of upright ones.
    """
    if mesh.coordinates is not None:
        own: Array = mesh.coordinates[mesh.faces]
        return own
    corners = mesh.triangles
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-12)[:, None]
    level = np.hypot(normals[:, 0], normals[:, 1])
    along = np.stack([-normals[:, 1], normals[:, 0]], axis=1) / np.maximum(level, 1e-9)[:, None]
    standing = np.stack(
        [np.einsum("mij,mj->mi", corners[:, :, :2], along), corners[:, :, 2]], axis=-1
    )
    places: Array = np.where(
        (np.abs(normals[:, 2]) > LEVEL)[:, None, None], corners[:, :, :2], standing
    )
    return places
