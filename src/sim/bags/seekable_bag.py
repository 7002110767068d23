"""ROS 1 bag with random access by time, using its index."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from copy import copy
from io import BytesIO
from pathlib import Path
from typing import Collection, Dict, Iterator, List

from rosbags.interfaces import Connection
from rosbags.rosbag1 import Reader

from sim.bags.recording import BagRecording, damaged
from sim.bags.seekable import RecordedMessage, SeekableRecording


class SeekableBag(SeekableRecording):
    """The index of each connection is sorted by time."""

    def __init__(self, path: Path) -> None:
        self._recording = BagRecording(path)
        self._path, self.channels = path, self._recording.channels
        self._reader = self._recording.reader
        self._connections: Dict[str, List[Connection]] = {}
        for one in self._reader.connections:
            self._connections.setdefault(one.topic, []).append(one)
        # The reader's end is one past the last message.
        self.begin, self.end = self._reader.start_time, self._reader.end_time - 1

    def messages(self, topics: Collection[str], start: int) -> Iterator[RecordedMessage]:
        """Yield messages, starting from the index."""
        wanted = [one for topic in topics for one in self._connections.get(topic, ())]
        if not wanted:
            return iter(())
        return self._read(
            wanted,
            {
                one.id: self._reader.indexes[one.id][
                    bisect_left(self._reader.indexes[one.id], (start,)) :
                ]
                for one in wanted
            },
        )

    def last(self, topic: str, until: int, most: int, since: int = 0) -> List[RecordedMessage]:
        """Return the last messages by the index, merged over publishers."""
        wanted = self._connections.get(topic, [])
        parts = {}
        for one in wanted:
            index = self._reader.indexes[one.id]
            stop = bisect_right(index, (until, 2**63, 2**63))
            parts[one.id] = index[max(bisect_left(index, (since,)), stop - most) : stop]
        return list(self._read(wanted, parts))[-most:] if wanted else []

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def _read(self, wanted: List[Connection], parts: Dict[int, list]) -> Iterator[RecordedMessage]:  # type: ignore[type-arg]
        # A reader of these parts of the index alone, with its own chunk in memory.
        reader: Reader = copy(self._reader)
        reader.indexes, reader.current_chunk = parts, (-1, BytesIO())
        messages = reader.messages(wanted)
        while True:
            try:
                connection, time, data = next(messages)
            except StopIteration:
                return
            except Exception as error:  # noqa: BLE001 - what the reader says of a damaged file
                raise damaged(self._path, error) from None
            yield RecordedMessage(self._recording.channel(connection), time, data)
