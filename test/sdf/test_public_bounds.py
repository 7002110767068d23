"""Public models at hand have the boxes that Gazebo built.

gazebo_bounds.csv was read from a running gzserver 11.1: poses and sizes of all collisions, and the
vertices of meshes in its mesh manager.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from support.public_data import MODELS, absent

from sim.sdf.measure import measure_model

ROWS = list(csv.DictReader((Path(__file__).parent / "gazebo_bounds.csv").read_text().splitlines()))
# Models without a box there: a plane, a light, and a model with a missing include.
OTHERS = {"ground_plane": "unbounded", "sun": "empty", "iris_with_standoffs_demo": "error"}
COLUMNS = ("width_x", "length_y", "height_z", "center_x", "center_y", "center_z")

pytestmark = pytest.mark.skipif(not MODELS.is_dir(), reason=absent(MODELS))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_size_and_centre_are_gazebos(row):
    if not (MODELS / row["model"]).is_dir():
        pytest.skip(absent(MODELS / row["model"]))
    result = measure_model(MODELS / row["model"], [str(MODELS)])
    assert result.status == "ok", result.notes
    expected = np.array([float(row[column]) for column in COLUMNS])
    np.testing.assert_allclose(
        [*result.size, *result.center], expected, atol=1e-6 * max(1.0, expected[:3].max())
    )
    kinds = Counter(result.geometries)
    assert " ".join(f"{kinds[kind]}*{kind}" for kind in sorted(kinds)) == row["kinds"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_pieces_and_footprint_lie_around_what_was_measured(row):
    if not (MODELS / row["model"]).is_dir():
        pytest.skip(absent(MODELS / row["model"]))
    result = measure_model(MODELS / row["model"], [str(MODELS)])
    points = np.concatenate(result.pieces)
    slack = 0.005 * result.size.max()
    for found, exact in ((points.min(axis=0), result.lower), (-points.max(axis=0), -result.upper)):
        assert (found <= exact + 1e-6 * slack).all() and (found >= exact - slack).all()
    outline = result.footprint()
    np.testing.assert_allclose(
        [outline.min(axis=0), outline.max(axis=0)], [points.min(axis=0)[:2], points.max(axis=0)[:2]]
    )


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_models_without_a_box(name):
    if not (MODELS / name).is_dir():
        pytest.skip(absent(MODELS / name))
    assert measure_model(MODELS / name, [str(MODELS)]).status == OTHERS[name]


def test_every_model_has_its_figures():
    folders = {path.parent.name for path in MODELS.glob("*/model.config")}
    assert folders <= {row["model"] for row in ROWS} | set(OTHERS)
