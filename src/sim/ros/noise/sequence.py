"""Counts lost messages by gaps in each publisher's sequence numbers."""

from __future__ import annotations

import struct
from typing import Any, Dict, Tuple

_NUMBER = struct.Struct("<I")
# Publishers of one topic that are remembered.
MOST = 16


class SequenceGaps:
    """Counts gaps per connection. The first message of one has no gap before it."""

    def __init__(self) -> None:
        self.missed = 0
        self._last: Dict[int, Tuple[Any, int]] = {}

    def add(self, raw: Any) -> None:
        """Count a raw message, ``rospy.AnyMsg``, that begins with a header."""
        connection, number = raw._connection_header, _NUMBER.unpack_from(raw._buff)[0]
        _, last = self._last.get(id(connection), (None, number))
        self.missed += max(number - last - 1, 0)
        if len(self._last) >= MOST and id(connection) not in self._last:
            self._last.clear()
        # Kept with its connection, so that no other gets the same id.
        self._last[id(connection)] = connection, number
