"""Counts vehicles that SUMO dropped after their maximum wait for insertion.

SUMO drops them silently. Vehicles removed by a request do not count.
"""

from __future__ import annotations

import math
from typing import Set

import traci

from sim.traffic.session import SumoSession

PERIOD = 1.0


class NotInserted:
    """``count`` since the session began; :meth:`look` belongs behind every step."""

    def __init__(self, session: SumoSession) -> None:
        self.count = 0
        self._session = session
        self._waiting: Set[str] = set()
        self._next = 0.0

    def look(self) -> None:
        """Count vehicles that stopped waiting without entering, every ``PERIOD`` s."""
        if (
            math.isinf(self._session.options.max_depart_delay)
            or self._session.time < self._next - 1e-9
        ):
            return
        self._next = self._session.time + PERIOD
        waiting = set(self._session.ask(self._session.connection.simulation.getPendingVehicles))
        self.count += sum(
            1
            for name in self._waiting - waiting - self._session.sent_away
            if not self._entered(name)
        )
        self._waiting = waiting
        # SUMO lists removed vehicles until its next step.
        self._session.sent_away &= waiting

    def _entered(self, name: str) -> bool:
        if self._session.registry.has_vehicle(name):
            return True
        try:
            self._session.ask(lambda: self._session.connection.vehicle.getRoadID(name))
        except traci.TraCIException:
            return False
        return True
