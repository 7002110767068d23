"""Stereo and structured-light depth: errors in disparity and depth, occlusion."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sim.noise.models.depth import DepthAxial, DepthDisparity, DepthOcclusion, DepthRange

from .noise_checks import assert_distributed, assert_normal, assert_uncorrelated, generator

FOCAL_LENGTH = 1624.5  # pixels
BASELINE = 0.12  # m
SHAPE = (1000, 1000)


@pytest.mark.not_quick
def test_disparity_noise_is_normal_in_pixels_quadratic_in_depth() -> None:
    model = DepthDisparity(FOCAL_LENGTH, BASELINE, sigma=0.2)
    for depth in (2.0, 10.0):
        noisy = model(np.full(SHAPE, depth), generator(1))
        assert_normal(FOCAL_LENGTH * BASELINE / noisy - FOCAL_LENGTH * BASELINE / depth, 0.0, 0.2)
        assert (noisy - depth).std() == pytest.approx(
            depth**2 * 0.2 / (FOCAL_LENGTH * BASELINE), rel=0.01
        )
        assert_uncorrelated(noisy[:, 1:], noisy[:, :-1])
        assert_uncorrelated(noisy, model(np.full(SHAPE, depth), generator(2)))


def test_disparities_are_whole_steps() -> None:
    truth = generator(3).uniform(2.0, 4.0, SHAPE)
    steps = (
        FOCAL_LENGTH
        * BASELINE
        / DepthDisparity(FOCAL_LENGTH, BASELINE, sigma=0.0, step=1.0 / 16.0)(truth, generator(4))
        * 16.0
    )
    assert np.allclose(steps, np.rint(steps), atol=1e-3)
    assert_distributed(steps - FOCAL_LENGTH * BASELINE / truth * 16.0, stats.uniform(-0.5, 1.0).cdf)


def test_a_disparity_of_zero_or_less_is_infinitely_far() -> None:
    noisy = DepthDisparity(500.0, 0.1, sigma=1.0)(
        np.full((100, 100), 500.0, np.float32), generator(5)
    )
    assert noisy.dtype == np.float32 and np.isinf(noisy).any() and (noisy > 0.0).all()


@pytest.mark.not_quick
def test_axial_noise_has_its_sigma_at_each_depth() -> None:
    for depth in (0.4, 3.0):
        sigma = 0.0012 + 0.0019 * (depth - 0.4) ** 2
        assert_normal(DepthAxial()(np.full(SHAPE, depth), generator(6)) - depth, 0.0, sigma)


def test_shade_of_a_near_object_is_the_disparity_difference_wide() -> None:
    """The shade is 6 columns wide, to the left of the object.

    f B = 20: disparity 10 at 2 m, 4 at 5 m.
    """
    image = np.full((4, 60), 5.0, np.float32)
    image[1:3, 30:40] = 2.0
    hidden = np.isnan(DepthOcclusion(focal=200.0, baseline=0.1)(image, generator(7)))
    assert np.flatnonzero(hidden[1]).tolist() == [24, 25, 26, 27, 28, 29]
    assert not hidden[0].any() and not hidden[3].any()


def test_flat_walls_and_slopes_have_no_shade() -> None:
    slope = np.tile(np.linspace(2.0, 4.0, 200), (3, 1))
    for image in (slope, slope[:, ::-1], np.full((3, 50), 3.0)):
        assert not np.isnan(DepthOcclusion(focal=200.0, baseline=0.1)(image, generator(8))).any()


def test_pixels_without_a_depth_hide_nothing() -> None:
    image = np.array([[5.0, 5.0, np.nan, np.inf, -np.inf, 5.0]])
    result = DepthOcclusion(focal=200.0, baseline=0.1)(image, generator(9))
    assert np.array_equal(result, image, equal_nan=True)


def test_shade_width_scales_with_the_image_width() -> None:
    """Twice as many pixels across: twice as many columns."""
    for width, columns in ((60, 6), (120, 12)):
        image = np.full((2, width), 5.0, np.float32)
        image[:, width // 2 :] = 2.0
        model = DepthOcclusion(focal=200.0, baseline=0.1, width=60.0)
        assert np.isnan(model(image, generator(10))).sum(axis=1).tolist() == [columns, columns]


def test_depth_out_of_range_is_nan() -> None:
    image = np.array([[0.4, 0.5, 3.0, 5.0, 5.1, np.inf, np.nan]], np.float32)
    assert np.isnan(DepthRange(0.5, 5.0)(image, generator(11)))[0].tolist() == [
        True,
        False,
        False,
        False,
        True,
        False,
        True,
    ]
