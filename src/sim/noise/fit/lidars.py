"""Range noise of lidars from scans of a still scene.

Compares ranges of a lidar or laser scanner along the same directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.fit.clusters import Clusters
from sim.noise.fit.interval import Estimated, Intervals
from sim.noise.fit.panels import Curve, CurvesPanel, HistogramPanel, Panel
from sim.noise.fit.recording import SignalRecording

# Width of a cell of directions, rad; within it a range may change with the azimuth along a slanted
# surface.
CELL = np.radians(0.4)
LEAST = 12
BINS = 12
RESAMPLINGS = 200


@dataclass(frozen=True)
class CellSamples:
    """Ranges (n,) by cell.

    ``often`` (c,) are the cells with enough of them; ``residual`` is about a line of range over
    azimuth in each cell; ``scan`` counts messages.
    """

    cell: Array
    scan: Array
    ranges: Array
    residual: Array
    often: Array


def cell_samples(recording: SignalRecording) -> CellSamples:
    """Sort the returns of all scans into cells.

    A cell holds the returns of one ring and one interval of azimuth.
    """
    azimuth, ring, ranges, scan = [], [], [], []
    for number, beams in enumerate(recording.values):
        good = np.isfinite(beams.ranges)
        x, y, z = beams.directions[good].T.astype(float)
        rings = (
            beams.ring[good]
            if np.any(beams.ring)
            else np.rint(np.degrees(np.arcsin(np.clip(z, -1.0, 1.0))) / 0.4).astype(int) + 256
        )
        azimuth.append(np.arctan2(y, x))
        ring.append(rings)
        ranges.append(beams.ranges[good].astype(float))
        scan.append(np.full(len(rings), number))
    a, r, k = np.concatenate(azimuth), np.concatenate(ranges), np.concatenate(ring).astype(int)
    where = f"{recording.name} {recording.topic}"
    if not len(r):
        raise InputError(where, "no beam has a return")
    _numbers, cell = np.unique(
        np.floor((a + np.pi) / CELL).astype(int) + 10000 * k, return_inverse=True
    )
    count = np.bincount(cell)

    def mean(values: Array) -> Array:
        return np.bincount(cell, values) / count

    da, dr = a - mean(a)[cell], r - mean(r)[cell]
    spread = mean(da * da)
    slope = np.where(spread > 1e-10, mean(da * dr) / np.maximum(spread, 1e-10), 0.0)
    often = count >= LEAST
    if not often.any():
        raise InputError(
            where, f"no direction was measured {LEAST} times; record more scans of a still scene"
        )
    return CellSamples(cell, np.concatenate(scan), r, dr - slope[cell] * da, often)


def cells(recording: SignalRecording) -> Tuple[Array, Array, Array, int]:
    """Return mean range (c,), variance (c,), residuals and number of cells.

    Variance and residuals are about a line of range over azimuth.
    """
    samples = cell_samples(recording)
    count, used = np.bincount(samples.cell), samples.often
    mean = np.bincount(samples.cell, samples.ranges) / count
    variance = np.bincount(samples.cell, samples.residual**2) / np.maximum(count - 2, 1)
    return mean[used], variance[used], samples.residual[used[samples.cell]], int(used.sum())


def estimate_lidar(
    recording: SignalRecording,
) -> Tuple[Dict[str, Dict[str, Any]], List[str], List[Panel], Intervals]:
    """Estimate range noise: sigma, and a part that grows with the range.

    Medians keep edges from disturbing it; the growing part is left out if it is not significant.
    """
    ranges, variance, residual, count = cells(recording)
    order = np.argsort(ranges)
    groups = [
        group for group in np.array_split(order, min(BINS, max(len(order) // 30, 1))) if len(group)
    ]
    at = np.array([np.median(ranges[group]) for group in groups])
    # The median of a chi-squared variable lies a little below its mean.
    typical = np.array([np.median(variance[group]) for group in groups]) / _median_share(recording)
    sigma2, relative2 = _parts(at, typical)
    models = {
        "range": {
            "model": "lidar_range",
            "sigma": float(np.sqrt(sigma2)),
            "relative": float(np.sqrt(relative2)),
        }
    }
    returned = [
        float(np.mean(np.isfinite(beams.ranges))) if len(beams.ranges) else 0.0
        for beams in recording.values
    ]
    level, growth = _intervals(ranges, variance, groups, _median_share(recording))
    sigma = Estimated(float(np.sqrt(sigma2)), level.low, level.high)
    relative = Estimated(float(np.sqrt(relative2)), growth.low if relative2 else 0.0, growth.high)
    found = float(np.sqrt(np.median(typical)))
    near = residual[np.abs(residual) < 6.0 * max(found, 1e-9)]
    fitted = np.sqrt(sigma2 + relative2 * at**2)
    findings = [
        f"{len(recording.values)} scans, {count} directions",
        f"sigma {sigma} m, relative to the range {relative}; "
        f"{100 * np.mean(returned):.1f} % of the beams in the messages have a return; constant "
        "biases of rings need truth to be seen",
    ]
    panels: List[Panel] = [
        HistogramPanel(
            "ranges about their means",
            near,
            "m",
            Clusters(np.ones(1), np.zeros(1), np.array([max(found, 1e-9)]), 0.0),
        ),
        CurvesPanel(
            "noise over range",
            "range [m]",
            "sigma [m]",
            (Curve("measured", at, np.sqrt(typical), points=True), Curve("fit", at, fitted)),
        ),
    ]
    intervals = {("range", "sigma"): sigma, ("range", "relative"): relative}
    return models, findings, panels, intervals


def _intervals(
    ranges: Array, variance: Array, groups: List[Array], share: float
) -> Tuple[Estimated, Estimated]:
    """Return intervals of both parts by the bootstrap of cells [Efron1979]."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(RESAMPLINGS):
        drawn = [group[rng.integers(0, len(group), len(group))] for group in groups]
        at = np.array([np.median(ranges[group]) for group in drawn])
        typical = np.array([np.median(variance[group]) for group in drawn]) / share
        found.append(_parts(at, typical))
    low, high = np.percentile(np.sqrt(found), [2.5, 97.5], axis=0)
    return Estimated(0.0, low[0], high[0]), Estimated(0.0, low[1], high[1])


def _median_share(recording: SignalRecording) -> float:
    """Return median over mean of a sample variance.

    The expected ratio for the number of scans, by Wilson and Hilferty's approximation of the
    chi-squared distribution.
    """
    freedom = max(len(recording.values) - 2, 1)
    return (1.0 - 2.0 / (9.0 * freedom)) ** 3


def _parts(at: Array, variance: Array) -> Tuple[float, float]:
    """Fit variance = sigma^2 + relative^2 r^2 and return sigma^2 and relative^2.

    The second is 0 unless it is significant.
    """
    level = float(np.median(variance))
    if len(at) < 4 or np.ptp(at) < 0.3 * at.max():
        return level, 0.0
    design = np.stack([np.ones_like(at), at**2], axis=1)
    (sigma2, relative2), residuals, *_ = np.linalg.lstsq(design, variance, rcond=None)
    error = np.sqrt(
        np.linalg.inv(design.T @ design)[1, 1]
        * (float(residuals[0]) if len(residuals) else 0.0)
        / max(len(at) - 2, 1)
    )
    return (
        (max(float(sigma2), 0.0), float(relative2))
        if relative2 > 4.0 * error and relative2 * at.max() ** 2 > 0.2 * level
        else (level, 0.0)
    )
