"""Writers of ROS 1 messages to MCAP files and ROS 1 bags."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, BinaryIO, Dict, Tuple

from mcap.writer import Writer as McapStream
from rosbags.rosbag1 import Writer as BagStream
from rosbags.typesys import Stores, TypesysError, get_types_from_msg, get_typestore

from sim.bags.channel import Channel
from sim.errors import InputError

# ROS 1 counts seconds in 32 bits without a sign.
END_OF_TIME = 2**32 * 10**9  # ns


class RecordingWriter(ABC):
    """One file, which is complete once it is closed."""

    @abstractmethod
    def add(self, channel: Channel) -> None:
        """Register a channel; :meth:`write` does so if needed."""

    @abstractmethod
    def write(self, channel: Channel, time: int, data: bytes) -> None:
        """Add a message at its time in ns."""

    @abstractmethod
    def close(self) -> None:
        """Write the index and close the file."""


class McapWriter(RecordingWriter):
    """MCAP writer of unchanged ROS 1 messages.

    Their types' definitions are stored beside them, so that a reader does not depend on our
    packages. MCAP's registry defines profile and encoding ``ros1`` and schema encoding ``ros1msg``.
    """

    def __init__(self, path: Path) -> None:
        self._stream: BinaryIO = open(path, "xb")  # noqa: SIM115 - until close
        self._writer = McapStream(self._stream)
        self._writer.start(profile="ros1", library="sim")
        self._schemas: Dict[Tuple[str, str], int] = {}
        self._numbers: Dict[Channel, int] = {}

    def add(self, channel: Channel) -> None:
        """Register a channel with its schema."""
        if channel in self._numbers:
            return
        # Types of equal fields have one MD5.
        kind = channel.kind, channel.md5
        if kind not in self._schemas:
            self._schemas[kind] = self._writer.register_schema(
                channel.kind, "ros1msg", channel.definition.encode()
            )
        metadata = {"md5sum": channel.md5, "latching": str(int(channel.latched))}
        self._numbers[channel] = self._writer.register_channel(
            channel.topic, "ros1", self._schemas[kind], metadata
        )

    def write(self, channel: Channel, time: int, data: bytes) -> None:
        """Add a message."""
        self.add(channel)
        number = self._numbers[channel]
        self._writer.add_message(number, log_time=time, publish_time=time, data=data)

    def close(self) -> None:
        """Write the summary."""
        self._writer.finish()  # type: ignore[no-untyped-call]
        self._stream.close()


class BagWriter(RecordingWriter):
    """A bag as rosbag writes it, without compression."""

    def __init__(self, path: Path) -> None:
        self._writer = BagStream(path)
        self._writer.open()
        self._connections: Dict[Channel, Any] = {}

    def add(self, channel: Channel) -> None:
        """Register a connection."""
        if channel not in self._connections:
            self._connections[channel] = self._writer.add_connection(
                channel.topic,
                channel.kind.replace("/", "/msg/"),
                msgdef=channel.definition,
                md5sum=channel.md5 or md5_of(channel),
                latching=int(channel.latched),
            )

    def write(self, channel: Channel, time: int, data: bytes) -> None:
        """Add a message. InputError for a time past ROS 1's last second."""
        if time >= END_OF_TIME:
            raise InputError(
                channel.topic,
                f"has a message recorded at {time / 1e9:.3f} s; a bag of ROS 1 allows at most "
                f"{END_OF_TIME // 10**9 - 1} s, leave the topic out (--without)",
            )
        self.add(channel)
        self._writer.write(self._connections[channel], time, data)

    def close(self) -> None:
        """Write the index."""
        self._writer.close()


WRITERS = {"mcap": McapWriter, "bag": BagWriter}


def md5_of(channel: Channel) -> str:
    """Return ROS 1's MD5 of a channel's type, by its definition.

    MCAP files of other recorders may lack it. InputError for a definition that cannot be read.
    """
    name = channel.kind.replace("/", "/msg/")
    store = get_typestore(Stores.EMPTY)
    try:
        store.register(get_types_from_msg(channel.definition, name))
        return str(store.generate_msgdef(name, ros_version=1)[1])
    except (TypesysError, KeyError) as error:
        raise InputError(
            channel.topic, f"the definition of its type {channel.kind} cannot be read: {error}"
        ) from None


def new_recording(path: Path) -> RecordingWriter:
    """Create a writer by the ending of a file's name.

    InputError for an unknown ending or an existing file.
    """
    kind = path.suffix[1:]
    if kind not in WRITERS:
        raise InputError(path, f"a recording ends with .{' or .'.join(WRITERS)}")
    if path.exists():
        raise InputError(path, "exists already; choose another name")
    return WRITERS[kind](path)
