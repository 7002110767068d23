"""Ray casting into an exposure's world, each ray at its own time.

Rays hit all static surfaces at once. For each moving thing, the rays that can meet its box (broad
phase) are transformed into its frame at their time and cast at its shell there, all things of one
shell together, near ones first, since hidden ones can be skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.compiled import LAWS, WorldRays, reference
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.paths import RayMoments, axes_and_angles, moments_of
from sim.embedded.lidar.patterns import Pattern
from sim.embedded.lidar.shell import Hits
from sim.embedded.lidar.targets import Moving, RayTargets, Target
from sim.embedded.lidar.vectors import dot, product
from sim.embedded.sensors.mount import SensorMount
from sim.laws.library import address
from sim.transforms import inverse

# Things nearer than this, m, are cast at before all others.
NEAR = 25.0
_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=bool)


@dataclass(frozen=True)
class _Rays:
    """Rays (n,) of a pattern, at its ``poses`` in the snapshots.

    ``poses`` are world_from_rays (k, 4, 4), ``origins`` (3, n) and ``directions`` (3, n);
    ``compiled`` is the same for C++.
    """

    pattern: Pattern
    poses: Array
    moments: RayMoments
    origins: Array
    directions: Array
    compiled: WorldRays


class Caster:
    """Ray caster of one sensor."""

    def __init__(self, targets: RayTargets, mount: SensorMount) -> None:
        self.targets, self._mount = targets, mount
        self._own: Tuple[object, List[Target]] = (None, [])
        self.moving: Optional[Moving] = None

    def cast(
        self,
        exposure: Exposure,
        pattern: Pattern,
        times: Array,
        sensor_from_pattern: Array,
        reach: float,
        labelled: bool = False,
    ) -> Hits:
        """Return the first hits (n,) of a pattern's rays within ``reach``.

        The rays are cast at ``times`` (n,), ascending. ``moving`` holds the things that hits refer
        to. Hits beyond reach keep their labels.
        """
        targets, last = self.targets, exposure.last
        targets.update(last)
        snapshots = exposure.snapshots if len(exposure.snapshots) > 1 else (last, last)
        mount = self._mount
        link_from_pattern = mount.sensor.link_from_sensor @ sensor_from_pattern
        rays = _placed(
            pattern,
            np.array([snapshot.time for snapshot in snapshots]),
            times,
            np.array(
                [
                    snapshot.link_pose(mount.model, mount.link) @ link_from_pattern
                    for snapshot in snapshots
                ]
            ),
        )
        hits = Hits.none(len(times), labelled)
        targets.still.cast(rays.origins, rays.directions, hits)
        moving = targets.moving(snapshots, mount.model, self._own_pieces(exposure))
        self.moving = moving
        for chosen in _by_distance(moving, rays.poses, reach):
            self._cast_moving(hits, moving, chosen, rays)
        hits.distances[hits.distances > reach] = np.inf
        hits.brightness[np.isinf(hits.distances)] = 0.0
        return hits

    def _own_pieces(self, exposure: Exposure) -> List[Target]:
        mount, links = self._mount, exposure.last.links
        if self._own[0] is not links:
            model = next(model for model in links.models if model.name == mount.model)
            self._own = (
                links,
                self.targets.pieces(model, (mount.link, mount.sensor.link_from_sensor[:3, 3])),
            )
        return self._own[1]

    def _cast_moving(self, hits: Hits, moving: Moving, chosen: Array, rays: _Rays) -> None:
        corners, nearest = _swept(moving, chosen, rays.poses)
        intervals, count = len(rays.poses) - 1, len(chosen)
        interval, thing = np.repeat(np.arange(intervals), count), np.tile(chosen, intervals)
        first = rays.moments.first
        pairs = rays.pattern.candidates(corners, first[interval], first[interval + 1])
        numbers = moving.number[thing]
        ray, box, ends = _sorted(pairs, rays, hits.distances, nearest, interval, numbers)
        for number in np.flatnonzero(np.diff(ends, prepend=0)).tolist():
            mine, shell = (
                slice(ends[number - 1] if number else 0, ends[number]),
                moving.shells[number],
            )
            local = moving.paths.into(
                (ray[mine], box[mine]), thing, rays.compiled, hits.distances, shell.box
            )
            shell.cast_local(local, moving.instances, hits)


def _sorted(
    pairs: Tuple[Array, Array],
    rays: _Rays,
    distances: Array,
    nearest: Array,
    interval: Array,
    numbers: Array,
) -> Tuple[Array, Array, Array]:
    """Return candidate pairs as rays (p,) and boxes (p,), by shell.

    A pair stays if its box is in the ray's interval and nearer than the ray's hit. ``numbers`` (b,)
    are the boxes' shells; the ends of each shell's pairs are returned too.
    """
    count, shells = len(pairs[0]), int(numbers.max()) + 1
    ray, box = np.empty((2, count), np.int64)
    ends = np.empty(shells, np.int64)
    LAWS().sim_lidar_pairs(
        count,
        *map(address, pairs),
        reference(rays.compiled),
        *map(address, (distances, nearest, interval, numbers)),
        shells,
        *map(address, (ray, box, ends)),
    )
    return ray, box, ends


def _placed(pattern: Pattern, times: Array, moments: Array, poses: Array) -> _Rays:
    """Return the rays at their own times, interpolated between snapshots.

    Directions follow the chord, with an error of 1e-7 rad at 100 degrees/s.
    """
    found = moments_of(times, moments)
    origins, directions = np.empty((3, len(moments))), np.empty((3, len(moments)))
    for number, (begin, end) in enumerate(zip(found.first[:-1], found.first[1:])):
        share, local = found.share[begin:end], pattern.directions[:, begin:end]
        one = product(poses[number, :3, :3], local)
        turn = poses[number + 1, :3, :3] - poses[number, :3, :3]
        if turn.any():
            one += share * product(turn, local)
            one /= np.sqrt(dot(one, one))
        directions[:, begin:end], origins[:, begin:end] = one, poses[number, :3, 3, None]
        way = poses[number + 1, :3, 3] - poses[number, :3, 3]
        if way.any():
            origins[:, begin:end] += share * way[:, None]
    compiled = WorldRays(len(moments), origins, directions, found.share, found.interval)
    return _Rays(pattern, poses, found, origins, directions, compiled)


def _swept(moving: Moving, chosen: Array, poses: Array) -> Tuple[Array, Array]:
    """Return bounds of each box's sweep over intervals, sensor frame.

    They are corners (i t, 16, 3) around the swept box and a lower bound of its distance (i t,).
    """
    lower, upper = (
        np.array([getattr(shell, name) for shell in moving.shells])[moving.number[chosen]]
        for name in ("lower", "upper")
    )
    boxes = np.where(_CORNERS, upper[:, None], lower[:, None])
    relative = np.array([inverse(pose) for pose in poses])[:, None] @ moving.poses(chosen)
    corners = boxes @ relative[..., :3, :3].swapaxes(-1, -2) + relative[..., None, :3, 3]
    moved = np.linalg.norm(corners[1:] - corners[:-1], axis=-1).max(axis=-1)
    # Paths bend off the straight line by an eighth of the angle for each length: taken fourfold,
    # the turns of thing and sensor together.
    _, sensor = axes_and_angles(np.einsum("kji,kjl->kil", poses[:-1, :3, :3], poses[1:, :3, :3]))
    margin = 0.5 * moved * (moving.paths.angles[:, chosen] + sensor[:, None])
    outward = np.where(_CORNERS, 1.0, -1.0)
    grown = [
        corners[ends]
        + margin[..., None, None] * (outward @ relative[ends][..., :3, :3].swapaxes(-1, -2))
        for ends in (slice(None, -1), slice(1, None))
    ]
    swept = np.concatenate(grown, axis=2).reshape(-1, 16, 3)
    middles = np.linalg.norm(corners.mean(axis=2), axis=-1)
    radii = 0.5 * np.linalg.norm(upper - lower, axis=1)
    nearest = np.minimum(middles[:-1], middles[1:]) - radii - 0.5 * moved - margin
    return swept, nearest.ravel()


def _by_distance(moving: Moving, poses: Array, reach: float) -> List[Array]:
    """Return the numbers of things that come within reach, nearest first."""
    if not len(moving.number):
        return []
    radii = np.array(
        [
            np.linalg.norm(np.maximum(np.abs(shell.lower), np.abs(shell.upper)))
            for shell in moving.shells
        ]
    )[moving.number]
    apart = np.linalg.norm(moving.paths.places - poses[:, None, :3, 3], axis=2)
    moved = np.linalg.norm(
        np.diff(moving.paths.places - poses[:, None, :3, 3], axis=0), axis=2
    ).max(axis=0)
    distances = apart.min(axis=0) - radii - moved
    batches = (
        np.flatnonzero(distances < NEAR),
        np.flatnonzero((distances >= NEAR) & (distances <= reach)),
    )
    return [batch for batch in batches if len(batch)]
