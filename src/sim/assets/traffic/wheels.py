"""Wheels about their own middle, y to the left along the axle: a tyre, and a rim whose spokes show
how far it has turned."""

from __future__ import annotations

import numpy as np

from .surface import Surface

TYRE, RIM, GAP = "tyre", "rim", "rim_gap"


def wheel(
    radius: float, width: float, rim: float = 0.66, sides: int = 12, spokes: int = 6
) -> Surface:
    """A wheel whose outside is on its left; ``rim`` is a share of the radius."""
    surface = Surface()
    angles = 2.0 * np.pi * (np.arange(sides + 1) % sides) / sides
    circle = np.stack([np.sin(angles), np.zeros(len(angles)), np.cos(angles)], axis=1)
    half = 0.5 * width
    profile = [(radius, -half), (radius, 0.75 * half), (radius * rim, half)]
    rings = np.array([circle * share + [0.0, y, 0.0] for share, y in profile])
    for k in range(len(profile) - 1):
        surface.grid(rings[[k + 1, k]], TYRE)
    hub = circle * (0.22 * radius) + [0.0, half * 0.8, 0.0]
    for k in range(sides):
        spoke = k % (sides // spokes) != 0
        corners = np.array([rings[-1][k], rings[-1][k + 1], hub[k + 1], hub[k]])
        part = RIM if spoke else GAP
        surface.triangle(part, corners[[0, 1, 2]])
        surface.triangle(part, corners[[0, 2, 3]])
        surface.triangle(RIM, np.array([hub[k], hub[k + 1], [0.0, half * 0.8, 0.0]]))
        surface.triangle(TYRE, np.array([rings[0][k + 1], rings[0][k], [0.0, -half * 0.8, 0.0]]))
    return surface
