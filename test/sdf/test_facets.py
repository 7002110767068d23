"""Facets are closed, face outwards, and have unit normals."""

import numpy as np
import pytest

from sim.sdf.mesh.facets import box_facets, cylinder_facets, sphere_facets

SHAPES = {
    "box": (box_facets(np.array([2.0, 1.0, 0.5])), 1.0),
    "sphere": (sphere_facets(0.5, 64), np.pi / 6.0),
    "cylinder": (cylinder_facets(0.5, 2.0, 64), np.pi / 2.0),
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_the_triangles_enclose_the_volume_of_the_shape(shape: str) -> None:
    facets, volume = SHAPES[shape]
    a, b, c = np.moveaxis(facets.corners, 1, 0)
    assert (a * np.cross(b, c)).sum() / 6.0 == pytest.approx(volume, rel=6e-3)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_normals_are_unit_vectors_and_point_outwards(shape: str) -> None:
    facets, _ = SHAPES[shape]
    a, b, c = np.moveaxis(facets.corners, 1, 0)
    assert np.linalg.norm(facets.normals, axis=2) == pytest.approx(1.0)
    assert (np.cross(b - a, c - a)[:, None] * facets.normals).sum(axis=2).min() > 0.0


def test_a_sphere_with_more_sides_comes_nearer_to_its_radius() -> None:
    middles = [
        np.linalg.norm(sphere_facets(1.0, sides).corners.mean(axis=1), axis=1).min()
        for sides in (8, 16, 32)
    ]
    assert middles == sorted(middles)
    assert 0.99 < middles[-1] < 1.0
