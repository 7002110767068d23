"""Camera noise on images (h, w) or (h, w, c).

uint8, uint16, or floats of intensity from 0 to 1. Sigmas are shares of full scale, as in Gazebo.
Whole numbers are rounded and clipped at both ends of their scale; floats are not clipped, NaN
stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Dict

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models import fast_normal, fields
from sim.noise.models.model import NoiseModel

# Levels of [AgileRobots]: Fig. 12 (low, moderate, high) and its text (decent, a decent digital
# camera; poor; high).
SIGMAS: Dict[str, float] = {
    "low": 0.003,
    "decent": 0.007,
    "moderate": 0.03,
    "poor": 0.09,
    "high": 0.3,
}
FULL_SCALE = {
    np.dtype(np.uint8): 255,
    np.dtype(np.uint16): 65535,
    np.dtype(np.float32): 1,
    np.dtype(np.float64): 1,
}


def full_scale(image: Array) -> int:
    """Return the value of white. Raises InputError for images of another type or shape."""
    if image.dtype not in FULL_SCALE:
        raise InputError(
            "image", f"must be of uint8, uint16, float32 or float64, is of {image.dtype}"
        )
    if image.ndim not in (2, 3) or image.size == 0:
        raise InputError(
            "image",
            "must have rows, columns and perhaps channels, none of them 0, has shape "
            f"{image.shape}",
        )
    return FULL_SCALE[image.dtype]


def apply_in_chunks(image: Array, noisy: Callable[[Array], Array]) -> Array:
    """Apply a function to an uint8 image in cache-sized flat pieces."""
    flat = np.ascontiguousarray(image).reshape(-1, 1)
    result = np.empty_like(flat)
    for begin in range(0, flat.size, fast_normal.CHUNK):
        piece = flat[begin : begin + fast_normal.CHUNK]
        result[begin : begin + piece.size] = noisy(piece)
    return result.reshape(image.shape)


def as_image_type(values: Array, like: Array) -> Array:
    """Return computed values as an image of the type of ``like``."""
    if like.dtype.kind == "u":
        return np.rint(values).clip(0, full_scale(like)).astype(like.dtype)
    return values.astype(like.dtype, copy=False)


@dataclass(frozen=True)
class ImageGaussian(NoiseModel):
    """Gaussian noise v + sigma z of each pixel and channel.

    sigma is a share of full scale (Gazebo's camera noise) [AgileRobots, Fig. 12].
    """

    kind: ClassVar[str] = "image"
    sigma: float = fields.sigma()

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        white = full_scale(image)
        if image.dtype != np.uint8:
            return as_image_type(
                image + self.sigma * white * rng.standard_normal(image.shape, dtype=np.float32),
                image,
            )
        import cv2

        steps = self.sigma * white
        return apply_in_chunks(
            image,
            lambda piece: cv2.add(
                piece,
                fast_normal.draw_steps(steps, white, piece.size, rng)[:, None],
                dtype=cv2.CV_8U,
            ),
        )


@dataclass(frozen=True)
class ImageShot(NoiseModel):
    """Photon shot noise and read noise (EMVA 1288).

    v + sqrt(v / full_well + read_sigma^2) z, v in [0, 1], ``full_well`` in electrons at white. The
    Poisson distribution of photons is taken as normal, which holds above some ten electrons;
    ``shot`` is a factor on its sigma.
    """

    kind: ClassVar[str] = "image"
    full_well: float = fields.positive()
    read_sigma: float = fields.sigma(0.0)
    shot: float = fields.sigma(1.0)

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        white = full_scale(image)
        if image.dtype != np.uint8:
            noise = self._sigma(image / white) * white
            return as_image_type(
                image + noise * rng.standard_normal(image.shape, dtype=np.float32), image
            )
        import cv2

        steps = (self._sigma(np.arange(256) / white) * white).astype(np.float32)

        def noisy(piece: Array) -> Array:
            noise: Array = cv2.LUT(piece, steps)
            noise *= fast_normal.draw(piece.size, rng)[:, None]
            return cv2.add(piece, noise, dtype=cv2.CV_8U)

        return apply_in_chunks(image, noisy)

    def _sigma(self, intensity: Array) -> Array:
        result: Array = np.sqrt(
            self.shot**2 * np.maximum(intensity, 0.0) / self.full_well + self.read_sigma**2
        )
        return result


@dataclass(frozen=True)
class ImageSaltPepper(NoiseModel):
    """Salt-and-pepper noise: dead pixels and bit errors.

    Pixels with u < probability turn black or white, equally likely, in all channels.
    """

    kind: ClassVar[str] = "image"
    probability: float = fields.share()

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        white = full_scale(image)
        result = np.array(image)
        pixels = result.reshape(image.shape[0] * image.shape[1], -1)
        hit = bernoulli_indices(len(pixels), self.probability, rng)
        pixels[hit] = np.where(rng.random((hit.size, 1)) < 0.5, 0, white)
        return result


def bernoulli_indices(size: int, probability: float, rng: np.random.Generator) -> Array:
    """Return indices below ``size``, each drawn with the same probability.

    Draws the geometric gaps between them, which is cheap for few indices.
    """
    if probability <= 0.0:
        return np.empty(0, int)
    if probability > 0.2:
        return np.flatnonzero(rng.random(size) < probability)
    most = int(size * probability + 10.0 * np.sqrt(size * probability) + 10.0)
    hits = np.cumsum(rng.geometric(probability, most)) - 1
    while hits[-1] < size:
        hits = np.concatenate([hits, hits[-1] + np.cumsum(rng.geometric(probability, most))])
    result: Array = hits[hits < size]
    return result


@dataclass(frozen=True)
class ImageExposure(NoiseModel):
    """Exposure, black level, flicker and tone curve (gamma).

    (gain (1 + gain_sigma z) v + offset)^gamma, v in [0, 1], one z for the whole image.
    """

    kind: ClassVar[str] = "image"
    gain: float = fields.positive(1.0)
    offset: float = fields.number(0.0)
    gamma: float = fields.positive(1.0)
    gain_sigma: float = fields.sigma(0.0)

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        white = full_scale(image)
        factor = self.gain * max(0.0, 1.0 + self.gain_sigma * rng.standard_normal())
        if image.dtype != np.uint8:
            return as_image_type(self._curve(image / white, factor) * white, image)
        import cv2

        return cv2.LUT(
            np.ascontiguousarray(image),
            as_image_type(self._curve(np.arange(256) / white, factor) * white, image),
        )

    def _curve(self, intensity: Array, factor: float) -> Any:
        return np.maximum(factor * intensity + self.offset, 0.0) ** self.gamma
