"""Balls and cones of trees have a seamless image and few coordinates.

These are the texture coordinates in the file.
"""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from sim.sdf.mesh.obj_writer import obj_text
from sim.traffic.scenery.mapping import folded, mapped
from sim.traffic.scenery.solids import ball, cone
from sim.traffic.scenery.trees import tree

IMAGE = 3.0


def made(name: str):
    rng = np.random.default_rng(3)
    if name == "ball":
        return ball(np.array([5.0, -2.0, 4.0]), np.array([1.6, 1.6, 2.0]), rng, 0.2, 8, 5)
    return cone(np.array([5.0, -2.0, 4.0]), 3.0, 1.4, 0.3)


@pytest.mark.parametrize("name", ["ball", "cone"])
def test_a_body_is_closed_and_seen_from_outside(name: str) -> None:
    mesh = made(name)
    body = trimesh.Trimesh(mesh.vertices, mesh.faces)
    body.merge_vertices()
    assert body.is_watertight and body.is_winding_consistent and body.volume > 1.0


@pytest.mark.parametrize("name", ["ball", "cone"])
def test_its_image_meets_itself_all_around(name: str) -> None:
    """Corners at one place differ in the image by whole images; at the tips, rows meet."""
    mesh = made(name)
    coordinates = np.asarray(mesh.coordinates)
    heights = mesh.vertices[:, 2]
    for place in np.unique(np.round(mesh.vertices, 6), axis=0):
        same = np.all(np.abs(mesh.vertices - place) < 1e-6, axis=1)
        if same.sum() != 2:
            continue
        apart = np.ptp(coordinates[same], axis=0)
        assert apart == pytest.approx([IMAGE * round(apart[0] / IMAGE), 0.0]) and apart[0] > 1.0
    assert np.ptp(coordinates[:, 1]) > 0.3 * np.ptp(heights)


def test_folded_coordinates_show_the_same_piece_of_the_image() -> None:
    crown = tree("a", np.array([100.0, 200.0, 0.0])).crown
    places = mapped(crown) / IMAGE
    near = folded(places)
    moved = near - places
    np.testing.assert_allclose(moved, np.round(moved), atol=1e-9)
    np.testing.assert_allclose(moved, np.repeat(moved[:, :1], 3, axis=1), atol=1e-9)
    assert near.min() > -1e-5 and near.min(axis=1).max() < 1.0


def test_a_wood_has_no_more_coordinates_than_a_few_trees() -> None:
    def lines(count: int) -> int:
        crowns = [
            tree(f"tree{number}", np.array([7.0 * number, 3.0, 0.0])).crown
            for number in range(count)
        ]
        triangles = np.concatenate([crown.triangles for crown in crowns])
        places = folded(np.concatenate([mapped(crown) for crown in crowns]) / IMAGE)
        return obj_text(triangles, places, 2, 1).count("\nvt ")

    assert lines(200) < 1.5 * lines(60)
