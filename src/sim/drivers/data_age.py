"""Age of a driver's data as a status in words; SI units."""

from __future__ import annotations

import math
from typing import Tuple

FRESH = "fresh"
OLD = "old"
TOO_OLD = "too old"
# Older data than this count as old: half a step of SUMO does not.
AGE_TOLERANCE = 0.05  # s


def judge(age: float, greatest_age: float) -> Tuple[str, str]:
    """Return the status of traffic states by age, and a message.

    The status is fresh, old, or too old to drive on.
    """
    if age <= AGE_TOLERANCE:
        return FRESH, "sees the traffic as the simulator shows it"
    if age <= greatest_age:
        return (
            OLD,
            f"drives by traffic states that are {age:.2f} s old, with margins for what others may "
            "have done since",
        )
    if math.isinf(age):
        return TOO_OLD, "stands: no traffic state received"
    return (
        TOO_OLD,
        f"brakes: the newest traffic state is {age:.2f} s old, more than {greatest_age:g} s",
    )
