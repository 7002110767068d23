"""ROS 1 bag without its index, as of a killed recorder [RosbagFormat].

Records are read from the beginning to the last complete one.
"""

from __future__ import annotations

import bz2
import struct
from pathlib import Path
from typing import (
    Any,
    BinaryIO,
    Callable,
    Collection,
    Dict,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Tuple,
)

from lz4.frame import LZ4FrameDecompressor

from sim.bags.channel import Channel
from sim.bags.source import ExportSource, chosen_topics
from sim.errors import InputError

MAGIC = b"#ROSBAG V2.0\n"
_LENGTH = struct.Struct("<I")
_TIME = struct.Struct("<II")
# Codes of records.
MESSAGE = 2
CHUNK = 5
CONNECTION = 7
DECOMPRESSORS: Dict[bytes, Callable[[], Any]] = {
    b"bz2": bz2.BZ2Decompressor,
    b"lz4": LZ4FrameDecompressor,
}
NS = 10**9


class _Record(NamedTuple):
    """Header fields and data of a record."""

    code: int
    fields: Dict[bytes, bytes]
    data: bytes


class UnclosedBag(ExportSource):
    """Complete part of a bag.

    ``notes`` tell the bytes behind the last complete record. InputError for a file of another kind.
    """

    def __init__(
        self, path: Path, only: Collection[str] = (), without: Collection[str] = ()
    ) -> None:
        self.path = path
        with path.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                raise InputError(path, "is not a bag of ROS 1 (version 2.0)")
        self._numbers: Dict[int, Channel] = {}
        counts: Dict[Channel, int] = {}
        end = 0
        for channel, time, _ in self._read():
            counts[channel] = counts.get(channel, 0) + 1
            end = max(end, time)
        chosen = chosen_topics(path, (one.topic for one in counts), only, without)
        self.channels = tuple(one for one in counts if one.topic in chosen)
        self.count = sum(counts[one] for one in self.channels)
        self.notes = (
            f"{path}: kept {sum(counts.values())} messages, the last recorded at {end / NS:.3f} s; "
            f"lost: {self._lost} bytes behind the last complete record",
        )

    def messages(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield the messages as they are stored."""
        wanted = set(self.channels)
        for channel, time, data in self._read():
            if channel in wanted:
                yield channel, time, data

    def close(self) -> None:
        """Do nothing; the file is open only while it is read."""

    def _read(self) -> Iterator[Tuple[Channel, int, bytes]]:
        self._lost = 0
        size = self.path.stat().st_size
        with self.path.open("rb") as stream:
            stream.seek(len(MAGIC))
            while True:
                begin = stream.tell()
                record = _next(stream)
                if record is None:
                    self._lost += size - begin
                    return
                if record.code == CHUNK:
                    yield from self._chunk(record, stream)
                else:
                    yield from self._message(record)

    def _chunk(self, record: _Record, stream: BinaryIO) -> Iterator[Tuple[Channel, int, bytes]]:
        """Yield the messages of a chunk.

        The last chunk of a killed recorder has no length yet: it goes on to the end of the file.
        Lost bytes of a cut chunk count uncompressed.
        """
        compression = record.fields.get(b"compression", b"none")
        if compression == b"none":
            # Without a length its records follow as any others.
            data = record.data
        elif compression in DECOMPRESSORS:
            data = _decompressed(record.data or stream.read(), compression)
        else:
            raise InputError(
                self.path, f"has a chunk with the compression {compression.decode('latin-1')!r}"
            )
        place = 0
        while True:
            inner, place = _record_at(data, place)
            if inner is None:
                whole = _LENGTH.unpack(record.fields[b"size"])[0] if record.data else 0
                self._lost += max(whole, len(data)) - place
                return
            yield from self._message(inner)

    def _message(self, record: _Record) -> Iterator[Tuple[Channel, int, bytes]]:
        if record.code == CONNECTION:
            number = _LENGTH.unpack(record.fields[b"conn"])[0]
            described = _fields(record.data)
            self._numbers.setdefault(
                number,
                Channel(
                    record.fields[b"topic"].decode(errors="replace"),
                    described[b"type"].decode(errors="replace"),
                    described[b"message_definition"].decode(errors="replace"),
                    described[b"md5sum"].decode(errors="replace"),
                    described.get(b"latching", b"0") == b"1",
                ),
            )
        elif record.code == MESSAGE:
            number = _LENGTH.unpack(record.fields[b"conn"])[0]
            seconds, nanoseconds = _TIME.unpack(record.fields[b"time"])
            if number in self._numbers:
                yield self._numbers[number], seconds * NS + nanoseconds, record.data


def _next(stream: BinaryIO) -> Optional[_Record]:
    """Return the next record of a file, None if incomplete."""
    parts: List[bytes] = []
    for _ in range(2):
        length = stream.read(_LENGTH.size)
        if len(length) < _LENGTH.size:
            return None
        wanted = _LENGTH.unpack(length)[0]
        part = stream.read(wanted)
        if len(part) < wanted:
            return _cut_chunk(parts, part)
        parts.append(part)
    return _record(*parts)


def _cut_chunk(parts: List[bytes], data: bytes) -> Optional[_Record]:
    """Return a chunk that the file ends in, None for another record."""
    record = _record(parts[0], data) if parts else None
    return record if record is not None and record.code == CHUNK else None


def _record_at(data: bytes, place: int) -> Tuple[Optional[_Record], int]:
    """Return a record in memory, None if incomplete, and the place behind."""
    begin = place
    parts: List[bytes] = []
    for _ in range(2):
        if place + _LENGTH.size > len(data):
            return None, begin
        (wanted,) = _LENGTH.unpack_from(data, place)
        place += _LENGTH.size
        if place + wanted > len(data):
            return None, begin
        parts.append(data[place : place + wanted])
        place += wanted
    record = _record(*parts)
    return record, begin if record is None else place


def _record(header: bytes, data: bytes) -> Optional[_Record]:
    try:
        fields = _fields(header)
    except ValueError:
        return None
    code = fields.get(b"op", b"")
    known = len(code) == 1 and MESSAGE <= code[0] <= CONNECTION
    return _Record(code[0], fields, data) if known else None


def _fields(header: bytes) -> Dict[bytes, bytes]:
    """Return the fields of a header; ValueError if it is none."""
    found, place = {}, 0
    while place < len(header):
        if place + _LENGTH.size > len(header):
            raise ValueError
        (length,) = _LENGTH.unpack_from(header, place)
        place += _LENGTH.size
        name, equals, value = header[place : place + length].partition(b"=")
        if not equals or place + length > len(header):
            raise ValueError
        found[name] = value
        place += length
    return found


def _decompressed(data: bytes, compression: bytes) -> bytes:
    """Return as much as can be decompressed."""
    decompressor, found = DECOMPRESSORS[compression](), []
    try:
        for place in range(0, len(data), 4096):
            if decompressor.eof:
                break
            found.append(decompressor.decompress(data[place : place + 4096]))
    except (OSError, EOFError, RuntimeError):
        pass
    return b"".join(found)
