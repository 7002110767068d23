"""Tells a client of changes of the connection graph and of the simulator, where it subscribed."""

from __future__ import annotations

from typing import Any, Dict, Optional

from sim.monitor.graph import update
from sim.monitor.hub import Hub
from sim.monitor.operations.link import ClientLink, Operations
from sim.monitor.source import Graph


class HubWatch:
    """The graph and the simulator's URI, as one client was told them last."""

    def __init__(self, hub: Hub, link: ClientLink) -> None:
        self._hub, self._link = hub, link
        self._graph: Optional[Graph] = None
        self._simulator: Optional[str] = None
        self.operations: Operations = {
            "subscribeConnectionGraph": self._subscribe_graph,
            "unsubscribeConnectionGraph": self._unsubscribe_graph,
            "subscribeSimulator": self._subscribe_simulator,
        }

    def update(self) -> None:
        """Send what has changed since the last call, if the client subscribed to it."""
        self._update_graph()
        if self._simulator not in (None, self._hub.simulator):
            self._send_simulator()

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
