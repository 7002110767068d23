"""Point clouds of PCD files, version 0.7 [PCD]."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.files import reading

KINDS = {"F": "f", "I": "i", "U": "u"}
# Of numpy's types.
SIZES = {"F": (4, 8), "I": (1, 2, 4, 8), "U": (1, 2, 4, 8)}
HEADER_KEYS = ("FIELDS", "SIZE", "TYPE", "WIDTH", "HEIGHT", "DATA")


def read_pcd(path: Path) -> Array:
    """Return the points (n,) of a file, with its fields.

    InputError names the file and the wrong entry of its header.
    """
    with reading(path):
        content = path.read_bytes()
    header, body = _header(content, path)
    names, kind = header["FIELDS"], _kind(header, path)
    count = _whole(header, "WIDTH", path) * _whole(header, "HEIGHT", path)
    encoding = header["DATA"][0] if header["DATA"] else ""
    if encoding == "ascii":
        return _ascii(body, kind, count, path)
    if encoding == "binary":
        packed = body[: count * kind.itemsize]
    elif encoding == "binary_compressed":
        packed = _columns(body, kind, count, path)
    else:
        raise InputError(path, f"DATA must be ascii, binary or binary_compressed, got {encoding!r}")
    if len(packed) < count * kind.itemsize:
        raise InputError(path, f"ends before the last of {count} points with {', '.join(names)}")
    return np.frombuffer(packed, kind, count).copy()


def _header(content: bytes, path: Path) -> Tuple[Dict[str, List[str]], bytes]:
    header: Dict[str, List[str]] = {}
    at = 0
    while "DATA" not in header:
        end = content.find(b"\n", at)
        if end < 0:
            raise InputError(path, "not a PCD file: its header has no line DATA")
        words = content[at:end].decode("ascii", "replace").split()
        at = end + 1
        if words and not words[0].startswith("#"):
            header[words[0]] = words[1:]
    missing = [key for key in HEADER_KEYS if key not in header]
    if missing:
        raise InputError(path, f"not a PCD file: its header has no line {missing[0]}")
    return header, content[at:]


def _kind(header: Dict[str, List[str]], path: Path) -> np.dtype[Any]:
    names, counts = header["FIELDS"], header.get("COUNT") or ["1"] * len(header["FIELDS"])
    columns = (names, header["SIZE"], header["TYPE"], counts)
    if len({len(one) for one in columns}) != 1:
        raise InputError(path, "FIELDS, SIZE, TYPE and COUNT must have as many entries each")
    fields = []
    for number, (name, size, letter, count) in enumerate(zip(*columns)):
        if letter not in KINDS or size not in map(str, SIZES[letter]) or not count.isdigit():
            raise InputError(path, f"field {name}: type {letter}{size} x {count} is not supported")
        # Several fields may be padding of one name.
        own = f"{name}{number}" if name == "_" else name
        one = f"<{KINDS[letter]}{size}"
        fields.append((own, one) if count == "1" else (own, one, (int(count),)))
    missing = [name for name in "xyz" if name not in names]
    if missing:
        raise InputError(path, f"FIELDS must have x, y and z; {missing[0]} is missing")
    return np.dtype(fields)


def _whole(header: Dict[str, List[str]], key: str, path: Path) -> int:
    words = header[key]
    if len(words) != 1 or not words[0].isdigit():
        raise InputError(path, f"{key} must be a whole number, got {' '.join(words)!r}")
    return int(words[0])


def _ascii(body: bytes, kind: np.dtype[Any], count: int, path: Path) -> Array:
    names = [name for name in kind.names or () if kind[name].shape == ()]
    starts, at = {}, 0
    for name in kind.names or ():
        starts[name] = at
        at += int(np.prod(kind[name].shape, dtype=int))
    rows = body.decode("ascii", "replace").split("\n")[:count]
    found = np.zeros(count, [(name, kind[name]) for name in names])
    for number, row in enumerate(rows):
        words = row.split()
        try:
            for name in names:
                found[name][number] = float(words[starts[name]])
        except (ValueError, IndexError):
            raise InputError(path, f"point {number + 1} is {row!r}, not {at} numbers") from None
    if len(rows) < count:
        raise InputError(path, f"ends before the last of {count} points")
    return found


def _columns(body: bytes, kind: np.dtype[Any], count: int, path: Path) -> bytes:
    """Return decompressed points by row.

    The file has them by field.
    """
    if len(body) < 8:
        raise InputError(path, "ends before its compressed points")
    packed, whole = np.frombuffer(body[:8], "<u4").tolist()
    data = decompress_lzf(body[8 : 8 + packed])
    if len(data) != whole or whole < count * kind.itemsize:
        raise InputError(path, f"its compressed points have {len(data)} bytes, not {whole}")
    found, at = np.zeros(count, kind), 0
    for name in kind.names or ():
        one = kind[name]
        found[name] = np.frombuffer(
            data, one.base, count * one.itemsize // one.base.itemsize, at
        ).reshape(count, *one.shape)
        at += count * one.itemsize
    return found.tobytes()


def decompress_lzf(data: bytes) -> bytes:
    """Return the bytes of an LZF stream [LZF].

    It has literal runs and references backwards.
    """
    out, at = bytearray(), 0
    while at < len(data):
        control = data[at]
        at += 1
        if control < 32:
            out += data[at : at + control + 1]
            at += control + 1
            continue
        length = control >> 5
        if length == 7:
            length += data[at]
            at += 1
        start = len(out) - ((control & 31) << 8) - data[at] - 1
        at += 1
        for number in range(start, start + length + 2):
            out.append(out[number])
    return bytes(out)
