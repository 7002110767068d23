"""Calls services and fetches assets for a client."""

from __future__ import annotations

from typing import Any, Dict

from sim.errors import InputError, SimError
from sim.monitor import protocol
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import ClientLink, Operations

MAX_CALLS = 32  # of services, of one client, that have not been answered yet


class ServiceCalls:
    """Pending service calls and asset fetches of one client."""

    def __init__(self, hub: MonitorHub, link: ClientLink) -> None:
        self._hub, self._link = hub, link
        self._calls = 0
        self.operations: Operations = {"fetchAsset": self._fetch_asset}

    def call(self, request: protocol.ServiceRequest) -> None:
        """Call a service; send its response or failure when it arrives."""

        async def call() -> None:
            try:
                answer = await self._hub.call(request)
                self._link.outbox.answer(protocol.response(request, answer))
            except SimError as error:
                self._refuse(request, str(error))
            finally:
                self._calls -= 1

        if self._calls >= MAX_CALLS:
            self._refuse(request, f"{MAX_CALLS} calls of this client wait for their answers")
        else:
            # Frames that came at once are all here before the first call begins.
            self._calls += 1
            self._link.run(call)

    def _refuse(self, request: protocol.ServiceRequest, reason: str) -> None:
        self._link.answer(
            "serviceCallFailure", serviceId=request.service, callId=request.call, message=reason
        )

    def _fetch_asset(self, request: Dict[str, Any]) -> None:
        uri, number = request.get("uri"), request.get("requestId")
        if not isinstance(uri, str) or not isinstance(number, int) or not 0 <= number < 2**32:
            raise InputError("fetchAsset", "needs a text 'uri' and a number 'requestId'")

        async def fetch() -> None:
            outbox = self._link.outbox
            try:
                data = await self._hub.in_thread(self._hub.source.asset, uri)
                outbox.answer(protocol.asset(number, data))
            except SimError as error:
                outbox.answer(protocol.no_asset(number, str(error)))
            except OSError as error:
                reason = f"{uri}: cannot be read: {error.strerror}"
                outbox.answer(protocol.no_asset(number, reason))

        self._link.run(fetch)
