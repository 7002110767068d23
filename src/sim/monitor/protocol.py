"""Frames of the Foxglove WebSocket protocol ([FoxgloveProtocol]).

They are JSON texts with a field ``op``, and binary frames whose first byte is the opcode. Numbers
are little-endian.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Tuple, Union

from sim.errors import InputError
from sim.monitor.playback import PlaybackRequest, PlaybackState
from sim.monitor.source import Service, Topic

SUBPROTOCOLS = ("foxglove.sdk.v1", "foxglove.websocket.v1")
ENCODING = "ros1"
# Encodings of clients' messages; clients that support both choose the first.
JSON = "json"
ENCODINGS = (ENCODING, JSON)
SCHEMA = "ros1msg"
WARNING = 1
ERROR = 2

_MESSAGE_CODE = 1
_TIME_CODE = 2
_RESPONSE_CODE = 3
_ASSET_CODE = 4
_PLAYBACK_CODE = 5
_CLIENT_MESSAGE_CODE = 1
_CLIENT_REQUEST_CODE = 2
_CLIENT_PLAYBACK_CODE = 3
_MESSAGE_HEAD = struct.Struct("<BIQ")
_REQUEST_HEAD = struct.Struct("<BIII")
_ASSET_HEAD = struct.Struct("<BIBI")
_PLAYBACK_HEAD = struct.Struct("<BBQfBI")
_PLAYBACK_REQUEST_HEAD = struct.Struct("<BBfBQI")

Frame = Union[str, bytes]


@dataclass(frozen=True)
class ClientMessage:
    """Message that a client publishes to one of its channels."""

    channel: int
    data: bytes


@dataclass(frozen=True)
class ServiceRequest:
    """Service call of a client; the response repeats ``call``."""

    service: int
    call: int
    encoding: str
    data: bytes


BinaryRequest = Union[ClientMessage, ServiceRequest, PlaybackRequest]


def message(subscription: int, time: int, data: bytes) -> bytes:
    """Return the binary frame of a message for a subscription."""
    return _MESSAGE_HEAD.pack(_MESSAGE_CODE, subscription, time) + data


def time(now: int) -> bytes:
    """Return the binary frame of the simulation time."""
    return struct.pack("<BQ", _TIME_CODE, now)


def response(request: ServiceRequest, data: bytes) -> bytes:
    """Return the binary frame of a service's response."""
    name = request.encoding.encode()
    return (
        _REQUEST_HEAD.pack(_RESPONSE_CODE, request.service, request.call, len(name))
        + name
        + bytes(data)
    )


def asset(request: int, data: bytes) -> bytes:
    """Return the binary frame of a fetched file."""
    return _ASSET_HEAD.pack(_ASSET_CODE, request, 0, 0) + data


def no_asset(request: int, reason: str) -> bytes:
    """Return the binary frame of a failed fetch, with the reason."""
    text = reason.encode()
    return _ASSET_HEAD.pack(_ASSET_CODE, request, 1, len(text)) + text


def playback_state(state: PlaybackState, request: str = "") -> bytes:
    """Return the frame of a playback state ([FoxgloveSdk]), in answer to ``request``."""
    name = request.encode()
    head = state.status, state.time, state.speed, state.sought, len(name)
    return _PLAYBACK_HEAD.pack(_PLAYBACK_CODE, *head) + name


def stamp(now: int) -> Dict[str, int]:
    """Convert ns to sec and nsec, as JSON numbers lack the precision."""
    return {"sec": now // 10**9, "nsec": now % 10**9}


def text(op: str, **fields: Any) -> str:
    """Return a JSON frame."""
    return json.dumps({"op": op, **fields}, separators=(",", ":"))


def channel(number: int, topic: Topic) -> Dict[str, Any]:
    """Return the description of a topic."""
    return {
        "id": number,
        "topic": topic.name,
        "encoding": ENCODING,
        "schemaName": topic.type,
        "schema": topic.definition,
        "schemaEncoding": SCHEMA,
    }


def service(number: int, offered: Service) -> Dict[str, Any]:
    """Return the description of a service; older clients read the flat schemas."""

    def side(suffix: str, schema: str) -> Dict[str, str]:
        return {
            "encoding": ENCODING,
            "schemaName": offered.type + suffix,
            "schemaEncoding": SCHEMA,
            "schema": schema,
        }

    return {
        "id": number,
        "name": offered.name,
        "type": offered.type,
        "request": side("Request", offered.request),
        "response": side("Response", offered.response),
        "requestSchema": offered.request,
        "responseSchema": offered.response,
    }


def parameter(name: str, value: Any) -> Dict[str, Any]:
    """Return the description of a parameter.

    Floats get a type, as JSON does not distinguish 1.0 from 1.
    """
    given = {"name": name, "value": value}
    if isinstance(value, float):
        given["type"] = "float64"
    elif isinstance(value, list) and any(isinstance(one, float) for one in value):
        given["type"] = "float64_array"
    return given


def parameter_value(given: Mapping[str, Any]) -> Any:
    """Return the value that a client sets; None deletes the parameter.

    Bytes arrive as base64 and stay so, since ROS parameters cannot be bytes. Raises InputError if
    the value does not match its type.
    """
    value, kind = given.get("value"), given.get("type")
    try:
        if kind == "float64" and isinstance(value, int):
            return float(value)
        if kind == "float64_array" and isinstance(value, list):
            return [float(one) for one in value]
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(str(given.get("name")), f"is not a {kind}: {error}") from None
    return value


def decoded(data: bytes) -> BinaryRequest:
    """Decode a client's binary frame; raises InputError if malformed."""
    if data[:1] == bytes([_CLIENT_MESSAGE_CODE]) and len(data) >= 5:
        return ClientMessage(struct.unpack_from("<I", data, 1)[0], data[5:])
    if data[:1] == bytes([_CLIENT_REQUEST_CODE]) and len(data) >= _REQUEST_HEAD.size:
        _, number, call, length = _REQUEST_HEAD.unpack_from(data)
        start = _REQUEST_HEAD.size + length
        if start <= len(data):
            name = data[_REQUEST_HEAD.size : start].decode(errors="replace")
            return ServiceRequest(number, call, name, data[start:])
    if data[:1] == bytes([_CLIENT_PLAYBACK_CODE]) and len(data) >= _PLAYBACK_REQUEST_HEAD.size:
        _, command, speed, seeks, seek, length = _PLAYBACK_REQUEST_HEAD.unpack_from(data)
        start = _PLAYBACK_REQUEST_HEAD.size
        if start + length <= len(data) and command in (0, 1):
            name = data[start : start + length].decode(errors="replace")
            return PlaybackRequest(command == 0, speed, seek if seeks else None, name)
    raise InputError(
        "binary frame",
        f"{len(data)} bytes that begin with {data[:1].hex() or 'nothing'} are not a message (01), "
        "service request (02) or playback request (03), or are cut short",
    )


def parsed(frame: str) -> Dict[str, Any]:
    """Parse a client's JSON frame; raises InputError if malformed."""
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise InputError("text frame", f"is not JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("op"), str):
        raise InputError("text frame", "is not a JSON object with a text 'op'")
    return found


def numbers(frame: Mapping[str, Any], name: str) -> Tuple[int, ...]:
    """Return a field that must be a list of whole numbers."""
    found = frame.get(name)
    if not isinstance(found, list) or not all(_is_number(one) for one in found):
        raise InputError(f"{frame['op']}.{name}", "must be a list of whole numbers")
    return tuple(found)


def objects(frame: Mapping[str, Any], field: str, **kinds: type) -> Iterable[Mapping[str, Any]]:
    """Return a field that must be a list of typed objects."""
    found = frame.get(field)
    if not isinstance(found, list):
        raise InputError(f"{frame['op']}.{field}", "must be a list of objects")
    for one in found:
        for key, kind in kinds.items():
            value = one.get(key) if isinstance(one, dict) else None
            if not (_is_number(value) if kind is int else isinstance(value, kind)):
                raise InputError(
                    f"{frame['op']}.{field}", f"each needs '{key}' of type {kind.__name__}"
                )
    return found


def is_json(encoding: str, where: str) -> bool:
    """Return whether an encoding is JSON; raises InputError outside :data:`ENCODINGS`."""
    if encoding not in ENCODINGS:
        raise InputError(where, f"encoding {encoding!r} is not one of: {', '.join(ENCODINGS)}")
    return encoding == JSON


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32
