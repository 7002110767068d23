"""Noise of depth images (h, w) float32.

In m along the optical axis; NaN and infinite pixels are not measured and stay. Stereo: a pixel of
depth Z has the disparity d = f B / Z, f in pixels, B the baseline in m, and the second camera to
the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models import fast_normal, fields
from sim.noise.models.model import NoiseModel


def normal_draws(image: Array, rng: np.random.Generator) -> Array:
    """Return standard normal draws of a depth image's shape."""
    return fast_normal.draw(image.size, rng).reshape(image.shape)


@dataclass(frozen=True)
class DepthDisparity(NoiseModel):
    """Stereo disparity noise with quantised disparities.

    f B / d', d' = step round((f B / Z + sigma z) / step). Its effect is sigma_Z = Z^2 sigma / (f B)
    (Chang and Chatterjee 1992). ``sigma`` and ``step`` in pixels, step 0 for none; a disparity of 0
    or less is infinitely far.
    """

    kind: ClassVar[str] = "depth"
    focal: float = fields.positive()
    baseline: float = fields.positive()
    sigma: float = fields.sigma()
    step: float = fields.not_negative(0.0)

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        scale = np.float32(self.focal * self.baseline)
        with np.errstate(divide="ignore", invalid="ignore"):
            disparity = scale / image + np.float32(self.sigma) * normal_draws(image, rng)
            if self.step:
                disparity = np.rint(disparity / np.float32(self.step)) * np.float32(self.step)
            depth = np.where(disparity > 0.0, scale / disparity, np.float32(np.inf))
        return np.where(np.isfinite(image), depth, image).astype(image.dtype, copy=False)


@dataclass(frozen=True)
class DepthAxial(NoiseModel):
    """Axial noise of structured light (Nguyen, Izadi and Lovell 2012).

    Z + (constant + quadratic (Z - from_depth)^2) z.
    """

    kind: ClassVar[str] = "depth"
    constant: float = fields.sigma(0.0012)
    quadratic: float = fields.sigma(0.0019)
    from_depth: float = fields.not_negative(0.4)

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        finite = np.isfinite(image)
        depth = np.where(finite, image, np.float32(0.0))
        sigma = np.float32(self.constant) + np.float32(self.quadratic) * np.square(
            depth - np.float32(self.from_depth)
        )
        return np.where(finite, depth + sigma * normal_draws(image, rng), image).astype(
            image.dtype, copy=False
        )


@dataclass(frozen=True)
class DepthOcclusion(NoiseModel):
    """Stereo occlusion: NaN at pixels hidden from the second camera.

    Column x is hidden if some x' > x of the row has x' - d(x') <= x - d(x), d = f B / Z: the shadow
    to the left of a near object, d_near - d_far pixels wide. A projector of structured light in
    place of that camera casts the same. ``focal`` belongs to an image ``width`` pixels wide and is
    scaled for other widths with the same field of view; width 0: for any.
    """

    kind: ClassVar[str] = "depth"
    focal: float = fields.positive()
    baseline: float = fields.positive()
    width: float = fields.not_negative(0.0)

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        scale = self.focal * self.baseline * (image.shape[1] / self.width if self.width else 1.0)
        with np.errstate(divide="ignore"):
            column = np.arange(image.shape[1], dtype=np.float32) - np.float32(scale) / image
        column = np.where(np.isnan(column) | np.isinf(column), np.float32(np.inf), column)
        nearest = np.minimum.accumulate(column[:, ::-1], axis=1)[:, ::-1]
        hidden = np.zeros(image.shape, bool)
        hidden[:, :-1] = (nearest[:, 1:] <= column[:, :-1]) & np.isfinite(image[:, :-1])
        return np.where(hidden, np.array(np.nan, image.dtype), image)


@dataclass(frozen=True)
class DepthRange(NoiseModel):
    """Measuring range: NaN unless Z is in [least, most]."""

    kind: ClassVar[str] = "depth"
    least: float = fields.not_negative()
    most: float = fields.positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least > self.most:
            raise InputError("least", f"must be at most 'most' ({self.most:g}), got {self.least:g}")

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        with np.errstate(invalid="ignore"):
            outside = np.isfinite(image) & ((image < self.least) | (image > self.most))
        return np.where(outside, np.array(np.nan, image.dtype), image)
