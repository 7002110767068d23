"""Child process of :mod:`libsumo_link` that runs SUMO as a library.

It executes commands from a pipe until the pipe closes. libsumo's values become plain Python, since
its own objects cannot be sent.
"""

from __future__ import annotations

import contextlib
import sys
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any, Dict, List, Tuple

import libsumo
import traci.constants as tc

from sim.traffic.backend import messages

MEMBERS = (tc.CMD_GET_VEHICLE_VARIABLE, tc.CMD_GET_PERSON_VARIABLE)
# Subscribed objects besides the simulation itself: TraCI's response to each.
RESPONSES = {
    "trafficlight": tc.RESPONSE_SUBSCRIBE_TL_VARIABLE,
    "vehicle": tc.RESPONSE_SUBSCRIBE_VEHICLE_VARIABLE,
    "person": tc.RESPONSE_SUBSCRIBE_PERSON_VARIABLE,
    "lane": tc.RESPONSE_SUBSCRIBE_LANE_VARIABLE,
    "edge": tc.RESPONSE_SUBSCRIBE_EDGE_VARIABLE,
    "inductionloop": tc.RESPONSE_SUBSCRIBE_INDUCTIONLOOP_VARIABLE,
}
# Names of objects and the columns of their values by variable.
_Found = Tuple[List[bytes], Dict[int, List[Any]]]


class LibsumoChild:
    """Carries out requests; remembers which subscriptions a step has to answer."""

    def __init__(self) -> None:
        self._contexts: Dict[Tuple[str, str, int], Tuple[int, ...]] = {}
        self._subscribed: Dict[str, None] = {}

    def call(
        self, domain: str, method: str, arguments: Tuple[Any, ...], named: Dict[str, Any]
    ) -> Any:
        """Return a call on a domain of SUMO."""
        value = getattr(getattr(libsumo, domain), method)(*arguments, **named)
        if method == "subscribeContext":
            self._contexts[domain, arguments[0], arguments[1]] = tuple(arguments[3])
        elif method == "unsubscribeContext":
            self._contexts.pop((domain, arguments[0], arguments[1]), None)
        elif method == "subscribe" and domain in RESPONSES:
            self._subscribed[domain] = None
        return plain(value)

    def step(
        self,
    ) -> Tuple[_Found, _Found, Dict[int, Any], Dict[Tuple[int, bytes], bytes]]:
        """Compute a step and return its subscription results.

        These are vehicles and persons (names, columns by variable), values of the simulation, and
        bodies of other subscriptions in TraCI's encoding.
        """
        libsumo.simulationStep()
        vehicles, persons = (self._members(kind) for kind in MEMBERS)
        simulation = {
            variable: plain(value)
            for variable, value in libsumo.simulation.getSubscriptionResults().items()
        }
        objects = {
            (RESPONSES[domain], name.encode()): messages.values_body(values)
            for domain in self._subscribed
            for name, values in getattr(libsumo, domain).getAllSubscriptionResults().items()
        }
        return vehicles, persons, simulation, objects

    def exchange(self, message: bytes) -> bytes:
        """Return the reply to a TraCI message with requests about vehicles."""
        return messages.reply(message, libsumo.vehicle, libsumo.TraCIException)

    def _members(self, kind: int) -> _Found:
        """Return all objects of a kind in the contexts, without duplicates.

        Their values are columns by variable.
        """
        rows: Dict[str, Dict[int, Any]] = {}
        variables: Tuple[int, ...] = ()
        for (domain, name, members), wanted in self._contexts.items():
            if members == kind:
                variables = wanted
                own = set(wanted)
                other = set(self._contexts.get((domain, name, sum(MEMBERS) - kind), ())) - own
                for member, values in (
                    getattr(libsumo, domain).getContextSubscriptionResults(name).items()
                ):
                    if own <= values.keys() and member not in rows:
                        rows[member] = (
                            self._untangled(kind, member, wanted)
                            if other and other & values.keys()
                            else values
                        )
        names = [member.encode() for member in rows]
        return names, {
            variable: [values[variable] for values in rows.values()] for variable in variables
        }

    def _untangled(self, kind: int, member: str, variables: Tuple[int, ...]) -> Dict[int, Any]:
        """Return the values of one of two objects with the same name.

        libsumo mixes the values of a vehicle and a person of one name; this returns only the values
        of the object of ``kind``.
        """
        domain = libsumo.vehicle if kind == tc.CMD_GET_VEHICLE_VARIABLE else libsumo.person
        return {
            variable: getattr(domain, messages.GETTERS[variable])(member) for variable in variables
        }


def plain(value: Any) -> Any:
    """Return a value without libsumo's classes: its structures become namespaces."""
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, dict):
        return {plain(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)) or hasattr(value, "__len__"):
        return (
            [plain(inner) for inner in value]
            if isinstance(value, list) or hasattr(value, "push_back")
            else tuple(plain(inner) for inner in value)
        )
    names = [
        name for name in dir(value) if not name.startswith("_") and name not in ("this", "thisown")
    ]
    return SimpleNamespace(
        **{
            name: plain(getattr(value, name))
            for name in names
            if not callable(getattr(value, name))
        }
    )


def serve(pipe: Connection, arguments: List[str]) -> None:
    """Answer requests until it is to close or its parent has gone."""
    libsumo.start(["sumo", *arguments])
    child = LibsumoChild()
    pipe.send(("ok", None))
    while True:
        try:
            request, *details = pipe.recv()
        except (EOFError, OSError):
            return
        if request == "close":
            return
        try:
            answer = ("ok", getattr(child, request)(*details))
        except libsumo.TraCIException as error:
            answer = ("refused", str(error))
        except libsumo.FatalTraCIError as error:
            answer = ("fatal", str(error))
        except (TypeError, ValueError, NotImplementedError, AttributeError) as error:
            answer = ("refused", f"libsumo: {error}")
        pipe.send(answer)


def main() -> int:
    pipe = Connection(int(sys.argv[1]))
    try:
        serve(pipe, sys.argv[2:])
    except (libsumo.TraCIException, libsumo.FatalTraCIError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    finally:
        # It has not started.
        with contextlib.suppress(libsumo.TraCIException, libsumo.FatalTraCIError):
            libsumo.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
