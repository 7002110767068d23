"""Line protocol of NIST's lab: one text line per frame (TCP).

For each object ``name,rotation,x,y,score,type,`` with rad and mm in the detector's frame and the
type P, PT or KT (part, tray of parts, kit tray). A lost object has a name and a type, and empty
fields between. Metres and radians inside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterator, List, Optional, Sequence, Tuple, Union

from sim.errors import InputError
from sim.kitting.detections import KIT_TRAY, PART, PARTS_TRAY

MM = 1e-3  # m
KINDS = (PART, PARTS_TRAY, KIT_TRAY)
FIELD_NAMES = ("name", "rotation", "x", "y", "score", "type")
# A longer line, more objects in it and farther places are refused.
MAX_LINE_SIZE = 1 << 16  # bytes
MAX_OBJECTS = 500
MAX_COORDINATE = 1e3  # m


@dataclass(frozen=True)
class LineObject:
    """An object of a line.

    ``pose`` is x, y and rotation, None if it was lost. ``kind`` is empty if the line omits it.
    """

    name: str
    kind: str
    pose: Optional[Tuple[float, float, float]] = None
    score: float = 0.0


def write_line(objects: Sequence[LineObject]) -> str:
    """Return a line without its end. Names must be words without commas and line ends."""
    return "".join(_written(one) for one in objects)


def read_line(line: Union[str, bytes], where: str) -> Tuple[LineObject, ...]:
    """Return the objects of a line.

    The line's end, spaces around fields and the last comma are optional. Raises InputError with
    object and field; such a line is dropped completely.
    """
    if len(line) > MAX_LINE_SIZE:
        raise InputError(where, f"has {len(line)} bytes; at most {MAX_LINE_SIZE} are taken")
    fields = [field.strip() for field in _text(line, where).split(",")]
    if fields[-1] == "":
        fields.pop()
    if len(fields) % len(FIELD_NAMES):
        raise InputError(
            where,
            f"has {len(fields)} fields; each object has {len(FIELD_NAMES)}: "
            f"{', '.join(FIELD_NAMES)}",
        )
    if len(fields) > MAX_OBJECTS * len(FIELD_NAMES):
        raise InputError(
            where, f"has {len(fields) // len(FIELD_NAMES)} objects; at most {MAX_OBJECTS}"
        )
    rows = (fields[at : at + len(FIELD_NAMES)] for at in range(0, len(fields), len(FIELD_NAMES)))
    read = [_object(row, f"{where}, object {number}") for number, row in enumerate(rows, 1)]
    return tuple(one for one in read if one is not None)


class LineSplitter:
    """Splits a byte stream into lines.

    A line that is too long comes cut off, so that it is refused, and its rest is skipped.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the completed lines."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._rest += end
            yield from self._take(skipping=False)
        self._rest += rest
        if len(self._rest) > MAX_LINE_SIZE:
            yield from self._take(skipping=True)

    def _take(self, skipping: bool) -> Iterator[bytes]:
        """Yield received bytes, without the rest of a long line. ``skipping``: its line goes on."""
        line, skipped = bytes(self._rest[: MAX_LINE_SIZE + 1]), self._skipping
        self._rest.clear()
        self._skipping = skipping
        if not skipped:
            yield line


def _written(one: LineObject) -> str:
    if any(character in one.name for character in ",\r\n"):
        raise InputError(f"name {one.name!r}", "cannot stand in a line: it has a comma or line end")
    if one.pose is None:
        return f"{one.name},,,,,{one.kind},"
    x, y, rotation = one.pose
    return f"{one.name},{rotation:.6f},{x / MM:.4f},{y / MM:.4f},{one.score:.4f},{one.kind},"


def _text(line: Union[str, bytes], where: str) -> str:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(where, "is not UTF-8 text") from None
    text = text.rstrip("\r\n")
    if not text.isprintable():
        raise InputError(where, "has characters that cannot be printed")
    return text


def _object(fields: List[str], where: str) -> Optional[LineObject]:
    name, *numbers, kind = fields
    kind = kind.upper()
    if kind and kind not in KINDS:
        raise InputError(f"{where}/type", f"{kind!r} is not one of: {', '.join(KINDS)}")
    if not all(numbers):
        # An object with some missing numbers is unusable too.
        return LineObject(name, kind) if name else None
    if not name:
        raise InputError(f"{where}/name", "is empty, and the object has a place")
    rotation, x, y, score = (
        _number(text, f"{where}/{field}") for text, field in zip(numbers, FIELD_NAMES[1:5])
    )
    if max(abs(x), abs(y)) * MM > MAX_COORDINATE:
        raise InputError(
            f"{where}/x and y", f"({x:g}, {y:g}) mm is more than {MAX_COORDINATE:g} m away"
        )
    if not 0.0 <= score <= 1.0:
        raise InputError(f"{where}/score", f"{score:g} is not from 0 to 1")
    return LineObject(name, kind, (x * MM, y * MM, math.remainder(rotation, math.tau)), score)


def _number(text: str, where: str) -> float:
    try:
        # Python also reads 1_000.
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(where, f"{text[:40]!r} is not a finite number")
    return value
