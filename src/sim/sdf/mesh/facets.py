"""Boxes, spheres and cylinders as triangles, in the shape's own frame.

They have normals and texture coordinates. Flat faces have separate normals; round ones share them.
Counterclockwise from outside. Metres.
"""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

import numpy as np

from sim.arrays import Array


class Facets(NamedTuple):
    """Triangles with normals and texture coordinates.

    ``corners`` (t, 3, 3), ``normals`` (t, 3, 3), ``coordinates`` (t, 3, 2).
    """

    corners: Array
    normals: Array
    coordinates: Array


def box_facets(size: Array) -> Facets:
    """Return a box of ``size`` (3,) about its centre. Each face has the whole image."""
    corners, normals, coordinates = [], [], []
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal, first, second = np.roll(np.eye(3), axis, axis=1) * np.array(
                [[sign], [1.0], [sign]]
            )
            face = 0.5 * size * (normal + square[:, :1] * first + square[:, 1:] * second)
            corners += [face[[0, 1, 2]], face[[0, 2, 3]]]
            normals += [np.tile(normal, (3, 1))] * 2
            share = 0.5 + 0.5 * square
            coordinates += [share[[0, 1, 2]], share[[0, 2, 3]]]
    return Facets(np.array(corners), np.array(normals), np.array(coordinates))


def sphere_facets(radius: float, sides: int) -> Facets:
    """Return a sphere about its centre.

    ``sides`` facets around and half as many from pole to pole.
    """
    slopes = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 1)
    return _turned(
        [(radius * np.sin(a), radius * np.cos(a), np.sin(a), np.cos(a)) for a in slopes], sides
    )


def cylinder_facets(radius: float, length: float, sides: int) -> Facets:
    """Return a cylinder along z about its centre."""
    half = 0.5 * length
    parts = [
        _turned([(-half, radius, 0.0, 1.0), (half, radius, 0.0, 1.0)], sides),
        _turned([(-half, 0.0, -1.0, 0.0), (-half, radius, -1.0, 0.0)], sides),
        _turned([(half, radius, 1.0, 0.0), (half, 0.0, 1.0, 0.0)], sides),
    ]
    return Facets(*(np.concatenate(arrays) for arrays in zip(*parts)))


def triangle_areas(corners: Array) -> Array:
    """Return twice the areas (t,) of triangles (t, 3, 3). Zero below the rounding error."""
    edges = corners[:, 1:] - corners[:, :1]
    areas = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    return np.where(areas > 1e-12 * np.maximum((edges**2).sum(axis=(1, 2)), 1e-30), areas, 0.0)


def _turned(rings: List[Tuple[float, float, float, float]], sides: int) -> Facets:
    """Return a surface of revolution about z from rings.

    Each ring is z, radius, normal's z, normal's radius, and outside of the previous one as seen
    from below.
    """
    angles = np.linspace(0.0, 2.0 * np.pi, sides + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = np.array(
        [np.column_stack([radius * circle, np.full(len(angles), z)]) for z, radius, _, _ in rings]
    )
    normals = np.array(
        [np.column_stack([radial * circle, np.full(len(angles), up)]) for _, _, up, radial in rings]
    )
    u, v = np.meshgrid(angles / (2.0 * np.pi), np.linspace(0.0, 1.0, len(rings)))
    fields = (points, normals, np.stack([u, v], axis=2))
    low = [field[:-1] for field in fields]
    high = [field[1:] for field in fields]
    arrays = [
        np.concatenate(
            [
                np.stack([a[:, :-1], a[:, 1:], b[:, 1:]], axis=2).reshape(-1, 3, a.shape[2]),
                np.stack([a[:, :-1], b[:, 1:], b[:, :-1]], axis=2).reshape(-1, 3, a.shape[2]),
            ]
        )
        for a, b in zip(low, high)
    ]
    keep = triangle_areas(arrays[0]) > 0.0
    return Facets(*(array[keep] for array in arrays))
