"""Estimates a noise chain from a recording of a still scene.

There is one estimator for each kind of measurement.
"""

from __future__ import annotations

from typing import Any, Callable, Dict

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.fit import cameras, lidars
from sim.noise.fit.clusters import Clusters, fit_clusters, mixture_intervals
from sim.noise.fit.inertial import estimate_imu
from sim.noise.fit.interval import Intervals, deviation_interval, share_interval
from sim.noise.fit.noise_estimate import NoiseEstimate, round_to_digits, rounded_shares
from sim.noise.fit.panels import HistogramPanel, Panel, ScatterPanel
from sim.noise.fit.receivers import estimate_gps
from sim.noise.fit.recording import SignalRecording
from sim.noise.fit.stillness import check_still
from sim.transforms import quaternion_product

AXES = "xyz"


def estimate(recording: SignalRecording, name: str = "", force: bool = False) -> NoiseEstimate:
    """Estimate the noise of a recording.

    ``name`` selects the object if the recording has several. InputError if the recording moves or
    has no noise, unless ``force``.
    """
    recording.check()
    if recording.kind == "objects":
        name = _chosen_object(recording, name)
    if not force:
        check_still(recording)
    if recording.kind == "objects":
        return _estimate_objects(recording, name)
    return ESTIMATORS[recording.kind](recording)


def _chosen_object(recording: SignalRecording, name: str) -> str:
    """Return the object's name.

    Raises InputError if there are several and none is named.
    """
    names = sorted({one for objects in recording.values for one in objects.names})
    if not names or (name and name not in names) or (not name and len(names) > 1):
        raise InputError(
            f"{recording.name} {recording.topic}",
            f"{'has no object ' + name if name else 'has several objects'}; name one of: "
            f"{', '.join(names) or 'none, it is empty'}",
        )
    return name or names[0]


def _estimate_objects(recording: SignalRecording, name: str) -> NoiseEstimate:
    seen = [one for objects in recording.values for one in objects.names]
    rows = [
        (objects, objects.names.index(name))
        for objects in recording.values
        if name in objects.names
    ]
    places = np.array([objects.positions[row] for objects, row in rows])
    x, y, z = places.T
    fits = {"x": fit_clusters(x), "y": fit_clusters(y)}
    models: Dict[str, Dict[str, Any]] = {
        "position": {"model": "object_position", "z_sigma": round_to_digits(z.std())}
    }
    intervals: Intervals = {("position", "z_sigma"): deviation_interval(z.std(), len(z) - 1)}
    for axis, clusters in fits.items():
        mixture = clusters.mixture
        models["position"].update(
            {
                f"{axis}_weights": rounded_shares(mixture.weights),
                f"{axis}_means": [round_to_digits(one) for one in mixture.means],
                f"{axis}_sigmas": [round_to_digits(one) for one in mixture.sigmas],
            }
        )
        intervals.update(
            _mixture_intervals(places[:, AXES.index(axis)], clusters, "position", axis)
        )
    yaw = _yaws(np.array([objects.rotations[row] for objects, row in rows]))
    if yaw.std() > 0.0:
        models["rotation"] = {"model": "object_rotation", "yaw_sigma": round_to_digits(yaw.std())}
        intervals["rotation", "yaw_sigma"] = deviation_interval(yaw.std(), len(yaw) - 1)
    lost, again = (
        1.0 - len(rows) / len(recording.values),
        (len(seen) / len(rows) - 1.0 if len(set(seen)) == 1 else 0.0),
    )
    if lost > 0.0:
        models["lost"] = {"model": "object_lost", "probability": round_to_digits(lost)}
        missed = len(recording.values) - len(rows)
        intervals["lost", "probability"] = share_interval(missed, len(recording.values))
    if again > 0.0:
        models["duplicated"] = {"model": "object_duplicated", "probability": round_to_digits(again)}
        more = min(len(seen) - len(rows), len(rows))
        intervals["duplicated", "probability"] = share_interval(more, len(rows))
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
        intervals,
    )


def _mixture_intervals(values: Array, clusters: Clusters, step: str, axis: str = "") -> Intervals:
    """Return intervals of a mixture's parameters, numbered from 1.

    Values without noise have none.
    """
    if not clusters.sigmas.all():
        return {}
    prefix = f"{axis}_" if axis else ""
    return {
        (step, f"{prefix}{name} {number}"): one
        for name, several in mixture_intervals(values, clusters).items()
        if len(several) > 1 or name == "sigmas"
        for number, one in enumerate(several, 1)
    }


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


def _estimate_values(recording: SignalRecording) -> NoiseEstimate:
    """Estimate one Gaussian mixture from all elements' residuals about their means."""
    values = np.array(recording.values, float)
    residuals = (values - np.nanmean(np.where(np.isfinite(values), values, np.nan), axis=0)).ravel()
    residuals = residuals[np.isfinite(residuals)] * np.sqrt(len(values) / (len(values) - 1.0))
    lost = float(np.mean(~np.isfinite(values)))
    thinned = residuals[:: max(len(residuals) // 5000, 1)]
    clusters = fit_clusters(thinned)
    models = {"noise": gaussian_or_mixture(clusters, recording.part)}
    intervals = _mixture_intervals(thinned, clusters, "noise")
    if len(clusters.weights) == 1:
        sigma = deviation_interval(float(clusters.sigmas[0]), len(thinned))
        intervals = {("noise", "sigma"): sigma}
    if lost > 0.0:
        models["dropout"] = {
            "model": "dropout",
            "of": recording.part,
            "probability": round_to_digits(lost),
        }
        missing = int(np.sum(~np.isfinite(values)))
        intervals["dropout", "probability"] = share_interval(missing, values.size)
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
        intervals,
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


def _estimate_camera(recording: SignalRecording) -> NoiseEstimate:
    model, findings, panels, intervals = cameras.estimate_camera(recording)
    return NoiseEstimate({"noise": _round_parameters(model)}, findings, panels, intervals)


def _estimate_lidar(recording: SignalRecording) -> NoiseEstimate:
    models, findings, panels, intervals = lidars.estimate_lidar(recording)
    rounded = {name: _round_parameters(model) for name, model in models.items()}
    return NoiseEstimate(rounded, findings, panels, intervals)


def _round_parameters(model: Dict[str, Any]) -> Dict[str, Any]:
    return {
        key: value if isinstance(value, str) else round_to_digits(value)
        for key, value in model.items()
    }


ESTIMATORS: Dict[str, Callable[[SignalRecording], NoiseEstimate]] = {
    "imu": estimate_imu,
    "gps": estimate_gps,
    "values": _estimate_values,
    "magnetic": _estimate_values,
    "wheels": _estimate_values,
    "depth": _estimate_values,
    "image": _estimate_camera,
    "lidar": _estimate_lidar,
}
