"""Recordings with random access by time.

ROS 1 bags and MCAP files with ROS 1 messages. Times are ns as recorded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Collection, Iterator, List, NamedTuple, Tuple

from sim.bags.channel import Channel


class RecordedMessage(NamedTuple):
    """A message with its channel and time."""

    channel: Channel
    time: int
    data: bytes


class SeekableRecording(ABC):
    """Recording file with random access, for one thread at a time.

    ``left_out`` lists skipped channels with reasons.
    """

    channels: Tuple[Channel, ...]
    left_out: Tuple[str, ...] = ()
    begin: int
    end: int

    @abstractmethod
    def messages(self, topics: Collection[str], start: int) -> Iterator[RecordedMessage]:
        """Return the messages of topics from ``start`` on, in order of time.

        InputError if the file is damaged.
        """

    @abstractmethod
    def last(self, topic: str, until: int, most: int, since: int = 0) -> List[RecordedMessage]:
        """Return the last messages of a topic at or before ``until``.

        They are not before ``since``, in order of time, at most ``most``.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the file."""
