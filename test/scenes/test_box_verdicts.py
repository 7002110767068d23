"""Clear verdicts on boxes equal Scenic's, from shapely on the same corners."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("scenic")

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.scenes.sampling.boxes import BROKEN, KEPT, UNCLEAR, Footprint, corners, overlaps

PLACES = st.floats(-3.0, 3.0)
SIZES = st.floats(0.01, 1.5)
BOX = st.tuples(PLACES, PLACES, st.floats(-1.0, 1.0), st.floats(-7.0, 7.0), SIZES, SIZES, SIZES)
ROOM = shapely.Polygon([(-2, -2), (2, -2), (2, 2), (-2, 2)])
CORNERED = shapely.Polygon(
    [(-3, -3), (3, -3), (3, 0), (0, 0), (0, 3), (-3, 3)], [[(-2, -2), (-1, -2), (-1, -1), (-2, -1)]]
)


@pytest.mark.not_quick
@settings(max_examples=300, deadline=None)
@given(BOX, BOX)
def test_two_boxes(one, other) -> None:
    a, b = np.array([one]), np.array([other])
    (verdict,) = overlaps(a, b, np.array([True]))
    flat = shapely.Polygon(corners(a)[0]).intersects(shapely.Polygon(corners(b)[0]))
    meet = flat and abs(one[2] - other[2]) <= one[6] + other[6]
    assert verdict == UNCLEAR or (verdict == BROKEN) == meet
    (bound,) = overlaps(a, b, np.array([False]))
    assert bound == (UNCLEAR if verdict == BROKEN else verdict)


@pytest.mark.not_quick
@settings(max_examples=300, deadline=None)
@given(BOX, st.sampled_from([ROOM, CORNERED]))
def test_a_box_and_a_region(box, region) -> None:
    boxes = np.array([box])
    (verdict,) = Footprint(shapely.MultiPolygon([region])).verdicts(boxes, np.array([True]))
    inside = region.contains(shapely.Polygon(corners(boxes)[0]))
    assert verdict != BROKEN or not inside
    assert verdict != KEPT or inside
    if abs(region.boundary.distance(shapely.Polygon(corners(boxes)[0]))) > 1e-6:
        assert verdict != UNCLEAR or not region.convex_hull.equals(region)


def test_boxes_that_touch_are_left_to_scenic() -> None:
    left, right = (
        np.array([[0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5]]),
        np.array([[1.0, 0.3, 0.0, math.pi / 2.0, 0.5, 0.5, 0.5]]),
    )
    assert overlaps(left, right, np.array([True]))[0] == UNCLEAR
    assert overlaps(left, right + np.array([[1e-6, 0, 0, 0, 0, 0, 0]]), np.array([True]))[0] == KEPT
    assert overlaps(left, right - [[1e-6, 0, 0, 0, 0, 0, 0]], np.array([True]))[0] == BROKEN
    above = left + np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]])
    assert overlaps(left, above, np.array([True]))[0] == UNCLEAR
