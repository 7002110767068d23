"""Cloud drawn over the picture, to check a calibration by eye."""

from __future__ import annotations

from typing import Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.recording import RectifiedCamera

# Quantiles of depth at the ends of the colour map.
NEAR_QUANTILE = 0.02
FAR_QUANTILE = 0.98
DOT_RADIUS = 2  # pixels


def seen_points(
    optics: RectifiedCamera, camera_from_lidar: Array, cloud: Array
) -> Tuple[Array, Array]:
    """Return points (n, 3) in the picture, and their pixels (n, 2).

    Points are in the camera's frame (x forward, z up; m).
    """
    points = np.stack([cloud[name] for name in "xyz"], axis=-1).astype(float)
    points = points[np.isfinite(points).all(axis=1)]
    there = points @ camera_from_lidar[:3, :3].T + camera_from_lidar[:3, 3]
    there = there[there[:, 0] > 0.1]
    pixels = np.array(optics.center) - optics.focal * there[:, 1:] / there[:, :1]
    inside = ((pixels >= 0.0) & (pixels <= [optics.width - 1, optics.height - 1])).all(axis=1)
    return there[inside], pixels[inside]


def overlay(optics: RectifiedCamera, camera_from_lidar: Array, cloud: Array, image: Array) -> Array:
    """Draw the cloud's points on a grey picture (h, w).

    Returns (h, w, 3) BGR, red near and blue far.
    """
    drawn: Array = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    points, pixels = seen_points(optics, camera_from_lidar, cloud)
    if not len(points):
        return drawn
    near, far = np.quantile(points[:, 0], [NEAR_QUANTILE, FAR_QUANTILE])
    share = np.clip((points[:, 0] - near) / max(far - near, 1e-6), 0.0, 1.0)
    scale = np.rint(255.0 * (1.0 - share)).astype(np.uint8).reshape(-1, 1)
    colors = cv2.applyColorMap(scale, cv2.COLORMAP_JET)[:, 0].tolist()
    for (x, y), color in zip(np.rint(pixels).astype(int).tolist(), colors):
        cv2.circle(drawn, (x, y), DOT_RADIUS, color, -1)
    return drawn
