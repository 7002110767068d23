"""Scans of one ray sensor, by a rotating head or instantaneous.

For a head, each ray starts at the sensor's pose at its firing time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.caster import Caster
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.patterns import Bundle, sonar_rays
from sim.embedded.lidar.sweep import sweep_of
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.lidar.vectors import product
from sim.embedded.sensors.mount import SensorMount
from sim.sdf.sensors.rays import Rays
from sim.sdf.sensors.sonar import Sonar
from sim.transforms import transform

BRIGHTEST = 255.0


@dataclass(frozen=True)
class ScanLabels:
    """Labels of rays (n,).

    ``cosines`` of incidence, ``kinds`` (semantic classes) and ``instances`` of the hit things, as
    in cameras' pictures.
    """

    cosines: Array
    kinds: Array
    instances: Array


@dataclass(frozen=True)
class Scan:
    """Scan with rays (n,) in firing order.

    ``ranges`` (+inf: no hit, -inf: too near, as in REP 117), ``intensities`` 0 to 255, unit
    ``directions`` (n, 3) in the sensor's frame at their times, ``rings``, ``times`` in s before the
    stamp (0 for an instant), and optional ``labels``.
    """

    ranges: Array
    intensities: Array
    directions: Array
    rings: Array
    times: Array
    labels: Optional[ScanLabels] = None


class Scanner:
    """Scanner of a sensor of type ray."""

    def __init__(self, targets: RayTargets, mount: SensorMount, distorted: bool = True) -> None:
        """``distorted`` by motion unless the sensor's plugin overrides it."""
        kind = mount.sensor.kind
        assert isinstance(kind, Rays)
        self.sweep, self.rays = sweep_of(mount.where, mount.sensor, distorted), kind
        self.caster, self._mount = Caster(targets, mount), mount

    def scan(self, exposure: Exposure, labelled: bool = False) -> Optional[Scan]:
        """Return the scan that ends at the exposure's last instant.

        None if its begin was not recorded.
        """
        sweep, last = self.sweep, exposure.last
        if sweep.distorted and not exposure.covers(sweep.period):
            return None
        number = int(np.floor(last.time * self._mount.sensor.rate + 1e-6))
        phase, turn, fired = sweep.start(number)
        sensor_from_sweep = _turned(turn)
        times = (
            sweep.times + (phase - sweep.period) if sweep.distorted else np.zeros(len(sweep.times))
        )
        exposure = exposure.since(sweep.period if sweep.distorted else 0.0)
        hits = self.caster.cast(
            exposure,
            sweep.grid,
            last.time + times,
            sensor_from_sweep,
            self.rays.range_max,
            labelled,
        )
        ranges = limited(hits.distances, self.rays.range_min)
        directions = product(sensor_from_sweep[:3, :3], sweep.grid.directions).T
        parts = (ranges, BRIGHTEST * hits.brightness, directions, sweep.rings, times)
        labels = (
            ScanLabels(hits.cosines[:fired], hits.kinds[:fired], hits.instances[:fired])
            if hits.cosines is not None and hits.kinds is not None and hits.instances is not None
            else None
        )
        ranges, intensities, directions, rings, times = (part[:fired] for part in parts)
        return Scan(ranges, intensities, directions, rings, times, labels)


class Echo:
    """Measurement of a sensor of type sonar."""

    def __init__(self, targets: RayTargets, mount: SensorMount) -> None:
        kind = mount.sensor.kind
        assert isinstance(kind, Sonar)
        self.range_min, self.range_max, self.half_angle = (
            kind.range_min,
            kind.range_max,
            float(np.arctan2(kind.radius, kind.range_max)),
        )
        self._caster = Caster(targets, mount)
        self._bundle = Bundle(np.ascontiguousarray(sonar_rays(self.half_angle).T))

    def range(self, exposure: Exposure) -> float:
        """Return the nearest distance in the cone at the exposure's last instant.

        It is +inf or -inf as in :class:`Scan`.
        """
        times = np.full(self._bundle.directions.shape[1], exposure.last.time)
        hits = self._caster.cast(
            exposure.since(0.0), self._bundle, times, np.eye(4), self.range_max
        )
        return float(limited(hits.distances, self.range_min).min())


def limited(distances: Array, range_min: float) -> Array:
    """Return ranges as a sensor reports them.

    SDF's resolution does not round them, as in Gazebo.
    """
    return np.where(distances < range_min, -np.inf, distances)


def _turned(yaw: float) -> Array:
    cos, sin = np.cos(yaw), np.sin(yaw)
    return transform(np.zeros(3), np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]))
