"""Reads, sets and watches parameters for a client."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Tuple

from sim.errors import InputError
from sim.monitor import protocol
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import ClientLink, Operations


class WatchedParameters:
    """A client's parameter requests, and the last values sent of watched ones."""

    def __init__(self, hub: MonitorHub, link: ClientLink) -> None:
        self._hub, self._link = hub, link
        self._known: Dict[str, Any] = {}
        self.operations: Operations = {
            "getParameters": self._get,
            "setParameters": self._set,
            "subscribeParameterUpdates": self._watch,
            "unsubscribeParameterUpdates": self._unwatch,
        }

    @property
    def active(self) -> bool:
        """True if the client watches any parameter."""
        return bool(self._known)

    def update(self, values: Mapping[str, Any]) -> None:
        """Send the watched parameters that changed or disappeared among all ``values``."""
        found = []
        for name, before in self._known.items():
            value = self._known[name] = values.get(name)
            if value != before:
                found.append({"name": name} if value is None else protocol.parameter(name, value))
        if found:
            self._link.answer("parameterValues", parameters=found)

    def _get(self, request: Dict[str, Any]) -> None:
        names, number = _names(request), request.get("id")

        async def get() -> None:
            there = await self._hub.in_thread(self._hub.source.parameters)
            found = {name: there[name] for name in (names or there) if name in there}
            self._answer(found, number)

        self._link.run(get)

    def _set(self, request: Dict[str, Any]) -> None:
        self._hub.check_writable()
        given = protocol.objects(request, "parameters", name=str)
        values = {one["name"]: protocol.parameter_value(one) for one in given}

        async def put() -> None:
            await self._hub.in_thread(self._hub.source.set_parameters, values)
            if request.get("id") is not None:
                there = await self._hub.in_thread(self._hub.source.parameters)
                found = {name: there[name] for name in values if name in there}
                self._answer(found, request["id"])

        self._link.run(put)

    def _answer(self, values: Mapping[str, Any], number: Any) -> None:
        fields: Dict[str, Any] = {} if number is None else {"id": number}
        found = [protocol.parameter(name, value) for name, value in values.items()]
        self._link.answer("parameterValues", parameters=found, **fields)

    def _watch(self, request: Dict[str, Any]) -> None:
        names = _names(request)

        async def watch() -> None:
            there = await self._hub.in_thread(self._hub.source.parameters)
            # Without names: all existing ones.
            for name in names or there:
                self._known.setdefault(name, there.get(name))

        self._link.run(watch)

    def _unwatch(self, request: Dict[str, Any]) -> None:
        for name in _names(request) or tuple(self._known):
            self._known.pop(name, None)


def _names(request: Mapping[str, Any]) -> Tuple[str, ...]:
    found = request.get("parameterNames", [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise InputError(f"{request['op']}.parameterNames", "must be a list of names")
    return tuple(found)
