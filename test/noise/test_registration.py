"""Interpolated registration offsets (Eq. 1, Table 1, Figure 9 of the NIST agile-robot paper), their
exact inverse, and Horn's best fit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.noise.registration import RegistrationOffsets, best_fit
from sim.transforms import quaternion_from_rotvec, quaternion_product, rotation_from_quaternion

# Table 1, m.
POINTS = np.array([[0.5359, 0.1577], [0.7231, -0.4003], [0.5238, -0.1067], [0.7473, 0.1554]])
OFFSETS = np.array([[0.0, 0.005], [-0.009, -0.007], [-0.004, 0.0], [0.005, 0.0]])
TURNS = np.array([[0.0, 0.0, 0.02], [0.01, 0.0, -0.03], [0.0, -0.02, 0.0], [0.0, 0.0, 0.01]])
coordinate = st.floats(-2.0, 2.0)


def placed() -> np.ndarray:
    return np.random.default_rng(1).uniform([0.4, -0.5, 0.0], [0.8, 0.3, 0.2], (500, 3))


def test_at_a_registration_point_its_own_offset_counts_alone() -> None:
    offset = RegistrationOffsets(POINTS, OFFSETS).offset(np.pad(POINTS, ((0, 0), (0, 1))))
    np.testing.assert_array_equal(offset[:, :2], OFFSETS)


def test_equation_1_as_the_paper_writes_it() -> None:
    """Weights are the products of the distances to all other points."""
    for position in placed()[:50]:
        d = np.linalg.norm(POINTS - position[:2], axis=1)
        products = np.array([np.prod(np.delete(d, i)) for i in range(4)])
        expected = (products[:, None] * OFFSETS).sum(axis=0) / products.sum()
        np.testing.assert_allclose(
            RegistrationOffsets(POINTS, OFFSETS).offset(position)[0, :2],
            expected,
            rtol=1e-12,
            atol=1e-15,
        )


def test_it_is_continuous_at_the_points_and_stays_between_the_offsets() -> None:
    registration = RegistrationOffsets(POINTS, OFFSETS)
    near = np.append(POINTS[1] + 1e-9, 0.0)
    np.testing.assert_allclose(registration.offset(near)[0, :2], OFFSETS[1], atol=1e-9)
    offsets = registration.offset(placed())
    assert (offsets[:, :2] <= OFFSETS.max(axis=0)).all() and (
        offsets[:, :2] >= OFFSETS.min(axis=0)
    ).all()


def test_many_points_overflow_nothing() -> None:
    points = np.random.default_rng(2).uniform(-1e6, 1e6, (400, 3))
    offset = RegistrationOffsets(points, np.ones((400, 3))).offset(np.zeros((1, 3)))
    np.testing.assert_allclose(offset, 1.0)


@given(coordinate, coordinate, coordinate)
@pytest.mark.not_quick
def test_the_controller_turns_the_inverse_into_the_truth(x: float, y: float, z: float) -> None:
    registration = RegistrationOffsets(POINTS, OFFSETS, TURNS)
    true = quaternion_from_rotvec(np.array([[0.3, -0.2, 0.7]]))
    position, rotation = registration.apply(*registration.invert(np.array([[x, y, z]]), true))
    np.testing.assert_allclose(position, [[x, y, z]], rtol=0.0, atol=2e-12)
    np.testing.assert_allclose(rotation, true, rtol=0.0, atol=1e-9)


def test_the_inverse_is_not_the_offset_with_its_sign_changed() -> None:
    registration = RegistrationOffsets(POINTS, OFFSETS)
    wrong = placed() - registration.offset(placed())
    assert np.abs(wrong - registration.invert(placed())[0]).max() > 1e-5


def test_the_map_of_figure_9() -> None:
    """Equals the table's magnitude at the points, below the largest elsewhere."""
    registration = RegistrationOffsets(POINTS, OFFSETS)
    x, y = np.linspace(0.5, 0.75, 60), np.linspace(-0.4, 0.16, 80)
    error = registration.error_map(x, y)
    assert error.shape == (80, 60) and error.max() <= np.hypot(0.009, 0.007) + 1e-12
    reached = registration.apply(np.pad(POINTS, ((0, 0), (0, 1))))[0]
    at = np.array([registration.error_map(px[None], py[None])[0, 0] for px, py, _ in reached])
    np.testing.assert_allclose(at, np.hypot(*OFFSETS.T), atol=1e-12)


def test_planar_points_leave_height_out_of_distances() -> None:
    low, high = (
        RegistrationOffsets(POINTS, OFFSETS).offset(np.array([[0.6, 0.0, z]])) for z in (0.0, 5.0)
    )
    np.testing.assert_array_equal(low, high)


def test_best_fit_finds_a_known_transform_and_averages_noise_out() -> None:
    rng = np.random.default_rng(3)
    source = rng.uniform(-1.0, 1.0, (200, 3))
    turn, shift = (
        quaternion_from_rotvec(np.array([[0.4, -2.0, 1.1]]))[0],
        np.array([1.0, -2.0, 0.5]),
    )
    target = source @ rotation_from_quaternion(turn).T + shift
    exact = best_fit(source, target)
    np.testing.assert_allclose(source @ exact[:3, :3].T + exact[:3, 3], target, atol=1e-12)
    assert np.linalg.det(exact[:3, :3]) == pytest.approx(1.0)
    noisy = best_fit(source, target + rng.normal(0.0, 0.01, target.shape))
    assert np.linalg.norm(noisy[:3, 3] - exact[:3, 3]) < 4 * 0.01 / np.sqrt(200)


def test_best_fit_of_four_points_is_the_least_sum_of_squares() -> None:
    rng = np.random.default_rng(4)
    source = rng.uniform(-1.0, 1.0, (4, 3))
    target = source + rng.normal(0.0, 0.1, (4, 3))
    fit = best_fit(source, target)

    def cost(matrix: np.ndarray) -> float:
        return float(((source @ matrix[:3, :3].T + matrix[:3, 3] - target) ** 2).sum())

    for vector in 1e-3 * np.vstack([np.eye(3), -np.eye(3)]):
        turned, moved = fit.copy(), fit.copy()
        turned[:3, :3] = rotation_from_quaternion(quaternion_from_rotvec(vector)) @ fit[:3, :3]
        turned[:3, 3] = target.mean(axis=0) - turned[:3, :3] @ source.mean(axis=0)
        moved[:3, 3] += vector
        assert cost(fit) < cost(turned) and cost(fit) < cost(moved)


def test_a_reflection_is_never_the_answer() -> None:
    source = np.random.default_rng(5).uniform(-1.0, 1.0, (6, 3))
    assert np.linalg.det(best_fit(source, source * [1.0, 1.0, -1.0])[:3, :3]) == pytest.approx(1.0)


def test_quaternions_compose_and_turn() -> None:
    a, b = (
        quaternion_from_rotvec(np.array([[0.1, 0.2, -0.3]])),
        quaternion_from_rotvec(np.array([[1.0, 0.0, 0.5]])),
    )
    np.testing.assert_allclose(
        rotation_from_quaternion(quaternion_product(a, b)),
        rotation_from_quaternion(a) @ rotation_from_quaternion(b),
        atol=1e-14,
    )
    np.testing.assert_allclose(
        rotation_from_quaternion(quaternion_from_rotvec(np.array([0.0, 0.0, np.pi / 2]))),
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
        atol=1e-15,
    )


@pytest.mark.parametrize(
    "points, offsets, said",
    [
        (POINTS[:3], OFFSETS[:3], "file/points: there are 3; at least 4"),
        (
            np.vstack([POINTS, POINTS[:1]]),
            np.vstack([OFFSETS, OFFSETS[:1]]),
            "points 1 and 5 coincide at (0.5359, 0.1577)",
        ),
        (np.outer(np.arange(4), [1.0, 2.0]), OFFSETS, "lie on one line"),
        (POINTS, OFFSETS[:2], "file/offsets: there are 2 for 4 points"),
        (POINTS, [[0.0, "a"]] * 4, "rows of 2 or 3 numbers"),
        (POINTS[:, :1], OFFSETS, "shape (4, 1)"),
        (
            np.where(POINTS > 0.74, np.nan, POINTS),
            OFFSETS,
            "row 4 holds a number that is not finite",
        ),
    ],
)
def test_bad_points_are_named(points, offsets, said) -> None:
    with pytest.raises(InputError) as error:
        RegistrationOffsets(points, offsets, where="file")
    assert said in str(error.value)


def test_offsets_as_large_as_the_distances_have_no_inverse() -> None:
    with pytest.raises(InputError, match="as much as their points are apart"):
        RegistrationOffsets(POINTS, OFFSETS * 200.0).invert(placed())


@pytest.mark.parametrize(
    "source, target, said",
    [
        (np.eye(3)[:2], np.eye(3)[:2], "at least 3"),
        (np.eye(3), np.eye(4)[:, :3], "pairs"),
        (np.outer(np.arange(3), np.ones(3)), np.eye(3), "one line"),
    ],
)
def test_best_fit_refuses_what_has_no_answer(source, target, said) -> None:
    with pytest.raises(InputError, match=said):
        best_fit(source, target)
