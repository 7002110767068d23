"""Maps of what the sun's light meets first, around what a camera sees. World frame, m.

Each map is a square about a sphere around the part of the view that is nearer than its reach, and
moves by whole texels, so that the edges of shadows stand still while the camera moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array

from .meshes import MeshStore
from .types import Drawn, View
from .visible import middles

SIZE = 2048
# How far shadows are seen in each map, m, by level of quality.
REACHES = {"cheap": (), "middle": (70.0,), "best": (35.0, 160.0)}
TAPS = {"middle": 1, "best": 4}
# Things that are narrower than so many texels cast no shadow.
SMALLEST = 1.0
# A face is moved off itself by so many texels when it asks whether the sun sees it.
OFFSET = 0.5


@dataclass(frozen=True)
class ShadowMap:
    """``axes`` (3, 3): the map's x and y and away from the sun, in the world; its middle ``center``
    (3,) from the eye, ``radius`` and ``reach`` in m."""

    axes: Array
    center: Array
    radius: float
    reach: float

    @property
    def texel(self) -> float:
        return 2.0 * self.radius / SIZE

    def clip_matrix(self) -> Array:
        """Clip coordinates (4, 4) from places from the eye and 1; depth from 0 at the sun's side to
        1."""
        found = np.eye(4)
        found[:3, :3] = self.axes / self.radius
        found[2, :3] *= 0.5
        found[:3, 3] = -found[:3, :3] @ self.center
        found[2, 3] += 0.5
        return found

    def texture_rows(self) -> Array:
        """Texture coordinates and depth (3, 4) from places from the eye and 1; the first row of
        texels is at the top."""
        clip = self.clip_matrix()
        rows = clip[:3].copy()
        rows[0] = 0.5 * clip[0] + [0.0, 0.0, 0.0, 0.5]
        rows[1] = -0.5 * clip[1] + [0.0, 0.0, 0.0, 0.5]
        return rows

    def casters(self, drawn: Drawn, store: MeshStore, eye: Array) -> Drawn:
        """What of ``drawn`` may cast a shadow into the map."""
        centers, radius = middles(drawn, store)
        across = (centers - eye - self.center) @ self.axes.T
        inside = (np.abs(across[:, :2]) < self.radius + radius[:, None]).all(axis=1)
        inside &= across[:, 2] - radius < self.radius
        inside &= 2.0 * radius > SMALLEST * self.texel
        inside &= store.tint[drawn.mesh, 3] >= 1.0
        return drawn.of(np.flatnonzero(inside & ~drawn.shining))


def shadow_maps(
    view: View, world_from_camera: Array, towards: Array, level: str
) -> Tuple[ShadowMap, ...]:
    """The maps of a view for light from ``towards`` (3,)."""
    eye, turn = world_from_camera[:3, 3], world_from_camera[:3, :3]
    axes = _axes(towards)
    rays = np.array(
        [[1.0, -x, y] for x in (view.left, 0.0, view.right) for y in (view.bottom, 0.0, view.top)]
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
        maps.append(ShadowMap(axes, axes.T @ place - eye, radius, far))
    return tuple(maps)


def _axes(towards: Array) -> Array:
    away = -np.asarray(towards) / np.linalg.norm(towards)
    side = np.cross(away, (0.0, 0.0, 1.0) if abs(away[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    return np.array([side, np.cross(side, away), away])
