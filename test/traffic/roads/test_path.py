from __future__ import annotations

import pickle

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sim.traffic.roads.path import Path


def arc(radius: float, angle: float, n: int = 400) -> np.ndarray:
    t = np.linspace(0.0, angle, n)
    return np.column_stack([radius * np.sin(t), radius * (1.0 - np.cos(t))])


gentle = st.lists(st.tuples(st.floats(1.0, 30.0), st.floats(-0.3, 0.3)), min_size=1, max_size=20)


def wander(moves) -> np.ndarray:
    steps, turns = np.array(moves).T
    heading = np.clip(np.cumsum(turns), -1.2, 1.2)
    return np.vstack(
        [
            [0.0, 0.0],
            np.cumsum(steps[:, None] * np.column_stack([np.cos(heading), np.sin(heading)]), axis=0),
        ]
    )


@given(gentle, st.floats(0.0, 1.0))
def test_projecting_a_point_of_the_path_returns_its_arc_length(moves, part):
    path = Path(wander(moves))
    x, y, *_ = path.at(part * path.length)
    s, lateral = path.project(x, y)
    assert s == pytest.approx(part * path.length, abs=1e-6)
    assert lateral == pytest.approx(0.0, abs=1e-6)


@given(gentle, st.floats(-200.0, 400.0), st.floats(-200.0, 200.0))
def test_no_vertex_is_nearer_than_the_projection(moves, x, y):
    path = Path(wander(moves))
    s, lateral = path.project(x, y)
    foot = np.array(path.at(s)[:2])
    assert abs(lateral) == pytest.approx(np.hypot(*(foot - (x, y))), abs=1e-6)
    assert abs(lateral) <= np.hypot(*(path.points[:, :2] - (x, y)).T).min() + 1e-9


@given(st.floats(-4.0, 4.0), st.floats(1.0, 9.0))
def test_offsets_are_positive_to_the_left(offset, s):
    assert Path(np.array([[0.0, 0.0], [0.0, 10.0]])).project(-offset, s) == (
        pytest.approx(s),
        pytest.approx(offset),
    )


def test_an_arc_has_its_radius_and_heading():
    path = Path(arc(50.0, 1.5))
    s = np.linspace(1.0, path.length - 1.0, 30)
    x, y, z, yaw, curvature = path.at(s)
    assert path.length == pytest.approx(75.0, rel=1e-4)
    np.testing.assert_allclose(curvature, 0.02, rtol=1e-3)
    np.testing.assert_allclose(yaw, s / 50.0, atol=1e-3)
    np.testing.assert_allclose(z, 0.0)
    np.testing.assert_allclose(path.project(x, y)[0], s, atol=1e-6)


@given(gentle, st.floats(-0.2, 1.2))
def test_points_lie_where_numpy_interpolates_them(moves, part):
    path = Path(np.column_stack([wander(moves), np.arange(len(moves) + 1.0)]))
    s = np.array([part * path.length, *path.arc_lengths])
    places = np.array([np.interp(s, path.arc_lengths, axis) for axis in path.points.T])
    np.testing.assert_array_equal(path.at(s)[:3], places)
    assert path.at(float(s[0])) == tuple(values[0] for values in path.at(s))


@given(gentle, st.floats(-200.0, 400.0), st.floats(-200.0, 200.0))
def test_a_point_is_as_far_along_and_away_as_shapely_has_it(moves, x, y):
    path = Path(wander(moves))
    line, point = shapely.LineString(path.points[:, :2]), shapely.Point(x, y)
    s, lateral = path.project(x, y)
    assert abs(lateral) == pytest.approx(line.distance(point), abs=1e-9)
    assert line.interpolate(s).distance(point) == pytest.approx(abs(lateral), abs=1e-6)
    many = path.project(np.array([[x], [0.0]]), np.array([[y], [0.0]]))
    assert (s, lateral) == tuple(values[0, 0] for values in many)
    assert path.project(0, 0) == tuple(values[1, 0] for values in many)


def test_a_path_that_was_asked_is_the_same_in_another_process():
    path = Path(arc(50.0, 1.5))
    asked = path.project(30.0, 5.0), path.at(20.0)
    other = pickle.loads(pickle.dumps(path))
    path.points[:] = 0.0
    assert (other.project(30.0, 5.0), other.at(20.0)) == asked


def test_places_beyond_the_ends_are_clipped():
    path = Path(np.array([[0.0, 0.0, 1.0], [10.0, 0.0, 3.0]]))
    assert path.at(-5.0)[:3] == (0.0, 0.0, 1.0)
    assert path.at(15.0)[:3] == (10.0, 0.0, 3.0)
    assert path.at(5.0)[2] == pytest.approx(2.0)


@pytest.mark.parametrize(
    "points",
    [np.zeros((3, 2)), np.zeros((0, 3)), np.zeros(4), np.array([[0.0, np.nan], [1.0, 1.0]])],
)
def test_an_invalid_line_is_refused(points):
    with pytest.raises(ValueError):
        Path(points)
