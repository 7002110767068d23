"""Radar: rays fill its field of view, echoes become detections.

Range rates are of the hit points relative to the sensor, including walkers' limbs. All rays are of
one instant.
"""

from __future__ import annotations

from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.caster import Caster
from sim.embedded.lidar.exposure import SPACING, Exposure
from sim.embedded.lidar.radar_law import RadarLaw
from sim.embedded.lidar.radar_sensor import radar_settings
from sim.embedded.lidar.shell import Hits
from sim.embedded.lidar.sweep import fan_grid
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.sensors.mount import SensorMount
from sim.sdf.sensors.rays import Rays


class RadarScanner:
    """Scanner of a ray sensor that is a radar.

    Its random draws are the same for equal ``seed`` and mount.
    """

    # s of the past that it looks at, for range rates.
    period = SPACING

    def __init__(self, targets: RayTargets, mount: SensorMount, seed: int) -> None:
        kind = mount.sensor.kind
        assert isinstance(kind, Rays)
        self._law = RadarLaw(radar_settings(mount.where, mount.sensor), seed, mount.where)
        self._grid, self._reach = fan_grid(kind), kind.range_max
        self._caster, self._mount = Caster(targets, mount), mount
        x, y, z = self._grid.directions
        self._azimuths, self._elevations = np.arctan2(y, x), np.arcsin(np.clip(z, -1.0, 1.0))
        # Of a ray, in sr.
        self._shares = (
            (kind.horizontal.upper - kind.horizontal.lower)
            / (kind.horizontal.samples - 1)
            * (kind.vertical.upper - kind.vertical.lower)
            / (kind.vertical.samples - 1)
            * np.cos(self._elevations)
        )

    def scan(self, exposure: Exposure) -> Optional[Array]:
        """Return detections (k, 5) at the exposure's last instant, as of :class:`RadarLaw`.

        Returns None without an earlier snapshot, since range rates need one.
        """
        exposure = exposure.since(self.period)
        if len(exposure.snapshots) < 2:
            return None
        times = np.full(len(self._azimuths), exposure.last.time)
        hits = self._caster.cast(exposure, self._grid, times, np.eye(4), self._reach)
        rows = np.flatnonzero(np.isfinite(hits.distances))
        ranges = hits.distances[rows]
        echoes = np.column_stack(
            [
                ranges,
                self._azimuths[rows],
                self._elevations[rows],
                self._speeds(exposure, hits, rows),
                hits.reflectivity[rows] * ranges**2 * self._shares[rows],
            ]
        )
        return self._law.scan(echoes)

    def _speeds(self, exposure: Exposure, hits: Hits, rows: Array) -> Array:
        """Return the range rates (k,) in m/s of the hits ``rows`` (k,)."""
        before, last = exposure.snapshots[-2:]
        mount = self._mount
        past, present = (
            snapshot.link_pose(mount.model, mount.link) @ mount.sensor.link_from_sensor
            for snapshot in (before, last)
        )
        directions = self._grid.directions.T[rows] @ present[:3, :3].T
        points = present[:3, 3] + hits.distances[rows, None] * directions
        moved = np.zeros_like(points)
        moving, things = self._caster.moving, hits.things[rows]
        mobile = np.flatnonzero(things >= 0)
        if moving is not None and len(mobile):
            which, paths = things[mobile], moving.paths
            local = np.einsum(
                "kji,kj->ki", paths.turns[-1, which], points[mobile] - paths.places[-1, which]
            )
            then = np.einsum("kij,kj->ki", paths.turns[-2, which], local) + paths.places[-2, which]
            moved[mobile] = points[mobile] - then
        relative = moved - (present[:3, 3] - past[:3, 3])
        result: Array = np.einsum("ki,ki->k", relative, directions) / (last.time - before.time)
        return result
