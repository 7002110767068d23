"""Converts messages to and from JSON, for clients without ROS 1 serialization.

Times are ``{"sec":, "nsec":}``, bytes are base64, missing fields have their defaults.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
from io import BytesIO
from typing import Any

import genpy

from sim.errors import InputError
from sim.ros.monitor.definitions import message_class

TIMES = {"time": genpy.Time, "duration": genpy.Duration}
BYTES = ("uint8", "char")
PLAIN = {"bool": (bool,), "string": (str,), "float32": (int, float), "float64": (int, float)}


def from_json(kind: Any, data: bytes, where: str) -> bytes:
    """Serialize a JSON message of the class ``kind``. InputError names a wrong field."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(where, f"is not JSON: {error}") from None
    message, buffer = _message(kind, value, where), BytesIO()
    try:
        message.serialize(buffer)
    except (genpy.SerializationError, struct.error, OverflowError, UnicodeError) as error:
        raise InputError(where, f"is not a {kind._type}: {error}") from None
    return buffer.getvalue()


def to_json(message: Any) -> str:
    """Convert a message to JSON; NaN and infinities become null."""
    return json.dumps(_plain(message))


def _message(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise InputError(where, f"must be an object with the fields of {kind._type}")
    message = kind()
    types = dict(zip(kind.__slots__, kind._slot_types))
    for name, field in value.items():
        if name not in types:
            raise InputError(
                f"{where}.{name}", f"{kind._type} has no such field, but {', '.join(types)}"
            )
        setattr(message, name, _field(types[name], field, f"{where}.{name}"))
    return message


def _field(kind: str, value: Any, where: str) -> Any:
    if kind.endswith("]"):
        inner, _, size = kind[:-1].partition("[")
        return _list(inner, size, value, where)
    if kind in TIMES:
        if not isinstance(value, dict) or not set(value) <= {"sec", "nsec"}:
            raise InputError(where, 'must be a time as {"sec": 1, "nsec": 0}')
        sec = _field("int64", value.get("sec", 0), f"{where}.sec")
        nsec = _field("int64", value.get("nsec", 0), f"{where}.nsec")
        try:
            return TIMES[kind](sec, nsec)
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(where, f"is not a {kind}: {error}") from None
    if "/" in kind:
        return _message(message_class(kind), value, where)
    wanted = PLAIN.get(kind, (int,))
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind != "bool"):
        raise InputError(where, f"must be {kind}, not {json.dumps(value)[:60]}")
    return value


def _list(inner: str, size: str, value: Any, where: str) -> Any:
    if inner in BYTES and isinstance(value, str):
        try:
            value = list(base64.b64decode(value, validate=True))
        except binascii.Error as error:
            raise InputError(where, f"is not base64: {error}") from None
    if not isinstance(value, list) or (size and len(value) != int(size)):
        raise InputError(where, f"must be a list of {size or 'any number of'} {inner}")
    found = [_field(inner, one, f"{where}[{i}]") for i, one in enumerate(value)]
    if inner in BYTES:
        if not all(0 <= one <= 255 for one in found):
            raise InputError(where, "bytes lie between 0 and 255")
        return bytes(found)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, genpy.TVal):
        return {"sec": value.secs, "nsec": value.nsecs}
    if isinstance(value, genpy.Message):
        return {name: _plain(getattr(value, name)) for name in value.__slots__}
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
