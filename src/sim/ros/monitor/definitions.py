"""Definitions of messages and services as their generated classes have them."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any, Tuple

import roslib.message
import rospy
from genpy import DeserializationError

from sim.errors import InputError

BUILD = "build its package and source that workspace before the monitor starts"


@lru_cache(maxsize=None)
def message_class(type_name: str) -> Any:
    """Return the class of a message; InputError if its package is missing."""
    return _class(roslib.message.get_message_class, type_name, "message")


@lru_cache(maxsize=None)
def service_class(type_name: str) -> Any:
    """Return the class of a service; InputError if its package is missing."""
    return _class(roslib.message.get_service_class, type_name, "service")


def _class(find: Any, type_name: str, what: str) -> Any:
    try:
        found = find(type_name)
    except (ValueError, ImportError, AttributeError) as error:
        raise InputError(
            type_name, f"is not a {what} that can be loaded ({error}); {BUILD}"
        ) from None
    if found is None:
        raise InputError(type_name, f"no such {what} here; {BUILD}")
    return found


def definition(type_name: str) -> str:
    """Return the full text of a message's definition, with its nested messages."""
    return str(message_class(type_name)._full_text)


def service_definitions(type_name: str) -> Tuple[str, str]:
    """Return the full definitions of a service's request and response."""
    kind = service_class(type_name)
    return str(kind._request_class._full_text), str(kind._response_class._full_text)


def deserialized(kind: Any, data: bytes, where: str) -> Any:
    """Return a message from bytes; InputError if they are not exactly one."""
    try:
        message = kind().deserialize(data)
    except (DeserializationError, UnicodeDecodeError, ValueError) as error:
        raise InputError(where, f"{len(data)} bytes are not a {kind._type}: {error}") from None
    if message_length(message) != len(data):
        raise InputError(
            where, f"{kind._type} has {message_length(message)} bytes, and {len(data)} were sent"
        )
    return message


def raw_bytes(message: Any) -> bytes:
    """Return the serialized bytes of a received message.

    A subscriber of ``AnyMsg`` gets messages of their class on a topic to which its node subscribes
    with that class too, such as ``/clock``.
    """
    return message._buff if isinstance(message, rospy.AnyMsg) else _serialized(message).getvalue()


def message_length(message: Any) -> int:
    """Return the serialized length of a message in bytes."""
    return _serialized(message).tell()


def _serialized(message: Any) -> BytesIO:
    buffer = BytesIO()
    message.serialize(buffer)
    return buffer
