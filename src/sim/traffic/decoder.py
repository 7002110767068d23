"""Decodes TraCI's answer to one simulation step into numpy arrays, all vehicles at once.

The client library parses value by value in Python, which costs as much as SUMO's own step; the layout of a context
subscription is fixed per vehicle except for the name, so that one structured dtype reads it.
Source: TraCI protocol, "Object Context Subscription" and "Variable Subscription".
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.errors import SimulationError

_FORMATS = {tc.TYPE_DOUBLE: ">f8", tc.TYPE_INTEGER: ">i4", tc.POSITION_3D: "(3,)>f8"}
_CONTEXT_RESPONSES = range(0x90, 0xA0)


@dataclass(frozen=True)
class Variable:
    """A TraCI variable, the field it fills and its value type."""

    field: str
    id: int
    type: int


VEHICLE_VARIABLES = (
    Variable("bumper", tc.VAR_POSITION3D, tc.POSITION_3D),
    Variable("angle", tc.VAR_ANGLE, tc.TYPE_DOUBLE),
    Variable("slope", tc.VAR_SLOPE, tc.TYPE_DOUBLE),
    Variable("speed", tc.VAR_SPEED, tc.TYPE_DOUBLE),
    Variable("acceleration", tc.VAR_ACCELERATION, tc.TYPE_DOUBLE),
    Variable("signals", tc.VAR_SIGNALS, tc.TYPE_INTEGER),
)


class ContextDecoder:
    """Reads the vehicles of one context subscription and the integers of one simulation subscription."""

    def __init__(self, variables: Sequence[Variable] = VEHICLE_VARIABLES) -> None:
        self.variables = tuple(variables)
        self._record = _record_dtype(self.variables)
        self._columns = np.arange(self._record.itemsize)

    def decode(self, answer: bytes, position: int) -> Tuple[List[bytes], np.ndarray, Dict[int, int]]:
        """Names, records (n,) and simulation integers from an answer whose subscriptions start at ``position``."""
        (count,) = struct.unpack_from("!i", answer, position)
        position += 4
        names: List[bytes] = []
        records = np.empty(0, self._record)
        integers: Dict[int, int] = {}
        for _ in range(count):
            response, body, end = _open_subscription(answer, position)
            if response in _CONTEXT_RESPONSES:
                names, records = self._vehicles(answer, body)
            else:
                integers.update(_integers(answer, body))
            position = end
        return names, records, integers

    def _vehicles(self, answer: bytes, position: int) -> Tuple[List[bytes], np.ndarray]:
        position += 1  # the context domain, which we asked for
        variable_count, vehicle_count = struct.unpack_from("!Bi", answer, position)
        position += 5
        if vehicle_count and variable_count != len(self.variables):
            raise SimulationError(f"SUMO sent {variable_count} variables per vehicle, {len(self.variables)} were asked for")
        names, starts, size = [], [], self._record.itemsize
        for _ in range(vehicle_count):
            begin = position + 4
            position = begin + int.from_bytes(answer[position:begin], "big")
            names.append(answer[begin:position])
            starts.append(position)
            position += size
        raw = np.frombuffer(answer, np.uint8)[np.array(starts, np.intp)[:, None] + self._columns]
        records = raw.view(self._record)[:, 0] if names else np.empty(0, self._record)
        self._check(names, records)
        return names, records

    def _check(self, names: List[bytes], records: np.ndarray) -> None:
        for variable in self.variables:
            head = records[variable.field + "_head"]
            wrong = np.flatnonzero(np.any(head != (variable.id, 0, variable.type), axis=1))
            if len(wrong):
                raise SimulationError(f"SUMO sent no valid {variable.field} for vehicle {names[wrong[0]].decode()}")


def _record_dtype(variables: Sequence[Variable]) -> np.dtype:
    fields: List[Tuple[str, str]] = []
    for variable in variables:
        fields += [(variable.field + "_head", "(3,)u1"), (variable.field, _FORMATS[variable.type])]
    return np.dtype(fields)


def _open_subscription(answer: bytes, position: int) -> Tuple[int, int, int]:
    """Response id, where its body starts (behind the object's name) and where it ends."""
    start, length = position, answer[position]
    position += 1
    if length == 0:
        (length,) = struct.unpack_from("!i", answer, position)
        position += 4
    response = answer[position]
    (name_length,) = struct.unpack_from("!i", answer, position + 1)
    return response, position + 5 + name_length, start + length


def _integers(answer: bytes, position: int) -> Dict[int, int]:
    count = answer[position]
    position += 1
    values = {}
    for _ in range(count):
        variable, status, kind, value = struct.unpack_from("!BBBi", answer, position)
        if status or kind != tc.TYPE_INTEGER:
            raise SimulationError(f"SUMO sent no valid simulation variable 0x{variable:02x}")
        values[variable] = value
        position += 7
    return values
