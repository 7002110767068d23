"""Least-squares fit of a shape's pose to a window of an image.

Each region of the shape has one colour, which is solved for at each pose (variable projection
[GolubPereyra]), and outliers count less (Huber weights), so that light and part colours need not be
known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.pictures.coverage import Window
from sim.kitting.detection.pictures.optics import PinholeModel
from sim.kitting.detection.pictures.shapes import FittedShape, Regions

# Minimum number of pixels of a region with a separate colour.
MIN_PIXELS = 4.0
# The last step that counts as none.
STEP_TOLERANCE = 0.03e-3  # m
MAX_ITERATIONS = 10
HUBER_LIMIT = 2.0  # standard deviations
MIN_SIGMA = 0.05  # error of a grey value at edges without noise


@dataclass(frozen=True)
class Fit:
    """Result of a fit.

    ``pose`` (x, y, yaw), its covariance (3, 3); ``colors`` (k, 3) of the background's middle and
    the regions; ``residuals`` (h, w, 3), and the sum of their squares over the weights; ``inside``
    (h, w) is the share of all regions.
    """

    pose: Array
    covariance: Array
    colors: Array
    residuals: Array
    cost: float
    sigma: float
    inside: Array

    @property
    def contrast(self) -> float:
        """Contrast between the first region and its surroundings."""
        return float(np.linalg.norm(self.colors[1] - self.colors[0]))


class Fitter:
    """Fits shapes to one window of an image.

    The image is (h, w, 3) with values from 0 to 1; ``used`` (h, w) marks the pixels that count.
    """

    def __init__(
        self, picture: Array, optics: PinholeModel, window: Window, used: Array, sigma: float
    ) -> None:
        self._optics, self._window = optics, window
        self._values = window.of(picture)[used].astype(float)
        self._used = used
        self._sigma, self._least = sigma, max(MIN_SIGMA, sigma)
        v, u = np.nonzero(used)
        self._slope = np.column_stack([u - u.mean(), v - v.mean()]) / 50.0
        self._pixels = np.column_stack([u + window.left, v + window.top]).astype(float)

    def explained(self, cost: float) -> float:
        """Return the share of the window's signal that a fit explains.

        The signal is the variation above noise; ``cost`` is the fit's.
        """
        plain = np.linalg.norm(self._values - np.median(self._values, axis=0), axis=1)
        # Half the square of three normal variables, of each pixel.
        noise = 1.5 * len(plain) * (self._sigma / self._least) ** 2
        more = _huber(plain, self._least) - noise
        return 1.0 - (cost - noise) / max(more, 1e-9)

    def cost(self, shape: Regions, pose: Array) -> float:
        """Return the Huber cost of a pose, to compare poses and shapes."""
        residuals, _, _ = self._solve(self._columns(self._regions(shape, pose)))
        return _huber(np.linalg.norm(residuals, axis=1), self._least)

    def fit(self, shape: FittedShape, pose: Array, turning: bool = True) -> Fit:
        """Return the locally optimal pose; yaw is fixed without ``turning``."""
        pose = np.array(pose, float)
        scales = np.array([1.0, 1.0, 1.0 / shape.reach])
        free = 3 if turning else 2
        for _ in range(MAX_ITERATIONS):
            regions = self._regions(shape, pose)
            columns = self._columns(regions)
            residuals, colors, weights = self._solve(columns)
            slopes = self._slopes(shape, pose, scales, regions, columns, colors, weights)
            step = _step(slopes[:, :free], residuals, weights)
            length = float(np.abs(step).max())
            # An edge is seen within about its own width.
            step *= min(1.0, 3e-3 / max(length, 1e-12))
            pose[:free] += step * scales[:free]
            if length < STEP_TOLERANCE:
                break
        return self._result(shape, pose, scales)

    def _result(self, shape: FittedShape, pose: Array, scales: Array) -> Fit:
        regions = self._regions(shape, pose)
        columns = self._columns(regions)
        residuals, colors, weights = self._solve(columns)
        slopes = self._slopes(shape, pose, scales, regions, columns, colors, weights)
        norms = np.linalg.norm(residuals, axis=1)
        sigma = max(self._least, _deviation(norms))
        information: Array = np.einsum("nac,n,nbc->ab", slopes, weights, slopes)
        covariance = sigma**2 * np.linalg.pinv(information, rcond=1e-9, hermitian=True)
        full = np.zeros((*self._used.shape, 3), np.float32)
        full[self._used] = residuals
        return Fit(
            pose,
            covariance * np.outer(scales, scales),
            np.delete(colors, [1, 2], axis=0),
            full,
            _huber(norms, self._least),
            sigma,
            np.sum(regions, axis=0),
        )

    def _regions(self, shape: Regions, pose: Array) -> List[Array]:
        """Return the shape's regions (h, w).

        Those too small for a colour are merged into the first.
        """
        first, *rest = shape.regions(pose, self._optics, self._window)
        kept = []
        for region in rest:
            if region.sum() < MIN_PIXELS:
                first = first + region
            else:
                kept.append(region)
        return [first, *kept]

    def _columns(self, regions: Sequence[Array]) -> Array:
        """Return the design matrix (n, k). Background, its slopes, and each region."""
        inside = np.stack([region[self._used] for region in regions], axis=1).astype(float)
        background = 1.0 - inside.sum(axis=1, keepdims=True)
        return np.concatenate([background, background * self._slope, inside], axis=1)

    def _solve(self, columns: Array) -> Tuple[Array, Array, Array]:
        """Return residuals (n, 3), colours (k, 3) and weights (n,)."""
        weights: Array = np.ones(len(columns))
        residuals: Array = self._values
        for _ in range(3):
            scaled = columns * weights[:, None]
            normal = scaled.T @ columns + 1e-6 * np.eye(columns.shape[1])
            colors = np.linalg.solve(normal, scaled.T @ self._values)
            residuals = self._values - columns @ colors
            norms = np.linalg.norm(residuals, axis=1)
            limit = HUBER_LIMIT * max(self._least, _deviation(norms)) * np.sqrt(3.0)
            weights = limit / np.maximum(norms, limit)
        return residuals, colors, weights

    def _slopes(
        self,
        shape: FittedShape,
        pose: Array,
        scales: Array,
        regions: Sequence[Array],
        columns: Array,
        colors: Array,
        weights: Array,
    ) -> Array:
        """Return the expected image's derivative (n, 3, 3) by each axis.

        With adapted colours; regions move along with their pixels.
        """
        expected = np.zeros((*self._used.shape, 3))
        for region, color in zip(regions, colors[3:]):
            expected += region[..., None] * (color - colors[0])
        across = cv2.filter2D(expected, -1, _ACROSS)[self._used]
        down = cv2.filter2D(expected, -1, _ACROSS.T)[self._used]
        slopes = np.stack(
            [
                -(across * flow[:, :1] + down * flow[:, 1:]) * scale
                for flow, scale in zip(self._flows(shape, pose), scales)
            ],
            axis=1,
        )
        scaled = columns * weights[:, None]
        normal = scaled.T @ columns + 1e-6 * np.eye(columns.shape[1])
        flat = slopes.reshape(len(slopes), -1)
        flat = flat - columns @ np.linalg.solve(normal, scaled.T @ flat)
        return np.asarray(flat.reshape(slopes.shape))

    def _flows(self, shape: FittedShape, pose: Array) -> Tuple[Array, Array, Array]:
        """Return the image Jacobian: motion (n, 2) of pixels per axis.

        The axes are x and y (m) and yaw (rad).
        """
        middle = np.array([pose[0], pose[1], shape.top])
        at, right, left = self._optics.pixels(
            middle + 1e-3 * np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        )
        moves = np.column_stack([right - at, left - at]) / 1e-3
        places = (self._pixels - at) @ np.linalg.inv(moves).T
        turning = np.column_stack([-places[:, 1], places[:, 0]]) @ moves.T
        ones = np.ones((len(places), 1))
        return ones * moves[:, 0], ones * moves[:, 1], turning


_ACROSS = np.array([[-0.5, 0.0, 0.5]])


def _step(slopes: Array, residuals: Array, weights: Array) -> Array:
    """Return the Gauss-Newton step (axes,)."""
    axes = slopes.shape[1]
    normal, side = np.zeros((axes, axes)), np.zeros(axes)
    for channel in range(3):
        scaled = slopes[:, :, channel] * weights[:, None]
        normal += scaled.T @ slopes[:, :, channel]
        side += scaled.T @ residuals[:, channel]
    normal += 1e-9 * np.trace(normal) * np.eye(axes) + 1e-12 * np.eye(axes)
    return np.asarray(np.linalg.solve(normal, side))


def _deviation(norms: Array) -> float:
    """Return one channel's standard deviation, robust, from norms of three channels' residuals."""
    # The median of the length of three standard normal variables.
    return float(np.median(norms) / 1.5382)


def _huber(norms: Array, sigma: float) -> float:
    limit = HUBER_LIMIT * sigma * np.sqrt(3.0)
    return float(
        np.where(norms < limit, 0.5 * norms**2, limit * (norms - 0.5 * limit)).sum() / sigma**2
    )
