"""Estimates a noise chain from a recording of a still scene.

There is one estimator for each kind of measurement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.fit import cameras, lidars
from sim.noise.fit.allan import AllanFit, allan_deviation, fit_allan
from sim.noise.fit.clusters import Clusters, fit_clusters
from sim.noise.fit.panels import Curve, CurvesPanel, HistogramPanel, Panel, ScatterPanel
from sim.noise.fit.recording import SignalRecording
from sim.noise.models.imu import STANDARD_GRAVITY
from sim.transforms import quaternion_product

DIGITS = 4
AXES = "xyz"


@dataclass(frozen=True)
class NoiseEstimate:
    """Estimated noise of a recording.

    ``models`` are a chain's steps as in a profile, ``findings`` describe them in words, ``panels``
    show the fit against the data.
    """

    models: Dict[str, Dict[str, Any]]
    findings: List[str] = field(default_factory=list)
    panels: List[Panel] = field(default_factory=list)


def estimate(recording: SignalRecording, name: str = "") -> NoiseEstimate:
    """Estimate the noise of a recording.

    ``name`` selects the object if the recording has several.
    """
    recording.check()
    if recording.kind == "objects":
        return _estimate_objects(recording, name)
    return ESTIMATORS[recording.kind](recording)


def _estimate_imu(recording: SignalRecording) -> NoiseEstimate:
    values, rate = np.array(recording.values), recording.rate
    tau, deviation = allan_deviation(values, 1.0 / rate)
    found = [fit_allan(tau, deviation[:, axis]) for axis in range(6)]
    gyro, accel = _mean_fit(found[:3]), _mean_fit(found[3:])
    degree = np.degrees(1.0)
    micro = 1e6 / STANDARD_GRAVITY
    models = {
        "gyroscope": {
            "model": "gyroscope",
            "noise_dps_rthz": round_to_digits(gyro.density * degree),
            "bias_deg_h": round_to_digits(gyro.floor * degree * 3600.0),
            "walk_dps_rts": round_to_digits(gyro.walk * degree),
        },
        "accelerometer": {
            "model": "accelerometer",
            "noise_ug_rthz": round_to_digits(accel.density * micro),
            "bias_ug": round_to_digits(accel.floor * micro),
            "walk_ug_rts": round_to_digits(accel.walk * micro),
        },
    }
    panels = [
        _allan_panel("gyroscope", tau, deviation[:, :3] * degree, gyro, degree, "deg/s"),
        _allan_panel("accelerometer", tau, deviation[:, 3:] * micro, accel, micro, "ug"),
    ]
    findings = [
        f"{recording.rate:.1f} Hz for {recording.times[-1] - recording.times[0]:.0f} s",
        f"gyroscope: {models['gyroscope']['noise_dps_rthz']:g} deg/s/sqrt(Hz), bias instability "
        f"{models['gyroscope']['bias_deg_h']:g} deg/h",
        f"accelerometer: {models['accelerometer']['noise_ug_rthz']:g} ug/sqrt(Hz), bias "
        f"instability {models['accelerometer']['bias_ug']:g} ug",
    ]
    return NoiseEstimate(models, findings, panels)


def _mean_fit(fits: List[AllanFit]) -> AllanFit:
    """Return the root mean square of the fits of three axes."""
    return AllanFit(
        *(
            float(np.sqrt(np.mean([getattr(one, name) ** 2 for one in fits])))
            for name in ("density", "floor", "walk")
        )
    )


def _allan_panel(
    title: str, tau: Array, deviation: Array, fit: AllanFit, factor: float, unit: str
) -> Panel:
    curves = [
        Curve(axis, tau, deviation[:, number], points=True) for number, axis in enumerate(AXES)
    ]
    return CurvesPanel(
        f"Allan deviation, {title}",
        "averaging time [s]",
        unit,
        (*curves, Curve("fit", tau, factor * fit.deviation(tau))),
        logarithmic=True,
    )


def _estimate_objects(recording: SignalRecording, name: str) -> NoiseEstimate:
    seen = [one for objects in recording.values for one in objects.names]
    names = sorted(set(seen))
    if not names or (name and name not in names) or (not name and len(names) > 1):
        raise InputError(
            f"{recording.name} {recording.topic}",
            f"{'has no object ' + name if name else 'has several objects'}; name one of: "
            f"{', '.join(names) or 'none, it is empty'}",
        )
    rows = [
        (objects, objects.names.index(name or names[0]))
        for objects in recording.values
        if (name or names[0]) in objects.names
    ]
    places = np.array([objects.positions[row] for objects, row in rows])
    x, y, z = places.T
    fits = {"x": fit_clusters(x), "y": fit_clusters(y)}
    models: Dict[str, Dict[str, Any]] = {
        "position": {"model": "object_position", "z_sigma": round_to_digits(z.std())}
    }
    for axis, clusters in fits.items():
        mixture = clusters.mixture
        models["position"].update(
            {
                f"{axis}_weights": rounded_shares(mixture.weights),
                f"{axis}_means": [round_to_digits(one) for one in mixture.means],
                f"{axis}_sigmas": [round_to_digits(one) for one in mixture.sigmas],
            }
        )
    yaw = _yaws(np.array([objects.rotations[row] for objects, row in rows]))
    if yaw.std() > 0.0:
        models["rotation"] = {"model": "object_rotation", "yaw_sigma": round_to_digits(yaw.std())}
    lost, again = (
        1.0 - len(rows) / len(recording.values),
        (len(seen) / len(rows) - 1.0 if len(names) == 1 else 0.0),
    )
    if lost > 0.0:
        models["lost"] = {"model": "object_lost", "probability": round_to_digits(lost)}
    if again > 0.0:
        models["duplicated"] = {"model": "object_duplicated", "probability": round_to_digits(again)}
    findings = [f"{len(rows)} reports"] + [
        _cluster_text(axis, values, fits[axis]) for axis, values in (("x", x), ("y", y))
    ]
    return NoiseEstimate(
        models,
        findings,
        [
            ScatterPanel("places", 1e3 * x, 1e3 * y, "mm"),
            *(_cluster_panel(axis, values, fits[axis]) for axis, values in (("x", x), ("y", y))),
        ],
    )


def _cluster_text(axis: str, values: Array, clusters: Clusters) -> str:
    return (
        f"{axis}: mean {1e3 * values.mean():.2f} mm, sigma {1e3 * values.std():.3f} mm, "
        f"{len(clusters.weights)} clusters"
    )


def _cluster_panel(axis: str, values: Array, clusters: Clusters) -> Panel:
    shown = Clusters(clusters.weights, 1e3 * clusters.means, 1e3 * clusters.sigmas, clusters.bic)
    return HistogramPanel(
        f"{axis}: mean {1e3 * values.mean():.2f}, sigma {1e3 * values.std():.3f}",
        1e3 * values,
        f"{axis} [mm]",
        shown,
    )


def _yaws(rotations: Array) -> Array:
    """Return angles (n,) about z of rotations (n, 4) from the first."""
    inverse = rotations[0] * (-1.0, -1.0, -1.0, 1.0)
    turned = quaternion_product(rotations, inverse[None])
    result: Array = (
        2.0 * np.arctan2(turned[:, 2], turned[:, 3] + 1e-300) * np.sign(turned[:, 3] + 1e-300)
    )
    return result


def _estimate_gps(recording: SignalRecording) -> NoiseEstimate:
    """Estimate white noise from differences between messages; the rest is drift.

    The drift's time constant is the first crossing of 1/e by the autocorrelation.
    """
    places = np.array(recording.values)
    white = np.diff(places, axis=0).std(axis=0) / np.sqrt(2.0)
    drift = np.sqrt(np.maximum(places.var(axis=0) - white**2, 0.0))
    flat = np.sqrt(np.mean(np.square(white[:2])))
    models = {
        "fix": {
            "model": "gps",
            "horizontal_sigma": round_to_digits(flat),
            "vertical_sigma": round_to_digits(white[2]),
            "horizontal_drift": round_to_digits(np.sqrt(np.mean(np.square(drift[:2])))),
            "vertical_drift": round_to_digits(drift[2]),
            "time_constant": round_to_digits(_time_constant(places[:, :2], 1.0 / recording.rate)),
        }
    }
    findings = [
        f"noise {flat:.2f} m, drift {models['fix']['horizontal_drift']:g} m per horizontal axis; "
        "drift of seconds counts as noise where fixes are rare"
    ]
    return NoiseEstimate(
        models,
        findings,
        [
            ScatterPanel("places", places[:, 0], places[:, 1], "m"),
            HistogramPanel("height", places[:, 2], "m"),
        ],
    )


def _time_constant(values: Array, period: float) -> float:
    values = values - values.mean(axis=0)
    for lag in range(1, len(values) // 2):
        if np.sum(values[lag:] * values[:-lag]) < np.exp(-1.0) * np.sum(values[:-lag] ** 2):
            return lag * period
    return len(values) / 2 * period


def _estimate_values(recording: SignalRecording) -> NoiseEstimate:
    """Estimate one Gaussian mixture from all elements' residuals about their means."""
    values = np.array(recording.values, float)
    residuals = (values - np.nanmean(np.where(np.isfinite(values), values, np.nan), axis=0)).ravel()
    residuals = residuals[np.isfinite(residuals)]
    lost = float(np.mean(~np.isfinite(values)))
    clusters = fit_clusters(residuals[:: max(len(residuals) // 5000, 1)])
    models = {"noise": gaussian_or_mixture(clusters, recording.part)}
    if lost > 0.0:
        models["dropout"] = {
            "model": "dropout",
            "of": recording.part,
            "probability": round_to_digits(lost),
        }
    findings = [
        f"sigma {residuals.std():.4g}, {len(clusters.weights)} clusters, {100 * lost:.2g} % "
        "without a value"
    ]
    return NoiseEstimate(
        models,
        findings,
        [
            HistogramPanel(
                f"{recording.part}, about each element's mean", residuals, recording.part, clusters
            )
        ],
    )


def gaussian_or_mixture(clusters: Clusters, part: str) -> Dict[str, Any]:
    """Return the step of a profile for noise of these clusters."""
    if len(clusters.weights) == 1:
        return {"model": "gaussian", "of": part, "sigma": round_to_digits(clusters.sigmas[0])}
    mixture = clusters.mixture
    return {
        "model": "mixture",
        "of": part,
        "weights": rounded_shares(mixture.weights),
        "means": [round_to_digits(one) for one in mixture.means],
        "sigmas": [round_to_digits(one) for one in mixture.sigmas],
    }


def round_to_digits(value: float) -> float:
    """Return a value rounded to the significant digits of an estimate."""
    return float(f"{float(value):.{DIGITS}g}")


def rounded_shares(weights: Any) -> List[float]:
    """Return weights rounded so that they still sum to 1."""
    found = [round(float(one), 6) for one in weights]
    return [round(1.0 - sum(found[1:]), 6), *found[1:]]


def _estimate_camera(recording: SignalRecording) -> NoiseEstimate:
    model, findings, panels = cameras.estimate_camera(recording)
    return NoiseEstimate({"noise": _round_parameters(model)}, findings, panels)


def _estimate_lidar(recording: SignalRecording) -> NoiseEstimate:
    models, findings, panels = lidars.estimate_lidar(recording)
    return NoiseEstimate(
        {name: _round_parameters(model) for name, model in models.items()}, findings, panels
    )


def _round_parameters(model: Dict[str, Any]) -> Dict[str, Any]:
    return {
        key: value if isinstance(value, str) else round_to_digits(value)
        for key, value in model.items()
    }


ESTIMATORS: Dict[str, Callable[[SignalRecording], NoiseEstimate]] = {
    "imu": _estimate_imu,
    "gps": _estimate_gps,
    "values": _estimate_values,
    "wheels": _estimate_values,
    "depth": _estimate_values,
    "image": _estimate_camera,
    "lidar": _estimate_lidar,
}
