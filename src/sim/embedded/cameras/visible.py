"""Leaves out what a view cannot show: what is beside it, behind it, beyond it or smaller than a
pixel."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array

from .mesh_store import MeshStore
from .renderer import Drawn
from .types import View


def visible(
    drawn: Drawn, store: MeshStore, view: View, world_from_camera: Array, smallest: float
) -> Drawn:
    """What of ``drawn`` is at least ``smallest`` pixels wide in the view."""
    centers = drawn.position + (drawn.rotation @ store.origin[drawn.mesh][:, :, None])[:, :, 0]
    x, y, z = ((centers - world_from_camera[:3, 3]) @ world_from_camera[:3, :3]).T
    radius = store.radius[drawn.mesh]
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
    return Drawn(drawn.mesh[rows], drawn.position[rows], drawn.rotation[rows], drawn.shining[rows])
