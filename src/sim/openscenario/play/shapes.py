"""Shapes of transitions from 0 to 1, and their durations.

[OpenSCENARIO, DynamicsShape].
"""

from __future__ import annotations

import math
from typing import Tuple

# Smaller changes count as 0.
NONE = 1e-9
# The steepest slope of each shape over 0 to 1, and its largest curvature.
STEEPEST = {"linear": 1.0, "cubic": 1.5, "sinusoidal": math.pi / 2.0}
SHARPEST = {"linear": math.pi**2 / 2.0, "cubic": 6.0, "sinusoidal": math.pi**2 / 2.0}


def share(shape: str, part: float) -> Tuple[float, float]:
    """Return the reached share and its slope. After a part of the transition."""
    if shape == "step" or part >= 1.0:
        return 1.0, 0.0
    if part <= 0.0:
        return 0.0, 1.0 if shape == "linear" else 0.0
    if shape == "linear":
        return part, 1.0
    if shape == "cubic":
        return part * part * (3.0 - 2.0 * part), 6.0 * part * (1.0 - part)
    angle = math.pi * part
    return 0.5 * (1.0 - math.cos(angle)), 0.5 * math.pi * math.sin(angle)


def duration(shape: str, change: float, rate: float) -> float:
    """Return the duration in s at a largest ``rate``; inf for 0."""
    if shape == "step" or abs(change) < NONE:
        return 0.0
    return STEEPEST[shape] * abs(change) / abs(rate) if rate else math.inf


def duration_by_acceleration(shape: str, change: float, acceleration: float) -> float:
    """Return the duration in s at a largest second derivative.

    ``acceleration`` = a h / T^2 with a shape's largest curvature a. A linear one takes as long as a
    sinusoidal one.
    """
    if shape == "step" or abs(change) < NONE:
        return 0.0
    return math.sqrt(SHARPEST[shape] * abs(change) / acceleration) if acceleration else math.inf
