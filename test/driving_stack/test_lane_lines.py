"""Lane lines and stop lines in pictures projected by OpenCV.

They have all kinds of light.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from road_pictures import MATRIX, Picture, camera

from sim.driving_stack.lane_lines import LaneDetector
from sim.driving_stack.stop_lines import stop_line


def test_points_are_where_opencv_projects_them():
    points = np.random.default_rng(1).uniform([3, -8, 0], [60, 8, 3], (100, 3))
    inverse = np.linalg.inv(camera().base_from_optical)
    expected, _ = cv2.projectPoints(
        points, cv2.Rodrigues(inverse[:3, :3])[0], inverse[:3, 3], MATRIX, None
    )
    pixels, inside = camera().pixels(points)
    np.testing.assert_allclose(pixels, expected[:, 0], atol=1e-6)
    assert inside.sum() > 20 and not inside.all()


def offsets(lines, x=8.0):
    return [
        None if line is None else float(np.interp(x, *line.points.T))
        for line in (lines.left, lines.right)
    ]


@pytest.mark.parametrize("road, paint", [(55, 220), (30, 60), (140, 200), (8, 24)])
@pytest.mark.parametrize("direction, bend", [(0.0, 0.0), (0.06, 0.012), (-0.1, -0.014)])
def test_a_lane_is_found_within_5_cm_in_any_light(road, paint, direction, bend):
    picture = Picture(road)
    picture.dashes(1.9, direction, bend, paint).line(-1.4, direction, bend, paint)
    lines, _ = LaneDetector(camera()).detect(picture.noisy(1.0, seed=2))
    curve = direction * 8.0 + 0.5 * bend * 64.0
    np.testing.assert_allclose(offsets(lines), [1.9 + curve, -1.4 + curve], atol=0.05)


def test_shadows_across_the_road_are_no_lines_and_hide_none():
    picture = Picture(90).line(1.6, 0.0, 0.0, 210).line(-1.7, 0.0, 0.0, 210)
    grey = picture.grey
    for row in range(260, 480, 50):
        grey[row : row + 20] *= 0.4
    lines, _ = LaneDetector(camera()).detect(picture.noisy(2.0, seed=3))
    np.testing.assert_allclose(offsets(lines), [1.6, -1.7], atol=0.05)


@pytest.mark.parametrize("beyond, uneven", [(150, 1.0), (25, 1.0), (150, 7.0)])
def test_the_roads_border_replaces_a_missing_line(beyond, uneven):
    picture = Picture(60).dashes(1.6, 0.0, 0.0, 220)
    picture.area([(2, -1.65), (60, -1.65), (60, -9), (2, -9)], beyond)
    lines, _ = LaneDetector(camera()).detect(picture.noisy(uneven, seed=4))
    np.testing.assert_allclose(offsets(lines), [1.6, -1.65], atol=0.07)


def test_plain_asphalt_has_no_lines():
    lines, above = LaneDetector(camera()).detect(Picture(70).noisy(6.0, seed=5))
    assert lines.left is None and lines.right is None
    assert stop_line(LaneDetector(camera()).view, above, lines) is None


@pytest.mark.parametrize("place", [6.0, 8.0, 12.0])
@pytest.mark.parametrize("dashed", [False, True])
def test_stop_lines_are_found_within_15_cm_and_zebras_are_not(place, dashed):
    picture = Picture(60).dashes(1.6, 0.0, 0.0, 220).line(-1.6, 0.0, 0.0, 220)
    pieces = np.arange(-1.6, 1.6, 0.8) if dashed else [-1.6]
    for right in pieces:
        left = right + (0.5 if dashed else 3.2)
        ends = place - 0.25, place + 0.25
        picture.area([(ends[0], left), (ends[1], left), (ends[1], right), (ends[0], right)], 220)
    detector = LaneDetector(camera())
    lines, above = detector.detect(picture.noisy(1.0, seed=6))
    assert stop_line(detector.view, above, lines) == pytest.approx(place, abs=0.15)
    zebra = Picture(60)
    for right in np.arange(-4.0, 4.0, 1.0):
        zebra.area([(8, right), (12, right), (12, right + 0.5), (8, right + 0.5)], 220)
    lines, above = detector.detect(zebra.noisy(1.0, seed=7))
    assert stop_line(detector.view, above, lines) is None
