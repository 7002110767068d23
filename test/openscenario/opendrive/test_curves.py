"""Reference lines against closed forms and against arcs of circles."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import fresnel

from sim.openscenario.opendrive.curves import Arc, Geometry, Line, ParamPoly3, Poly3, Spiral

PLACES = np.linspace(0.0, 100.0, 41)


def test_a_spiral_from_straight_is_fresnels():
    spiral = Spiral(0.0, 0.02, 100.0)
    scale = np.sqrt(np.pi / (0.02 / 100.0))
    sine, cosine = fresnel(PLACES / scale)
    x, y, heading = spiral.local(PLACES)
    assert np.allclose(x, scale * cosine, atol=1e-9) and np.allclose(y, scale * sine, atol=1e-9)
    assert heading[-1] == pytest.approx(1.0)


def test_a_spiral_back_to_straight_is_the_same_run_backwards():
    there, back = Spiral(0.0, -0.05, 80.0), Spiral(-0.05, 0.0, 80.0)
    x, y, turned = (float(each[0]) for each in there.local(np.array([80.0])))
    end_x, end_y, end_turned = (float(each[0]) for each in back.local(np.array([80.0])))
    assert end_turned == pytest.approx(turned)
    cos, sin = np.cos(turned), np.sin(turned)
    # Seen from its end, headed back, the first is the mirror image of the second.
    assert (x * cos + y * sin, x * sin - y * cos) == pytest.approx((end_x, end_y))


@pytest.mark.parametrize("curvature", [0.01, -0.01, 1e-9])
def test_a_spiral_of_one_curvature_is_an_arc(curvature: float):
    spiral, arc = Spiral(curvature, curvature, 100.0), Arc(curvature)
    assert np.allclose(spiral.local(PLACES), arc.local(PLACES), atol=1e-9)


def test_an_arc_keeps_its_radius_from_its_centre():
    x, y, heading = Geometry(50.0, 3.0, 4.0, 0.5, 100.0, Arc(-0.02)).at(50.0 + PLACES)
    centre = 3.0 + 50.0 * np.sin(0.5), 4.0 - 50.0 * np.cos(0.5)
    assert np.allclose(np.hypot(x - centre[0], y - centre[1]), 50.0)
    assert heading[-1] == pytest.approx(0.5 - 2.0)


def test_a_cubic_is_met_at_its_arc_length():
    cubic = Poly3(0.0, 0.1, 0.002, -2e-5, 100.0)
    x, y, heading = cubic.local(PLACES)
    assert np.allclose(y, 0.1 * x + 0.002 * x**2 - 2e-5 * x**3)
    assert np.allclose(np.tan(heading), 0.1 + 0.004 * x - 6e-5 * x**2)
    fine = np.linspace(0.0, x[-1], 200001)
    slope = 0.1 + 0.004 * fine - 6e-5 * fine**2
    speed = np.hypot(1.0, slope)
    assert 0.5 * (speed[1:] + speed[:-1]) @ np.diff(fine) == pytest.approx(100.0, abs=1e-6)


def test_a_parametric_cubic_by_share_and_by_distance():
    share = ParamPoly3((0.0, 90.0, 0.0, 0.0), (0.0, 0.0, 10.0, 0.0), 100.0)
    metres = ParamPoly3((0.0, 0.9, 0.0, 0.0), (0.0, 0.0, 0.001, 0.0), 100.0, False)
    assert np.allclose(share.local(PLACES), metres.local(PLACES))
    assert [float(each[-1]) for each in share.local(PLACES)] == pytest.approx(
        [90.0, 10.0, np.arctan2(20.0, 90.0)]
    )


def test_a_parametric_cubic_that_begins_at_rest_is_met_by_its_arc():
    diagonal = ParamPoly3((0.0, 0.0, 60.0, 0.0), (0.0, 0.0, 80.0, 0.0), 50.0)
    x, y, heading = diagonal.local(np.array([0.0, 12.5, 50.0]))
    assert np.allclose((x, y), ([0.0, 15.0, 60.0], [0.0, 20.0, 80.0]), atol=1e-4)
    assert np.allclose(heading, np.arctan2(80.0, 60.0))
    assert diagonal.stretch(0.0) == pytest.approx(2.0)
    # As it ends there, too.
    backwards = ParamPoly3((0.0, 2.0, -1.0, 0.0), (0.0, 0.0, 0.0, 0.0), 1.0)
    assert np.allclose(backwards.local(np.array([0.25, 1.0])), ([0.25, 1.0], [0, 0], [0, 0]))


@pytest.mark.parametrize(
    "curve",
    [
        Line(),
        Arc(0.004),
        Spiral(0.01, -0.02, 100.0),
        Poly3(0.0, 0.1, 0.002, -2e-5, 100.0),
    ],
)
def test_places_are_as_far_apart_as_their_distances(curve):
    x, y, heading = curve.local(np.linspace(0.0, 100.0, 10001))
    assert np.hypot(np.diff(x), np.diff(y)).sum() == pytest.approx(100.0, abs=1e-4)
    assert np.allclose(np.arctan2(np.diff(y), np.diff(x)), heading[:-1], atol=3e-4)
