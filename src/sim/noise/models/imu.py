"""IMU noise with the figures of datasheets.

Values (6,): angular velocity x y z in rad/s, specific force x y z in m/s^2. Fields carry the units
of datasheets; ``Triad`` holds one kind of axes in SI units and does the work.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, ClassVar, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields, walks
from sim.noise.models.model import NoiseModel, Seed, seed_words
from sim.noise.models.rate import RateEstimate

STANDARD_GRAVITY = 9.80665
DEGREE = math.pi / 180.0
# Assumed rate in Hz of the first message.
FIRST_RATE = 100.0


@dataclass(frozen=True)
class Triad:
    """Error model of three inertial axes in SI units [IEEE952] [IEEE1293].

    y = step round(limit((I + E) v + b + w(t) + sqrt(rate) density z) / step). b is constant, w bias
    instability and rate random walk, E errors of scale on its diagonal and of alignment beside it;
    b and E are drawn at start. ``rate`` in Hz, 0: the rate of the messages, so that the noise has
    the density at any rate.
    """

    rate: float
    density: float
    instability: float
    walk: float
    turn_on: float
    scale: float
    misalignment: float
    limit: float
    step: float


class TriadState:
    """One device's errors."""

    def __init__(self, triad: Triad, seed: Seed) -> None:
        self._triad = triad
        base = seed_words(seed)
        rng = np.random.default_rng([*base, 0])
        self._bias = triad.turn_on * rng.standard_normal(3)
        spread = np.full((3, 3), triad.misalignment) + (triad.scale - triad.misalignment) * np.eye(
            3
        )
        self._matrix = np.eye(3) + spread * rng.standard_normal((3, 3))
        processes: List[Tuple[float, Callable[[float], walks.LinearProcess]]] = [
            (triad.instability, walks.flicker),
            (triad.walk, walks.random_walk),
        ]
        self._rate = RateEstimate(FIRST_RATE)
        self._sigma, self._instability = (
            0.0,
            float(np.sum(np.square(walks.flicker(triad.instability).initial)))
            if triad.instability
            else 0.0,
        )
        self._walks = [
            walks.Walk(process(size), [*base, 1 + index], 3)
            for index, (size, process) in enumerate(processes)
            if size
        ]

    def measure(self, truth: Array, time: float, rng: np.random.Generator) -> Array:
        """Return the measurement (3,) of the truth (3,)."""
        triad = self._triad
        self._sigma = triad.density * math.sqrt(triad.rate or self._rate.at(time))
        values = np.dot(self._matrix, truth) + self._bias + self._sigma * rng.standard_normal(3)
        for walk in self._walks:
            values += walk.at(time)
        values = np.clip(values, -triad.limit, triad.limit)
        result: Array = np.rint(values / triad.step) * triad.step if triad.step else values
        return result

    @property
    def variance(self) -> float:
        """Variance of the last reading's noise.

        White noise, bias instability and rounding; not the device's constant errors.
        """
        return self._sigma**2 + self._instability + self._triad.step**2 / 12.0


class TriadOf:
    """State of a model that degrades three of the six values."""

    def __init__(self, axes: slice, state: TriadState) -> None:
        self._axes, self._state = axes, state

    def __call__(self, values: Array, time: float, rng: np.random.Generator) -> Array:
        result = np.array(values, float)
        result[self._axes] = self._state.measure(result[self._axes], time, rng)
        return result

    def variance(self, values: Array) -> Array:
        """Return the variance, see :meth:`sim.noise.models.model.NoiseModel.variance`."""
        variance = np.zeros(6)
        variance[self._axes] = self._state.variance
        return variance


@dataclass(frozen=True)
class Gyroscope(NoiseModel):
    """Gyroscope: angular velocity, ``rate`` as in Triad.

    ``noise`` is the angle random walk, ``bias`` the in-run instability.
    """

    kind: ClassVar[str] = "imu"
    memory: ClassVar[bool] = True
    rate: float = fields.not_negative(0.0)
    noise_dps_rthz: float = fields.sigma(0.0)
    bias_deg_h: float = fields.sigma(0.0)
    walk_dps_rts: float = fields.sigma(0.0)
    turn_on_dps: float = fields.sigma(0.0)
    scale: float = fields.sigma(0.0)
    misalignment_deg: float = fields.sigma(0.0)
    range_dps: float = fields.positive(1e9)
    step_dps: float = fields.not_negative(0.0)

    def start(self, seed: Seed) -> TriadOf:
        triad = Triad(
            self.rate,
            self.noise_dps_rthz * DEGREE,
            self.bias_deg_h * DEGREE / 3600.0,
            self.walk_dps_rts * DEGREE,
            self.turn_on_dps * DEGREE,
            self.scale,
            self.misalignment_deg * DEGREE,
            self.range_dps * DEGREE,
            self.step_dps * DEGREE,
        )
        return TriadOf(slice(0, 3), TriadState(triad, seed))


@dataclass(frozen=True)
class Accelerometer(NoiseModel):
    """Accelerometer: specific force, ``rate`` as in Triad.

    ``noise`` is the velocity random walk; units of g are STANDARD_GRAVITY.
    """

    kind: ClassVar[str] = "imu"
    memory: ClassVar[bool] = True
    rate: float = fields.not_negative(0.0)
    noise_ug_rthz: float = fields.sigma(0.0)
    bias_ug: float = fields.sigma(0.0)
    walk_ug_rts: float = fields.sigma(0.0)
    turn_on_mg: float = fields.sigma(0.0)
    scale: float = fields.sigma(0.0)
    misalignment_deg: float = fields.sigma(0.0)
    range_g: float = fields.positive(1e9)
    step_mg: float = fields.not_negative(0.0)

    def start(self, seed: Seed) -> TriadOf:
        micro, milli = STANDARD_GRAVITY * 1e-6, STANDARD_GRAVITY * 1e-3
        triad = Triad(
            self.rate,
            self.noise_ug_rthz * micro,
            self.bias_ug * micro,
            self.walk_ug_rts * micro,
            self.turn_on_mg * milli,
            self.scale,
            self.misalignment_deg * DEGREE,
            self.range_g * STANDARD_GRAVITY,
            self.step_mg * milli,
        )
        return TriadOf(slice(3, 6), TriadState(triad, seed))
