"""Memoryless noise on plain numbers.

Arrays of floats of any shape and unit. z is a standard normal draw, independent for each element, u
a uniform one in [0, 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models import fields
from sim.noise.models.model import NoiseModel


def normal(rng: np.random.Generator, like: Array) -> Array:
    """Return standard normal draws of an array's shape. In single precision if the array is."""
    return rng.standard_normal(
        like.shape, dtype=np.float32 if like.dtype == np.float32 else np.float64
    )


@dataclass(frozen=True)
class Gaussian(NoiseModel):
    """Additive Gaussian noise v + mean + sigma z (Gazebo's ``gaussian``)."""

    sigma: float = fields.sigma()
    mean: float = fields.number(0.0)

    def variance(self, values: Array) -> Any:
        return self.sigma**2

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        noise = normal(rng, values)
        noise *= self.sigma
        noise += self.mean
        noise += values
        return noise


@dataclass(frozen=True)
class Multiplicative(NoiseModel):
    """Random error of a scale factor: v (1 + sigma z)."""

    sigma: float = fields.sigma()

    def variance(self, values: Array) -> Any:
        return np.square(self.sigma * np.nan_to_num(values))

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        noise = normal(rng, values)
        noise *= self.sigma
        noise += 1.0
        noise *= values
        return noise


@dataclass(frozen=True)
class Mixture(NoiseModel):
    """Gaussian mixture v + m_k + s_k z (McLachlan and Peel 2000).

    Cluster k is drawn with probability w_k.
    """

    weights: Tuple[float, ...] = fields.weights()
    means: Tuple[float, ...] = fields.numbers(scales=True)
    sigmas: Tuple[float, ...] = fields.sigmas()

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("means", "sigmas"):
            if len(getattr(self, name)) != len(self.weights):
                raise InputError(
                    name,
                    f"must have one number for each of the {len(self.weights)} weights, has "
                    f"{len(getattr(self, name))}",
                )

    @property
    def mean(self) -> float:
        """Mean of the noise."""
        return float(np.dot(self.weights, self.means))

    @property
    def deviation(self) -> float:
        """Standard deviation of the noise, clusters' spread included."""
        return float(
            np.sqrt(
                np.dot(
                    self.weights,
                    np.square(self.sigmas) + np.square(np.array(self.means) - self.mean),
                )
            )
        )

    def draw(self, rng: np.random.Generator, shape: Tuple[int, ...] = ()) -> Array:
        """Draw noise of a shape."""
        cluster = np.searchsorted(np.cumsum(self.weights)[:-1], rng.random(shape), side="right")
        result: Array = np.take(self.means, cluster) + np.take(
            self.sigmas, cluster
        ) * rng.standard_normal(shape)
        return result

    def variance(self, values: Array) -> Any:
        return self.deviation**2

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        result: Array = values + self.draw(rng, values.shape).astype(values.dtype)
        return result


@dataclass(frozen=True)
class Quantisation(NoiseModel):
    """Quantisation step round(v / step), halves to even.

    Its error is near to uniform, with sigma = step / sqrt(12) (Bennett 1948).
    """

    step: float = fields.positive()

    def variance(self, values: Array) -> Any:
        return self.step**2 / 12.0

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        result: Array = (np.rint(values / self.step) * self.step).astype(values.dtype, copy=False)
        return result


@dataclass(frozen=True)
class Bias(NoiseModel):
    """Constant bias v + offset."""

    offset: float = fields.number()

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        return (values + self.offset).astype(values.dtype, copy=False)


@dataclass(frozen=True)
class Gain(NoiseModel):
    """Constant gain factor v."""

    factor: float = fields.number()

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        return (values * self.factor).astype(values.dtype, copy=False)


@dataclass(frozen=True)
class Dropout(NoiseModel):
    """Dropout: NaN instead of v if u < probability."""

    probability: float = fields.share()

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        return np.where(
            rng.random(values.shape) < self.probability, np.array(np.nan, values.dtype), values
        )


@dataclass(frozen=True)
class Outliers(NoiseModel):
    """Outliers: v + sigma z if u < probability, else v.

    Gross errors (contamination model, Huber 1964).
    """

    probability: float = fields.share()
    sigma: float = fields.sigma()

    def variance(self, values: Array) -> Any:
        return self.probability * self.sigma**2

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        wrong = rng.random(values.shape) < self.probability
        result = np.array(values)
        result[wrong] += (self.sigma * rng.standard_normal(int(wrong.sum()))).astype(values.dtype)
        return result


@dataclass(frozen=True)
class Saturation(NoiseModel):
    """Measuring range min(max(v, lower), upper). Infinite values are not measurements and stay."""

    lower: float = fields.number()
    upper: float = fields.number()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lower > self.upper:
            raise InputError("lower", f"must be at most upper, {self.upper:g}, is {self.lower:g}")

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        return np.where(np.isinf(values), values, np.clip(values, self.lower, self.upper)).astype(
            values.dtype, copy=False
        )


@dataclass(frozen=True)
class DeadBand(NoiseModel):
    """Dead band of friction or a threshold. 0 if |v| < width, else v."""

    width: float = fields.not_negative()

    def __call__(self, values: Array, rng: np.random.Generator) -> Array:
        return np.where(np.abs(values) < self.width, np.zeros((), values.dtype), values)
