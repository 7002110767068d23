"""Subscriptions to SUMO's vehicles and persons.

All, or those within a radius of watched points. Net coordinates, m. A point of interest moves with
the watched object: unlike a vehicle it exists before its surroundings are subscribed, also off the
road, and never arrives.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Mapping, Set, Tuple

import traci
import traci.constants as tc
from traci.domain import Domain

from sim.traffic.ask import Ask
from sim.traffic.decoder import ContextDecoder

EVERYWHERE = 1e9
INVISIBLE = (0, 0, 0, 0)


class ContextSubscriptions:
    """Keeps the context subscriptions. ``ask`` makes a TraCI call and reports errors."""

    def __init__(
        self,
        connection: traci.connection.Connection,
        ask: Ask,
        decoder: ContextDecoder,
        radius: float = math.inf,
    ) -> None:
        self._connection, self._ask, self._decoder, self._radius = connection, ask, decoder, radius
        self._persons = False
        self._points: Set[str] = set()
        if not self.limited:
            self._anchor = ask(connection.junction.getIDList)[0]
            self._subscribe_vehicles(connection.junction, self._anchor, EVERYWHERE)

    @property
    def limited(self) -> bool:
        """True if only the surroundings of watched points are reported."""
        return math.isfinite(self._radius)

    def look(self, points: Mapping[str, Tuple[float, float]]) -> Set[str]:
        """Watch these points only and return those already reported.

        The surroundings of the others are reported from the next step on.
        """
        if not self.limited:
            return set(points)
        for name in sorted(self._points - points.keys()):
            self._forget(name)
        known = self._points & points.keys()
        for name, (x, y) in points.items():
            if name in known:
                self._ask(partial(self._connection.poi.setPosition, _point(name), x, y))
            else:
                self._begin(name, x, y)
        return known

    def _begin(self, name: str, x: float, y: float) -> None:
        domain, point = self._connection.poi, _point(name)
        self._ask(lambda: domain.add(point, x, y, INVISIBLE))
        self._subscribe_vehicles(domain, point, self._radius)
        if self._persons:
            self._subscribe_persons(domain, point, self._radius)
        self._points.add(name)

    def _forget(self, name: str) -> None:
        domain, point = self._connection.poi, _point(name)
        for members in (
            tc.CMD_GET_VEHICLE_VARIABLE,
            *([tc.CMD_GET_PERSON_VARIABLE] if self._persons else []),
        ):
            self._ask(partial(domain.unsubscribeContext, point, members, self._radius))
        self._ask(lambda: domain.remove(point))
        self._points.remove(name)

    def see_persons(self) -> None:
        """Report persons from the next step on. Without persons this only costs SUMO time."""
        if self._persons:
            return
        self._persons = True
        if not self.limited:
            self._subscribe_persons(self._connection.junction, self._anchor, EVERYWHERE)
        for name in sorted(self._points):
            self._subscribe_persons(self._connection.poi, _point(name), self._radius)

    def _subscribe_vehicles(self, domain: Domain, name: str, radius: float) -> None:
        variables = [variable.id for variable in self._decoder.variables]
        self._ask(
            lambda: domain.subscribeContext(name, tc.CMD_GET_VEHICLE_VARIABLE, radius, variables)
        )

    def _subscribe_persons(self, domain: Domain, name: str, radius: float) -> None:
        variables = [variable.id for variable in self._decoder.of_persons]
        self._ask(
            lambda: domain.subscribeContext(name, tc.CMD_GET_PERSON_VARIABLE, radius, variables)
        )


def _point(name: str) -> str:
    return f"around_{name}"
