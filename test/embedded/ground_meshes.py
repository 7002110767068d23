"""Ground meshes for tests as OBJ: roads, bridges and hills."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence, Tuple

import numpy as np

from sim.sdf.types import Collision, Friction, Inertial, Link, Mesh, Model

GRADE = 0.06
# x and z of a road that climbs onto a bridge and down again, and bends at each of these points.
PROFILE = ((0.0, 0.0), (40.0, 0.0), (140.0, 6.0), (180.0, 6.0), (280.0, 0.0), (320.0, 0.0))


def height(x: np.ndarray) -> np.ndarray:
    """Return the height of the road at x."""
    return np.interp(x, *np.transpose(PROFILE))


def strip(
    points: Sequence[Tuple[float, float]], width: float = 8.0, along: int = 1
) -> Tuple[np.ndarray, np.ndarray]:
    """Return vertices and faces of a road through points (x, z).

    Each section is cut into ``along`` pieces.
    """
    x = np.concatenate(
        [np.linspace(a[0], b[0], along, endpoint=False) for a, b in zip(points, points[1:])]
        + [[points[-1][0]]]
    )
    z = np.interp(x, *np.transpose(points))
    vertices = np.concatenate(
        [np.column_stack([x, np.full(len(x), side * width / 2), z]) for side in (-1.0, 1.0)]
    )
    left, right = np.arange(len(x) - 1) + len(x), np.arange(len(x) - 1)
    return vertices, np.concatenate(
        [np.column_stack([right, right + 1, left]), np.column_stack([right + 1, left + 1, left])]
    )


def hills(cells: int, size: float = 2.0) -> Tuple[np.ndarray, np.ndarray]:
    """Return vertices and faces of a square of 2 x cells^2 triangles.

    It begins at the origin; :func:`hill` is the height of its vertices.
    """
    axis = size * np.arange(cells + 1)
    x, y = (part.ravel() for part in np.meshgrid(axis, axis, indexing="ij"))
    corner = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    faces = [
        np.column_stack([corner, corner + cells + 1, corner + 1]),
        np.column_stack([corner + cells + 1, corner + cells + 2, corner + 1]),
    ]
    return np.column_stack([x, y, hill(x, y)]), np.concatenate(faces)


def hill(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.sin(x / 20.0) + np.cos(y / 30.0)


def write_obj(path: Path, vertices: np.ndarray, faces: np.ndarray) -> Mesh:
    """Write a mesh to an OBJ file; return its geometry."""
    lines = ["v {:.9g} {:.9g} {:.9g}".format(*vertex) for vertex in vertices] + [
        "f {} {} {}".format(*face) for face in (faces + 1)
    ]
    Path(path).write_text("\n".join(lines))
    return Mesh(str(path))


def ground_model(*meshes: Mesh, mu: float = 0.9) -> Model:
    """Return a static model of these meshes."""
    parts = tuple(
        Collision(f"mesh{number}", np.eye(4), mesh, Friction(mu, mu))
        for number, mesh in enumerate(meshes)
    )
    return Model(
        "road",
        np.eye(4),
        True,
        (Link("link", np.eye(4), Inertial(1.0, np.eye(4), np.eye(3)), parts),),
    )
