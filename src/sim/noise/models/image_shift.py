"""Image jitter: the whole image jumps between a few positions.

It makes a recogniser report clusters, which the camera noise of [AgileRobots] could not. Pixel
noise averages out over an object and leaves its reported place normally distributed (Fig. 13). A
whole image that is shifted by a fraction of a pixel, as by line jitter of a frame grabber or a
mount that rocks between rests, moves every object's place with it, so that the shift's clusters are
the clusters of Fig. 11.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields
from sim.noise.models.axis_mixtures import AxisMixtures
from sim.noise.models.image import full_scale


@dataclass(frozen=True)
class ImageShift(AxisMixtures):
    """Image shift v(x - dx, y - dy) with bilinear interpolation.

    dx and dy in pixels are drawn from a Gaussian mixture each, for every image.
    """

    kind: ClassVar[str] = "image"
    x_weights: Tuple[float, ...] = fields.weights((1.0,))
    x_means: Tuple[float, ...] = fields.numbers((0.0,), scales=True)
    x_sigmas: Tuple[float, ...] = fields.sigmas((0.0,))
    y_weights: Tuple[float, ...] = fields.weights((1.0,))
    y_means: Tuple[float, ...] = fields.numbers((0.0,), scales=True)
    y_sigmas: Tuple[float, ...] = fields.sigmas((0.0,))

    def __call__(self, image: Array, rng: np.random.Generator) -> Array:
        import cv2

        full_scale(image)
        columns, rows = (taps(float(self.mixture(axis).draw(rng))) for axis in "xy")
        return cv2.sepFilter2D(image, -1, columns, rows, borderType=cv2.BORDER_REPLICATE)


def taps(shift: float) -> Array:
    """Return the filter (2 n + 1,) of a shift in pixels.

    Linear interpolation between pixels; finer than cv2.warpAffine's 1/32 pixel.
    """
    reach = math.ceil(abs(shift))
    places = np.arange(-reach, reach + 1)
    result: Array = np.maximum(0.0, 1.0 - np.abs(places + shift))
    return result
