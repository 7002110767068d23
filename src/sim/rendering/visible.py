"""Frustum culling: leaves out objects that a view cannot show.

They are beside, behind, beyond, or smaller than a pixel.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.meshes import MeshStore
from sim.rendering.types import CameraView, DrawnInstances


def middles(drawn: DrawnInstances, store: MeshStore) -> Tuple[Array, Array]:
    """Return bounding spheres: centres (k, 3) in the world and radii (k,)."""
    offsets = (drawn.rotation @ store.origin[drawn.mesh][:, :, None])[:, :, 0]
    return drawn.position + offsets, store.radius[drawn.mesh]


def visible(
    drawn: DrawnInstances,
    store: MeshStore,
    view: CameraView,
    world_from_camera: Array,
    smallest: float,
) -> DrawnInstances:
    """Return the visible objects, near ones first.

    They are at least ``smallest`` pixels wide in the view.
    """
    centers, radius = middles(drawn, store)
    x, y, z = ((centers - world_from_camera[:3, 3]) @ world_from_camera[:3, :3]).T
    inside = (x + radius > view.near) & (x - radius < view.far)
    # To the right is -y; each edge is a plane through the eye.
    for tangent, across, sign in (
        (view.right, -y, 1.0),
        (view.left, -y, -1.0),
        (view.top, z, 1.0),
        (view.bottom, z, -1.0),
    ):
        inside &= sign * (across - tangent * x) < radius * np.hypot(1.0, tangent)
    inside &= 2.0 * radius * view.focal > smallest * np.maximum(x - radius, 1e-9)
    rows = np.flatnonzero(inside)
    return drawn.of(rows[np.argsort((x - radius)[rows], kind="stable")])
