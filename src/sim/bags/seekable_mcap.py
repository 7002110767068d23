"""MCAP file of ROS 1 messages with random access by time.

It uses the file's summary.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any, Collection, Dict, Iterator, List, Union

from mcap.reader import SeekingReader

from sim.bags.channel import KEEPS, Channel
from sim.bags.seekable import RecordedMessage, SeekableRecording
from sim.errors import InputError

ENCODING = "ros1"
SCHEMA_ENCODING = "ros1msg"


class SeekableMcap(SeekableRecording):
    """Channels of other encodings are left out."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stream = open(path, "rb")  # noqa: SIM115 - until close
        try:
            self._reader = SeekingReader(self._stream)
            summary = self._reader.get_summary()
        except Exception as error:  # noqa: BLE001 - what the reader says of a file that is none
            self._stream.close()
            raise InputError(path, f"is not a complete MCAP file: {error}") from None
        if summary is None or not summary.chunk_indexes:
            self._stream.close()
            raise InputError(
                path,
                f"has no index: it is empty or was not closed; {KEEPS}",
            )
        self._numbers: Dict[int, Channel] = {}
        left_out = []
        for number, one in summary.channels.items():
            found = channel_of(one, summary.schemas.get(one.schema_id))
            if isinstance(found, str):
                left_out.append(found)
            else:
                self._numbers[number] = found
        self.channels = tuple(dict.fromkeys(self._numbers.values()))
        self.left_out = tuple(left_out)
        if not self.channels:
            self._stream.close()
            raise InputError(path, f"has no messages of ROS 1; {'; '.join(left_out)}")
        statistics = summary.statistics
        self._counts = dict(statistics.channel_message_counts) if statistics else {}
        if statistics is not None and statistics.message_count:
            # Chunks with definitions only are without times.
            self.begin = statistics.message_start_time
            self.end = statistics.message_end_time
        else:
            self.begin = min(one.message_start_time for one in summary.chunk_indexes)
            self.end = max(one.message_end_time for one in summary.chunk_indexes)

    def messages(self, topics: Collection[str], start: int) -> Iterator[RecordedMessage]:
        """Yield messages, starting from the first chunk that may have one."""
        if not topics:
            return iter(())
        return self._recorded(topics=list(topics), starting_at=start)

    def last(self, topic: str, until: int, most: int, since: int = 0) -> List[RecordedMessage]:
        """Read backwards."""
        found = self._recorded(topics=[topic], starting_at=since, ending_at=until, reverse=True)
        return list(islice(found, most))[::-1]

    def count(self, topics: Collection[str]) -> int:
        """Return the number of messages of topics, 0 if unknown."""
        return sum(
            self._counts.get(number, 0)
            for number, one in self._numbers.items()
            if one.topic in topics
        )

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _recorded(self, **words: Any) -> Iterator[RecordedMessage]:
        messages = self._reader.iter_messages(**words)
        while True:
            try:
                _, channel, message = next(messages)
            except StopIteration:
                return
            except Exception as error:  # noqa: BLE001
                raise InputError(self._path, f"is damaged: {error}; {KEEPS}") from None
            if channel.id in self._numbers:
                yield RecordedMessage(self._numbers[channel.id], message.log_time, message.data)


def channel_of(channel: Any, schema: Any) -> Union[Channel, str]:
    """Return MCAP's channel as ours, or the reason against it."""
    other = channel.message_encoding != ENCODING
    if other or schema is None or schema.encoding != SCHEMA_ENCODING:
        return (
            f"{channel.topic}: its encoding is {channel.message_encoding or 'none'}, not {ENCODING}"
        )
    # Comments in a definition may be of any encoding.
    definition = schema.data.decode(errors="replace")
    latched = channel.metadata.get("latching", "0") not in ("0", "false", "")
    md5 = channel.metadata.get("md5sum", "")
    return Channel(channel.topic, schema.name, definition, md5, latched)


def has_index(path: Path) -> bool:
    """Return whether an MCAP file ends with an index of its chunks."""
    try:
        with path.open("rb") as stream:
            summary = SeekingReader(stream).get_summary()
    except Exception:  # noqa: BLE001 - what the reader says of a damaged file
        return False
    return summary is not None and bool(summary.chunk_indexes)
