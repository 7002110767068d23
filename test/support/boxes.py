"""Corners of boxes in the plane: overlaps measured independently of the library."""

from __future__ import annotations

import numpy as np


def box_corners(
    centre: np.ndarray, yaw: np.ndarray, length: np.ndarray, width: np.ndarray
) -> np.ndarray:
    """Return corners (n, 4, 2) of boxes, counter-clockwise from front left. Centres are (n, 2)."""
    along = np.stack([np.cos(yaw), np.sin(yaw)], 1)[:, None] * (0.5 * length[:, None, None])
    across = np.stack([-np.sin(yaw), np.cos(yaw)], 1)[:, None] * (0.5 * width[:, None, None])
    signs = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    return centre[:, None] + signs[None, :, :1] * along + signs[None, :, 1:] * across
