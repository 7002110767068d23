"""The package's own models for scenes: sizes, origins, masses.

Descriptions of models from elsewhere are tested too.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from sim.sdf.measure.bounds import model_bounds
from sim.sdf.reader import read_model_string

MODELS = Path(__file__).resolve().parents[2] / "models" / "primitives"
# Size (m) and centre of the box in the model's frame, and mass (kg); no mass: static.
EXPECTED = {
    "LampAndStand": ((0.5, 0.5, 1.15), (0, 0, 0.575), None),
    "ball": ((0.22, 0.22, 0.22), (0, 0, 0.11), 0.43),
    "barrier": ((2.0, 0.6, 1.0), (0, 0, 0.5), None),
    "bookshelf": ((0.92, 0.405, 1.2), (0, -0.1925, 0.6), None),
    "cafe_table": ((0.913, 0.913, 0.775), (0, 0, 0.3875), None),
    "cardboard_box": ((0.5, 0.4, 0.3), (0, 0, 0), 2.0),
    "cone": ((0.36, 0.36, 0.7), (0, 0, 0.35), 4.0),
    "construction_barrel": ((1.02, 1.02, 1.55), (0, 0, 0.775), 12.0),
    "construction_cone": ((0.5, 0.5, 1.09), (0, 0, 0.545), 4.0),
    "crate": ((0.6, 0.6, 0.6), (0, 0, 0.3), 12.0),
    "cube": ((0.2, 0.2, 0.2), (0, 0, 0.1), 2.0),
    "demo_cube": ((0.06, 0.06, 0.06), (0, 0, 0.03), 0.15),
    "fetch": ((0.57, 0.57, 1.15), (0, 0, 0.58), None),
    "grey_wall": ((7.5, 0.2, 2.8), (0, 0, 1.4), None),
    "hoop": ((1.0, 1.0, 0.06), (0, 0, 0.03), None),
    "jersey_barrier": ((4.06542, 0.8107, 1.143), (0, 0, 0.5715), None),
    "lamp": ((0.4, 0.4, 1.6), (0, 0, 0.8), None),
    "table": ((1.5, 0.8, 1.015), (0, 0, 0.5075), None),
    "wall": ((4.0, 0.15, 2.5), (0, 0, 1.25), None),
}


def read(name: str):
    """Return the model, and the reader's messages."""
    return read_model_string(
        (MODELS / name / "model.sdf").read_text(encoding="utf-8"), (str(MODELS),)
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_size_and_origin_are_as_known(name):
    model, unsupported = read(name)
    size, center, _ = EXPECTED[name]
    lower, upper = model_bounds(model)
    assert unsupported == []
    assert model.name == name
    tolerance = 0.016 if name in ("hoop", "fetch") else 1e-6
    np.testing.assert_allclose(upper - lower, size, atol=tolerance)
    np.testing.assert_allclose((upper + lower) / 2.0, center, atol=tolerance)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_description_says_the_size(name):
    text = (MODELS / name / "model.config").read_text(encoding="utf-8")
    said = [
        float(word)
        for word in re.findall(
            r"\d+\.?\d*", re.search(r"<description>(.*)</description>", text).group(1)
        )
    ]
    size = EXPECTED[name][0]
    assert all(min(abs(value - extent) for value in said) < 0.011 for extent in size)


@pytest.mark.parametrize("name", EXPECTED)
def test_furniture_is_static_and_what_moves_has_the_mass_of_its_parts(name):
    model, _ = read(name)
    mass = EXPECTED[name][2]
    assert model.static == (mass is None)
    if mass is None:
        return
    inertial = model.links[0].inertial
    assert inertial.mass == pytest.approx(mass)
    lower, upper = model_bounds(model)
    matrix = np.array(inertial.inertia)
    moments = np.linalg.eigvalsh(matrix)
    # The inertia of a body of this mass in this box is at most that of its mass in the corners.
    assert moments[0] > 0.0 and moments[2] <= moments[0] + moments[1] + 1e-9
    assert np.trace(matrix) / 2.0 <= mass * np.sum(((upper - lower) / 2.0) ** 2)


@pytest.mark.parametrize(
    "name, axis_moments",
    [
        ("cube", [2.0 * 0.2**2 / 6.0] * 3),
        ("ball", [0.4 * 0.43 * 0.11**2] * 3),
        ("crate", [12.0 * 0.6**2 / 6.0] * 3),
        (
            "cardboard_box",
            [
                2.0 * (0.4**2 + 0.3**2) / 12.0,
                2.0 * (0.5**2 + 0.3**2) / 12.0,
                2.0 * (0.5**2 + 0.4**2) / 12.0,
            ],
        ),
    ],
)
def test_simple_bodies_have_their_textbook_inertia(name, axis_moments):
    model, _ = read(name)
    np.testing.assert_allclose(
        np.diag(np.array(model.links[0].inertial.inertia)), axis_moments, rtol=2e-3
    )


def test_a_ball_fits_inside_the_hoop():
    hoop, _ = read("hoop")
    inside = min(
        np.hypot(*(link.model_from_link @ collision.link_from_collision)[:2, 3])
        - collision.geometry.size[0] / 2.0
        for link in hoop.links
        for collision in link.collisions
    )
    assert inside == pytest.approx(0.45)
    assert inside > EXPECTED["ball"][0][0]
