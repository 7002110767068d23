"""MCAP file of ROS 1 messages, to export."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Collection, Dict, Iterator, Tuple

from mcap.exceptions import McapError
from mcap.reader import NonSeekingReader

from sim.bags.channel import Channel
from sim.bags.seekable_mcap import SeekableMcap, channel_of
from sim.bags.source import ExportSource, chosen_topics
from sim.errors import InputError

# Raised by MCAP's library for a file that is cut or damaged.
DAMAGE = (McapError, ValueError, EOFError, RuntimeError, struct.error)


class IndexedMcap(ExportSource):
    """Messages of a closed file in order of time."""

    def __init__(
        self, path: Path, only: Collection[str] = (), without: Collection[str] = ()
    ) -> None:
        self.path, self._file = path, SeekableMcap(path)
        try:
            there = self._file.channels
            chosen = chosen_topics(path, (one.topic for one in there), only, without)
        except InputError:
            self._file.close()
            raise
        self.channels = tuple(one for one in there if one.topic in chosen)
        self.notes = tuple(f"{path}: left out {one}" for one in self._file.left_out)
        self.count = self._file.count(chosen)

    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield the messages in order of time."""
        topics = sorted({one.topic for one in self.channels})
        yield from self._file.messages(topics, 0)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class StreamedMcap(ExportSource):
    """Messages of a file without an index, as they are stored.

    With ``repair`` those before the place where the file is cut or damaged.
    """

    def __init__(
        self,
        path: Path,
        only: Collection[str] = (),
        without: Collection[str] = (),
        repair: bool = False,
    ) -> None:
        self.path = path
        counts: Dict[Channel, int] = {}
        self._left_out: Dict[str, None] = {}
        self._damage = ""
        for channel, _, _ in self._read():
            counts[channel] = counts.get(channel, 0) + 1
        if self._damage and not repair:
            raise InputError(
                path,
                f"was not closed when it was recorded ({self._damage}); './run export FILE "
                "--repair' keeps what is there",
            )
        left_out = tuple(f"{path}: left out {one}" for one in self._left_out)
        if not counts and left_out:
            raise InputError(path, f"has no messages of ROS 1; {'; '.join(self._left_out)}")
        chosen = chosen_topics(path, (one.topic for one in counts), only, without)
        self.channels = tuple(one for one in counts if one.topic in chosen)
        self.count = sum(counts[one] for one in self.channels)
        lost = f"lost: what follows ({self._damage})" if self._damage else "nothing is lost"
        kept = f"{path}: kept {sum(counts.values())} messages; {lost}"
        self.notes = (*left_out, kept) if repair else left_out

    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield the messages as they are stored."""
        wanted = set(self.channels)
        for channel, time, data in self._read():
            if channel in wanted:
                yield channel, time, data

    def close(self) -> None:
        """Do nothing; the file is open only while it is read."""

    def _read(self) -> Iterator[Tuple[Channel, int, bytes]]:
        numbers: Dict[int, Channel] = {}
        with self.path.open("rb") as stream:
            messages = NonSeekingReader(stream).iter_messages(log_time_order=False)
            while True:
                try:
                    schema, channel, message = next(messages)
                except StopIteration:
                    return
                except DAMAGE as error:
                    self._damage = str(error) or type(error).__name__
                    return
                if channel.id not in numbers:
                    found = channel_of(channel, schema)
                    if isinstance(found, str):
                        self._left_out[found] = None
                        continue
                    numbers[channel.id] = found
                yield numbers[channel.id], message.log_time, message.data
