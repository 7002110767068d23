"""Randomly nested models against the transformed vertices of their shapes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.sdf.measure import measure_model
from sim.transforms import transform_from_pose

from .documents import model_folder

ANGLES = st.floats(-4, 4)
PLACES = st.floats(-5, 5)
LENGTHS = st.floats(0.05, 5)
POSES = st.tuples(PLACES, PLACES, PLACES, ANGLES, ANGLES, ANGLES)
BOXES = st.tuples(st.just("box"), st.tuples(LENGTHS, LENGTHS, LENGTHS))
ROUND = st.tuples(st.just("cylinder"), st.tuples(LENGTHS, LENGTHS))
OUTLINES = st.tuples(st.just("polyline"), st.tuples(LENGTHS, LENGTHS, LENGTHS))
LINKS = st.lists(
    st.tuples(
        POSES, st.lists(st.tuples(POSES, st.one_of(BOXES, ROUND, OUTLINES)), min_size=1, max_size=3)
    ),
    max_size=2,
)
# A model: pose, links, and nested models, each written inside or in another file.
MODELS = st.recursive(
    st.tuples(POSES, LINKS, st.just([])),
    lambda inner: st.tuples(
        POSES, LINKS, st.lists(st.tuples(st.booleans(), POSES, inner), max_size=2)
    ),
    max_leaves=4,
)


def element(kind, numbers):
    words = [repr(number) for number in numbers]
    if kind == "box":
        return f"<box><size>{' '.join(words)}</size></box>"
    if kind == "cylinder":
        return f"<cylinder><radius>{words[0]}</radius><length>{words[1]}</length></cylinder>"
    points = "".join(
        f"<point>{point}</point>" for point in ("0 0", f"{words[0]} 0", f"0 {words[1]}")
    )
    return f"<polyline><height>{words[2]}</height>{points}</polyline>"


def vertices(kind, numbers):
    if kind == "box":
        return np.array(np.meshgrid(*[(-side / 2, side / 2) for side in numbers])).reshape(3, -1).T
    if kind == "cylinder":
        angle = np.linspace(0, 2 * np.pi, 7200)
        rim = numbers[0] * np.column_stack([np.cos(angle), np.sin(angle)])
        return np.concatenate(
            [
                np.column_stack([rim, np.full(len(rim), z)])
                for z in (-numbers[1] / 2, numbers[1] / 2)
            ]
        )
    corners = [(0, 0), (numbers[0], 0), (0, numbers[1])]
    return np.array([(x, y, z) for x, y in corners for z in (0, numbers[2])])


def pose_of(pose):
    return f"<pose>{' '.join(map(repr, pose))}</pose>"


def written(root, model, numbers):
    """Return the content of a model, with parts named by running numbers.

    Included models are written as files.
    """
    _, links, inner = model
    body = ""
    for pose, shapes in links:
        collisions = "".join(
            f'<collision name="c{index}">{pose_of(at)}<geometry>{element(*shape)}</geometry>'
            "</collision>"
            for index, (at, shape) in enumerate(shapes)
        )
        body += f'<link name="l{next(numbers)}">{pose_of(pose)}{collisions}</link>'
    for included, pose, child in inner:
        name = f"m{next(numbers)}"
        content = written(root, child, numbers)
        if included:
            model_folder(root, name, f"{pose_of(child[0])}{content}")
            body += f"<include><uri>model://{name}</uri>{pose_of(pose)}</include>"
        else:
            body += f'<model name="{name}">{pose_of(pose)}{content}</model>'
    return body


def corners(model, root_from_model):
    """Return all vertices (n, 3) of a model and its nested models."""
    _, links, inner = model
    found = [
        vertices(*shape)
        @ (place := root_from_model @ transform_from_pose(pose) @ transform_from_pose(at))[:3, :3].T
        + place[:3, 3]
        for pose, shapes in links
        for at, shape in shapes
    ]
    for _, pose, child in inner:
        found += corners(child, root_from_model @ transform_from_pose(pose))
    return found


@pytest.mark.not_quick
@settings(max_examples=60, deadline=None)
@given(MODELS)
def test_the_box_of_nested_models_is_that_of_all_their_vertices(model):
    expected = corners(model, np.eye(4))
    with tempfile.TemporaryDirectory() as folder:
        model_folder(
            Path(folder),
            "outer",
            pose_of(model[0]) + written(Path(folder), model, iter(range(1000))),
        )
        result = measure_model(os.path.join(folder, "outer"))
        assert result.status == ("ok" if expected else "empty")
        if not expected:
            return
        points = np.concatenate(expected)
        np.testing.assert_allclose(
            [result.lower, result.upper], [points.min(axis=0), points.max(axis=0)], atol=1e-5
        )
        assert len(result.geometries) == len(expected) == len(result.shapes)
        pieces = np.concatenate(result.pieces)
        # Pieces are circumscribed, with at most half a percent of a cylinder's radius more.
        assert (pieces.min(axis=0) <= result.lower + 1e-9).all() and (
            pieces.max(axis=0) >= result.upper - 1e-9
        ).all()
        assert (pieces.min(axis=0) >= result.lower - 0.005 * 5).all() and (
            pieces.max(axis=0) <= result.upper + 0.005 * 5
        ).all()
