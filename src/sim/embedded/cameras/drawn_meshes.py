"""Merges surfaces into few meshes, as drawing costs by mesh, not by triangle.

All plain colours of a link share one mesh, and its triangles take their colours from a palette; so
do all surfaces of one image in one tint. Wide ones are split into tiles, so that tiles outside the
view are not drawn.
"""

from __future__ import annotations

import hashlib
from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.surfaces import PaintSurface
from sim.rendering.meshes import DrawnMesh
from sim.sdf.types import Color

WHITE: Color = (1.0, 1.0, 1.0, 1.0)
# Meshes of more triangles are cut where they are wider than a tile.
MAX_UNTILED_TRIANGLES = 400
TILE_SIZE = 160.0  # m


def joined(surfaces: Sequence[PaintSurface]) -> List[DrawnMesh]:
    """Merge surfaces of one frame into meshes of the same look."""
    plain = [surface for surface in surfaces if not surface.image and surface.color[3] >= 1.0]
    meshes = _tiled(plain) if plain else []
    textured: Dict[Tuple[str, Color], List[PaintSurface]] = {}
    for number, surface in enumerate(surfaces):
        if surface.image or surface.color[3] < 1.0:
            # Transparent surfaces are sorted by distance, and so stay separate.
            textured.setdefault(
                (surface.image, surface.color)
                if surface.color[3] >= 1.0
                else (str(number), surface.color),
                [],
            ).append(surface)
    for (_, color), group in textured.items():
        if color[3] >= 1.0:
            meshes += _tiled(group, group[0].image, color)
        else:
            corners, normals, coordinates = _arrays(group)
            white = np.ones((len(corners), 3))
            meshes.append(
                _drawn(corners, normals, white, coordinates, group[0].image, color, _kinds(group))
            )
    return meshes


def _arrays(surfaces: Sequence[PaintSurface]) -> List[Array]:
    """Return the corners, normals and coordinates of all surfaces."""
    return [
        np.concatenate([getattr(surface, name) for surface in surfaces])
        for name in ("corners", "normals", "coordinates")
    ]


def _tiled(
    surfaces: Sequence[PaintSurface], image: str = "", tint: Color = WHITE
) -> List[DrawnMesh]:
    """Split surfaces of plain colours, or of one tinted image, into tiles."""
    corners, normals, coordinates = _arrays(surfaces)
    colors = (
        np.ones((len(corners), 3))
        if image
        else np.concatenate(
            [np.tile(surface.color[:3], (len(surface.corners), 1)) for surface in surfaces]
        )
    )
    kinds = _kinds(surfaces)
    groups = [np.arange(len(corners))]
    if (
        len(corners) > MAX_UNTILED_TRIANGLES
        and np.ptp(corners[..., :2], axis=(0, 1)).max() > TILE_SIZE
    ):
        tiles = np.floor(corners.mean(axis=1)[:, :2] / TILE_SIZE).astype(int)
        _, tile = np.unique(tiles, axis=0, return_inverse=True)
        groups = [np.flatnonzero(tile.ravel() == number) for number in range(tile.max() + 1)]
    return [
        _drawn(
            corners[rows], normals[rows], colors[rows], coordinates[rows], image, tint, kinds[rows]
        )
        for rows in groups
    ]


def _kinds(surfaces: Sequence[PaintSurface]) -> Array:
    return np.repeat(
        np.array([surface.kind for surface in surfaces], np.uint8),
        [len(surface.corners) for surface in surfaces],
    )


def _drawn(
    corners: Array,
    normals: Array,
    colors: Array,
    coordinates: Array,
    image: str,
    tint: Color,
    kinds: Array,
) -> DrawnMesh:
    arrays = [
        np.ascontiguousarray(array, np.float32) for array in (corners, normals, colors, coordinates)
    ]
    digest = hashlib.sha1(repr((image, tint)).encode())
    for array in (*(arrays if image else arrays[:3]), kinds):
        digest.update(array.tobytes())
    return DrawnMesh(
        arrays[0], arrays[1], arrays[2], arrays[3], image, tint, digest.digest(), kinds
    )
