"""Fast normal draws for images: 16 random bits index a quantile table.

A slot of the table is the quantile at the middle of a share of 2^-16, so that the distribution is
exact to half of that. The first FAR slots stand for both tails, beyond 3.7 sigma, with too wide
slots; their values are drawn exactly by rejection sampling (Marsaglia 1964).
"""

from __future__ import annotations

import functools
from statistics import NormalDist

import numpy as np

from sim.arrays import Array

SLOTS = 1 << 16
FAR = 16
TAIL = -NormalDist().inv_cdf(0.5 * FAR / SLOTS)
CHUNK = 1 << 17


@functools.lru_cache(maxsize=1)
def quantiles() -> Array:
    """Return the table of standard normal quantiles (65536,) float32. Slots of the tails are 0."""
    inverse = NormalDist().inv_cdf
    upper = np.array(
        [inverse(0.5 + (slot + 0.5) / SLOTS) for slot in range((SLOTS - FAR) // 2)], np.float32
    )
    return np.concatenate([np.zeros(FAR, np.float32), -upper[::-1], upper])


@functools.lru_cache(maxsize=16)
def steps(sigma: float, most: int) -> Array:
    """Return the table (65536,) int16 of noise of ``sigma`` steps.

    Values are rounded to whole steps and clipped at +-``most``. A whole number plus noise e rounds
    to itself plus round(e), so rounding the table is as good as rounding the sum.
    """
    result: Array = np.rint(quantiles() * sigma).clip(-most, most).astype(np.int16)
    return result


def draw_steps(sigma: float, most: int, size: int, rng: np.random.Generator) -> Array:
    """Draw noise (size,) int16 of ``sigma`` steps.

    Sizes up to CHUNK stay in the processor's cache.
    """
    bits = _bits(size, rng)
    noise = steps(sigma, most).take(bits)
    far = np.flatnonzero(bits < FAR)
    noise[far] = np.rint(sigma * _tails(far.size, rng)).clip(-most, most)
    return noise


def draw(size: int, rng: np.random.Generator) -> Array:
    """Draw standard normal values (size,) float32."""
    bits = _bits(size, rng)
    noise = quantiles().take(bits)
    far = np.flatnonzero(bits < FAR)
    noise[far] = _tails(far.size, rng)
    return noise


def _bits(size: int, rng: np.random.Generator) -> Array:
    return rng.integers(0, 1 << 64, (size + 3) // 4, dtype=np.uint64).view(np.uint16)[:size]


def _tails(size: int, rng: np.random.Generator) -> Array:
    """Draw values (size,) beyond +-TAIL by rejection sampling (Marsaglia 1964)."""
    found = np.empty(0)
    while found.size < size:
        tries = np.sqrt(TAIL**2 - 2.0 * np.log1p(-rng.random(size + 8)))
        found = np.concatenate([found, tries[rng.random(size + 8) * tries < TAIL]])
    result: Array = found[:size] * rng.choice((-1.0, 1.0), size)
    return result
