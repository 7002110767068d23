from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.sdf.mesh.stl import stl_bytes
from sim.traffic.scenery.ribbon import (
    arc_length,
    beside,
    cross_sections,
    dash_ends,
    piece,
    ribbon,
    stripes,
)

LINE = np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 1.0], [10.0, 10.0, 1.0]])


def area(mesh) -> float:
    a, b, c = (mesh.triangles[:, i, :2] for i in range(3))
    return float(0.5 * np.sum((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]))


def test_a_ribbon_runs_beside_its_line_and_at_its_height():
    mesh = ribbon(LINE, 1.0, 3.0)
    assert area(mesh) == pytest.approx(2.0 * (10.0 - 2.0) + 2.0 * (10.0 - 2.0))
    np.testing.assert_allclose(beside(LINE, 2.0)[1], (8.0, 2.0, 1.0))
    np.testing.assert_allclose(np.unique(mesh.vertices[:, 2]), (0.0, 1.0))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.floats(5.0, 50.0), st.floats(-0.6, 0.6)), min_size=1, max_size=8),
    st.floats(0.5, 4.0),
)
def test_a_ribbons_area_is_length_times_width_at_any_bends(moves, width):
    """At a mitred bend one side gains the area that the other loses."""
    heading = np.cumsum([turn for _, turn in moves])
    steps = np.array([length for length, _ in moves])[:, None] * np.column_stack(
        [np.cos(heading), np.sin(heading)]
    )
    line = np.column_stack(
        [np.vstack([[0.0, 0.0], np.cumsum(steps, axis=0)]), np.zeros(len(moves) + 1)]
    )
    mesh = ribbon(line, -0.5 * width, 0.5 * width)
    assert area(mesh) == pytest.approx(width * arc_length(line)[-1], rel=1e-6)
    assert len(mesh.faces) == 2 * len(moves)


def test_a_hairpin_does_not_stick_out_far():
    moved = beside(np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [0.0, 0.1, 0.0]]), 2.0)
    assert np.hypot(*(moved - LINE)[1, :2]) <= 2.0 * 5.0


def test_pieces_and_dashes():
    np.testing.assert_allclose(piece(LINE, 5.0, 15.0), [(5, 0, 0.5), (10, 0, 1), (10, 5, 1)])
    start, end = dash_ends(20.0, 3.0, 6.0)
    np.testing.assert_allclose((start, end), ([3.0, 12.0], [6.0, 15.0]))
    assert dash_ends(13.0, 3.0, 6.0)[1][-1] == 13.0
    bars = stripes(LINE[:2], np.array([1.0, 4.0]), np.array([2.0, 6.0]), -2.0, 2.0)
    assert area(bars) == pytest.approx(4.0 * 3.0)
    assert bars.vertices[:, 2].max() == pytest.approx(0.6)


def test_cross_sections_of_two_borders_are_level_with_each_other():
    right, left = cross_sections(beside(LINE, -2.0), beside(LINE, 2.0), 1.0)
    assert (
        len(right) == len(left) >= 20
        and max(np.diff(arc_length(right)).max(), np.diff(arc_length(left)).max()) <= 1.0 + 1e-9
    )
    np.testing.assert_allclose(right[:, 2], left[:, 2], atol=0.15)


def test_an_stl_has_a_record_of_fifty_bytes_per_triangle():
    data = stl_bytes(ribbon(LINE, -1.0, 1.0).triangles)
    assert len(data) == 84 + 50 * 4 and np.frombuffer(data[80:84], "<u4")[0] == 4
    normal = np.frombuffer(data[84:96], "<f4")
    assert normal[2] > 0.9 and np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-6)
