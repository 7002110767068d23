"""Reader of OBJ files after Gazebo classic.

A part for each object or group, whichever was named last, and each of its materials. Normals, lines
and points are not read; materials are in ``obj_skins``. Polygons become fans of triangles.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, NamedTuple, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.mesh.obj_plain import PlainObj, read_plain

Part = Tuple[str, Array, Array]
Key = Tuple[int, str, str]
# Gazebo counts vertices with 32 bits.
MOST = 2**32


class ObjPart(NamedTuple):
    """A part with its material's name and texture coordinates.

    Each corner (m, 3) has the number of its texture coordinates, -1 for none.
    """

    name: str
    material: str
    faces: Array
    places: Array


class ObjFile(NamedTuple):
    """Content of an OBJ file.

    ``points`` (n, 3), texture ``coordinates`` (k, 2), the parts, and the names of its material
    files.
    """

    points: Array
    coordinates: Array
    parts: List[ObjPart]
    libraries: List[str]


def read_obj(path: str) -> List[Part]:
    """Return the parts of an OBJ file in file order.

    Each is name, vertices (n, 3), faces (m, 3).
    """
    file = read_obj_file(path)
    return [(part.name, file.points, part.faces) for part in file.parts]


def read_obj_file(path: str) -> ObjFile:
    """Return the supported content of an OBJ file."""
    vertices: List[List[str]] = []
    textures: List[List[str]] = []
    parts: Dict[Key, List[Tuple[int, int, int]]] = {}
    places: Dict[Key, List[Tuple[int, int, int]]] = {}
    libraries: List[str] = []
    materials: Dict[str, None] = {}
    shape, name, material = 0, "", ""
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    plain = read_plain(text)
    if plain is not None:
        return _of_plain(path, plain)
    lines = text.replace("\\\n", " ").split("\n")
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append(words[1:4])
        elif words[0] == "f":
            key = (shape, name, material)
            for found, indices in (
                (parts, _corners(path, number, words[1:], len(vertices))),
                (places, _places(words[1:], len(textures))),
            ):
                found.setdefault(key, []).extend(
                    (indices[0], second, third) for second, third in zip(indices[1:], indices[2:])
                )
        elif words[0] == "vt":
            textures.append(words[1:3])
        elif words[0] in ("g", "o"):
            shape, name = shape + 1, " ".join(words[1:])
        elif words[0] == "usemtl":
            # A material that is nowhere defined does not part anything.
            material = words[1] if len(words) > 1 and words[1] in materials else ""
        elif words[0] == "mtllib":
            libraries.append(" ".join(words[1:]))
            materials.update(dict.fromkeys(_materials(path, libraries[-1])))
    points = _points(path, vertices)
    filled = [
        ObjPart(key[1], key[2], np.array(faces, np.int64), np.array(places[key], np.int64))
        for key, faces in parts.items()
        if faces
    ]
    if not filled:
        raise InputError(path, "holds no triangles; export the mesh again")
    return ObjFile(points, _coordinates(textures), filled, libraries)


def _of_plain(path: str, plain: PlainObj) -> ObjFile:
    known = _materials(path, plain.library) if plain.library else []
    ends = [first for _, first in plain.runs[1:]] + [len(plain.faces)]
    rows: Dict[str, List[Array]] = {}
    for (material, first), end in zip(plain.runs, ends):
        if first < end:
            rows.setdefault(material if material in known else "", []).append(np.arange(first, end))
    parts = [
        ObjPart("", material, plain.faces[which], plain.places[which])
        for material, which in ((name, np.concatenate(runs)) for name, runs in rows.items())
    ]
    return ObjFile(plain.points, plain.coordinates, parts, [plain.library] * bool(plain.library))


def _corners(path: str, line: int, words: List[str], known: int) -> List[int]:
    """Return the 0-based vertices of a face.

    In the file they count from 1, or back from the last one if negative.
    """
    try:
        indices = [int(word.split("/", 1)[0]) for word in words]
    except ValueError:
        raise InputError(
            f"{path}:{line}",
            f"the face {' '.join(words)!r} is not made of numbers; export the mesh again",
        ) from None
    if 0 in indices:
        raise InputError(
            f"{path}:{line}", "a face has the vertex 0; they count from 1: export the mesh again"
        )
    if max(map(abs, indices), default=0) > MOST:
        raise InputError(
            f"{path}:{line}",
            f"a face has the vertex {max(indices, key=abs)}, which no mesh has; export the mesh "
            "again",
        )
    return [index - 1 if index > 0 else known + index for index in indices]


def _places(words: List[str], known: int) -> List[int]:
    """Return the 0-based texture coordinates of a face's corners, -1 if absent."""
    if not known:
        return [-1] * len(words)
    found = []
    for word in words:
        text = word.split("/")[1] if "/" in word else ""
        index = int(text) if text.lstrip("-").isdecimal() else 0
        index = index - 1 if index > 0 else known + index
        found.append(index if text and 0 <= index < known else -1)
    return found


def _coordinates(textures: List[List[str]]) -> Array:
    """Return texture coordinates (k, 2).

    Malformed ones are 0, since only the appearance depends on them.
    """
    try:
        return np.array([(*words, "0", "0")[:2] for words in textures], dtype=float).reshape(-1, 2)
    except ValueError:
        return np.zeros((len(textures), 2))


def _points(path: str, vertices: List[List[str]]) -> Array:
    try:
        return np.array(vertices, dtype=float).reshape(-1, 3)
    except ValueError:
        raise InputError(
            path,
            "is not a readable .obj file: not every vertex is three numbers; export the mesh again",
        ) from None


def _materials(path: str, name: str) -> List[str]:
    """Return the material names of a file beside the mesh. Empty if it is missing."""
    try:
        text = Path(os.path.dirname(path), name).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return []
    return [
        words[1]
        for words in map(str.split, text.split("\n"))
        if len(words) > 1 and words[0] == "newmtl"
    ]
