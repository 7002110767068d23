"""Deserializes ``/traffic/states`` into a state at once, in C++.

See ``laws/traffic/traffic_states.cc``.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from genpy import Time

from sim.laws.library import COUNT, LONG, POINTER, Laws, address
from sim.ros.conversions import NumpyTrafficStates, state_from_message
from sim.traffic.state import TrafficState

LAWS = Laws(
    "sim_laws", {"sim_traffic_states": (COUNT, [POINTER, LONG, LONG, COUNT, *[POINTER] * 5])}
)
STAMP_OFFSET = 4  # bytes
FRAME_OFFSET = 12  # bytes, of the length of the frame's name
HEADER_SIZE = 16  # bytes, without the frame's name
# One vehicle in a text; in memory its 9 doubles, and with its two numbers of 32 bits and its type's
# 16.
SENT_SIZE = 58  # bytes
DOUBLES_SIZE = 72  # bytes
VEHICLE_SIZE = 82  # bytes


class StatesText(NumpyTrafficStates):
    """Serialized TrafficStates. ``time`` of the stamp in s and version of the ``lights``."""

    def deserialize(self, text: bytes) -> StatesText:
        self.text = text
        self.time: float = Time(*struct.unpack_from("<II", text, STAMP_OFFSET)).to_sec()
        (self.lights,) = struct.unpack_from("<I", text, len(text) - 4)
        return self

    def state(self) -> TrafficState:
        """Return the state with rows sorted by id; InputError if inconsistent."""
        text = self.text
        (frame,) = struct.unpack_from("<I", text, FRAME_OFFSET)
        step, count = struct.unpack_from("<dI", text, HEADER_SIZE + frame)
        if not (step > 0.0 and SENT_SIZE * count < len(text)):
            return self._checked()
        numbers = np.empty(VEHICLE_SIZE * count, np.uint8)
        begin, wide, words = address(numbers), DOUBLES_SIZE * count, 4 * count
        read = LAWS().sim_traffic_states(
            text,
            HEADER_SIZE + frame + 8,
            len(text),
            count,
            begin,
            begin + 24 * count,
            begin + wide,
            begin + wide + words,
            begin + wide + 2 * words,
        )
        if not read:
            return self._checked()
        doubles, integers = numbers[:wide].view(float), numbers[wide : wide + 2 * words]
        ids, signals = integers.view(np.uint32).reshape(2, count)
        yaw, pitch, roll, speed, acceleration, yaw_rate = doubles[3 * count :].reshape(6, count)
        return TrafficState(
            self.time,
            step,
            ids,
            numbers[wide + 2 * words :].view(np.uint16),
            doubles[: 3 * count].reshape(count, 3),
            yaw,
            pitch,
            roll,
            speed,
            acceleration,
            yaw_rate,
            signals,
        )

    def _checked(self) -> TrafficState:
        """Return the state field by field: sorts it, or raises InputError."""
        message: Any = NumpyTrafficStates().deserialize(self.text)
        return state_from_message(message)
