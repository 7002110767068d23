"""Bounded least-squares fit of a model to measurements, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, List, Mapping, Sequence, Tuple

import numpy as np
from scipy.optimize import least_squares

from sim.arrays import Array

# Half of a 95 % interval, in standard deviations.
WIDE = 1.96
# An estimate is rejected if half of its interval is wider than this share of its value.
VAGUE = 0.25
# Each weights signals by their residuals in the former search.
SEARCHES = 2
# Start of a search, in units of its unknowns.
FAR = 3.0
# Largest lag of the residuals' autocorrelation, s.
MEMORY = 3.0


@dataclass(frozen=True)
class Unknown:
    """Unknown parameter with bounds and initial guess.

    ``key`` is its place in ``vehicle.yaml`` or else its name; ``least`` and ``most`` are its
    bounds. A parameter is accepted only if its interval is narrow relative to its value, or if the
    half interval is at most ``absolute``, which allows values near zero.
    """

    key: str
    unit: str
    least: float
    most: float
    guess: float
    absolute: float = 0.0


@dataclass(frozen=True)
class ParameterEstimate:
    """Estimated value with its 95 % interval.

    ``half`` is half of the interval; ``doubt`` explains why the recording does not determine the
    value, empty if it does.
    """

    key: str
    unit: str
    value: float
    half: float
    doubt: str = ""

    @property
    def low(self) -> float:
        return self.value - self.half

    @property
    def high(self) -> float:
        return self.value + self.half


@dataclass(frozen=True)
class FitQuality:
    """Fit of one signal: explained share of its variance, and rms residual.

    The residual ``left`` is in the signal's unit.
    """

    signal: str
    unit: str
    explained: float
    left: float


# From parameters in the unknowns' order to the predicted signals.
Model = Callable[[Array], Mapping[str, Array]]


def fit(
    model: Model, measured: Mapping[str, Tuple[Array, str]], unknowns: Sequence[Unknown], dt: float
) -> Tuple[List[ParameterEstimate], List[FitQuality]]:
    """Estimate unknowns by bounded nonlinear least squares.

    ``measured`` signals (n,) with units, sampled every ``dt`` s; NaN values are left out. Each
    signal is weighted by its residual in the former search. Residuals of models are not white: the
    effective number of independent ones is n over one plus twice the sum of their autocorrelations
    [NeweyWest].
    """
    scales = {name: max(float(np.nanstd(values)), 1e-9) for name, (values, _) in measured.items()}
    guess: Array = np.array([each.guess for each in unknowns])
    reach = np.maximum([max(abs(each.guess), each.absolute) for each in unknowns], 1e-6)
    # Searched in units of their expected sizes, and far from 0, where relative steps vanish.
    lower = FAR + (np.array([each.least for each in unknowns]) - guess) / reach
    upper = FAR + (np.array([each.most for each in unknowns]) - guess) / reach
    known = {name: np.isfinite(values) for name, (values, _) in measured.items()}

    def parameters(searched: Array) -> Array:
        values: Array = guess + (searched - FAR) * reach
        return values

    def residuals(searched: Array) -> Dict[str, Array]:
        said = model(parameters(searched))
        return {
            name: (said[name][known[name]] - values[known[name]]) / scales[name]
            for name, (values, _) in measured.items()
        }

    def stacked(searched: Array) -> Array:
        return np.concatenate(list(residuals(searched).values()))

    found = np.full(len(unknowns), FAR)
    left: Dict[str, Array] = {}
    for _ in range(SEARCHES):
        for name, values in left.items():
            scales[name] = max(scales[name] * float(np.sqrt(np.mean(values**2))), 1e-9)
        result = least_squares(
            stacked,
            found,
            bounds=(lower, upper),
            diff_step=1e-4,
            max_nfev=40,
        )
        found = result.x
        left = residuals(found)
    halves = WIDE * reach * _deviations(result.jac, left, dt)
    estimates = [
        ParameterEstimate(each.key, each.unit, value, half, _doubt(each, value, half))
        for each, value, half in zip(unknowns, parameters(found).tolist(), halves.tolist())
    ]
    said = model(parameters(found))
    qualities = [
        _quality(name, unit, said[name][known[name]], values[known[name]])
        for name, (values, unit) in measured.items()
    ]
    return estimates, qualities


def _deviations(jacobian: Array, left: Mapping[str, Array], dt: float) -> Array:
    """Return standard deviations of parameters by the residuals' Jacobian (n, p).

    Unbounded for parameters without influence.
    """
    independent = sum(len(values) / _correlation_length(values, dt) for values in left.values())
    total = sum(len(values) for values in left.values())
    rows = np.concatenate(list(left.values()))
    information = jacobian.T @ jacobian
    scale = np.sqrt(np.maximum(np.diag(information), 1e-300))
    inverse = np.linalg.pinv(information / np.outer(scale, scale), rcond=1e-12)
    variance = float(np.mean(rows**2)) * total / max(independent - len(scale), 1.0)
    deviations: Array = np.sqrt(np.maximum(np.diag(inverse), 0.0) * variance) / scale
    return deviations


def _correlation_length(values: Array, dt: float) -> float:
    """Return the number of residuals per independent one.

    One plus twice the sum of their autocorrelations.
    """
    values = values - values.mean()
    size = 1 << (2 * len(values) - 1).bit_length()
    power = np.abs(np.fft.rfft(values, size)) ** 2
    correlation = np.fft.irfft(power, size)[: min(len(values), round(MEMORY / dt))]
    if correlation[0] <= 0.0:
        return 1.0
    correlation = correlation / correlation[0]
    negative = np.flatnonzero(correlation < 0.0)
    end = int(negative[0]) if len(negative) else len(correlation)
    return float(1.0 + 2.0 * correlation[1:end].sum())


def _doubt(unknown: Unknown, value: float, half: float) -> str:
    reach = unknown.most - unknown.least
    if min(value - unknown.least, unknown.most - value) < 1e-3 * reach and unknown.absolute == 0.0:
        return f"at the edge of what is possible, {unknown.least:g} to {unknown.most:g}"
    if not half <= max(VAGUE * abs(value), unknown.absolute):
        return "the recorded drive hardly depends on it"
    return ""


def _quality(name: str, unit: str, said: Array, values: Array) -> FitQuality:
    left = values - said
    variance = float(np.var(values))
    explained = 1.0 - float(np.var(left)) / variance if variance > 0.0 else float("nan")
    return FitQuality(name, unit, explained, float(np.sqrt(np.mean(left**2))))
