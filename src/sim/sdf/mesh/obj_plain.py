"""Reads at once what most OBJ files are, also those of :mod:`sim.sdf.mesh.obj_writer`: one part of
triangles, whose corners all have vertex, texture coordinates and normal."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional

import numpy as np

from sim.arrays import Array

WORDS = frozenset(("v", "vt", "vn", "f", "mtllib", "usemtl"))


class PlainObj(NamedTuple):
    """``points`` (n, 3), texture ``coordinates`` (k, 2), numbers from 0 of each corner's point and
    coordinates (m, 3), and the file's words of materials."""

    points: Array
    coordinates: Array
    faces: Array
    places: Array
    library: str
    material: str


def read_plain(text: str) -> Optional[PlainObj]:
    """The content of such a file, None for any other, which is read line by line."""
    if "#" in text or "\\" in text:
        return None
    rows: Dict[str, List[str]] = {}
    for line in text.split("\n"):
        word, _, rest = line.partition(" ")
        if word in WORDS:
            rows.setdefault(word, []).append(rest)
        elif line.strip():
            return None
    if any(len(rows.get(word, ())) > 1 for word in ("mtllib", "usemtl")):
        return None
    numbers = [_table(rows.get(word, []), width) for word, width in (("v", 3), ("vt", 2))]
    corners = _table([row.replace("/", " ") for row in rows.get("f", [])], 9)
    slashes = all(row.count("/") == 6 and "//" not in row for row in rows.get("f", []))
    points, coordinates = numbers
    if points is None or coordinates is None or corners is None or not slashes:
        return None
    indices = corners.astype(np.int64).reshape(-1, 3, 3) - 1
    known = np.array([len(points), len(coordinates)])
    if (indices[..., :2] < 0).any() or (indices[..., :2] >= known).any():
        return None
    library, material = (rows.get(word, [""])[0].strip() for word in ("mtllib", "usemtl"))
    return PlainObj(points, coordinates, indices[..., 0], indices[..., 1], library, material)


def _table(rows: List[str], width: int) -> Optional[Array]:
    """Numbers (n, width) of rows of exactly so many; None where there are none or others."""
    words = " ".join(rows).split()
    if not rows or len(words) != width * len(rows):
        return None
    try:
        return np.array(words, dtype=float).reshape(-1, width)
    except ValueError:
        return None
