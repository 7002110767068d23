"""Noise and drift of a satellite receiver at rest.

Fixes are white noise and a first-order Gauss-Markov process [IEEE952, C.1.6]; Whittle's likelihood
[Whittle1953] compares the periodogram with their spectrum.
"""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.fit.interval import Z95, Estimated, Intervals
from sim.noise.fit.noise_estimate import NoiseEstimate, round_to_digits
from sim.noise.fit.panels import HistogramPanel, Panel, ScatterPanel
from sim.noise.fit.recording import SignalRecording

STEP = 0.01  # of the logarithms, for the curvature
MAX_LOG_ERROR = 10.0
LIMITS = {"xatol": 1e-5, "fatol": 1e-6, "maxiter": 2000}


def estimate_gps(recording: SignalRecording) -> NoiseEstimate:
    """Estimate white noise, drift and its time constant."""
    places, period = np.array(recording.values, float), 1.0 / recording.rate
    flat, height = fit_drift(places[:, :2], period), fit_drift(places[:, 2:], period)
    intervals: Intervals = {
        ("fix", "horizontal_sigma"): flat[0],
        ("fix", "vertical_sigma"): height[0],
        ("fix", "horizontal_drift"): flat[1],
        ("fix", "vertical_drift"): height[1],
        ("fix", "time_constant"): flat[2],
    }
    step: Dict[str, Any] = {"model": "gps"}
    step.update({name: round_to_digits(one.value) for (_, name), one in intervals.items()})
    findings = [f"{name} {one}" for (_, name), one in intervals.items()]
    findings.append("drift of seconds counts as noise where fixes are rare")
    panels: List[Panel] = [
        ScatterPanel("places", places[:, 0], places[:, 1], "m"),
        HistogramPanel("height", places[:, 2], "m"),
    ]
    return NoiseEstimate({"fix": step}, findings, panels, intervals)


def fit_drift(values: Array, period: float) -> Tuple[Estimated, Estimated, Estimated]:
    """Fit white noise and a drift to alike series (n, k).

    Returns both standard deviations and the drift's time constant in s.
    """
    from scipy.optimize import minimize

    values = values - values.mean(axis=0)
    if not values.any():
        nothing = Estimated(0.0, 0.0, 0.0)
        return nothing, nothing, Estimated(len(values) * period, 0.0, np.inf)
    power = np.square(np.abs(np.fft.rfft(values, axis=0)[1:])).sum(axis=1) / len(values)
    angle = 2.0 * np.pi * np.arange(1, len(power) + 1) / len(values)

    def loss(logs: Array) -> float:
        white, drift, decay = np.exp(logs[0]), np.exp(logs[1]), np.exp(-period / np.exp(logs[2]))
        turned = 1.0 - 2.0 * decay * np.cos(angle) + decay**2
        spectrum = white + drift * (1.0 - decay**2) / turned
        return float(np.sum(values.shape[1] * np.log(spectrum) + power / spectrum))

    variance = float(np.mean(np.square(values)))
    white = min(0.5 * float(np.mean(np.square(np.diff(values, axis=0)))), 0.9 * variance)
    span = len(values) * period
    runs = [
        minimize(
            loss, np.log([white, variance, share * span]), method="Nelder-Mead", options=LIMITS
        )
        for share in (0.01, 0.1)
    ]
    best = min(runs, key=lambda run: float(run.fun))
    errors = np.sqrt(np.clip(np.diag(np.linalg.pinv(_curvature(loss, best.x))), 0.0, None))
    found: List[Estimated] = []
    for log, error, power_of in zip(best.x, np.minimum(errors, MAX_LOG_ERROR), (0.5, 0.5, 1.0)):
        ends = np.exp(power_of * (log + Z95 * error * np.array([0.0, -1.0, 1.0])))
        found.append(Estimated(*ends.tolist()))
    return found[0], found[1], found[2]


def _curvature(loss: Any, at: Array) -> Array:
    """Return the second derivatives (k, k) by central differences."""
    count = len(at)
    found, steps = np.zeros((count, count)), STEP * np.eye(count)
    for row in range(count):
        for column in range(row + 1):
            one, other = steps[row], steps[column]
            corners = (
                loss(at + one + other)
                - loss(at + one - other)
                - loss(at - one + other)
                + loss(at - one - other)
            )
            found[row, column] = found[column, row] = corners / (4.0 * (STEP) ** 2)
    return found
