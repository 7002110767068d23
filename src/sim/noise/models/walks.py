"""Random processes in time of wandering sensor errors.

A walk depends only on its seed and on the time since its first call. It is drawn on ticks of a
fixed length and interpolated linearly between them, so the times of the calls change nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models.model import Seed, seed_words

BLOCK = 64
MOST_TICKS = 200_000
FLICKER_TIMES = (1.0, 10.0, 100.0, 1000.0)


@dataclass(frozen=True)
class LinearProcess:
    """Sum of linear processes x' = decay x + step w.

    One step per tick (s); w is standard normal; ``initial`` are the standard deviations of the
    first x.
    """

    decay: Tuple[float, ...]
    step: Tuple[float, ...]
    initial: Tuple[float, ...]
    tick: float = 0.02


def random_walk(density: float, tick: float = 0.02) -> LinearProcess:
    """Return Brownian motion from 0, of variance density^2 t.

    Rate random walk K of [IEEE952], in unit/sqrt(s).
    """
    return LinearProcess((1.0,), (density * math.sqrt(tick),), (0.0,), tick)


def gauss_markov(sigma: float, time_constant: float) -> LinearProcess:
    """Return a first-order Gauss-Markov process, stationary from its first value.

    Autocovariance sigma^2 exp(-|t|/T) [IEEE952, C.1.6].
    """
    tick = min(0.02, time_constant / 50.0)
    decay = math.exp(-tick / time_constant)
    return LinearProcess((decay,), (sigma * math.sqrt(1.0 - decay**2),), (sigma,), tick)


def gauss_markov_allan(sigma: float, time_constant: float, tau: Array) -> Array:
    """Return the Allan variance of first-order Gauss-Markov noise at averaging times tau.

    Source: [IEEE952, C.1.6].
    """
    ratio = time_constant / tau
    result: Array = (
        2.0
        * sigma**2
        * ratio
        * (1.0 - ratio / 2.0 * (3.0 - 4.0 * np.exp(-1.0 / ratio) + np.exp(-2.0 / ratio)))
    )
    return result


def flicker(floor: float) -> LinearProcess:
    """Return 1/f noise (bias instability) with Allan deviation ``floor``.

    Holds from 2 to 1000 s: a sum of equal Gauss-Markov processes a decade apart.
    """
    tau = np.geomspace(2.0, 1000.0, 50)
    flat = np.sqrt(sum(gauss_markov_allan(1.0, time, tau) for time in FLICKER_TIMES))
    parts = [gauss_markov(floor / float(np.mean(flat)), time) for time in FLICKER_TIMES]
    return LinearProcess(
        tuple(part.decay[0] for part in parts),
        tuple(part.step[0] for part in parts),
        tuple(part.initial[0] for part in parts),
    )


class Walk:
    """``size`` independent paths of one process."""

    def __init__(self, process: LinearProcess, seed: Seed, size: int) -> None:
        self._process, self._size = process, size
        self._seed = seed_words(seed)
        lags = np.arange(1, BLOCK + 1)
        powers = np.power.outer(np.array(process.decay), np.arange(BLOCK + 1))
        lag = np.subtract.outer(lags, lags)
        self._response = (
            np.where(lag >= 0, powers[:, np.maximum(lag, 0)], 0.0)
            * np.array(process.step)[:, None, None]
        )
        self._free = powers[:, 1:]
        self._origin: Optional[float] = None
        self._restart(0.0)
        self._origin = None

    def at(self, time: float) -> Array:
        """Return the paths' values (size,) at a time in s.

        A time before the last block restarts the paths, as does a gap of more than MOST_TICKS.
        """
        if self._origin is None:
            self._restart(time)
            position = 0.0
        else:
            position = (time - self._origin) / self._process.tick
        if position < 0.0 or position - BLOCK * self._block > MOST_TICKS:
            self._restart(time)
            position = 0.0
        if position < BLOCK * self._block:
            self._rewind()
        while position >= BLOCK * (self._block + 1):
            self._next_block()
        index, part = divmod(position - BLOCK * self._block, 1.0)
        before, after = self._values[int(index)], self._values[int(index) + 1]
        result: Array = before + part * (after - before)
        return result

    def _restart(self, time: float) -> None:
        self._origin = time
        self._rewind()

    def _rewind(self) -> None:
        self._block = -1
        rng = np.random.default_rng([*self._seed, 0])
        self._last = np.array(self._process.initial)[:, None] * rng.standard_normal(
            (len(self._process.decay), self._size)
        )
        self._next_block()

    def _next_block(self) -> None:
        self._block += 1
        rng = np.random.default_rng([*self._seed, self._block + 1])
        draws = rng.standard_normal((len(self._process.decay), BLOCK, self._size))
        parts = self._response @ draws + self._free[:, :, None] * self._last[:, None, :]
        self._values = np.concatenate([self._last.sum(axis=0)[None], parts.sum(axis=0)])
        self._last = parts[:, -1]
