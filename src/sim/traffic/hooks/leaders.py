"""Requests the leaders of many vehicles from SUMO in one message.

A batch of general requests would take four times as long to encode. Answers are read in C++
(``laws/traffic/leaders.cc``). Source: TraCI protocol, "Vehicle Value Retrieval", variable 0x68.
"""

from __future__ import annotations

import struct
from typing import Callable, Dict, List, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.errors import SimulationError
from sim.laws.library import COUNT, LONG, POINTER, Laws

LAWS = Laws("sim_laws", {"sim_leaders": (COUNT, [COUNT, POINTER, LONG, *[POINTER] * 3])})
SPARE = 1000


class Leaders:
    """Leader requests, cached by vehicle for the next step; ``sight`` in m."""

    def __init__(self, exchange: Callable[[bytes], bytes], sight: float) -> None:
        self._exchange, self._sight = exchange, struct.pack("!Bd", tc.TYPE_DOUBLE, sight)
        self._requests: Dict[bytes, bytes] = {}
        self._names: List[bytes] = []
        self._message = b""

    def of(self, names: List[bytes]) -> Tuple[List[bytes], Array]:
        """Return the leaders' names and SUMO's distances (n,) to them.

        A name is empty without a leader. The distances lack the followers' minimum gaps.
        """
        if not names:
            return [], np.empty(0)
        if names != self._names:
            self._names, self._message = names, self._made(names)
        return _read(self._exchange(self._message), names)

    def _made(self, names: Sequence[bytes]) -> bytes:
        """Return the message that requests the leaders of these vehicles."""
        if len(self._requests) > 2 * len(names) + SPARE:
            self._requests.clear()
        requests = b"".join([self._requests.get(name) or self._request(name) for name in names])
        return struct.pack("!i", len(requests) + 4) + requests

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
    count = len(names)
    bounds, distances = np.empty((2, count), np.int64), np.empty(count)
    begins = bounds.ctypes.data
    known = LAWS().sim_leaders(
        count, reply, len(reply), begins, begins + 8 * count, distances.ctypes.data
    )
    if known < count:
        raise SimulationError(f"SUMO gives no leader of vehicle {names[known].decode()}")
    return [reply[begin:end] for begin, end in zip(*bounds.tolist())], distances
