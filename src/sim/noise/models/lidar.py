"""Noise of single beams of lidars and laser scanners.

``lidar_edges`` has effects between neighbouring beams. r is a range in m, z a standard normal and u
a uniform draw, independent for each beam.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models import fast_normal, fields
from sim.noise.models.beams import WHITE, Beams
from sim.noise.models.model import NoiseModel, Seed

NO_RETURN = np.float32(np.inf)
RINGS = 256


def jitter(sigma: float, size: int, rng: np.random.Generator) -> Array:
    """Return sigma z (size,) float32, without a draw if sigma is 0."""
    return np.float32(sigma) * fast_normal.draw(size, rng) if sigma else np.zeros(1, np.float32)


@dataclass(frozen=True)
class LidarRange(NoiseModel):
    """Range noise: r + sqrt(sigma^2 + (relative r)^2) z.

    Timing noise along the beam, and a part that grows with the distance.
    """

    kind: ClassVar[str] = "lidar"
    sigma: float = fields.sigma()
    relative: float = fields.sigma(0.0)

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        noise = fast_normal.draw(len(beams), rng)
        if self.relative:
            with np.errstate(invalid="ignore"):
                finite = np.where(np.isinf(beams.ranges), np.float32(0.0), beams.ranges)
                noise *= np.sqrt(
                    np.float32(self.sigma**2) + np.square(finite * np.float32(self.relative))
                )
        else:
            noise *= np.float32(self.sigma)
        noise += beams.ranges
        return replace(beams, ranges=np.maximum(noise, 0.0, where=~np.isinf(noise), out=noise))


@dataclass(frozen=True)
class LidarRangeTable(NoiseModel):
    """Range noise by distance bands, as in datasheets.

    r + b_k + sigma_k z: band k holds for r up to limits[k], the last one beyond them all. b_k =
    bias_sigmas[k] z', z' drawn once for each device: the residual error of its calibration.
    """

    kind: ClassVar[str] = "lidar"
    memory: ClassVar[bool] = True
    limits: Tuple[float, ...] = fields.numbers()
    sigmas: Tuple[float, ...] = fields.sigmas()
    bias_sigmas: Tuple[float, ...] = fields.sigmas((0.0,))

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(after <= before for before, after in zip(self.limits, self.limits[1:])):
            raise InputError("limits", f"must increase, got {list(self.limits)}")
        for name in ("sigmas", "bias_sigmas"):
            if len(getattr(self, name)) not in (1, len(self.limits)):
                raise InputError(
                    name,
                    f"must have one number, or one for each of the {len(self.limits)} limits, has "
                    f"{len(getattr(self, name))}",
                )

    def start(self, seed: Seed) -> BandedRange:
        return BandedRange(self, float(np.random.default_rng(seed).standard_normal()))


class BandedRange:
    """One device of a LidarRangeTable; ``offset`` is its random draw z'."""

    def __init__(self, model: LidarRangeTable, offset: float) -> None:
        count = len(model.limits)
        self._limits = np.array(model.limits[:-1], np.float32)
        self._sigmas = np.broadcast_to(np.array(model.sigmas, np.float32), count)
        self._biases = np.broadcast_to(
            np.float32(offset) * np.array(model.bias_sigmas, np.float32), count
        )

    def __call__(self, beams: Beams, time: float, rng: np.random.Generator) -> Beams:
        band = np.searchsorted(self._limits, np.nan_to_num(beams.ranges, nan=0.0))
        ranges = (
            beams.ranges
            + self._biases[band]
            + self._sigmas[band] * fast_normal.draw(len(beams), rng)
        )
        return replace(
            beams,
            ranges=np.where(np.isfinite(ranges), np.maximum(ranges, np.float32(0.0)), beams.ranges),
        )


@dataclass(frozen=True)
class LidarResolution(NoiseModel):
    """Range resolution of a clock that counts steps: step round(r / step)."""

    kind: ClassVar[str] = "lidar"
    step: float = fields.positive()

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        return replace(
            beams, ranges=np.rint(beams.ranges / np.float32(self.step)) * np.float32(self.step)
        )


@dataclass(frozen=True)
class LidarAngles(NoiseModel):
    """Jitter of the encoder and the mirror, which turns beams.

    Beams turn by azimuth_sigma z about the axis and by elevation_sigma z' up or down, in rad.
    """

    kind: ClassVar[str] = "lidar"
    azimuth_sigma: float = fields.sigma(0.0)
    elevation_sigma: float = fields.sigma(0.0)

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        turned = beams.directions.T
        if self.azimuth_sigma:
            x, y, z = turned
            angle = jitter(self.azimuth_sigma, len(beams), rng)
            cosine, sine = np.cos(angle), np.sin(angle)
            turned = np.stack([cosine * x - sine * y, cosine * y + sine * x, z])
        if self.elevation_sigma:
            x, y, z = turned
            angle = jitter(self.elevation_sigma, len(beams), rng)
            cosine, sine = np.cos(angle), np.sin(angle)
            level = np.maximum(np.sqrt(x * x + y * y), np.float32(1e-12))
            along = cosine - sine * z / level
            turned = np.stack([along * x, along * y, cosine * z + sine * level])
        return replace(beams, directions=turned.T)


@dataclass(frozen=True)
class LidarRingBias(NoiseModel):
    """Residual calibration error of each laser: r + sigma z_ring.

    z_ring is drawn once for each laser of a device.
    """

    kind: ClassVar[str] = "lidar"
    memory: ClassVar[bool] = True
    sigma: float = fields.sigma()

    def start(self, seed: Seed) -> RingBias:
        return RingBias(
            (self.sigma * np.random.default_rng(seed).standard_normal(RINGS)).astype(np.float32)
        )


class RingBias:
    """One device's offsets (RINGS,) in m."""

    def __init__(self, offsets: Array) -> None:
        self._offsets = offsets

    def __call__(self, beams: Beams, time: float, rng: np.random.Generator) -> Beams:
        return replace(beams, ranges=beams.ranges + self._offsets[beams.ring % RINGS])


@dataclass(frozen=True)
class LidarDropout(NoiseModel):
    """Lost returns: at random with ``probability``, or by fading power.

    Power fades if (half_range / r)^2 i exp(fading z) < 1 (lidar equation, log-normal fading). i is
    the intensity as a share of white: reflectance times the cosine of incidence, so that far, dark
    and grazing surfaces go first. At ``half_range`` half of the returns of a white surface seen
    head-on are lost. If no beam has an intensity, all count as white.
    """

    kind: ClassVar[str] = "lidar"
    probability: float = fields.share(0.0)
    half_range: float = fields.positive(1e6)
    fading: float = fields.positive(0.3)

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        lost = rng.random(len(beams), dtype=np.float32) < self.probability
        lost |= fast_normal.draw(len(beams), rng) < self._threshold(beams)
        lost &= np.isfinite(beams.ranges)
        return replace(beams, ranges=np.where(lost, NO_RETURN, beams.ranges))

    def _threshold(self, beams: Beams) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            power = (
                beams.intensity / np.float32(WHITE)
                if np.any(beams.intensity > 0.0)
                else np.float32(1.0)
            )
            result: Array = np.log(
                np.square(beams.ranges / np.float32(self.half_range)) / power
            ) / np.float32(self.fading)
            return result


@dataclass(frozen=True)
class LidarOutliers(NoiseModel):
    """Early returns of rain, dust and crosstalk: u r with a probability."""

    kind: ClassVar[str] = "lidar"
    probability: float = fields.share()

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        wrong = np.flatnonzero(
            (rng.random(len(beams), dtype=np.float32) < self.probability)
            & np.isfinite(beams.ranges)
        )
        ranges = np.array(beams.ranges)
        ranges[wrong] *= rng.random(wrong.size, dtype=np.float32)
        return replace(beams, ranges=ranges)


@dataclass(frozen=True)
class LidarIntensity(NoiseModel):
    """Speckle and receiver noise of intensities.

    round(i (1 + relative z) + sigma z'), clipped to [0, 255].
    """

    kind: ClassVar[str] = "lidar"
    sigma: float = fields.sigma(0.0)
    relative: float = fields.sigma(0.0)

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        noisy = beams.intensity * (np.float32(1.0) + jitter(self.relative, len(beams), rng))
        noisy += jitter(self.sigma, len(beams), rng)
        return replace(beams, intensity=np.rint(noisy, out=noisy).clip(0.0, WHITE, out=noisy))
