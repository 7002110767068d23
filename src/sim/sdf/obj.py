"""Reads OBJ files as Gazebo classic does: a part for each object or group, whichever was named last, and each of its materials.

Colours, normals, lines and points are not read. Polygons become fans of triangles.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, Tuple

import numpy as np

from sim.errors import InputError

Part = Tuple[str, np.ndarray, np.ndarray]
Key = Tuple[int, str, str]
# Gazebo counts vertices with 32 bits.
MOST = 2 ** 32


def read_obj(path: str) -> List[Part]:
    """The parts (name, vertices (n, 3), faces (m, 3)) of an OBJ file, in the order in which they begin."""
    vertices: List[List[str]] = []
    parts: Dict[Key, List[Tuple[int, int, int]]] = {}
    materials: Dict[str, None] = {}
    shape, name, material = 0, "", ""
    lines = Path(path).read_text(encoding="utf-8-sig", errors="replace").replace("\\\n", " ").split("\n")
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append(words[1:4])
        elif words[0] == "f":
            corners = _corners(path, number, words[1:], len(vertices))
            faces = parts.setdefault((shape, name, material), [])
            faces.extend((corners[0], second, third) for second, third in zip(corners[1:], corners[2:]))
        elif words[0] in ("g", "o"):
            shape, name = shape + 1, " ".join(words[1:])
        elif words[0] == "usemtl":
            # A material that is nowhere defined does not part anything.
            material = words[1] if len(words) > 1 and words[1] in materials else ""
        elif words[0] == "mtllib":
            materials.update(dict.fromkeys(_materials(path, " ".join(words[1:]))))
    points = _points(path, vertices)
    found = [(name, points, np.array(faces, np.int64)) for (_, name, _), faces in parts.items() if faces]
    if not found:
        raise InputError(path, "holds no triangles; export the mesh again")
    return found


def _corners(path: str, line: int, words: List[str], known: int) -> List[int]:
    """The vertices of a face from 0 on; in the file they count from 1, or back from the last one where negative."""
    try:
        indices = [int(word.split("/", 1)[0]) for word in words]
    except ValueError:
        raise InputError(f"{path}:{line}", f"the face {' '.join(words)!r} is not made of numbers; export the mesh again") from None
    if 0 in indices:
        raise InputError(f"{path}:{line}", "a face has the vertex 0; they count from 1: export the mesh again")
    if max(map(abs, indices), default=0) > MOST:
        raise InputError(f"{path}:{line}", f"a face has the vertex {max(indices, key=abs)}, which no mesh has; export the mesh again")
    return [index - 1 if index > 0 else known + index for index in indices]


def _points(path: str, vertices: List[List[str]]) -> np.ndarray:
    try:
        return np.array(vertices, dtype=float).reshape(-1, 3)
    except ValueError:
        raise InputError(path, "is not a readable .obj file: not every vertex is three numbers; export the mesh again") from None


def _materials(path: str, name: str) -> List[str]:
    """The names of the materials in a file beside the mesh; none where it is not there."""
    try:
        text = Path(os.path.dirname(path), name).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return []
    return [words[1] for words in map(str.split, text.split("\n")) if len(words) > 1 and words[0] == "newmtl"]
