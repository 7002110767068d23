"""What stands between a demand and its effect: pure delay, first-order lag, rate limit and range.

One law serves steering (rad), drive torque and brake torque (N m):
``laws/vehicle/actuators.cc``.
"""

from __future__ import annotations

import math
import weakref

from sim.laws.library import NUMBER, POINTER, Laws

LAWS = Laws(
    "sim_laws",
    {
        "sim_actuator_new": (POINTER, [NUMBER] * 5),
        "sim_actuator_delete": (None, [POINTER]),
        "sim_actuator_reset": (None, [POINTER, NUMBER]),
        "sim_actuator_update": (NUMBER, [POINTER, NUMBER, NUMBER]),
    },
)


class Actuator:
    """Follows a demand after ``delay``, with time constant ``time_constant``, no faster than
    ``max_rate``, within [lower, upper]; ``value`` is its output."""

    def __init__(
        self,
        lower: float,
        upper: float,
        max_rate: float = math.inf,
        time_constant: float = 0.0,
        delay: float = 0.0,
    ) -> None:
        self._actuator = LAWS().sim_actuator_new(lower, upper, max_rate, time_constant, delay)
        weakref.finalize(self, LAWS().sim_actuator_delete, self._actuator)
        self.value = 0.0

    def reset(self, value: float = 0.0) -> None:
        """Rest at ``value`` and forget what is under way."""
        LAWS().sim_actuator_reset(self._actuator, value)
        self.value = value

    def update(self, demand: float, dt: float) -> float:
        """Advance by ``dt`` towards ``demand`` and return the output."""
        self.value = LAWS().sim_actuator_update(self._actuator, demand, dt)
        return self.value
