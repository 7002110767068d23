"""Serves one client: receives its frames and dispatches them to operations."""

from __future__ import annotations

from typing import Any, Callable, Dict, Sequence

from sim.errors import InputError, SimError
from sim.monitor import protocol
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.calls import ServiceCalls
from sim.monitor.operations.link import ClientLink
from sim.monitor.operations.parameters import WatchedParameters
from sim.monitor.operations.publications import TopicPublications
from sim.monitor.operations.scripts import ScriptRequests
from sim.monitor.operations.subscriptions import TopicSubscriptions
from sim.monitor.operations.watches import HubWatch
from sim.monitor.playback import PlaybackRequest, PlaybackState


class MonitorClient:
    """One client, whose frames :meth:`handle` receives.

    ``told`` is called with the state of a recording after a request of this client changed it;
    ``scripts`` is the program that runs its scripts.
    """

    def __init__(
        self,
        hub: MonitorHub,
        told: Callable[[MonitorClient, PlaybackState, str], None],
        scripts: Sequence[str] = (),
    ) -> None:
        self._hub, self._told = hub, told
        self.link = ClientLink()
        self.outbox = self.link.outbox
        self.subscriptions = TopicSubscriptions(hub, self.link)
        self._publications = TopicPublications(hub)
        self.parameters = WatchedParameters(hub, self.link)
        self.watch = HubWatch(hub, self.link)
        self._calls = ServiceCalls(hub, self.link)
        self._scripts = ScriptRequests(hub, self.link, scripts)
        self._operations = {
            **self.subscriptions.operations,
            **self._publications.operations,
            **self.parameters.operations,
            **self.watch.operations,
            **self._calls.operations,
            **self._scripts.operations,
        }

    def handle(self, frame: protocol.Frame) -> None:
        """Carry out a frame's request; report errors to the client as statuses."""
        try:
            if isinstance(frame, bytes):
                self._handle_message(protocol.decoded(frame))
            else:
                self._handle_request(protocol.parsed(frame))
        except SimError as error:
            self.link.status(protocol.ERROR, str(error))

    def playback(self, state: PlaybackState, request: str = "") -> None:
        """Send the state of a recording; drop earlier messages after a seek."""
        if state.sought:
            self.subscriptions.clear()
        self.outbox.answer(protocol.playback_state(state, request))
        self.outbox.time(protocol.time(state.time))

    def close(self) -> None:
        """End all operations of this client."""
        self.subscriptions.close()
        self._publications.close()
        self._scripts.close()
        self.link.close()

    def _handle_message(self, message: protocol.BinaryRequest) -> None:
        if isinstance(message, protocol.ServiceRequest):
            self._calls.call(message)
        elif isinstance(message, PlaybackRequest):
            self._control(message)
        else:
            self._publications.publish(message)

    def _handle_request(self, request: Dict[str, Any]) -> None:
        operation = self._operations.get(request["op"])
        if operation is None:
            known = ", ".join(self._operations)
            raise InputError("op", f"{request['op']!r} is not one of: {known}")
        operation(request)

    def _control(self, request: PlaybackRequest) -> None:
        if self._hub.source.playback is None:
            raise InputError("playback", "no recording is played: ./run monitor bag:=FILE does so")
        self._told(self, self._hub.source.playback.control(request), request.request)
