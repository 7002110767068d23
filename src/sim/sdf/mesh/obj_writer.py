"""Writes OBJ files with texture coordinates and normals."""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from sim.arrays import Array

# Texture coordinates are written to a fifth of a pixel of 2048.
COORDINATE_DIGITS = 4
NORMAL_DIGITS = 2
# Faces that meet at a smaller angle are one round surface.
MIN_ROUND_COSINE = np.cos(np.radians(35.0))


# Gazebo warns of meshes without a material, though the visual has one.
MATERIAL_NAME = "plain"
MATERIAL_FILE = f"{MATERIAL_NAME}.mtl"
MATERIAL_TEXT = f"newmtl {MATERIAL_NAME}\nKd 0.7 0.7 0.7\n"


def obj_text(
    triangles: Array, coordinates: Array, digits: int = 5, normal_digits: int = NORMAL_DIGITS
) -> str:
    """Return the text of an OBJ file.

    Triangles (m, 3, 3), counterclockwise from outside, with texture coordinates (m, 3, 2), v
    upwards; positions in m have ``digits`` decimals, coordinates at most four, normals
    ``normal_digits``. ``MATERIAL_TEXT`` belongs beside it as ``MATERIAL_FILE``.
    """
    points, corner = _distinct(triangles.reshape(-1, 3), digits)
    places, place = _distinct(coordinates.reshape(-1, 2), min(COORDINATE_DIGITS, digits))
    normals, normal = _distinct(_normals(triangles, corner, len(points)), normal_digits)
    lines = [f"mtllib {MATERIAL_FILE}"]
    for word, rows in (("v", points), ("vt", places), ("vn", normals)):
        lines += _lines(word, rows)
    numbers = np.stack([corner, place, normal], axis=1).reshape(-1, 9) + 1
    lines.append(f"usemtl {MATERIAL_NAME}")
    lines += ["f {}/{}/{} {}/{}/{} {}/{}/{}".format(*row) for row in numbers.tolist()]
    return "\n".join(lines) + "\n"


def _distinct(values: Array, digits: int) -> Tuple[Array, Array]:
    """Return distinct rounded rows (k, n) and each row's index."""
    # Adding 0 turns -0 into 0.
    rows, number = np.unique(np.round(values, digits) + 0.0, axis=0, return_inverse=True)
    return rows, number.ravel()


def _lines(word: str, rows: Array) -> List[str]:
    return [f"{word} " + " ".join(f"{value:.9g}" for value in row) for row in rows.tolist()]


def _normals(triangles: Array, corner: Array, count: int) -> Array:
    """Return normals (3 m, 3) of corners at vertices ``corner`` (3 m,).

    ``count`` vertices; the mean over the faces at the vertex if it is near the face's own.
    """
    crosses = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    own = np.repeat(_unit(crosses), 3, axis=0)
    sums = np.zeros((count, 3))
    np.add.at(sums, corner, np.repeat(crosses, 3, axis=0))
    mean = _unit(sums)[corner]
    result: Array = np.where(((own * mean).sum(axis=1) > MIN_ROUND_COSINE)[:, None], mean, own)
    return result


def _unit(vectors: Array) -> Array:
    result: Array = vectors / np.maximum(np.linalg.norm(vectors, axis=1), 1e-12)[:, None]
    return result
