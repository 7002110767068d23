"""Scans of one ray sensor: the world as its rays meet it at one instant."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.embedded.frames import transform
from sim.embedded.lidar.caster import Caster
from sim.embedded.lidar.patterns import TURN, Bundle, cone
from sim.embedded.lidar.snapshot import Snapshot
from sim.embedded.lidar.stage import Stage
from sim.embedded.lidar.sweep import sweep_of
from sim.embedded.sensors.mount import Mount

BRIGHTEST = 255.0
# Between a sonar's rays, rad.
SPACING = np.radians(1.0)


@dataclass(frozen=True)
class Scan:
    """Rays (n,) in firing order: ``ranges`` (+inf: nothing, -inf: nearer than the sensor sees, as in REP 117), ``intensities`` 0 to 255,
    unit ``directions`` (n, 3) in the sensor's frame, ``rings``, and ``times`` in s from the stamp back, not above 0."""

    ranges: np.ndarray
    intensities: np.ndarray
    directions: np.ndarray
    rings: np.ndarray
    times: np.ndarray


class Scanner:
    """A sensor of type ray."""

    def __init__(self, stage: Stage, mount: Mount) -> None:
        self.sweep, self.rays = sweep_of(mount.where, mount.sensor), mount.sensor.kind
        self._caster, self._mount = Caster(stage, mount), mount

    def scan(self, snapshot: Snapshot) -> Scan:
        """The scan of a snapshot's instant."""
        sweep, rays, mount = self.sweep, self.rays, self._mount
        phase = sweep.phase(int(np.floor(snapshot.time * mount.sensor.rate + 1e-6)))
        sensor_from_sweep = _turned(-TURN * phase / sweep.period)
        pose = snapshot.link_pose(mount.model, mount.link) @ mount.sensor.link_from_sensor @ sensor_from_sweep
        hits = self._caster.cast(snapshot, pose, sweep.grid, rays.range_max)
        fired = int(np.searchsorted(sweep.times, sweep.period - 1e-12 - phase))
        ranges = limited(hits.distances, rays.range_min)
        directions = np.einsum("ij,kj->ik", sweep.grid.directions, sensor_from_sweep[:3, :3])
        parts = (ranges, BRIGHTEST * hits.brightness, directions, sweep.rings, sweep.times + (phase - sweep.period))
        return Scan(*(part[:fired] for part in parts))


class Echo:
    """A sensor of type sonar, or a ray sensor that reports its nearest range alone."""

    def __init__(self, stage: Stage, mount: Mount) -> None:
        kind = mount.sensor.kind
        self.range_min, self.range_max, self.half_angle = kind.range_min, kind.range_max, float(np.arctan2(kind.radius, kind.range_max))
        self._caster, self._mount = Caster(stage, mount), mount
        self._bundle = Bundle(cone(self.half_angle, SPACING))

    def range(self, snapshot: Snapshot) -> float:
        """The nearest distance in the cone, +inf or -inf as in :class:`Scan`."""
        mount = self._mount
        pose = snapshot.link_pose(mount.model, mount.link) @ mount.sensor.link_from_sensor
        return float(limited(self._caster.cast(snapshot, pose, self._bundle, self.range_max).distances, self.range_min).min())


def limited(distances: np.ndarray, range_min: float) -> np.ndarray:
    """Ranges as a sensor reports them; SDF's resolution does not round them, as it does not in Gazebo."""
    return np.where(distances < range_min, -np.inf, distances)


def _turned(yaw: float) -> np.ndarray:
    cos, sin = np.cos(yaw), np.sin(yaw)
    return transform(np.zeros(3), np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]))
