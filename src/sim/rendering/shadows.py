"""Cascaded shadow maps of the sun around a camera's view.

World frame, m. Each map is a square about a sphere around the part of the view that is nearer than
its reach, and moves by whole texels, so that the edges of shadows stand still while the camera
moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.meshes import MeshStore
from sim.rendering.types import CameraView, DrawnInstances
from sim.rendering.visible import middles

SIZE = 2048
# Range of shadows in each cascade, m, by level of quality.
REACHES = {"cheap": (), "middle": (70.0,), "best": (35.0, 160.0)}
TAPS = {"middle": 1, "best": 4}
# Things that are narrower than so many texels cast no shadow.
SMALLEST = 1.0
# Texels beside the visible part that are read too: the offset below, soft edges, rounding.
MARGIN = 4.0
# Normal offset of a face in texels for the shadow test.
OFFSET = 0.5
# Maximum height of a level ground mesh, m.
LEVEL = 0.01


@dataclass(frozen=True)
class ShadowMap:
    """Shadow map of one cascade.

    ``axes`` (3, 3): the map's x and y and away from the sun, in the world; its middle ``center``
    (3,) from the eye, ``radius`` and ``reach`` in m; the visible part lies within the convex hull
    of ``seen`` (n, 2), x and y from the eye.
    """

    axes: Array
    center: Array
    radius: float
    reach: float
    seen: Array

    @property
    def texel(self) -> float:
        return 2.0 * self.radius / SIZE

    def clip_matrix(self) -> Array:
        """Return the matrix (4, 4) from places from the eye to clip coordinates.

        Depth is from 0 at the sun's side to 1.
        """
        found = np.eye(4)
        found[:3, :3] = self.axes / self.radius
        found[2, :3] *= 0.5
        found[:3, 3] = -found[:3, :3] @ self.center
        found[2, 3] += 0.5
        return found

    def texture_rows(self) -> Array:
        """Return the matrix (3, 4) from places to texture coordinates and depth.

        Places are from the eye; the first row of texels is at the top.
        """
        clip = self.clip_matrix()
        rows = clip[:3].copy()
        rows[0] = 0.5 * clip[0] + [0.0, 0.0, 0.0, 0.5]
        rows[1] = -0.5 * clip[1] + [0.0, 0.0, 0.0, 0.5]
        return rows

    def window(self) -> Tuple[int, int, int, int]:
        """Return the visible texels: first column and row, and their numbers."""
        from_middle = (self.seen - self.axes[:2] @ self.center) / self.texel
        places = from_middle * np.array([1.0, -1.0]) + 0.5 * SIZE
        first = np.clip(np.floor(places.min(axis=0) - MARGIN), 0, SIZE - 1).astype(int)
        last = np.clip(np.ceil(places.max(axis=0) + MARGIN), first + 1, SIZE).astype(int)
        size = last - first
        return int(first[0]), int(first[1]), int(size[0]), int(size[1])

    def casters(self, drawn: DrawnInstances, store: MeshStore, eye: Array) -> DrawnInstances:
        """Return the objects that may cast a shadow into the visible part."""
        centers, radius = middles(drawn, store)
        across = (centers - eye - self.center) @ self.axes.T
        outward, edges = _hull(self.seen)
        beyond = (centers - eye) @ self.axes[:2].T @ outward.T - edges
        inside = (np.abs(across[:, :2]) < self.radius + radius[:, None]).all(axis=1)
        inside &= (beyond < radius[:, None] + MARGIN * self.texel).all(axis=1)
        inside &= across[:, 2] - radius < self.radius
        inside &= 2.0 * radius > SMALLEST * self.texel
        inside &= store.tint[drawn.mesh, 3] >= 1.0
        return drawn.of(np.flatnonzero(inside & ~drawn.shining))


def shadow_maps(
    view: CameraView, world_from_camera: Array, towards: Array, level: str
) -> Tuple[ShadowMap, ...]:
    """Return the maps of a view for light from ``towards`` (3,)."""
    eye, turn = world_from_camera[:3, 3], world_from_camera[:3, :3]
    axes = _axes(towards)
    rays = np.array(
        [[1.0, -x, y] for x in (view.left, 0.0, view.right) for y in (view.bottom, 0.0, view.top)]
    )
    corners = np.array(
        [[1.0, -x, y] for x in (view.left, view.right) for y in (view.bottom, view.top)]
    )
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    maps = []
    for reach in REACHES[level]:
        far = min(reach, view.far)
        points = np.concatenate([[np.zeros(3)], far * rays @ turn.T])
        center = 0.5 * far * turn[:, 0]
        # In steps, so that rounding does not let the texels' size tremble.
        radius = float(np.ceil(np.linalg.norm(points - center, axis=1).max()))
        texel = 2.0 * radius / SIZE
        place = axes @ (eye + center)
        place[:2] = np.round(place[:2] / texel) * texel
        seen = np.concatenate([[np.zeros(3)], far * corners @ turn.T]) @ axes[:2].T
        maps.append(ShadowMap(axes, axes.T @ place - eye, radius, far, seen))
    return tuple(maps)


def above_nothing(store: MeshStore, ground: Sequence[int]) -> Array:
    """Return a mask (n,) of level ground meshes.

    Their classes are all in ``ground``: if they lie level in the world too, nothing below is
    visible, so that they need not cast shadows.
    """
    level = (store.high - store.low)[:, 2] < LEVEL
    earth = [
        mesh.kinds is not None and bool(np.isin(mesh.kinds, ground).all()) for mesh in store.meshes
    ]
    found: Array = level & np.array(earth, bool)
    return found


def over_something(drawn: DrawnInstances, above_nothing: Array) -> DrawnInstances:
    """Remove level ground, by mesh mask (n,), from ``drawn``."""
    upright = drawn.rotation[:, 2, 2] > 1.0 - 1e-9
    return drawn.of(np.flatnonzero(~(above_nothing[drawn.mesh] & upright)))


def _hull(points: Array) -> Tuple[Array, Array]:
    """Return the convex hull of points (n, 2) as half-planes.

    Outward unit normals (e, 2) and offsets (e,) of its edges.
    """
    first, second = np.nonzero(~np.eye(len(points), dtype=bool))
    ways = points[second] - points[first]
    normals = np.stack([ways[:, 1], -ways[:, 0]], axis=1)
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.maximum(lengths, 1e-9)[:, None]
    offsets = (normals * points[first]).sum(axis=1)
    outer = (points @ normals.T <= offsets + 1e-6).all(axis=0) & (lengths > 1e-6)
    return normals[outer], offsets[outer]


def _axes(towards: Array) -> Array:
    away = -np.asarray(towards) / np.linalg.norm(towards)
    side = np.cross(away, (0.0, 0.0, 1.0) if abs(away[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    return np.array([side, np.cross(side, away), away])
