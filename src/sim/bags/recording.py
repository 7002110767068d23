"""ROS 1 bag: channels and serialized messages in order of time."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Collection, Dict, Iterator, NamedTuple, Tuple

from rosbags.interfaces import Connection, ConnectionExtRosbag1
from rosbags.rosbag1 import Reader, ReaderError

from sim.errors import InputError


class Channel(NamedTuple):
    """One type on one topic. ``definition`` is the text of the type and of all in it, as the bag
    has it; ``kind`` as ROS 1 writes it (``sensor_msgs/Imu``)."""

    topic: str
    kind: str
    definition: str
    md5: str
    latched: bool


class BagRecording:
    """Channels of a bag, filtered by topic.

    Topics are among ``only`` (empty: all) and not among ``without``; InputError for an incomplete
    bag or a missing topic. A context manager.
    """

    def __init__(
        self, path: Path, only: Collection[str] = (), without: Collection[str] = ()
    ) -> None:
        self.path = path
        if not path.is_file():
            raise InputError(
                path, "is not a file; a bag of ROS 1 is needed, as rosbag record writes"
            )
        self._reader = Reader(path)
        try:
            self._reader.open()
        except Exception as error:  # noqa: BLE001 - what the reader says of a damaged file
            raise damaged(path, error) from None
        try:
            self._connections = self._chosen(only, without)
        except InputError:
            self._reader.close()
            raise
        latched = {
            (one.topic, one.msgtype)
            for one in self._connections
            if isinstance(one.ext, ConnectionExtRosbag1) and one.ext.latching
        }
        channels: Dict[Tuple[str, str, str], Channel] = {}
        self._channel_of: Dict[int, Channel] = {}
        for one in self._connections:
            channel = Channel(
                one.topic,
                one.msgtype.replace("/msg/", "/"),
                one.msgdef,
                one.digest,
                (one.topic, one.msgtype) in latched,
            )
            self._channel_of[one.id] = channels.setdefault(
                (one.topic, one.msgtype, one.digest), channel
            )
        self.channels = tuple(channels.values())

    @property
    def reader(self) -> Reader:
        """The file, open."""
        return self._reader

    def channel(self, connection: Connection) -> Channel:
        """Return the channel of a connection of the file."""
        return self._channel_of[connection.id]

    @property
    def count(self) -> int:
        """Messages of all its channels."""
        return sum(one.msgcount for one in self._connections)

    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield channel, time of recording in ns, and serialized ROS 1 message.

        InputError if the file is damaged.
        """
        messages = self._reader.messages(self._connections)
        while True:
            try:
                connection, time, data = next(messages)
            except StopIteration:
                return
            except Exception as error:  # noqa: BLE001
                raise damaged(self.path, error) from None
            yield self._channel_of[connection.id], time, data

    def _chosen(self, only: Collection[str], without: Collection[str]) -> Tuple[Connection, ...]:
        topics = sorted({one.topic for one in self._reader.connections})
        for name in (*only, *without):
            if name not in topics:
                near = difflib.get_close_matches(name, topics, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"it has {', '.join(topics)}"
                raise InputError(self.path, f"has no topic '{name}'; {hint}")
        chosen = tuple(
            one
            for one in self._reader.connections
            if one.topic not in without and (not only or one.topic in only)
        )
        if not chosen:
            raise InputError(self.path, "no topic is left to export" if topics else "is empty")
        return chosen

    def __enter__(self) -> BagRecording:
        return self

    def __exit__(self, *error: object) -> None:
        self._reader.close()


def damaged(path: Path, error: Exception) -> InputError:
    """Return an error for an unreadable file from another library's error."""
    if isinstance(error, ReaderError) and "not indexed" in str(error):
        return InputError(path, "was not closed when it was recorded; 'rosbag reindex' mends it")
    return InputError(
        path, f"is not a complete bag of ROS 1 ({str(error) or type(error).__name__})"
    )
