"""Magnetometer noise with the figures of data sheets.

Parameters are in uT, values (3,) in T. Hard iron adds a field that turns with the vehicle, soft
iron distorts the outer one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields
from sim.noise.models.model import NoiseModel, Seed, seed_words
from sim.noise.models.rate import RateEstimate

MICROTESLA = 1e-6
# Assumed rate in Hz of the first message.
FIRST_RATE = 100.0
NO_FIELD = (0.0, 0.0, 0.0)
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class MagnetometerNoise(NoiseModel):
    """Magnetometer with hard and soft iron [KokSchon2016].

    y = step round(limit((D + S) B + h + o + e) / step). D is the matrix ``soft_iron_matrix`` row by
    row, S a symmetric error drawn at start, of the standard deviation ``soft_iron`` in each
    element; h is ``hard_iron_ut``, o a bias drawn at start (``turn_on_ut``), e white noise of
    ``noise_ut`` a reading and of the density ``noise_ut_rthz`` at ``rate`` in Hz (0: the rate of
    the messages).
    """

    kind: ClassVar[str] = "magnetic"
    memory: ClassVar[bool] = True
    rate: float = fields.not_negative(0.0)
    noise_ut: float = fields.sigma(0.0)
    noise_ut_rthz: float = fields.sigma(0.0)
    turn_on_ut: float = fields.sigma(0.0)
    hard_iron_ut: Tuple[float, ...] = fields.numbers(NO_FIELD, length=3)
    soft_iron: float = fields.sigma(0.0)
    soft_iron_matrix: Tuple[float, ...] = fields.numbers(IDENTITY, length=9)
    range_ut: float = fields.positive(1e9)
    step_ut: float = fields.not_negative(0.0)

    def start(self, seed: Seed) -> MagnetometerState:
        return MagnetometerState(self, seed)


class MagnetometerState:
    """One device's errors."""

    def __init__(self, model: MagnetometerNoise, seed: Seed) -> None:
        self._model = model
        rng = np.random.default_rng([*seed_words(seed), 0])
        self._bias = np.array(model.hard_iron_ut) + model.turn_on_ut * rng.standard_normal(3)
        drawn = np.triu(model.soft_iron * rng.standard_normal((3, 3)))
        self._matrix = np.reshape(model.soft_iron_matrix, (3, 3)) + drawn + np.triu(drawn, 1).T
        self._rate = RateEstimate(FIRST_RATE)
        self._sigma = model.noise_ut

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        model = self._model
        rate = model.rate or self._rate.at(time)
        self._sigma = math.hypot(model.noise_ut, model.noise_ut_rthz * math.sqrt(rate))
        field = self._matrix @ np.asarray(values, float) / MICROTESLA + self._bias
        field = field + self._sigma * rng.standard_normal(3)
        field = np.clip(field, -model.range_ut, model.range_ut)
        if model.step_ut:
            field = np.rint(field / model.step_ut) * model.step_ut
        return np.asarray(MICROTESLA * field)

    def variance(self, values: Array) -> Array:
        """Return the variance, see :meth:`sim.noise.models.model.NoiseModel.variance`."""
        one = self._sigma**2 + self._model.step_ut**2 / 12.0
        return np.full(3, MICROTESLA**2 * one)
