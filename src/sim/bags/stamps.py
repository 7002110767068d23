"""Stamps of ROS 1 that ROS 2 cannot represent.

ROS 1 counts seconds in 32 bits without a sign, ROS 2 with one: its last stamp is 2^31 - 1 s.
"""

from __future__ import annotations

import struct
from typing import Any, Iterator, List, Optional, Tuple

from rosbags.interfaces import Nodetype

from sim.bags.rosbags_names import field_definitions

HEADER = "std_msgs/msg/Header"
TIME = "builtin_interfaces/msg/Time"
LAST_STAMP = 2**31 - 1  # s
# Serialized header: number (4 bytes), then the stamp's seconds.
HEADER_SECONDS = struct.Struct("<4xI")


class StampCheck:
    """Search for late stamps in messages of a type.

    ``store`` has the bag's definitions.
    """

    def __init__(self, store: Any, name: str) -> None:
        self._store, self._name = store, name
        self._paths = list(_time_paths(store, name))
        fields = field_definitions(store)[name][1]
        header_first = bool(fields) and fields[0][1] == (Nodetype.NAME, HEADER)
        self._only_header = header_first and len(self._paths) == 1

    def late(self, data: bytes) -> Optional[Tuple[str, int]]:
        """Return field and seconds of a serialized message's first late stamp."""
        if self._only_header:
            (seconds,) = HEADER_SECONDS.unpack_from(data)
            return (".".join(self._paths[0]), seconds) if seconds > LAST_STAMP else None
        if not self._paths:
            return None
        message = self._store.deserialize_ros1(data, self._name)
        for path in self._paths:
            for stamp in _values([message], path):
                # The library reads the seconds with a sign.
                if stamp.sec < 0:
                    return ".".join(path), stamp.sec + 2**32
        return None


def _time_paths(store: Any, name: str) -> Iterator[Tuple[str, ...]]:
    """Yield the field names that lead to each stamp in a type."""
    for field, (what, inner) in field_definitions(store)[name][1]:
        element = (what, inner) if what in (Nodetype.NAME, Nodetype.BASE) else inner[0]
        if element[0] != Nodetype.NAME:
            continue
        if element[1] == TIME:
            yield (field,)
        else:
            for path in _time_paths(store, element[1]):
                yield (field, *path)


def _values(messages: List[Any], path: Tuple[str, ...]) -> List[Any]:
    """Return the values at a path, of all elements of arrays."""
    for field in path:
        found: List[Any] = []
        for message in messages:
            value = getattr(message, field)
            found += list(value) if isinstance(value, (list, tuple)) else [value]
        messages = found
    return messages
