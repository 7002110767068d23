"""Asks SUMO for the leaders of many vehicles in one message; a batch of general requests would take
four times as long to make and read.

Source: TraCI protocol, "Vehicle Value Retrieval", variable 0x68.
"""

from __future__ import annotations

import struct
from typing import Callable, Dict, List, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.errors import SimulationError

# Of an answer: a status, then length (1 byte, or 5 where it is long), command, variable and the
# vehicle's name, then the value.
_VALUE = bytes((tc.TYPE_COMPOUND, 0, 0, 0, 2, tc.TYPE_STRING))
SPARE = 1000


class Leaders:
    """Keeps the requests about vehicles, since they are made again in each step; ``sight`` is in
    m."""

    def __init__(self, exchange: Callable[[bytes], bytes], sight: float) -> None:
        self._exchange, self._sight = exchange, struct.pack("!Bd", tc.TYPE_DOUBLE, sight)
        self._requests: Dict[bytes, bytes] = {}

    def of(self, names: Sequence[bytes]) -> Tuple[List[bytes], Array]:
        """The leaders' names, empty for none, and SUMO's distances (n,) to them, which lack the
        followers' minimal gaps."""
        if not names:
            return [], np.empty(0)
        if len(self._requests) > 2 * len(names) + SPARE:
            self._requests.clear()
        message = b"".join([self._requests.get(name) or self._request(name) for name in names])
        return _read(self._exchange(struct.pack("!i", len(message) + 4) + message), names)

    def _request(self, name: bytes) -> bytes:
        length, rest = (
            len(name) + 16,
            struct.pack("!BBi", tc.CMD_GET_VEHICLE_VARIABLE, tc.VAR_LEADER, len(name))
            + name
            + self._sight,
        )
        made = self._requests[name] = (
            struct.pack("!B", length) + rest
            if length <= 255
            else struct.pack("!Bi", 0, length + 4) + rest
        )
        return made


def _read(reply: bytes, names: Sequence[bytes]) -> Tuple[List[bytes], Array]:
    found, ends, position = [], [], 0
    for name in names:
        short = reply[position]
        start = position + (short or int.from_bytes(reply[position + 1 : position + 5], "big"))
        if reply[position + (2 if short else 6)] != tc.RTYPE_OK:
            raise SimulationError(f"SUMO gives no leader of vehicle {name.decode()}")
        short = reply[start]
        position = start + (short or int.from_bytes(reply[start + 1 : start + 5], "big"))
        value = start + (7 if short else 11) + len(name)
        if reply[value : value + 6] != _VALUE:
            raise SimulationError(f"SUMO sent no valid leader of vehicle {name.decode()}")
        found.append(reply[value + 10 : position - 9])
        ends.append(position)
    distances = np.frombuffer(reply, np.uint8)[np.array(ends)[:, None] + np.arange(-8, 0)]
    return found, np.ascontiguousarray(distances).view(">f8")[:, 0].astype(float)
