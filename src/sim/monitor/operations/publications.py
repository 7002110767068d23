"""Carries out a client's advertisements of topics, and publishes its messages."""

from __future__ import annotations

from typing import Any, Dict

from sim.errors import InputError
from sim.monitor import protocol
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import Operations
from sim.monitor.source import Publication


class TopicPublications:
    """Topics that one client advertises, by the client's numbers."""

    def __init__(self, hub: MonitorHub) -> None:
        self._hub = hub
        self._open: Dict[int, Publication] = {}
        self.operations: Operations = {
            "advertise": self._advertise,
            "unadvertise": self._unadvertise,
        }

    def publish(self, message: protocol.ClientMessage) -> None:
        """Publish a message; raises InputError if its channel is not advertised."""
        self._publication(message.channel).publish(message.data)

    def close(self) -> None:
        """End all publications."""
        for publication in self._open.values():
            publication.close()
        self._open.clear()

    def _advertise(self, request: Dict[str, Any]) -> None:
        self._hub.check_writable()
        kinds = {"id": int, "topic": str, "encoding": str, "schemaName": str}
        for one in protocol.objects(request, "channels", **kinds):
            as_json = protocol.is_json(one["encoding"], f"advertise {one['topic']}")
            if one["id"] in self._open:
                raise InputError("advertise", f"channel {one['id']} exists already")
            self._open[one["id"]] = self._hub.source.advertise(
                one["topic"], one["schemaName"], as_json
            )

    def _unadvertise(self, request: Dict[str, Any]) -> None:
        for number in protocol.numbers(request, "channelIds"):
            self._publication(number).close()
            del self._open[number]

    def _publication(self, number: int) -> Publication:
        if number not in self._open:
            raise InputError("channel", f"this client has advertised no channel {number}")
        return self._open[number]
