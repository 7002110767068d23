"""Objects of a scene that do not stay in place, in a simulator or on disk. Metres, radians."""

from __future__ import annotations

import math
from typing import Dict, Mapping

import numpy as np

from sim.arrays import Array

# Tolerance for the motion until bodies are in contact.
DISTANCE_TOLERANCE = 2e-3  # m
ANGLE_TOLERANCE = 1e-2  # rad


def unsettled(wanted: Mapping[str, Array], actual: Mapping[str, Array]) -> Dict[str, str]:
    """Return displacements of objects as text, by name.

    ``wanted`` and ``actual``: poses (4, 4); names in both count.
    """
    found = {}
    for name, pose in wanted.items():
        if name in actual:
            said = _said(pose, actual[name])
            if said:
                found[name] = said
    return found


def moved_text(found: Mapping[str, str], seconds: float) -> str:
    """Return all displacements in a line, or ""."""
    if not found:
        return ""
    return f"within {seconds:g} s {', '.join(f'{name} {said}' for name, said in found.items())}"


def _said(wanted: Array, actual: Array) -> str:
    """Return a displacement as text, or "" within tolerance; ``moved 0.3 m``, for example."""
    way = actual[:3, 3] - wanted[:3, 3]
    distance = float(np.linalg.norm(way))
    angle = math.acos(
        min(1.0, max(-1.0, (float(np.trace(wanted[:3, :3].T @ actual[:3, :3])) - 1.0) / 2.0))
    )
    words = []
    if not distance <= DISTANCE_TOLERANCE:
        verb = (
            "sank" if way[2] < -0.9 * distance else "rose" if way[2] > 0.9 * distance else "moved"
        )
        words.append(
            f"{verb} {distance * 1e3:.3g} mm" if distance < 0.1 else f"{verb} {distance:.3g} m"
        )
    if not angle <= ANGLE_TOLERANCE:
        words.append(f"turned {math.degrees(angle):.3g} degrees")
    return " and ".join(words)
