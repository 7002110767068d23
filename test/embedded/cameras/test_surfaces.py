"""Triangles of geometries: positions, orientations, and round normals."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.cameras.surfaces import shape_of
from sim.sdf.mesh.normals import round_normals
from sim.sdf.types import Box, Cylinder, Plane, Sphere


def volume(corners: np.ndarray) -> float:
    """Return the volume of a closed surface, positive if outwards."""
    return float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0)


@pytest.mark.parametrize(
    "geometry, expected, share",
    [
        (Box((1.0, 2.0, 3.0)), 6.0, 1e-12),
        (Sphere(0.5), np.pi / 6.0, 0.04),
        (Cylinder(0.5, 2.0), np.pi / 2.0, 0.02),
    ],
)
def test_closed_shapes_have_their_volume_and_look_outwards(geometry, expected, share):
    corners, normals, coordinates = shape_of(geometry)
    assert volume(corners) == pytest.approx(expected, rel=share)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=2), 1.0)
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert ((normals * faces[:, None]).sum(axis=2) > 0.0).all()
    assert (
        coordinates.shape == (len(corners), 3, 2)
        and coordinates.min() >= 0.0
        and coordinates.max() <= 1.0
    )


@pytest.mark.parametrize(
    "normal", [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.6, 0.0, 0.8)]
)
def test_a_plane_is_a_rectangle_that_looks_along_its_normal(normal):
    corners, normals, _ = shape_of(Plane(normal, (4.0, 2.0)))
    np.testing.assert_allclose(normals, np.broadcast_to(normal, normals.shape), atol=1e-12)
    np.testing.assert_allclose(corners.reshape(-1, 3) @ np.array(normal), 0.0, atol=1e-12)
    faces = 0.5 * np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    np.testing.assert_allclose(faces.sum(axis=0), 8.0 * np.array(normal), atol=1e-12)


def prism(sides: int):
    """Return vertices and faces of a prism's side walls and top.

    Radius 1 m and height 2 m; the faces share vertices.
    """
    angles = 2.0 * np.pi * np.arange(sides) / sides
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(sides)], axis=1)
    vertices = np.concatenate([ring, ring + np.array([0.0, 0.0, 2.0]), [[0.0, 0.0, 2.0]]])
    here, there = np.arange(sides), (np.arange(sides) + 1) % sides
    walls = np.concatenate(
        [
            np.stack([here, there, sides + there], axis=1),
            np.stack([here, sides + there, sides + here], axis=1),
        ]
    )
    top = np.stack([sides + here, sides + there, np.full(sides, 2 * sides)], axis=1)
    return vertices, np.concatenate([walls, top])


def test_round_shapes_are_drawn_round_and_edges_stay_sharp():
    """A prism of 24 sides has radial normals, one of four is flat.

    Normals on the top are upright.
    """
    vertices, faces = prism(24)
    normals = round_normals(vertices[faces], faces)
    radial = vertices[faces[:48]] * (1.0, 1.0, 0.0)
    # Of the triangles at a vertex two are on one side and one on the other, which tilts the mean by
    # a sixth of 15 degrees.
    assert ((normals[:48] * radial).sum(axis=2) > np.cos(np.radians(4.0))).all()
    np.testing.assert_allclose(
        normals[48:], np.broadcast_to((0.0, 0.0, 1.0), (24, 3, 3)), atol=1e-12
    )
    vertices, faces = prism(4)
    corners = vertices[faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    np.testing.assert_allclose(
        round_normals(corners, faces), np.repeat(flat[:, None], 3, axis=1), atol=1e-12
    )
