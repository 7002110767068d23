"""Puts vehicles onto the road while SUMO runs. Lengths in m, speeds in m/s.

SUMO ends at once over a route that it cannot drive, so that everything is checked before it is
sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Dict, List, Mapping, Sequence, Set, Tuple

import numpy as np
import traci

from sim.errors import InputError, SimulationError
from sim.traffic.control.names import finite, known, plain
from sim.traffic.control.sources import RouteFileSources
from sim.traffic.demand.vehicle_names import NUMBERED
from sim.traffic.roads.network import Lane, Network
from sim.traffic.session import SumoSession
from sim.traffic.state import SHADOW


@dataclass(frozen=True)
class InsertionStart:
    """Departure of a vehicle in SUMO's terms."""

    lane: str = "best"
    position: str = "base"
    speed: str = "max"


class Insertion:
    """Adds vehicles to a running session.

    ``sources`` are the demand's files; ``rng`` draws the types of its mix.
    """

    def __init__(
        self,
        session: SumoSession,
        network: Network,
        sources: RouteFileSources,
        rng: np.random.Generator,
    ) -> None:
        self._session, self._network, self._sources, self._rng = session, network, sources, rng
        self._routes: Dict[Tuple[str, ...], str] = {}
        self._added = 0
        self._used: Set[str] = set()
        self._fresh: Set[str] = set()

    def after_step(self) -> None:
        """Forget added vehicles that are on the road or pending in SUMO."""
        self._fresh.clear()

    def waiting(self) -> Set[str]:
        """Return the vehicles that SUMO has not inserted yet."""
        return {
            *self._fresh,
            *self._session.ask(self._session.connection.simulation.getPendingVehicles),
        }

    def forget(self, name: str) -> None:
        """Register the removal of a vehicle."""
        self._fresh.discard(name)

    def add(
        self, name: str, kind: str, edges: Sequence[str], start: Tuple[int, float, float]
    ) -> str:
        """Add one vehicle that drives along ``edges`` and return its name.

        ``start`` is the lane (-1: the best), position, and speed (negative: the highest safe one).
        """
        first, last, via = edges[0], edges[-1] or edges[0], list(edges[1:-1])
        for where, edge in (
            ("from_edge", first),
            ("to_edge", last),
            *(("via", edge) for edge in via),
        ):
            known(edge, self._network.edges, where, "edge")
        lane, position, speed = start
        lanes = self._network.edges[first]
        if not -1 <= lane < len(lanes):
            raise InputError(
                "lane",
                f"'{first}' has no lane {lane}; its lanes are 0 to {len(lanes) - 1}, and -1 is "
                "the best one",
            )
        finite(position, "position", -lanes[0].length, lanes[0].length)
        finite(speed, "speed", high=lanes[lane].speed)
        name = self._name(name)
        kind = drawn(self.kinds(kind, "type"), self._rng)
        self.check_open(
            [lanes[lane]] if lane >= 0 else lanes, kind, "lane" if lane >= 0 else "from_edge"
        )
        route = self.route([first, *via, last], kind, "to_edge")
        self.insert(
            name,
            route,
            kind,
            InsertionStart(
                "best" if lane < 0 else str(lane),
                f"{position:g}",
                "max" if speed < 0 else f"{speed:g}",
            ),
        )
        self._used.add(name)
        return name

    def kinds(self, name: str, where: str) -> Dict[str, float]:
        """Return the vehicle types of a name, with shares.

        It is the type of that name, a distribution's types, or the demand's mix if the name is
        empty.
        """
        shares = self._sources.mix if not name else self._sources.distributions.get(name)
        if shares:
            return dict(shares)
        types = self._session.ask(self._session.connection.vehicletype.getIDList)
        name = name or self._sources.first_type or "DEFAULT_VEHTYPE"
        return {
            known(name, [kind for kind in types if "@" not in kind], where, "vehicle type"): 1.0
        }

    def route(self, edges: Sequence[str], kind: str, where: str) -> str:
        """Return the name of SUMO's route along some edges.

        InputError if a vehicle of the type cannot drive it.
        """
        key = (kind, *edges)
        if key not in self._routes:
            way = self._way(edges, kind, where)
            self._routes[key] = f"asked_for_{len(self._routes)}"
            self._session.ask(lambda: self._session.connection.route.add(self._routes[key], way))
        return self._routes[key]

    def check_open(self, lanes: Sequence[Lane], kind: str, where: str) -> None:
        """Raise InputError if every lane is closed to the vehicle type."""
        vehicle_class = self._session.ask(
            lambda: self._session.connection.vehicletype.getVehicleClass(kind)
        )
        if not any(vehicle_class in lane.allowed for lane in lanes):
            closed = lanes[0].id if len(lanes) == 1 else lanes[0].edge
            raise InputError(
                where, f"'{closed}' is closed to a {kind} (SUMO class {vehicle_class})"
            )

    def check_way(self, edges: Sequence[str], kind: str, where: str) -> None:
        """Raise InputError if the vehicle type cannot drive exactly these edges."""
        if self._way(edges, kind, where) != list(edges):
            raise InputError(where, f"a {kind} cannot drive the route {' '.join(edges)}")

    def insert(self, name: str, route: str, kind: str, start: InsertionStart) -> None:
        """Has SUMO insert a vehicle as soon as there is room."""
        domain = self._session.connection.vehicle
        try:
            self._session.ask(
                lambda: domain.add(
                    name, route, kind, "now", start.lane, start.position, start.speed
                )
            )
        except traci.TraCIException as error:
            raise SimulationError(f"SUMO refuses: {error}") from None
        self._fresh.add(name)

    def _way(self, edges: Sequence[str], kind: str, where: str) -> List[str]:
        way = [edges[0]]
        for start, end in zip(edges, edges[1:]):
            if start == end:
                continue
            leg = self._session.ask(
                partial(self._session.connection.simulation.findRoute, start, end, kind)
            ).edges
            if not leg:
                raise InputError(where, f"no route leads from '{start}' to '{end}' for a {kind}")
            way += leg[1:]
        if len(way) == 1:
            self.check_open(self._network.edges[way[0]], kind, where)
        return way

    def _name(self, name: str) -> str:
        """Return a vehicle name that is unique in the run. It is generated if ``name`` is empty."""
        taken = {*self._session.ask(self._session.connection.vehicle.getIDList), *self.waiting()}
        if name in taken or name.encode(errors="replace") in self._session.hidden:
            raise InputError("name", f"vehicle '{name}' exists already")
        if self._was_used(plain(name, "name")):
            raise InputError(
                "name", f"'{name}' was used in this run; a name stands for one vehicle only"
            )
        self._check_kept(name)
        while not name or name in taken or self._was_used(name):
            name, self._added = f"added_{self._added}", self._added + 1
        return name

    def _was_used(self, name: str) -> bool:
        return name in self._used or self._session.registry.has_vehicle(name)

    def _check_kept(self, name: str) -> None:
        """Raise InputError for a reserved name of a vehicle.

        It belongs to a flow's vehicle or an ego; SUMO ends if another vehicle already has the name.
        """
        if SHADOW in name:
            raise InputError(
                "name",
                f"'{name}' contains '{SHADOW}', which marks shadows of egos; choose another name",
            )
        found = NUMBERED.fullmatch(name)
        if found and (found.group(2) or found.group(1) in self._sources.flows):
            raise InputError(
                "name",
                f"'{name}' is kept for vehicles of the flow '{found.group(1)}'; choose another "
                "name",
            )


def drawn(shares: Mapping[str, float], rng: np.random.Generator) -> str:
    """Draw one of several types by their shares."""
    return (
        next(iter(shares))
        if len(shares) == 1
        else str(rng.choice(list(shares), p=list(shares.values())))
    )
