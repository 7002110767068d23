"""Bounding boxes of things in a picture, from pixels and meshes.

Camera frame: x forward, y left, z up, m; the centres of pixels are whole numbers.
"""

from __future__ import annotations

from typing import Dict, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.lens import distorted, intrinsics
from sim.embedded.cameras.types import ThingBox
from sim.rendering.label_runs import LabelRuns
from sim.rendering.types import Extent
from sim.sdf.sensors.cameras import Camera

# Corners nearer than this, m, are taken to be there.
NEAREST = 0.05


def box_of(
    extent: Extent,
    runs: LabelRuns,
    camera: Camera,
    camera_from_world: Array,
    names: Dict[int, str],
) -> Optional[ThingBox]:
    """Return a thing's box in a camera's labels; None if invisible."""
    own = runs.of(extent.instance)
    if not len(own.rows):
        return None
    counts = np.bincount(own.kinds, own.pixels)
    center = np.eye(4)
    center[:3, 3] = 0.5 * (extent.low + extent.high)
    return ThingBox(
        names.get(extent.instance, ""),
        extent.instance,
        int(counts.argmax()),
        int(own.first.min()),
        int(own.rows[0]),
        int(own.last.max()),
        int(own.rows[-1]),
        extent.high - extent.low,
        camera_from_world @ extent.world_from_box @ center,
        1.0 - extent.seen / extent.whole,
        _truncation(extent, camera, camera_from_world @ extent.world_from_box),
    )


def _truncation(extent: Extent, camera: Camera, camera_from_box: Array) -> float:
    """Return the share of the projected box's rectangle outside the picture."""
    low, high = _projected(extent, camera, camera_from_box)
    inside = np.minimum(high, (camera.width - 0.5, camera.height - 0.5)) - np.maximum(low, -0.5)
    area = float(np.prod(np.maximum(high - low, 1e-9)))
    return float(np.clip(1.0 - np.prod(np.maximum(inside, 0.0)) / area, 0.0, 1.0))


def _projected(extent: Extent, camera: Camera, camera_from_box: Array) -> Tuple[Array, Array]:
    unit = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    corners = extent.low + unit * (extent.high - extent.low)
    seen = corners @ camera_from_box[:3, :3].T + camera_from_box[:3, 3]
    depth = np.maximum(seen[:, 0], NEAREST)
    focal, cx, cy = intrinsics(camera)
    rays = np.stack([-seen[:, 1] / depth, -seen[:, 2] / depth], axis=1)
    pixels = distorted(camera.lens.coefficients, rays) * focal + (cx, cy)
    return pixels.min(axis=0), pixels.max(axis=0)
