"""Wheels about their own middle, y to the left along the axle.

A tyre, and a rim with spokes that show its rotation.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.assets.traffic.surface import PartSurface

TYRE_PART = "tyre"
RIM_PART = "rim"
GAP_PART = "rim_gap"


def wheel(
    radius: float,
    width: float,
    rim: float = 0.66,
    sides: int = 12,
    spokes: int = 6,
    open_sides: int = 1,
) -> PartSurface:
    """Return a wheel with a rim on its left side.

    ``open_sides`` 2 has it on both sides; ``rim`` is a fraction of the radius.
    """
    surface, half = PartSurface(), 0.5 * width
    angles = 2.0 * np.pi * (np.arange(sides + 1) % sides) / sides
    circle = np.stack([np.sin(angles), np.zeros(len(angles)), np.cos(angles)], axis=1)
    right = -0.75 * half if open_sides == 2 else -half
    tread = np.array([circle * radius + [0.0, y, 0.0] for y in (right, 0.75 * half)])
    surface.grid(tread[[1, 0]], TYRE_PART)
    face = _face(circle, radius, half, rim, sides // spokes)
    surface.add(face)
    if open_sides == 2:
        surface.add(face.mirrored())
    else:
        back = np.array([0.0, -0.8 * half, 0.0])
        for k in range(sides):
            surface.triangle(TYRE_PART, np.array([tread[0][k + 1], tread[0][k], back]))
    return surface


def _face(circle: Array, radius: float, half: float, rim: float, period: int) -> PartSurface:
    """Return sidewall, spokes and hub on the left."""
    surface = PartSurface()
    rings = np.array(
        [
            circle * radius + [0.0, 0.75 * half, 0.0],
            circle * (radius * rim) + [0.0, half, 0.0],
            circle * (0.22 * radius) + [0.0, 0.8 * half, 0.0],
        ]
    )
    surface.grid(rings[[1, 0]], TYRE_PART)
    for k in range(len(circle) - 1):
        corners = np.array([rings[1][k], rings[1][k + 1], rings[2][k + 1], rings[2][k]])
        part = GAP_PART if k % period == 0 else RIM_PART
        surface.triangle(part, corners[[0, 1, 2]])
        surface.triangle(part, corners[[0, 2, 3]])
        hub = np.array([0.0, 0.8 * half, 0.0])
        surface.triangle(RIM_PART, np.array([rings[2][k], rings[2][k + 1], hub]))
    return surface
