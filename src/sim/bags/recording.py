"""ROS 1 bag: channels and serialized messages in order of time."""

from __future__ import annotations

from pathlib import Path
from typing import Collection, Dict, Iterator, Tuple

from rosbags.interfaces import Connection, ConnectionExtRosbag1
from rosbags.rosbag1 import Reader, ReaderError

from sim.bags.channel import KEEPS, Channel
from sim.bags.rosbags_names import definition_text
from sim.bags.source import ExportSource, chosen_topics
from sim.errors import InputError


class BagRecording(ExportSource):
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
                definition_text(one.msgdef),
                one.digest,
                (one.topic, one.msgtype) in latched,
            )
            self._channel_of[one.id] = channels.setdefault(
                (one.topic, one.msgtype, one.digest), channel
            )
        self.channels = tuple(channels.values())
        self.count = sum(one.msgcount for one in self._connections)

    @property
    def reader(self) -> Reader:
        """The file, open."""
        return self._reader

    def channel(self, connection: Connection) -> Channel:
        """Return the channel of a connection of the file."""
        return self._channel_of[connection.id]

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
        there = self._reader.connections
        topics = chosen_topics(self.path, (one.topic for one in there), only, without)
        return tuple(one for one in there if one.topic in topics)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()


def damaged(path: Path, error: Exception) -> InputError:
    """Return an error for an unreadable file from another library's error."""
    if isinstance(error, ReaderError) and "not indexed" in str(error):
        return InputError(path, f"was not closed when it was recorded; {KEEPS}")
    said = str(error) or type(error).__name__
    if isinstance(error, ReaderError) and "magic" in said:
        return InputError(path, "is neither a bag of ROS 1 (version 2.0) nor an MCAP file")
    return InputError(path, f"is not a complete bag of ROS 1 ({said}); {KEEPS}")
