"""Terms of the Intelligent Driver Model (IDM) [IDM, eqs. 2 and 3].

They accept numbers and arrays. An acceleration is ``free(...) - interaction(...)``; the caller
limits it. SI units; the gap is bumper to bumper.
"""

from __future__ import annotations

from typing import Any

import numpy as np

EXPONENT = 4.0


def desired_gap(
    speed: Any,
    leader_speed: Any,
    headway: Any,
    minimum_gap: Any,
    acceleration: Any,
    deceleration: Any,
) -> Any:
    """Return the desired gap s*. s* = s_0 + max(0, v T + v (v - v_l) / (2 sqrt(a b)))."""
    closing = speed * (speed - leader_speed) / (2.0 * np.sqrt(acceleration * deceleration))
    return minimum_gap + np.maximum(0.0, speed * headway + closing)


def free(speed: Any, desired_speed: Any, acceleration: Any, exponent: float = EXPONENT) -> Any:
    """Return the free-road acceleration a (1 - (v/v_0)^delta)."""
    return acceleration * (1.0 - (speed / desired_speed) ** exponent)


def interaction(desired: Any, gap: Any, acceleration: Any) -> Any:
    """Return the deceleration a (s*/s)^2 by a leader."""
    return acceleration * (desired / gap) ** 2
