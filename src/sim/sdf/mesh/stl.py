"""Writer of STL files, and reader after Gazebo classic.

A file without a text triangle is binary, and data after the last triangle is ignored.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError

Part = Tuple[str, Array, Array]

_TEXT = re.compile(rb"\s*(?:solid|facet)\b", re.IGNORECASE)
_VERTEX = re.compile(rb"^\s*vertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE | re.MULTILINE)
_HEADER_SIZE = 84  # bytes
_TRIANGLE_TYPE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def stl_bytes(triangles: Array, header: str = "") -> bytes:
    """Return a binary STL file of triangles (m, 3, 3).

    Counterclockwise from outside; the header is ASCII of at most 80 characters.
    """
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    records = np.zeros(len(triangles), _TRIANGLE_TYPE)
    records["normal"] = across / np.maximum(np.linalg.norm(across, axis=1), 1e-12)[:, None]
    records["corners"] = triangles
    count: bytes = np.array(len(records), "<u4").tobytes()
    return header.encode().ljust(80, b"\0") + count + records.tobytes()


def read_stl(path: str) -> List[Part]:
    """Return the single part of an STL file, in the file's unit.

    Without a name, vertices (n, 3), faces (m, 3).
    """
    data = Path(path).read_bytes()
    corners = _written(path, data) if _TEXT.match(data) else np.zeros((0, 3))
    if not len(corners):
        corners = _binary(path, data)
    if not len(corners):
        raise InputError(path, "holds no triangles; export the mesh again")
    vertices, index = np.unique(corners, axis=0, return_inverse=True)
    return [("", vertices, index.reshape(-1, 3).astype(np.int64))]


def _written(path: str, data: bytes) -> Array:
    found = _VERTEX.findall(data)
    try:
        corners = np.array(found, dtype=float).reshape(-1, 3)
    except ValueError as error:
        raise InputError(
            path, f"is not a readable .stl file: {error}; export the mesh again"
        ) from None
    return corners[: len(corners) // 3 * 3]


def _binary(path: str, data: bytes) -> Array:
    if len(data) < _HEADER_SIZE:
        raise InputError(
            path,
            f"is not a readable .stl file: {len(data)} bytes are too few; export the mesh again",
        )
    count = int.from_bytes(data[80:_HEADER_SIZE], "little")
    if _HEADER_SIZE + count * _TRIANGLE_TYPE.itemsize > len(data):
        raise InputError(
            path,
            f"is not a readable .stl file: it speaks of {count} triangles and has "
            f"{(len(data) - _HEADER_SIZE) // _TRIANGLE_TYPE.itemsize}; export the mesh again",
        )
    return (
        np.frombuffer(data, _TRIANGLE_TYPE, count, _HEADER_SIZE)["corners"]
        .astype(float)
        .reshape(-1, 3)
    )
