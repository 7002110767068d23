"""Reads and writes messages of numbers and arrays with NumPy.

A header is allowed, other messages are refused. rospy.numpy_msg does the same with a call that
newer NumPy lacks.
"""

from __future__ import annotations

import struct
from typing import Any, Dict, Type

import genpy
import numpy as np

_TYPES = {
    "float32": "<f4",
    "float64": "<f8",
    "int8": "<i1",
    "int16": "<i2",
    "int32": "<i4",
    "int64": "<i8",
    "uint8": "<u1",
    "uint16": "<u2",
    "uint32": "<u4",
    "uint64": "<u8",
}
_made: Dict[Type[genpy.Message], Type[genpy.Message]] = {}


def numpy_message(kind: Type[genpy.Message]) -> Type[genpy.Message]:
    """Return a class with NumPy array fields, serialized as ``kind``."""
    if kind not in _made:
        unfit = [
            slot
            for slot in kind._slot_types
            if slot != "std_msgs/Header" and slot.replace("[]", "") not in _TYPES
        ]
        if unfit:
            raise TypeError(f"{kind._type} has fields of type {', '.join(unfit)}")
        members = {
            name: getattr(kind, name)
            for name in (
                "__slots__",
                "_slot_types",
                "_md5sum",
                "_type",
                "_has_header",
                "_full_text",
            )
        }
        members.update(serialize=_serialize, deserialize=_deserialize)
        _made[kind] = type(f"Numpy{kind.__name__}", (kind,), members)
    return _made[kind]


def _serialize(self: Any, buffer: Any) -> None:
    for name, kind in zip(self.__slots__, self._slot_types):
        value = getattr(self, name)
        if kind == "std_msgs/Header":
            value.serialize(buffer)
        elif kind.endswith("[]"):
            array = np.ascontiguousarray(value, _TYPES[kind[:-2]])
            buffer.write(struct.pack("<I", len(array)))
            buffer.write(array.tobytes())
        else:
            buffer.write(np.asarray(value, _TYPES[kind]).tobytes())


def _deserialize(self: Any, text: bytes) -> Any:
    position = 0
    for name, kind in zip(self.__slots__, self._slot_types):
        if kind == "std_msgs/Header":
            (length,) = struct.unpack_from("<I", text, 12)
            position = 16 + length
            self.header.deserialize(text[:position])
            continue
        count = 1
        if kind.endswith("[]"):
            (count,) = struct.unpack_from("<I", text, position)
            position += 4
        dtype = np.dtype(_TYPES[kind.replace("[]", "")])
        values = np.frombuffer(text, dtype, count, position)
        setattr(self, name, values if kind.endswith("[]") else values[0].item())
        position += count * dtype.itemsize
    return self
