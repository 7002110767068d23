"""Exact bounding boxes of turned shapes, against points on the surface."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.sdf.measure.bounds import geometry_bounds, model_bounds
from sim.sdf.types import Box, Cylinder, Mesh, Plane, Sphere
from sim.transforms import rotation_from_rpy, transform_from_rpy

from .documents import BOX, read_body
from .meshes import STL, write

ANGLES = st.tuples(*[st.floats(-np.pi, np.pi)] * 3)


def link(content):
    return f'<link name="l"><pose>0 0 1 0 0 0</pose>{content}</link>'


@given(ANGLES, st.tuples(*[st.floats(0.1, 5)] * 3))
def test_box(rpy, size):
    corners = (
        np.array(np.meshgrid(*[(-side / 2, side / 2) for side in size])).reshape(3, -1).T
        @ rotation_from_rpy(*rpy).T
    )
    lower, upper = geometry_bounds(Box(size), transform_from_rpy([1, 2, 3], rpy))
    np.testing.assert_allclose(lower, corners.min(axis=0) + np.array([1, 2, 3]), atol=1e-9)
    np.testing.assert_allclose(upper, corners.max(axis=0) + np.array([1, 2, 3]), atol=1e-9)


@settings(max_examples=30)
@given(ANGLES, st.floats(0.1, 5), st.floats(0.1, 5))
def test_cylinder(rpy, radius, length):
    angle = np.linspace(0, 2 * np.pi, 3600)
    rims = [
        np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full_like(angle, z)], axis=1)
        for z in (-length / 2, length / 2)
    ]
    points = np.concatenate(rims) @ rotation_from_rpy(*rpy).T
    lower, upper = geometry_bounds(Cylinder(radius, length), transform_from_rpy([0, 0, 0], rpy))
    np.testing.assert_allclose(
        [lower, upper], [points.min(axis=0), points.max(axis=0)], atol=1e-5 * radius
    )


def test_sphere_and_plane():
    lower, upper = geometry_bounds(Sphere(0.5), transform_from_rpy([1, 0, 0], [1, 1, 1]))
    np.testing.assert_allclose([lower, upper], [[0.5, -0.5, -0.5], [1.5, 0.5, 0.5]])
    assert geometry_bounds(Plane((0.0, 0.0, 1.0), (1.0, 1.0)), np.eye(4)) is None


def test_mesh_vertices_turn_with_the_pose(tmp_path):
    mesh = Mesh(write(tmp_path, "a.stl", STL))
    lower, upper = geometry_bounds(mesh, transform_from_rpy([0, 0, 0], [0, 0, np.pi / 4]))
    # The triangle's corners (1, 0) and (0, 2) turned by 45 degrees.
    np.testing.assert_allclose(lower, [-np.sqrt(2), 0, 0], atol=1e-9)
    np.testing.assert_allclose(upper, [np.sqrt(0.5), np.sqrt(2), 0], atol=1e-9)


def test_a_model_is_bounded_by_its_collisions_in_its_own_frame():
    model, _ = read_body(
        "<pose>50 0 0 0 0 0</pose>"
        + link(
            f'<collision name="a"><pose>10 0 0 0 0 1.5707963267948966</pose>{BOX}</collision>'
            '<collision name="b"><geometry><sphere><radius>0.25</radius></sphere></geometry>'
            "</collision>"
            '<visual name="v"><geometry><sphere><radius>90</radius></sphere></geometry></visual>'
        )
    )
    lower, upper = model_bounds(model)
    np.testing.assert_allclose(lower, [-0.25, -0.5, -0.5], atol=1e-9)
    np.testing.assert_allclose(upper, [11, 0.5, 2.5], atol=1e-9)


def test_visuals_count_where_there_is_no_collision():
    lower, upper = model_bounds(read_body(link(f'<visual name="v">{BOX}</visual>'))[0])
    np.testing.assert_allclose([lower, upper], [[-0.5, -1, -0.5], [0.5, 1, 2.5]])


@pytest.mark.parametrize(
    "content", ["", '<collision name="c"><geometry><plane/></geometry></collision>']
)
def test_nothing_bounded_is_none(content):
    assert model_bounds(read_body(link(content))[0]) is None


def test_a_nested_models_pose_counts():
    model, _ = read_body(
        '<model name="n"><pose>0 0 4 0 0 0</pose><link name="l"><collision '
        f'name="c">{BOX}</collision></link></model>'
    )
    np.testing.assert_allclose(model_bounds(model)[1], [0.5, 1, 5.5])
