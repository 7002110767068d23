"""Flows of vehicles with rates that can be set while SUMO runs.

SUMO cannot change a flow, so that a flow with a set rate is replaced: its own vehicles are removed
when SUMO loads them, before they are visible, and Poisson arrivals are drawn here, with a seed for
each flow. Times are the session's.
"""

from __future__ import annotations

import contextlib
import logging
import re
from dataclasses import dataclass
from typing import Dict, List, Mapping, Sequence, Tuple

import numpy as np
import traci
import traci.constants as tc

from sim.errors import InputError, SimulationError
from sim.traffic.control.insertion import Insertion, InsertionStart, drawn
from sim.traffic.control.names import finite, known, plain, suggestion
from sim.traffic.control.sources import HOUR, RouteFileSources, SourceFlow
from sim.traffic.decoder import StepAnswer
from sim.traffic.demand.feasible import LANE_CAPACITY
from sim.traffic.demand.vehicle_names import ASKED
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession

log = logging.getLogger(__name__)


@dataclass
class _FlowArrivals:
    """Arrivals of one flow; ``next`` is the time of the next arrival."""

    flow: SourceFlow
    types: Mapping[str, float]
    rate: float
    rng: np.random.Generator
    next: float = 0.0
    sent: int = 0

    def arrivals(self, until: float) -> int:
        """Return the number of arrivals before ``until``."""
        count = 0
        while self.rate > 0.0 and self.next < until:
            count += 1
            self.next += self.rng.exponential(1.0 / self.rate)
        return count


class Flows:
    """Sends the vehicles of flows that a request began or changed."""

    def __init__(
        self,
        session: SumoSession,
        network: Network,
        sources: RouteFileSources,
        insertion: Insertion,
        seed: int,
    ) -> None:
        self._session, self._network, self._sources, self._insertion = (
            session,
            network,
            sources,
            insertion,
        )
        self._seed = seed
        self._streams: Dict[str, _FlowArrivals] = {}
        self._ended: Dict[str, _FlowArrivals] = {}
        self._refused: List[bytes] = []

    def set(self, name: str, edges: Tuple[str, str], kind: str, vehicles_per_hour: float) -> str:
        """Set a flow's rate, or begin a flow between two edges.

        A negative rate restores that of the demand. Return a line that describes the effect.
        """
        finite(vehicles_per_hour, "vehicles_per_hour")
        flow = self._flow(name, edges, kind)
        if vehicles_per_hour < 0:
            return self._give_back(name)
        types = self._checked(flow, kind, vehicles_per_hour)
        gone = self._dismiss(name)
        before = self._streams.get(name) or self._ended.get(name)
        rng = before.rng if before else np.random.default_rng([self._seed, *name.encode()])
        stream = _FlowArrivals(
            flow,
            types,
            vehicles_per_hour / HOUR,
            rng,
            self._session.time,
            before.sent if before else 0,
        )
        if stream.rate:
            stream.next += rng.exponential(1.0 / stream.rate)
        self._streams[name] = stream
        self._watch()
        return f"{name}: {vehicles_per_hour:g} vehicles/h" + (
            f"; {gone} that waited to enter are sent away" if gone else ""
        )

    def before_step(self) -> None:
        """Add the vehicles that arrive during the coming step."""
        until = self._session.time + self._session.options.step
        for name, stream in self._streams.items():
            for _ in range(stream.arrivals(until)):
                self._send(name, stream)

    def screen(self, answer: StepAnswer) -> None:
        """Remove the vehicles that SUMO loaded for replaced flows.

        It runs before an answer becomes a state.
        """
        for name in self._refused:
            self._session.hidden.pop(name, None)
        self._refused = []
        for vehicle in answer.simulation.get(tc.VAR_LOADED_VEHICLES_IDS, ()):
            flow, _, number = vehicle.rpartition(".")
            if flow in self._streams and number.isdigit() and flow in self._sources.flows:
                self._refuse(vehicle, vehicle.encode() in answer.names)

    def _refuse(self, vehicle: str, departed: bool) -> None:
        self._remove(vehicle)
        if departed:
            self._session.hidden[vehicle.encode()] = None
            self._refused.append(vehicle.encode())
            self._session.counters["departed"] -= 1

    def _send(self, name: str, stream: _FlowArrivals) -> None:
        flow, kind = stream.flow, drawn(stream.types, stream.rng)
        route = flow.route or self._insertion.route(flow.edges, kind, "type")
        vehicle, stream.sent = f"{name}.{ASKED}{stream.sent}", stream.sent + 1
        try:
            self._insertion.insert(
                vehicle, route, kind, InsertionStart(flow.lane, flow.position, flow.speed)
            )
        except SimulationError as error:
            log.error("flow %s goes on without vehicle %s: %s", name, vehicle, error)

    def _flow(self, name: str, edges: Tuple[str, str], kind: str) -> SourceFlow:
        found = self._streams[name].flow if name in self._streams else self._sources.flows.get(name)
        if found is None and not any(edges):
            names = sorted({*self._sources.flows, *self._streams})
            raise InputError(
                "flow",
                f"the demand has no flow '{name}'; {suggestion(name, names)}; or give from_edge "
                "and to_edge to begin one",
            )
        if found is None:
            if not name:
                raise InputError("flow", "is empty; give the flow that begins a name")
            return SourceFlow(plain(name, "flow"), edges, "", kind, "free", "base", "max", False)
        ends = (found.edges[:1] + found.edges[-1:]) if found.edges else ("a route of its own",) * 2
        for where, given, own in zip(("from_edge", "to_edge"), edges, ends):
            if given and given != own:
                raise InputError(
                    where,
                    f"flow '{name}' exists already and has '{own}'; leave it empty, or choose "
                    "another name",
                )
        return found

    def _checked(self, flow: SourceFlow, kind: str, rate: float) -> Mapping[str, float]:
        """Return a flow's types with shares. InputError if one cannot drive it at the rate."""
        types = self._insertion.kinds(kind or flow.type, "type")
        if flow.stops and rate > 0.0:
            raise InputError(
                "vehicles_per_hour",
                f"'{flow.name}' is a line with stops, which can be ended (0) but not be set to "
                "another rate",
            )
        edges = self._edges(flow)
        if not edges and rate > 0.0:
            raise InputError(
                "vehicles_per_hour",
                f"'{flow.name}' names neither edges nor a route; it can be ended (0) but not be "
                "set to another rate",
            )
        if edges:
            self._check_way(flow, edges, types, rate)
        return types

    def _edges(self, flow: SourceFlow) -> Sequence[str]:
        """Return the edges of a flow or of its route.

        If the route is a distribution, these are the edges of one of its routes. They are empty
        without either.
        """
        if not flow.route:
            return flow.edges
        try:
            edges: Sequence[str] = self._session.ask(
                lambda: self._session.connection.route.getEdges(flow.route)
            )
        except traci.TraCIException:
            return ()
        return edges

    def _check_way(
        self, flow: SourceFlow, edges: Sequence[str], types: Mapping[str, float], rate: float
    ) -> None:
        for where, edge in (("from_edge", edges[0]), ("to_edge", edges[-1])):
            known(edge, self._network.edges, where, "edge")
        lanes = self._network.edges[edges[0]]
        most = LANE_CAPACITY * len(lanes)
        if rate > most:
            raise InputError(
                "vehicles_per_hour",
                f"{rate:g} is more than the lanes of '{edges[0]}' carry, {most:g}",
            )
        for name in types:
            if flow.lane.isdigit() and int(flow.lane) < len(lanes):
                self._insertion.check_open([lanes[int(flow.lane)]], name, "type")
            if flow.route:
                self._insertion.check_way(edges, name, "type")
            else:
                self._insertion.route(edges, name, "to_edge")

    def _give_back(self, name: str) -> str:
        self._dismiss(name)
        if name not in self._streams:
            return f"{name}: is as the demand has it"
        # Its vehicles may still be on the road when it is set again, so that it goes on counting.
        self._ended[name] = self._streams.pop(name)
        self._watch()
        return (
            f"{name}: as the demand has it again"
            if name in self._sources.flows
            else f"{name}: has ended"
        )

    def _dismiss(self, name: str) -> int:
        """Remove a flow's waiting vehicles and return their number."""
        mine = re.compile(re.escape(name) + rf"\.({ASKED})?\d+")
        waiting = [
            vehicle
            for vehicle in self._session.ask(self._session.connection.simulation.getPendingVehicles)
            if mine.fullmatch(vehicle)
        ]
        for vehicle in waiting:
            self._remove(vehicle)
        self._session.sent_away.update(waiting)
        return len(waiting)

    def _remove(self, vehicle: str) -> None:
        # SUMO has let it go already.
        with contextlib.suppress(traci.TraCIException):
            self._session.ask(lambda: self._session.connection.vehicle.remove(vehicle))

    def _watch(self) -> None:
        """Subscribe to loaded vehicles while a SUMO flow is replaced."""
        self._session.watch_loaded(any(name in self._sources.flows for name in self._streams))
