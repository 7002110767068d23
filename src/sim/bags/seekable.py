"""Recordings that are read from any time on: bags of ROS 1 and MCAP files with messages of ROS 1.
Times are ns as recorded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Collection, Iterator, List, NamedTuple, Tuple

from sim.bags.recording import Channel


class Recorded(NamedTuple):
    """A message with its channel and time."""

    channel: Channel
    time: int
    data: bytes


class SeekableRecording(ABC):
    """One file, for one thread at a time. ``left_out`` says which channels are not read, and
    why."""

    channels: Tuple[Channel, ...]
    left_out: Tuple[str, ...] = ()
    begin: int
    end: int

    @abstractmethod
    def messages(self, topics: Collection[str], start: int) -> Iterator[Recorded]:
        """The messages of these topics from ``start`` on, in order of time; InputError where the
        file is damaged."""

    @abstractmethod
    def last(self, topic: str, until: int, most: int, since: int = 0) -> List[Recorded]:
        """The last messages of a topic at or before ``until`` and not before ``since``, in order of
        time; at most ``most``."""

    @abstractmethod
    def close(self) -> None:
        """Closes the file."""
