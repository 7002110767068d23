"""Recordings to export: channels, and messages from the beginning to the end."""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Collection, Dict, FrozenSet, Iterable, Iterator, Tuple

from sim.bags.channel import Channel
from sim.errors import InputError


class ExportSource(ABC):
    """Messages of a recording's chosen channels. A context manager.

    ``count`` is their number, 0 if unknown; ``notes`` name omissions with reasons.
    """

    path: Path
    channels: Tuple[Channel, ...]
    count: int
    notes: Tuple[str, ...] = ()

    @abstractmethod
    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield channel, time of recording in ns, and serialized ROS 1 message.

        InputError if the file is damaged.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the file."""

    def __enter__(self) -> ExportSource:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class ScannedSource(ExportSource):
    """Recording without an index.

    It is read as it is stored, once to count and once to export.
    """

    _counts: Dict[Channel, int]

    @abstractmethod
    def scan(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Read from the beginning; yield as :meth:`messages`, of all channels."""

    def count_messages(self) -> None:
        """Read the recording once. Precedes :meth:`choose`."""
        self._counts = {}
        for channel, _, _ in self.scan():
            self._counts[channel] = self._counts.get(channel, 0) + 1

    @property
    def found(self) -> int:
        """Number of messages of all channels."""
        return sum(self._counts.values())

    def choose(self, only: Collection[str], without: Collection[str]) -> None:
        """Choose channels as :func:`chosen_topics` does."""
        topics = chosen_topics(self.path, (one.topic for one in self._counts), only, without)
        self.channels = tuple(one for one in self._counts if one.topic in topics)
        self.count = sum(self._counts[one] for one in self.channels)

    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield the messages as they are stored."""
        wanted = set(self.channels)
        for channel, time, data in self.scan():
            if channel in wanted:
                yield channel, time, data

    def close(self) -> None:
        """Do nothing; the file is open only while it is read."""


def chosen_topics(
    path: Path, topics: Iterable[str], only: Collection[str], without: Collection[str]
) -> FrozenSet[str]:
    """Return the topics among ``only`` (empty: all) and not among ``without``.

    InputError if the recording lacks one of these, or none is left.
    """
    there = sorted(set(topics))
    for name in (*only, *without):
        if name not in there:
            near = difflib.get_close_matches(name, there, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"it has {', '.join(there)}"
            raise InputError(path, f"has no topic '{name}'; {hint}")
    chosen = frozenset(one for one in there if one not in without and (not only or one in only))
    if not chosen:
        raise InputError(path, "no topic is left to export" if there else "has no messages")
    return chosen
