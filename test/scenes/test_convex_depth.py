"""Penetration depth of convex bodies against geometry."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from sim.scenes.check.convex import _apart, box_overlaps, convex_body, depth
from sim.transforms import transform_from_rpy

SIGNS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
ANGLES = st.floats(-3.1, 3.1)
SIZES = st.floats(0.05, 3.0)
triples = st.tuples(ANGLES, ANGLES, ANGLES)


def box(size=(1.0, 1.0, 1.0), at=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0)):
    return convex_body(SIGNS * size).placed(transform_from_rpy(at, turn))


def ball(radius: float, count: int = 300):
    """Return points all over a sphere, with both poles."""
    heights = np.linspace(-1.0, 1.0, count)
    turns = np.arange(count) * 2.399963
    around = np.sqrt(1.0 - heights**2)
    return radius * np.stack([around * np.cos(turns), around * np.sin(turns), heights], axis=1)


def test_boxes_along_the_axes_overlap_by_the_least_of_their_overlaps() -> None:
    assert depth(box(), box(at=(0.9, 0.5, 0.2)), 1e-9) == pytest.approx(0.1)
    assert depth(box(), box(at=(1.0, 0.5, 0.2)), 1e-9) == 0.0
    assert depth(box(), box((0.2, 0.2, 0.2)), 1e-9) == pytest.approx(0.6)


def test_a_cube_has_few_normals_and_edges() -> None:
    piece = box()
    assert (len(piece.vertices), len(piece.normals), len(piece.edges)) == (8, 6, 3)


def test_crossed_edges_are_apart_though_no_face_says_so() -> None:
    """Only the cross product of their edges separates two crossed bars.

    Two long bars on edge, one over the other.
    """
    touching, on_edge = 0.2 * np.sqrt(2.0), (np.pi / 4.0, 0.0, np.pi / 2.0)
    low = box((4.0, 0.2, 0.2), turn=(np.pi / 4.0, 0.0, 0.0))
    assert depth(low, box((4.0, 0.2, 0.2), (0.0, 0.0, touching + 0.001), on_edge), 1e-9) == 0.0
    assert depth(
        low, box((4.0, 0.2, 0.2), (0.0, 0.0, touching - 0.02), on_edge), 1e-9
    ) == pytest.approx(0.02)


@given(
    size=st.tuples(SIZES, SIZES, SIZES),
    other=st.tuples(SIZES, SIZES, SIZES),
    turn=triples,
    other_turn=triples,
    direction=triples,
    gap=st.floats(1e-4, 0.5),
)
@settings(max_examples=150, deadline=None)
@pytest.mark.not_quick
def test_boxes_are_apart_exactly_if_a_plane_separates_them(
    size, other, turn, other_turn, direction, gap
) -> None:
    normal = transform_from_rpy((0, 0, 0), direction)[:3, 0]
    one, two = box(size, turn=turn), box(other, turn=other_turn)
    reach = (one.vertices @ normal).max() - (two.vertices @ normal).min()
    assert depth(one, two.placed(transform_from_rpy(normal * (reach + gap))), 0.0) == 0.0
    corner = two.vertices[0]
    # A corner of the one at the middle of the other.
    assert depth(one, two.placed(transform_from_rpy(-corner)), 0.0) > 0.0


@given(
    size=st.tuples(SIZES, SIZES, SIZES),
    other=st.tuples(SIZES, SIZES, SIZES),
    turn=triples,
    other_turn=triples,
    at=st.tuples(*[st.floats(-2, 2)] * 3),
)
@settings(max_examples=150, deadline=None)
@pytest.mark.not_quick
def test_whole_boxes_and_their_hulls_agree(size, other, turn, other_turn, at) -> None:
    found = box_overlaps(
        np.array([(0.0, 0.0, 0.0), at]),
        np.array(
            [
                transform_from_rpy((0, 0, 0), turn)[:3, :3],
                transform_from_rpy((0, 0, 0), other_turn)[:3, :3],
            ]
        ),
        np.array([size, other]) / 2.0,
        np.array([[0, 1]]),
    )[0]
    assert depth(box(size, turn=turn), box(other, at, other_turn), 0.0) == pytest.approx(
        max(found, 0.0), abs=1e-7
    )


def test_balls_of_many_faces_touch_at_the_sum_of_their_radii() -> None:
    """So many edges that a linear program decides."""
    one, other = convex_body(ball(1.0)), convex_body(ball(0.5))
    assert depth(one, other.placed(transform_from_rpy((0.0, 0.0, 1.501))), 0.0) == 0.0
    assert depth(one, other.placed(transform_from_rpy((0.0, 0.0, 1.4))), 0.0) == pytest.approx(
        0.1, abs=0.01
    )
    along = np.array([0.6, 0.0, 0.8])
    assert depth(one, other.placed(transform_from_rpy(1.501 * along)), 0.0) == 0.0
    assert not _apart(one.vertices, other.vertices + 1.4 * along) and _apart(
        one.vertices, other.vertices + 1.501 * along
    )


@pytest.mark.not_quick
def test_random_bodies_meet_exactly_where_fcl_says_so() -> None:
    fcl = pytest.importorskip("fcl", reason="python-fcl comes with Scenic")
    generator = np.random.default_rng(0)

    def body(points: np.ndarray):
        hull = ConvexHull(points)
        outward = [
            corners
            if np.dot(np.cross(*(points[corners[1:]] - points[corners[0]])), plane[:3]) > 0.0
            else corners[::-1]
            for corners, plane in zip(hull.simplices, hull.equations)
        ]
        return fcl.CollisionObject(
            fcl.Convex(
                points, len(outward), np.array([[3, *corners] for corners in outward]).ravel()
            )
        )

    meeting = 0
    for _ in range(150):
        one, other = (generator.normal(size=(count, 3)) for count in generator.integers(4, 60, 2))
        other = other + generator.normal(size=3) * 1.6
        expected = fcl.collide(body(one), body(other)) > 0
        assert (depth(convex_body(one), convex_body(other), 0.0) > 0.0) == expected
        meeting += expected
    assert 30 < meeting < 145


def test_a_flat_piece_is_no_error() -> None:
    sheet = convex_body(np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]))
    assert depth(sheet, box(at=(0.5, 0.5, 0.2)), 1e-3) == pytest.approx(0.3)
    assert depth(sheet, box(at=(0.5, 0.5, 0.6)), 1e-3) == 0.0
