"""NIST detector's mean, spread and clusters; lost, doubled and mistaken objects.

An image that jumps does the same to a recogniser.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from sim.noise.models import nist
from sim.noise.models.image import ImageGaussian
from sim.noise.models.image_shift import ImageShift, taps
from sim.noise.models.objects import (
    ObjectDuplicated,
    ObjectLost,
    ObjectMislabelled,
    ObjectPosition,
    ObjectRotation,
    Objects,
)
from sim.noise.models.rotations import Rotation
from sim.noise.models.values import Mixture
from sim.noise.recogniser import gear_centroid, gear_picture
from sim.transforms import quaternion_from_rotvec, quaternion_product

from .noise_checks import (
    LEAST_P,
    SAMPLES,
    MixtureLaw,
    assert_distributed,
    assert_moments,
    assert_normal,
    assert_share,
    assert_uncorrelated,
    generator,
)

AXES = [("x", nist.X, nist.SIGMA_X, nist.MEAN_X), ("y", nist.Y, nist.SIGMA_Y, nist.MEAN_Y)]
METRES_PER_PIXEL = 1e-3


def still_objects(count: int) -> Objects:
    return Objects(
        ("gear",) * count,
        np.tile([nist.MEAN_X, nist.MEAN_Y, 0.0], (count, 1)),
        np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)),
    )


def valleys(mixture: Mixture) -> np.ndarray:
    """Return minima (k - 1,) of the density between neighbouring clusters."""
    means = np.sort(mixture.means)
    places = [np.linspace(low, high, 1001) for low, high in zip(means, means[1:])]
    return np.array([place[np.argmin(density(mixture, place))] for place in places])


def density(mixture: Mixture, places: np.ndarray) -> np.ndarray:
    return sum(
        weight * stats.norm(mean, sigma).pdf(places)
        for weight, mean, sigma in zip(mixture.weights, mixture.means, mixture.sigmas)
    )


def assert_has_the_clusters(noise: np.ndarray, mixture: Mixture) -> None:
    """Assert the shares of the clusters, separated by the density's valleys.

    Reports are rarely in a valley and not normally distributed.
    """
    edges = np.concatenate([[-np.inf], valleys(mixture), [np.inf]])
    counts = np.histogram(noise, edges)[0]
    assert (
        stats.chisquare(counts, np.diff(MixtureLaw(mixture).cdf(edges)) * noise.size).pvalue
        > LEAST_P
    )
    assert stats.kstest((noise - noise.mean()) / noise.std(), "norm").pvalue < 1e-9
    for valley in valleys(mixture):
        side = np.array([mean for mean in mixture.means])
        left, right = side[side < valley].max(), side[side > valley].min()
        width = 0.25 * (right - left)
        in_valley, at_left, at_right = (
            np.count_nonzero(np.abs(noise - place) < width / 2.0) for place in (valley, left, right)
        )
        assert in_valley < 0.6 * min(at_left, at_right)


@pytest.mark.parametrize("axis, mixture, sigma, mean", AXES)
def test_1487_reports_have_the_papers_mean_sigma_and_clusters(
    axis: str, mixture: Mixture, sigma: float, mean: float
) -> None:
    reports = ObjectPosition()(still_objects(nist.DRAWS), generator(1)).positions[
        :, "xy".index(axis)
    ]
    kurtosis = MixtureLaw(mixture).expect(lambda x: x**4) / sigma**4
    assert abs(reports.mean() - mean) < 3.0 * sigma / np.sqrt(nist.DRAWS)
    assert abs(reports.std() / sigma - 1.0) < 3.0 * np.sqrt((kurtosis - 1.0) / nist.DRAWS) / 2.0
    assert stats.kstest(reports - mean, MixtureLaw(mixture).cdf).pvalue > LEAST_P
    assert_has_the_clusters(reports - mean, mixture)


@pytest.mark.parametrize("axis, mixture, sigma, mean", AXES)
@pytest.mark.not_quick
def test_the_mixture_has_the_papers_moments_and_distribution(
    axis: str, mixture: Mixture, sigma: float, mean: float
) -> None:
    assert mixture.mean == pytest.approx(0.0, abs=1e-12) and mixture.deviation == pytest.approx(
        sigma, rel=1e-9
    )
    noise = ObjectPosition(z_sigma=1e-3)(still_objects(SAMPLES), generator(2)).positions - [
        nist.MEAN_X,
        nist.MEAN_Y,
        0.0,
    ]
    own = noise[:, "xy".index(axis)]
    assert_distributed(own, MixtureLaw(mixture).cdf)
    assert_moments(own / sigma, MixtureLaw(mixture.scaled(1.0 / sigma)))
    assert_normal(noise[:, 2], 0.0, 1e-3)
    assert_uncorrelated(noise[:, 0], noise[:, 1])
    assert_uncorrelated(own[1:], own[:-1])


def in_pixels(mixture: Mixture) -> tuple:
    return (
        mixture.weights,
        tuple(np.divide(mixture.means, METRES_PER_PIXEL)),
        tuple(np.divide(mixture.sigmas, METRES_PER_PIXEL)),
    )


@pytest.mark.not_quick
def test_clusters_come_from_image_jumps_not_from_pixel_noise() -> None:
    pixels, jumps, rng = (
        ImageGaussian(0.007),
        ImageShift(*in_pixels(nist.X), *in_pixels(nist.Y)),
        generator(3),
    )
    still = gear_centroid(gear_picture())
    plain = (
        np.array([gear_centroid(pixels(gear_picture(), rng)) for _ in range(nist.DRAWS)]) - still
    )
    seen = (
        np.array(
            [gear_centroid(pixels(jumps(gear_picture(), rng), rng)) for _ in range(nist.DRAWS)]
        )
        - still
    ) * METRES_PER_PIXEL
    for axis, mixture, sigma, _ in AXES:
        index = "xy".index(axis)
        assert (
            stats.kstest(
                (plain[:, index] - plain[:, index].mean()) / plain[:, index].std(), "norm"
            ).pvalue
            > LEAST_P
        )
        assert plain[:, index].std() * METRES_PER_PIXEL < 0.1 * sigma
        assert seen[:, index].std() == pytest.approx(sigma, rel=0.07)
        assert stats.kstest(seen[:, index], MixtureLaw(mixture).cdf).pvalue > LEAST_P
        assert_has_the_clusters(seen[:, index], mixture)


def test_the_recogniser_finds_a_gear_where_it_is() -> None:
    for center in ((63.6, 47.3), (60.0, 50.0), (66.25, 44.5)):
        assert gear_centroid(gear_picture(center)) == pytest.approx(center, abs=0.01)


@pytest.mark.parametrize("shift", [0.0, 0.25, -0.6, 1.0, -2.7])
def test_a_shift_moves_the_centre_by_just_so_much(shift: float) -> None:
    filter_ = taps(shift)
    assert filter_.sum() == pytest.approx(1.0) and filter_.min() >= 0.0
    assert np.dot(
        filter_, -np.arange(-(filter_.size // 2), filter_.size // 2 + 1)
    ) == pytest.approx(shift)


@pytest.mark.not_quick
def test_rotation_noise_is_normal_per_axis_and_keeps_unit_length() -> None:
    truth = np.tile(quaternion_from_rotvec(np.array([0.3, -0.2, 1.1])), (SAMPLES, 1))
    objects = Objects(("gear",) * SAMPLES, np.zeros((SAMPLES, 3)), truth)
    reported = ObjectRotation(tilt_sigma=0.01, yaw_sigma=0.05)(objects, generator(4))
    for noisy in (
        Rotation(tilt_sigma=0.01, yaw_sigma=0.05)(truth, generator(4)),
        reported.rotations,
    ):
        assert np.abs(np.linalg.norm(noisy, axis=1) - 1.0).max() < 1e-12
        error = quaternion_product(noisy, truth * [-1.0, -1.0, -1.0, 1.0])
        length = np.linalg.norm(error[:, :3], axis=1)
        vectors = (2.0 * np.arctan2(length, error[:, 3]) / length)[:, None] * error[:, :3]
        for axis, sigma in enumerate((0.01, 0.01, 0.05)):
            assert_normal(vectors[:, axis], 0.0, sigma)


def named(names: str) -> Objects:
    return Objects(
        tuple(names),
        np.arange(3.0 * len(names)).reshape(-1, 3),
        np.tile([0.0, 0.0, 0.0, 1.0], (len(names), 1)),
    )


def test_objects_are_lost_independently_and_the_others_stay() -> None:
    count = SAMPLES // 4
    kept = ObjectLost(0.1)(
        Objects(
            tuple(map(str, range(count))),
            np.arange(3.0 * count).reshape(-1, 3),
            np.zeros((count, 4)),
        ),
        generator(5),
    )
    assert_share(count - len(kept), count, 0.1)
    assert [float(name) * 3.0 for name in kept.names] == kept.positions[:, 0].tolist()
    assert len(kept.rotations) == len(kept)
    assert len(ObjectLost(1.0)(named("abc"), generator(5))) == 0


@pytest.mark.not_quick
def test_objects_are_reported_twice_near_their_places() -> None:
    count = 400_000
    twice = ObjectDuplicated(0.25, sigma=0.01)(
        Objects(("gear",) * count, np.zeros((count, 3)), np.zeros((count, 4))), generator(6)
    )
    assert_share(len(twice) - count, count, 0.25)
    assert len(twice.positions) == len(twice.rotations) == len(twice)
    assert not twice.positions[:count].any() and not twice.positions[:, 2].any()
    assert_normal(twice.positions[count:, :2], 0.0, 0.01)


def test_objects_are_mistaken_for_each_of_the_others_alike() -> None:
    before = named("abcd" * 50_000)
    after = ObjectMislabelled(0.3)(before, generator(7))
    mistaken = Counter(
        (one, other) for one, other in zip(before.names, after.names) if one != other
    )
    assert_share(sum(mistaken.values()), len(before), 0.3)
    assert len(mistaken) == 12
    assert stats.chisquare(list(mistaken.values())).pvalue > LEAST_P
    assert ObjectMislabelled(1.0)(named("aaa"), generator(7)).names == ("a", "a", "a")
