"""Surfaces of triangles by part.

They are made of grids of points, boxes, and turned profiles; parts of one body share their corners
and are smooth across. Metres, in the model's frame: x forward, y left, z up from the ground.
Triangles are anticlockwise seen from outside.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array

# Corners that are as near as this are one, m.
SAME = 1e-4
# Triangles that meet at less than this (cosine) are one round surface.
ROUND = float(np.cos(np.radians(42.0)))
# Twice the area of triangles that are left out, m2.
SLIVER = 1e-6


class PartSurface:
    """Triangles (3, 3) by part name."""

    def __init__(self) -> None:
        self.triangles: List[Array] = []
        self.parts: List[str] = []

    def triangle(self, part: str, corners: Array) -> None:
        """Add one triangle (3, 3). It is skipped without area or part."""
        crossed = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        if part and float(np.linalg.norm(crossed)) > SLIVER:
            self.triangles.append(np.asarray(corners, float))
            self.parts.append(part)

    def grid(
        self,
        points: Array,
        parts: Union[str, Sequence[Sequence[str]]],
        outside: Optional[Sequence[float]] = None,
    ) -> None:
        """Add two triangles for each cell of ``points`` (n, m, 3).

        They belong to one part or to ``parts`` (n - 1, m - 1); an empty name skips a cell. The
        grid's mean normal points along ``outside``; without one the order of the points decides.
        """
        points = np.asarray(points, float)
        if outside is not None and float(_mean_normal(points) @ np.asarray(outside)) < 0.0:
            points = points[:, ::-1]
            parts = parts if isinstance(parts, str) else [list(row)[::-1] for row in parts]
        for i in range(len(points) - 1):
            for j in range(len(points[0]) - 1):
                part = parts if isinstance(parts, str) else parts[i][j]
                a, b, c, d = points[i, j], points[i + 1, j], points[i + 1, j + 1], points[i, j + 1]
                self.triangle(part, np.array([a, b, c]))
                self.triangle(part, np.array([a, c, d]))

    def mirrored(self) -> PartSurface:
        """Return the surface mirrored to the other side, y to -y.

        ``left`` in a part's name becomes ``right``.
        """
        other = PartSurface()
        other.triangles = [(triangle * [1.0, -1.0, 1.0])[[0, 2, 1]] for triangle in self.triangles]
        other.parts = [part.replace("left", "right") for part in self.parts]
        return other

    def add(self, other: PartSurface) -> None:
        """Add another surface's triangles."""
        self.triangles += other.triangles
        self.parts += other.parts

    def box(
        self,
        part: str,
        low: Union[Array, Sequence[float]],
        high: Union[Array, Sequence[float]],
        shear: float = 0.0,
    ) -> None:
        """Add a box between two corners, its top ``shear`` m further forward."""
        corners = np.array(
            [
                [
                    (low, high)[bits & 1][0] + (shear if bits & 4 else 0.0),
                    (low, high)[bits >> 1 & 1][1],
                    (low, high)[bits >> 2 & 1][2],
                ]
                for bits in range(8)
            ]
        )
        for a, b, c, d in (
            (4, 5, 7, 6),
            (0, 2, 3, 1),
            (1, 3, 7, 5),
            (2, 0, 4, 6),
            (3, 2, 6, 7),
            (0, 1, 5, 4),
        ):
            self.triangle(part, corners[[a, b, c]])
            self.triangle(part, corners[[a, c, d]])

    def tube(
        self,
        part: str,
        rings: Sequence[Tuple[Sequence[float], float, float]],
        sides: int = 8,
        caps: bool = True,
    ) -> None:
        """Add a round skin through ``rings`` from bottom to top.

        A ring has a middle (3,), half a length along x and along y.
        """
        angles = 2.0 * np.pi * (np.arange(sides + 1) % sides + 0.5) / sides
        circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(len(angles))], axis=1)
        points = np.array(
            [np.asarray(middle) + circle * [across, along, 0.0] for middle, across, along in rings]
        )
        # Upwards and anticlockwise: the outside is right of the way up.
        self.grid(points.transpose(1, 0, 2)[:, :], part)
        if caps:
            for ring, order in ((points[0], [0, 2, 1]), (points[-1], [0, 1, 2])):
                middle = ring[:-1].mean(axis=0)
                for first, second in zip(ring[:-1], ring[1:]):
                    self.triangle(part, np.array([middle, first, second])[order])

    def moved(self, transform: Array) -> PartSurface:
        """Return the surface after a rigid transform (4, 4)."""
        other = PartSurface()
        other.triangles = [
            triangle @ transform[:3, :3].T + transform[:3, 3] for triangle in self.triangles
        ]
        other.parts = list(self.parts)
        return other

    @property
    def bounds(self) -> Array:
        """Lower and upper corner (2, 3)."""
        corners = np.concatenate(self.triangles)
        return np.array([corners.min(axis=0), corners.max(axis=0)])

    def by_part(self) -> Dict[str, Tuple[Array, Array]]:
        """Return corners and normals (t, 3, 3) of each part in order."""
        corners = np.array(self.triangles)
        normals = smooth_normals(corners)
        names = np.array(self.parts)
        return {
            name: (corners[names == name], normals[names == name])
            for name in dict.fromkeys(self.parts)
        }


def smooth_normals(corners: Array) -> Array:
    """Return smooth normals (t, 3, 3) at corners (t, 3, 3).

    They are the mean, by area, over the triangles at a corner that lie nearly in line with its own.
    """
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    own = crosses / np.linalg.norm(crosses, axis=1, keepdims=True)
    places = np.round(corners.reshape(-1, 3) / SAME).astype(np.int64)
    _, at = np.unique(places, axis=0, return_inverse=True)
    at = at.ravel()
    order = np.argsort(at, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(at[order])) + 1)
    normals = np.empty((len(at), 3))
    for group in groups:
        faces = group // 3
        near = own[faces] @ own[faces].T > ROUND
        sums = near @ crosses[faces]
        normals[group] = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    result: Array = normals.reshape(-1, 3, 3)
    return result


def _mean_normal(points: Array) -> Array:
    across, along = points[1:, 1:] - points[:-1, :-1], points[:-1, 1:] - points[1:, :-1]
    mean: Array = np.cross(across, along).reshape(-1, 3).sum(axis=0)
    return mean
