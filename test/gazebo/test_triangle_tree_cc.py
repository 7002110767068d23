"""The Gazebo plugin's rays meet the nearest of triangles, as all triangles tried one by one say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.cpp import COMPILED, compiled, header_folder, numbers, output
from support.parts import ROOT

from sim.sdf.mesh.facets import box_facets, cylinder_facets, sphere_facets

MATH = "ignition/math6/ignition/math.hh"
IGNITION = header_folder(MATH)
pytestmark = [
    pytest.mark.not_quick,
    COMPILED,
    pytest.mark.skipif(IGNITION is None, reason="no Gazebo on this machine"),
]


@pytest.fixture(scope="module")
def cast(tmp_path_factory):
    """Ranges, cosines and greys (n, 3) of rays (n, 6) at triangles (t, 3, 3) with greys (t,)."""
    sources = [
        Path(__file__).with_name("triangle_tree_probe.cc"),
        ROOT / "gazebo/sensors/rays/triangle_tree.cc",
    ]
    headers = ("-isystem", IGNITION / "include/ignition/math6")
    program = compiled(tmp_path_factory.mktemp("probe") / "probe", sources, *headers)

    def asked(triangles, greys, rays):
        rows = np.column_stack([triangles.reshape(len(triangles), 9), greys]).tolist()
        lines = [" ".join(map(repr, row)) for row in [*rows, *rays.tolist()]]
        return np.array(numbers(output(program, lines=[str(len(rows)), *lines])))

    return asked


def brute_force(triangles, rays):
    """Distances (n,) by solving for barycentric coordinates against each triangle, and the triangle
    (n,)."""
    found, which = np.full(len(rays), np.inf), np.full(len(rays), -1)
    for number, (a, b, c) in enumerate(triangles):
        matrix = np.empty((len(rays), 3, 3))
        matrix[:, :, 0], matrix[:, :, 1], matrix[:, :, 2] = b - a, c - a, -rays[:, 3:]
        singular = np.abs(np.linalg.det(matrix)) < 1e-12
        matrix[singular] = np.eye(3)
        u, v, t = np.linalg.solve(matrix, (rays[:, :3] - a)[:, :, None])[:, :, 0].T
        nearer = ~singular & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < found)
        found[nearer], which[nearer] = t[nearer], number
    return found, which


def directions(rng, count):
    along = rng.normal(size=(count, 3))
    return along / np.linalg.norm(along, axis=1, keepdims=True)


@pytest.mark.parametrize(
    "count", [40, *(pytest.param(count, marks=pytest.mark.slow) for count in (1, 3, 700))]
)
def test_scattered_triangles(cast, count):
    rng = np.random.default_rng(count)
    triangles, greys = (
        rng.uniform(-10, 10, (count, 1, 3)) + rng.uniform(-3, 3, (count, 3, 3)),
        rng.uniform(0, 1, count),
    )
    rays = np.column_stack([rng.uniform(-12, 12, (1500, 3)), directions(rng, 1500)])
    answer, (expected, which) = cast(triangles, greys, rays), brute_force(triangles, rays)
    hit = which >= 0
    assert hit.sum() > (3 if count > 1 else 0)
    np.testing.assert_allclose(answer[:, 0], expected, rtol=1e-9)
    np.testing.assert_allclose(answer[hit, 2], greys[which[hit]], atol=1e-6)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    np.testing.assert_allclose(
        answer[hit, 1], np.abs((normals[which[hit]] * rays[hit, 3:]).sum(axis=1)), atol=1e-9
    )


@pytest.mark.parametrize(
    "facets",
    [box_facets(np.array([2.0, 3.0, 1.0])), sphere_facets(1.5, 64), cylinder_facets(1.0, 2.0, 64)],
)
def test_no_ray_slips_out_of_a_closed_shape(cast, facets):
    rng = np.random.default_rng(1)
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    rays = np.column_stack([np.zeros((3006, 3)), np.concatenate([axes, directions(rng, 3000)])])
    answer = cast(facets.corners, np.ones(len(facets.corners)), rays)
    assert (answer[:, 0] < 2.0).all() and (answer[:, 0] > 0.49).all()
