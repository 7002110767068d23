"""Checks for noise and a still scene in a recording.

Noise of a still scene is independent from message to message or wanders little; movement changes
neighbouring pixels together, ranges and places in one direction.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Optional

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.fit.lidars import cell_samples
from sim.noise.fit.recording import SignalRecording

# Changes of means of 1 s that no device at rest has, rad/s and m/s^2.
MAX_RATE_CHANGE = 0.0087
MAX_FORCE_CHANGE = 0.1
SIGMAS = 10.0
# Correlation of neighbouring pixels beyond those of colour interpolation; a lower one counts if few
# pixels have most of the variance.
PIXEL_CORRELATION = 0.5
LOW_CORRELATION = 0.2
MIN_MEDIAN_SHARE = 0.5
# Share of the variance that successive differences explain; 1 for independent values [VonNeumann].
MIN_SUCCESSIVE_SHARE = 0.5
MAX_RANGE_SIGMA = 0.5  # m
GPS_SPAN = 10.0  # s
MAX_GPS_WAY = 5.0  # m


def check_still(recording: SignalRecording) -> None:
    """Raise InputError if a recording moves or has no noise."""
    where = f"{recording.name} {recording.topic}"
    reason = CHECKS[recording.kind](recording)
    if reason is not None:
        raise InputError(
            where, f"{reason}; record a still scene, or estimate it all the same with --force"
        )


def _inertial(recording: SignalRecording) -> Optional[str]:
    values = np.array(recording.values, float)
    if not np.ptp(values, axis=0).any():
        return "has no noise: all values are equal"
    second = max(round(recording.rate), 1)
    count = len(values) // second
    if count < 2:
        return None
    means = values[: count * second].reshape(count, second, -1).mean(axis=1)
    change = np.abs(means - np.median(means, axis=0)).max(axis=0)
    white = np.sqrt(0.5 * np.mean(np.square(np.diff(values, axis=0)), axis=0) / second)
    allowed = np.maximum(SIGMAS * white, [MAX_RATE_CHANGE] * 3 + [MAX_FORCE_CHANGE] * 3)
    if (change > allowed).any():
        return (
            f"moves: means of 1 s change by up to {np.degrees(change[:3].max()):.3g} deg/s and "
            f"{change[3:].max():.3g} m/s^2"
        )
    return None


def _image(recording: SignalRecording) -> Optional[str]:
    shape = recording.values[0].shape
    mean = np.zeros(shape)
    for image in recording.values:
        mean += image
    mean /= len(recording.values)
    variance, product = np.zeros(shape), np.zeros(shape)[:, 1:]
    for image in recording.values:
        residual = image - mean
        variance += residual * residual
        product += residual[:, 1:] * residual[:, :-1]
    if not variance.any():
        return "has no noise: all images are equal"
    correlation = float(product.sum() / np.sqrt(variance[:, 1:] * variance[:, :-1]).sum())
    share = float(np.median(variance) / variance.mean())
    if correlation > PIXEL_CORRELATION or (
        correlation > LOW_CORRELATION and share < MIN_MEDIAN_SHARE
    ):
        return f"moves: neighbouring pixels change together (correlation {correlation:.2f})"
    return None


def _lidar(recording: SignalRecording) -> Optional[str]:
    samples = cell_samples(recording)
    used = samples.residual[samples.often[samples.cell]]
    if not np.any(np.abs(used) > 1e-9):
        return "has no noise: ranges along each direction are equal"
    order = np.lexsort((samples.scan, samples.cell))
    cell, residual = samples.cell[order], samples.residual[order]
    same = cell[1:] == cell[:-1]
    count = len(samples.often)
    steps = np.bincount(cell[1:][same], np.square(np.diff(residual)[same]), count)
    pairs = np.bincount(cell[1:][same], minlength=count)
    squares, sizes = np.bincount(cell, residual**2, count), np.bincount(cell, minlength=count)
    good = samples.often & (squares > 0.0) & (pairs > 0)
    successive = 0.5 * steps[good] / pairs[good] / (squares[good] / sizes[good])
    sigma = float(np.sqrt(np.median(squares[good] / sizes[good])))
    if np.median(successive) < MIN_SUCCESSIVE_SHARE or sigma > MAX_RANGE_SIGMA:
        return f"moves: ranges along one direction change by {sigma:.3g} m (sigma)"
    return None


def _places(recording: SignalRecording) -> Optional[str]:
    places = np.array(recording.values, float)
    if not np.ptp(places, axis=0).any():
        return "has no noise: all fixes are equal"
    lag = max(round(GPS_SPAN * recording.rate), 1)
    if lag >= len(places):
        return None
    way = float(np.median(np.linalg.norm((places[lag:] - places[:-lag])[:, :2], axis=1)))
    noise = float(np.sqrt(np.mean(np.square(np.diff(places[:, :2], axis=0)))))
    if way > max(MAX_GPS_WAY, 8.0 * noise):
        return f"moves: {way:.1f} m in {GPS_SPAN:g} s"
    return None


def _values(recording: SignalRecording) -> Optional[str]:
    return _numbers(np.array([np.ravel(one) for one in recording.values], float))


def _objects(recording: SignalRecording) -> Optional[str]:
    names = sorted({name for objects in recording.values for name in objects.names})
    tracks: List[Array] = []
    for name in names:
        rows = [
            objects.positions[objects.names.index(name)]
            for objects in recording.values
            if name in objects.names
        ]
        tracks.append(np.array(rows))
    reasons = [_numbers(track) for track in tracks if len(track) > 1]
    return reasons[0] if reasons and all(reasons) else None


def _numbers(values: Array) -> Optional[str]:
    """Check values (n, k) by von Neumann's ratio of each column."""
    residual = values - np.nanmean(np.where(np.isfinite(values), values, np.nan), axis=0)
    residual[~np.isfinite(residual)] = np.nan
    variance = np.nanmean(np.square(residual), axis=0)
    scale = np.nanmax(np.abs(np.where(np.isfinite(values), values, 0.0)), axis=0)
    noisy = variance > np.square(1e-12 * scale)
    if not noisy.any():
        return "has no noise: all values are equal"
    steps = np.nanmean(np.square(np.diff(residual, axis=0)), axis=0)
    share = float(np.nanmedian(0.5 * steps[noisy] / variance[noisy]))
    if share < MIN_SUCCESSIVE_SHARE:
        return (
            f"moves or drifts: successive differences have {100.0 * share:.0f} % of the variance "
            "of independent noise"
        )
    return None


CHECKS: Dict[str, Callable[[SignalRecording], Optional[str]]] = {
    "imu": _inertial,
    "gps": _places,
    "image": _image,
    "lidar": _lidar,
    "objects": _objects,
    "values": _values,
    "magnetic": _values,
    "wheels": _values,
    "depth": _values,
}
