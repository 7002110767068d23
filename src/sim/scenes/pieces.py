"""Convex pieces of a model for Scenic's classes.

They are text, outlines seen from above, or joined into a solid. In the object frame, as fractions
of width, length and height: -0.5 to 0.5 from the box's centre; heights of :class:`ConvexPart` are 0
to 1 from its bottom.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from typing import Any, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.models import ModelInfo

# Thickness given to a flat piece, as a fraction of the box.
THIN = 1e-4


@dataclass(frozen=True)
class ConvexPart:
    """A convex piece.

    ``vertices`` (n, 3); ``low`` and ``high`` of it, and its ``outline`` (a shapely polygon) seen
    from above.
    """

    vertices: Array
    low: float
    high: float
    outline: Any


def object_size(info: ModelInfo) -> Tuple[float, float, float]:
    """Return width, length and height of a model at its own size.

    Its x, y and z unless its front is +x.
    """
    x, y, z = info.size
    return (x, y, z) if info.front == "y" else (y, x, z)


def pack_pieces(info: ModelInfo) -> str:
    """Return a model's pieces as text, for shape hull (one) or parts."""
    parts = [np.concatenate(info.parts)] if info.shape == "hull" else list(info.parts)
    points = [_fractions(part, info) for part in parts]
    stream = io.BytesIO()
    np.savez_compressed(
        stream, vertices=np.concatenate(points), ends=np.cumsum([len(part) for part in points])
    )
    return base64.b64encode(stream.getvalue()).decode()


def unpack_pieces(text: str) -> Tuple[ConvexPart, ...]:
    """Return the pieces that :func:`pack_pieces` wrote."""
    with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as stored:
        return tuple(_piece(part) for part in np.split(stored["vertices"], stored["ends"][:-1]))


def solid(pieces: Sequence[ConvexPart]) -> Any:
    """Join the pieces into one watertight trimesh, a shape for Scenic."""
    import trimesh

    hulls = [trimesh.convex.convex_hull(piece.vertices) for piece in pieces]
    joined = (
        hulls[0]
        if len(hulls) == 1
        else trimesh.boolean.union(hulls, engine="manifold", check_volume=False)
    )
    # A piece that touches another along an edge only makes one of four faces, which no volume has.
    return (
        joined
        if joined.is_volume
        else trimesh.boolean.union(
            [_grown(hull) for hull in hulls], engine="manifold", check_volume=False
        )
    )


def _fractions(points: Array, info: ModelInfo) -> Array:
    local = points - np.array(info.center)
    if info.front == "x":
        local = np.column_stack([-local[:, 1], local[:, 0], local[:, 2]])
    fractions: Array = np.clip(local / np.array(object_size(info)), -0.5, 0.5)
    return fractions


def _piece(points: Array) -> ConvexPart:
    import shapely

    vertices = _thick(points)
    outline = shapely.MultiPoint(vertices[:, :2]).convex_hull
    return ConvexPart(
        vertices, float(vertices[:, 2].min() + 0.5), float(vertices[:, 2].max() + 0.5), outline
    )


def _thick(points: Array) -> Array:
    """Return the vertices of the convex hull. A flat piece gets a volume."""
    from scipy.spatial import ConvexHull

    try:
        corners: Array = points[ConvexHull(points).vertices]
    except (ValueError, RuntimeError):  # Qhull's error is a RuntimeError
        around = np.array(
            [[x, y, z] for x in (-THIN, THIN) for y in (-THIN, THIN) for z in (-THIN, THIN)]
        )
        cloud = (points[:, None] + around).reshape(-1, 3)
        corners = cloud[ConvexHull(cloud).vertices]
    return corners


def _grown(hull: Any) -> Any:
    center = hull.vertices.mean(axis=0)
    grown = hull.copy()
    grown.vertices = np.clip(center + (hull.vertices - center) * (1.0 + THIN), -0.5, 0.5)
    return grown
