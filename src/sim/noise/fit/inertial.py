"""Noise of an inertial measurement unit in units of data sheets."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.fit.allan import allan_deviation
from sim.noise.fit.interval import Intervals
from sim.noise.fit.noise_estimate import NoiseEstimate, round_to_digits
from sim.noise.fit.panels import Curve, CurvesPanel, Panel
from sim.noise.fit.processes import ProcessFit, fit_processes
from sim.noise.fit.recording import SignalRecording
from sim.noise.models.imu import STANDARD_GRAVITY

AXES = "xyz"
DEGREE = float(np.degrees(1.0))
MICRO = 1e6 / STANDARD_GRAVITY
# Axes, factors and parameters with units of density, floor and walk; the plots' factor and unit.
Parameters = Tuple[Tuple[str, float, str, str], ...]
TRIADS: Dict[str, Tuple[slice, Parameters, float, str]] = {
    "gyroscope": (
        slice(0, 3),
        (
            ("density", DEGREE, "noise_dps_rthz", "noise density in deg/s/sqrt(Hz)"),
            ("floor", 3600.0 * DEGREE, "bias_deg_h", "bias instability in deg/h"),
            ("walk", DEGREE, "walk_dps_rts", "rate random walk in deg/s/sqrt(s)"),
        ),
        DEGREE,
        "deg/s",
    ),
    "accelerometer": (
        slice(3, 6),
        (
            ("density", MICRO, "noise_ug_rthz", "noise density in ug/sqrt(Hz)"),
            ("floor", MICRO, "bias_ug", "bias instability in ug"),
            ("walk", MICRO, "walk_ug_rts", "random walk in ug/sqrt(s)"),
        ),
        MICRO,
        "ug",
    ),
}


def estimate_imu(recording: SignalRecording) -> NoiseEstimate:
    """Estimate noise density, bias instability and random walk of each triad.

    Terms that do not differ from 0 at 1 % are left out; a triad without noise is too.
    """
    values, rate = np.array(recording.values, float), recording.rate
    models: Dict[str, Dict[str, Any]] = {}
    intervals: Intervals = {}
    panels: List[Panel] = []
    findings = [f"{rate:.1f} Hz for {recording.times[-1] - recording.times[0]:.0f} s"]
    for name, (axes, parameters, factor, unit) in TRIADS.items():
        own = values[:, axes]
        if not np.ptp(own, axis=0).all():
            findings.append(f"{name}: an axis without noise, left out")
            continue
        found = fit_processes(own, 1.0 / rate)
        models[name] = {"model": name}
        for term, scale, key, meaning in parameters:
            number = getattr(found, term).times(scale)
            intervals[name, key] = number
            findings.append(f"{name}: {meaning} {number}")
            if number.value > 0.0:
                models[name][key] = round_to_digits(number.value)
        panels.append(_allan_panel(name, own, found, rate, factor, unit))
    return NoiseEstimate(models, findings, panels, intervals)


def _allan_panel(
    title: str, values: Array, fit: ProcessFit, rate: float, factor: float, unit: str
) -> Panel:
    tau, deviation = allan_deviation(values, 1.0 / rate)
    curves = [
        Curve(axis, tau, factor * deviation[:, number], points=True)
        for number, axis in enumerate(AXES)
    ]
    return CurvesPanel(
        f"Allan deviation, {title}",
        "averaging time [s]",
        unit,
        (*curves, Curve("fit", tau, factor * fit.deviation(tau))),
        logarithmic=True,
    )
