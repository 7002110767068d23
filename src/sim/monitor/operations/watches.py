"""Sends changes of the connection graph and the simulator to subscribed clients."""

from __future__ import annotations

from typing import Any, Dict, Optional

from sim.monitor.graph import update
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import ClientLink, Operations
from sim.monitor.source import Graph


class HubWatch:
    """Last graph and simulator URI that one client received."""

    def __init__(self, hub: MonitorHub, link: ClientLink) -> None:
        self._hub, self._link = hub, link
        self._graph: Optional[Graph] = None
        self._simulator: Optional[str] = None
        self.operations: Operations = {
            "subscribeConnectionGraph": self._subscribe_graph,
            "unsubscribeConnectionGraph": self._unsubscribe_graph,
            "subscribeSimulator": self._subscribe_simulator,
        }

    def update(self) -> None:
        """Send the changes since the last call to a subscribed client."""
        self._update_graph()
        if self._simulator not in (None, self._hub.simulator):
            self._send_simulator()

    def report_pace(self) -> None:
        """Send the simulation's pace to a subscribed client."""
        factor = self._hub.pace.factor
        if self._simulator is not None and factor is not None:
            self._link.answer("pace", factor=round(factor, 3))

    def _update_graph(self) -> None:
        if self._graph is not None:
            fields = update(self._graph, self._hub.graph)
            self._graph = self._hub.graph
            if fields:
                self._link.answer("connectionGraphUpdate", **fields)

    def _subscribe_graph(self, request: Dict[str, Any]) -> None:
        self._graph = Graph()
        self._update_graph()

    def _unsubscribe_graph(self, request: Dict[str, Any]) -> None:
        self._graph = None

    def _subscribe_simulator(self, request: Dict[str, Any]) -> None:
        self._send_simulator()

    def _send_simulator(self) -> None:
        self._simulator = self._hub.simulator
        self._link.answer("simulator", uri=self._simulator)
