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
from sim.bags.source import ScannedSource
from sim.errors import InputError

MAGIC = b"#ROSBAG V2.0\n"
_LENGTH = struct.Struct("<I")
_TIME = struct.Struct("<II")
# Codes of records.
MESSAGE = 2
CHUNK = 5
CONNECTION = 7
# Bytes of the header fields that are numbers, by record.
SIZES = {
    MESSAGE: {b"conn": _LENGTH.size, b"time": _TIME.size},
    CHUNK: {b"size": _LENGTH.size},
    CONNECTION: {b"conn": _LENGTH.size},
}
# Fields in the data of a connection.
DESCRIBED = frozenset({b"type", b"md5sum", b"message_definition"})
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


class UnclosedBag(ScannedSource):
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
        self.count_messages()
        if self._orphans:
            # A connection that is lost in its chunk may be in the index behind all chunks.
            self.count_messages()
        self.choose(only, without)
        self.notes = (
            f"{path}: kept {self.found} messages, the last recorded at {self._end / NS:.3f} s; "
            f"lost: {self._lost} bytes behind the last complete record"
            + (f", {self._orphans} messages of unknown topics" if self._orphans else ""),
        )

    def scan(self) -> Iterator[Tuple[Channel, int, bytes]]:
        """Read up to the last complete record."""
        self._end = 0
        self._lost = 0
        self._orphans = 0
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
            time = seconds * NS + nanoseconds
            if number in self._numbers:
                self._end = max(self._end, time)
                yield self._numbers[number], time, record.data
            else:
                self._orphans += 1


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
    """Return a record, None for bytes that are none."""
    try:
        fields = _fields(header)
        code = ord(fields[b"op"])
        sound = MESSAGE <= code <= CONNECTION and all(
            len(fields[name]) == size for name, size in SIZES.get(code, {}).items()
        )
        if code == CONNECTION:
            sound = sound and b"topic" in fields and set(_fields(data)) >= DESCRIBED
    except (KeyError, TypeError, ValueError):
        return None
    return _Record(code, fields, data) if sound else None


def _fields(header: bytes) -> Dict[bytes, bytes]:
    """Return the fields of a header; ValueError if it is none."""
    found = {}
    place = 0
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
    decompressor = DECOMPRESSORS[compression]()
    found = []
    try:
        for place in range(0, len(data), 4096):
            if decompressor.eof:
                break
            found.append(decompressor.decompress(data[place : place + 4096]))
    except (OSError, EOFError, RuntimeError):
        pass
    return b"".join(found)
