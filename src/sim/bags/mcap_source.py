"""MCAP file of ROS 1 messages, to export."""

from __future__ import annotations

from pathlib import Path
from typing import Collection, Dict, Iterator, Tuple

from mcap.reader import NonSeekingReader

from sim.bags.channel import KEEPS, Channel
from sim.bags.seekable_mcap import SeekableMcap, channel_of
from sim.bags.source import ExportSource, ScannedSource, chosen_topics
from sim.errors import InputError


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


class StreamedMcap(ScannedSource):
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
        self._left_out: Dict[str, None] = {}
        self._damage = ""
        self.count_messages()
        if self._damage and not repair:
            raise InputError(path, f"was not closed when it was recorded ({self._damage}); {KEEPS}")
        left_out = tuple(f"{path}: left out {one}" for one in self._left_out)
        if not self.found and left_out:
            raise InputError(path, f"has no messages of ROS 1; {'; '.join(self._left_out)}")
        self.choose(only, without)
        lost = f"lost: what follows ({self._damage})" if self._damage else "nothing is lost"
        kept = f"{path}: kept {self.found} messages; {lost}"
        self.notes = (*left_out, kept) if repair else left_out

    def scan(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Read up to the end or the first damage."""
        numbers: Dict[int, Channel] = {}
        with self.path.open("rb") as stream:
            messages = NonSeekingReader(stream).iter_messages(log_time_order=False)
            while True:
                try:
                    schema, channel, message = next(messages)
                except StopIteration:
                    return
                except Exception as error:  # noqa: BLE001 - what the reader says of a damaged file
                    self._damage = str(error) or type(error).__name__
                    return
                if channel.id not in numbers:
                    found = channel_of(channel, schema)
                    if isinstance(found, str):
                        self._left_out[found] = None
                        continue
                    numbers[channel.id] = found
                yield numbers[channel.id], message.log_time, message.data
