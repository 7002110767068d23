"""Curves at one distance agree with the array versions.

Over 10 km of roads.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.openscenario.opendrive.curves import Arc, Curve, Line, ParamPoly3, Poly3, Spiral
from sim.openscenario.play.single_curve import evaluator

MAX_POSITION_ERROR = 1e-6  # m
MAX_HEADING_ERROR = 1e-4  # rad


@pytest.mark.parametrize(
    ("curve", "length"),
    [
        (Line(), 10_000.0),
        (Arc(0.01), 600.0),
        (Spiral(0.0, 0.002, 10_000.0), 10_000.0),
        (Spiral(-0.1, 0.1, 40.0), 40.0),
        (Spiral(0.0, 1.0, 5.0), 5.0),
        (Spiral(0.5, 0.5, 3.0), 3.0),
        (Spiral(0.0, 0.0, 500.0), 500.0),
        (Poly3(0.0, 0.0, 0.001, -1e-5, 80.0), 80.0),
        (ParamPoly3((0.0, 60.0, 0.0, 0.0), (0.0, 0.0, 20.0, -5.0), 62.0), 62.0),
        (ParamPoly3((0.0, 0.0, 30.0, 0.0), (0.0, 0.0, 0.0, 4.0), 31.0, True), 31.0),
        (ParamPoly3((0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.004, 0.0), 50.0, False), 50.0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_one_place_is_that_of_many(curve: Curve, length: float) -> None:
    places = np.concatenate([np.linspace(0.0, length, 400), [1e-9, 0.3 * length]])
    expected = np.array(curve.local(places))
    at = evaluator(curve, length)
    found = np.array([at(float(each)) for each in places]).T
    assert np.abs(found[:2] - expected[:2]).max() < MAX_POSITION_ERROR
    turned = np.angle(np.exp(1j * (found[2] - expected[2])))
    assert np.abs(turned).max() < MAX_HEADING_ERROR
