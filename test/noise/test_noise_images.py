"""Camera noise: distribution in grey levels, independence, effect on a recogniser.

Independent between pixels, channels and frames.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sim.errors import InputError
from sim.noise.models.fast_normal import draw
from sim.noise.models.image import SIGMAS, ImageExposure, ImageGaussian, ImageSaltPepper, ImageShot
from sim.noise.models.model import NoiseModel

from .noise_checks import (
    SAMPLES,
    assert_counts,
    assert_normal,
    assert_share,
    assert_uncorrelated,
    generator,
)

SHAPE = (1000, 1000)


def grey_shares(grey: float, sigma: float) -> np.ndarray:
    """Return shares (256,) of grey values of round(grey + sigma z).

    Clipped to 0 and 255; grey and sigma in steps.
    """
    edges = np.concatenate([[-np.inf], np.arange(255) + 0.5, [np.inf]])
    return np.diff(stats.norm(grey, sigma).cdf(edges))


@pytest.mark.not_quick
def test_fast_draws_are_standard_normal_with_their_tails() -> None:
    draws = draw(SAMPLES, generator(1))
    assert draws.dtype == np.float32
    assert_normal(draws)
    many = np.concatenate([draw(SAMPLES, generator(seed)) for seed in range(2, 22)])
    for far in (3.0, 4.0, 4.3, 4.6):
        assert_share(int((np.abs(many) > far).sum()), many.size, 2.0 * stats.norm.sf(far))
    assert_share(int((many > 4.2).sum()), int((np.abs(many) > 4.2).sum()), 0.5)


@pytest.mark.parametrize("grey", [0, 3, 128, 250])
@pytest.mark.parametrize("sigma", sorted(SIGMAS.values()))
def test_gaussian_noise_of_bytes_is_rounded_and_cut_as_it_should_be(
    sigma: float, grey: int
) -> None:
    noisy = ImageGaussian(sigma)(np.full(SHAPE, grey, np.uint8), generator(3))
    assert_counts(noisy, np.arange(256), grey_shares(grey, 255.0 * sigma))


@pytest.mark.parametrize(
    "dtype, white",
    [
        (np.float32, 1.0),
        pytest.param(np.float64, 1.0, marks=pytest.mark.slow),
        (np.uint16, 65535.0),
    ],
)
@pytest.mark.not_quick
def test_gaussian_noise_of_other_images_is_normal(dtype: type, white: float) -> None:
    truth = np.full(SHAPE, white / 2.0).astype(dtype)
    noisy = ImageGaussian(0.03)(truth, generator(4))
    assert noisy.dtype == dtype
    dither = generator(5).uniform(-0.5, 0.5, SHAPE) if dtype == np.uint16 else 0.0
    assert_normal((noisy.astype(float) - truth + dither) / white, 0.0, 0.03)


@pytest.mark.parametrize(
    "model", [ImageGaussian(0.03), ImageShot(full_well=5000.0, read_sigma=0.01)]
)
def test_pixels_channels_and_frames_are_not_correlated(model: NoiseModel) -> None:
    truth = np.full((640, 1024, 3), 120, np.uint8)
    rng = generator(6)
    first, second = model(truth, rng), model(truth, rng)
    stamped = model(truth, np.random.default_rng([6, 33_333_333]))
    assert_uncorrelated(first, second)
    assert_uncorrelated(first, stamped)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert_uncorrelated(first[..., one], first[..., other])
    for lag in (1, 2, 3, 4, 341, 1023):
        assert_uncorrelated(first[:, lag:], first[:, :-lag])
    for lag in (1, 2, 42, 128):
        assert_uncorrelated(first[lag:], first[:-lag])
    assert_uncorrelated(
        (first[:, 1:].astype(float) - 120.0) ** 2, (first[:, :-1].astype(float) - 120.0) ** 2
    )


@pytest.mark.parametrize(
    "grey", [100, *(pytest.param(one, marks=pytest.mark.slow) for one in (10, 200))]
)
@pytest.mark.not_quick
def test_shot_noise_grows_with_the_root_of_the_light(grey: int) -> None:
    model = ImageShot(full_well=2000.0, read_sigma=0.01)
    sigma = np.sqrt(grey / 255.0 / 2000.0 + 0.01**2)
    assert_counts(
        model(np.full(SHAPE, grey, np.uint8), generator(7)),
        np.arange(256),
        grey_shares(grey, 255.0 * sigma),
    )
    light = np.full(SHAPE, grey / 255.0, np.float32)
    assert_normal(model(light, generator(8)) - light, 0.0, sigma)


@pytest.mark.not_quick
def test_shot_noise_is_near_to_that_of_counted_electrons() -> None:
    rng = generator(9)
    electrons = rng.poisson(0.5 * 2000.0, SAMPLES) / 2000.0 + 0.01 * rng.standard_normal(SAMPLES)
    modelled = ImageShot(full_well=2000.0, read_sigma=0.01)(
        np.full(SHAPE, 0.5), generator(10)
    ).ravel()
    assert stats.ks_2samp(electrons, modelled).statistic < 0.005
    assert np.var(electrons) == pytest.approx(np.var(modelled), rel=0.01)


@pytest.mark.parametrize("probability", [0.001, 0.05, 0.5])
def test_salt_and_pepper_are_as_many_and_take_whole_pixels(probability: float) -> None:
    noisy = ImageSaltPepper(probability)(np.full((*SHAPE, 3), 100, np.uint8), generator(11))
    assert (noisy == noisy[..., :1]).all()
    hit = noisy[..., 0] != 100
    assert set(np.unique(noisy)) == {0, 100, 255}
    assert_share(int(hit.sum()), hit.size, probability)
    assert_share(int((noisy[..., 0] == 255).sum()), int(hit.sum()), 0.5)
    assert_uncorrelated(hit[:, 1:], hit[:, :-1])
    assert_uncorrelated(hit[1:], hit[:-1])


@pytest.mark.not_quick
def test_exposure_scales_cuts_and_flickers_as_a_whole() -> None:
    bytes_ = np.arange(256, dtype=np.uint8).reshape(16, 16)
    assert ImageExposure(gain=2.0, offset=-0.2)(bytes_, generator(12)).ravel().tolist() == [
        min(max(2 * grey - 51, 0), 255) for grey in range(256)
    ]
    assert ImageExposure(gamma=0.5)(np.full((2, 2), 0.25, np.float32), generator(12)).tolist() == [
        [0.5, 0.5],
        [0.5, 0.5],
    ]
    rng, model, light = generator(13), ImageExposure(gain_sigma=0.05), np.full((1, 2), 0.5)
    seen = np.array([model(light, rng)[0] for _ in range(100_000)])
    assert (seen[:, 0] == seen[:, 1]).all()
    assert_normal(seen[:, 0], 0.5, 0.025)


@pytest.mark.parametrize(
    "image, message",
    [
        (np.zeros((0, 4), np.uint8), "none of them 0"),
        (np.zeros((4, 4), np.int32), "is of int32"),
        (np.zeros(4, np.uint8), r"has shape \(4,\)"),
    ],
)
def test_images_that_no_camera_makes_are_refused(image: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=f"^image: .*{message}"):
        ImageGaussian(0.01)(image, generator(14))


def test_pieces_of_an_image_do_not_show() -> None:
    """Images of any size, larger than a piece, not contiguous."""
    truth = generator(15).integers(60, 200, (301, 457, 3), dtype=np.uint8)
    noisy = ImageGaussian(0.007)(truth[:, ::-1], generator(16))
    noise = noisy.astype(float) - truth[:, ::-1]
    assert noisy.shape == truth.shape
    assert abs(noise.mean()) < 0.02 and noise.std() == pytest.approx(
        np.sqrt((0.007 * 255.0) ** 2 + 1.0 / 12.0), rel=0.01
    )
    assert np.abs(np.diff([part.std() for part in np.array_split(noise.ravel(), 10)])).max() < 0.05
