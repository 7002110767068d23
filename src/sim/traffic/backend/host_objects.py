"""Vehicles and persons of a step in the traffic host's memory.

The layout is in ``native/traffic_host/objects.h``. The memory has no name in the file system, so
that nothing remains of it, however a process ends.
"""

from __future__ import annotations

import mmap
import os
import struct
from functools import lru_cache
from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.errors import SimulationError
from sim.traffic.decoder import ContextDecoder, Variable, VehicleRecords

_SIZE = struct.Struct("=Q")
_BLOCK = struct.Struct("=6Q")
_FORMATS = {tc.TYPE_DOUBLE: "=f8", tc.TYPE_INTEGER: "=i4", tc.POSITION_3D: "(3,)=f8"}


class SharedObjects:
    """Memory of ``file``, a descriptor, written by the traffic host."""

    def __init__(self) -> None:
        self.file = os.memfd_create("sim_traffic")
        self._memory: Optional[mmap.mmap] = None
        self._vehicles, self._persons = _Objects(), _Objects()

    def read(self, decoder: ContextDecoder) -> Tuple[VehicleRecords, VehicleRecords]:
        """Return vehicles and persons after the last step."""
        memory = self._mapped()
        return (
            self._vehicles.read(memory, _SIZE.size, decoder.variables),
            self._persons.read(memory, _SIZE.size + _BLOCK.size, decoder.of_persons),
        )

    def close(self) -> None:
        """Give the memory back."""
        self._memory = None
        if self.file >= 0:
            os.close(self.file)
            self.file = -1

    def _mapped(self) -> mmap.mmap:
        """Return the memory, which the host enlarges."""
        memory = self._memory
        if memory is None or _SIZE.unpack_from(memory)[0] != len(memory):
            self._memory = memory = mmap.mmap(self.file, 0, access=mmap.ACCESS_READ)
        return memory


class _Objects:
    """Objects of one kind. Their list of names is kept while unchanged."""

    def __init__(self) -> None:
        self._serial = 0
        self._names: List[bytes] = []

    def read(
        self, memory: mmap.mmap, block: int, variables: Tuple[Variable, ...]
    ) -> VehicleRecords:
        serial, count, names, records, texts, end = _BLOCK.unpack_from(memory, block)
        if serial != self._serial:
            self._serial, self._names = serial, _split(memory[names:records])
        layout, fields = _layout(variables)
        values: Array = np.empty(count, layout)
        if texts - records != values.nbytes:
            raise SimulationError("SUMO sent other variables than were asked for")
        if count:
            values.view(np.uint8)[:] = np.frombuffer(memory, np.uint8, values.nbytes, records)
        return VehicleRecords(self._names, values, _by_field(fields, _split(memory[texts:end])))


@lru_cache(maxsize=None)
def _layout(variables: Tuple[Variable, ...]) -> Tuple[np.dtype[np.void], List[str]]:
    """Return the type of a record and the fields of texts."""
    numbers = [variable for variable in variables if variable.type != tc.TYPE_STRING]
    layout = np.dtype([(variable.field, _FORMATS[variable.type]) for variable in numbers])
    return layout, [variable.field for variable in variables[len(numbers) :]]


def _split(texts: bytes) -> List[bytes]:
    return texts.split(b"\0")[:-1]


def _by_field(fields: Sequence[str], texts: List[bytes]) -> Dict[str, List[bytes]]:
    """Return the texts (n,) of each field; ``texts`` has object after object."""
    return {field: texts[row :: len(fields)] for row, field in enumerate(fields)}
