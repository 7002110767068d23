"""Fast reader of the most common form of OBJ files: triangles without groups.

:mod:`sim.sdf.mesh.obj_writer` and our models use this form. All corners have a vertex and a normal;
either all corners have texture coordinates, or no corner has.
"""

from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from sim.arrays import Array

WORDS = frozenset(("v", "vt", "vn", "f", "mtllib", "usemtl"))
# A line that is a comment as a whole.
COMMENT = re.compile(r"^#.*$", re.MULTILINE)
# A triangle's corners, as point//normal and as point/texture/normal.
WITHOUT_TEXTURE = re.compile(r"\s*\d+//\d+\s+\d+//\d+\s+\d+//\d+\s*")
WITH_TEXTURE = re.compile(r"\s*\d+/\d+/\d+\s+\d+/\d+/\d+\s+\d+/\d+/\d+\s*")


class PlainObj(NamedTuple):
    """Content of a common OBJ file.

    ``points`` (n, 3), texture ``coordinates`` (k, 2), 0-based numbers of each corner's point and
    coordinates (m, 3), -1 for none; the file of materials, and ``runs`` of faces: the word of their
    material and the first face.
    """

    points: Array
    coordinates: Array
    faces: Array
    places: Array
    library: str
    runs: List[Tuple[str, int]]


def read_plain(text: str) -> Optional[PlainObj]:
    """Return the content of a common file, or None for any other. Others are read line by line."""
    uncommented = COMMENT.sub("", text)
    if "#" in uncommented or "\\" in text:
        return None
    rows: Dict[str, List[str]] = {word: [] for word in WORDS}
    runs = [("", 0)]
    for line in uncommented.split("\n"):
        word, _, rest = line.partition(" ")
        if word not in WORDS:
            if line.strip():
                return None
            continue
        if word == "usemtl":
            runs.append(((rest.split() or [""])[0], len(rows["f"])))
        rows[word].append(rest)
        # Materials are known from the line on that names their file.
        if word == "mtllib" and (rows["usemtl"] or len(rows["mtllib"]) > 1):
            return None
    points, corners = _table(rows["v"], 3), _corners(rows["f"])
    coordinates = _table(rows["vt"], 2) if rows["vt"] else np.zeros((0, 2))
    if points is None or coordinates is None or corners is None:
        return None
    faces, places = corners
    if faces.min() < 0 or faces.max() >= len(points):
        return None
    if places.min() < -1 or places.max() >= len(coordinates):
        return None
    library = "".join(rows["mtllib"]).strip()
    return PlainObj(points, coordinates, faces, places, library, runs)


def _corners(rows: List[str]) -> Optional[Tuple[Array, Array]]:
    """Return 0-based numbers of each corner's point and texture (m, 3).

    -1 without texture coordinates; None if the faces have different forms.
    """
    if all(map(WITHOUT_TEXTURE.fullmatch, rows)):
        table = _table([row.replace("//", " ") for row in rows], 6)
        if table is None:
            return None
        faces = table.astype(np.int64)[:, ::2] - 1
        return faces, np.full_like(faces, -1)
    if all(map(WITH_TEXTURE.fullmatch, rows)):
        table = _table([row.replace("/", " ") for row in rows], 9)
        if table is None or table[:, 1::3].min() < 1.0:
            return None
        numbers = table.astype(np.int64) - 1
        return numbers[:, ::3], numbers[:, 1::3]
    return None


def _table(rows: List[str], width: int) -> Optional[Array]:
    """Return the numbers (n, width) of rows; None without rows or for another width."""
    if set(map(len, map(str.split, rows))) != {width}:
        return None
    try:
        return np.array(" ".join(rows).split(), dtype=float).reshape(-1, width)
    except ValueError:
        return None
