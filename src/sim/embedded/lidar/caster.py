"""Casts a sensor's rays into the world of a snapshot.

Rays meet what stands still at once. For each thing that moves, the rays that can meet its box are turned into its frame and cast at its
shell there, all things of one shell together, near ones first, since what is behind a hit need not be looked at.
"""
from __future__ import annotations

from typing import Dict, List, Tuple

import numpy as np

from sim.embedded.frames import inverse
from sim.embedded.lidar.groups import Group
from sim.embedded.lidar.patterns import Pattern
from sim.embedded.lidar.shell import Hits, Shell, cast_planes
from sim.embedded.lidar.snapshot import Snapshot
from sim.embedded.lidar.stage import Moving, Stage
from sim.embedded.sensors.mount import Mount

# Things nearer than this, m, are cast at before all others.
NEAR = 25.0
_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=bool)


class Caster:
    """Rays of one sensor."""

    def __init__(self, stage: Stage, mount: Mount) -> None:
        self._stage, self._mount = stage, mount
        self._own: Tuple[object, List[Tuple[Group, Shell]]] = (None, [])

    def cast(self, snapshot: Snapshot, world_from_rays: np.ndarray, pattern: Pattern, reach: float) -> Hits:
        """First hits (n,) along a pattern placed at ``world_from_rays`` (4, 4), nothing farther than ``reach``."""
        self._stage.update(snapshot)
        origin, turn = world_from_rays[:3, 3], world_from_rays[:3, :3]
        # Not by BLAS, whose threads wait for each other where cores are busy.
        directions = np.einsum("ij,kj->ik", pattern.directions, turn)
        hits = self._stage.still.cast(origin, directions)
        _take_nearer(hits, slice(None), cast_planes(self._stage.planes, origin, directions))
        moving = self._stage.moving(snapshot, self._mount.model, self._own_pieces(snapshot))
        for chosen in _by_distance(moving, origin, reach):
            self._cast_moving(hits, moving, chosen, world_from_rays, pattern, directions)
        hits.distances[hits.distances > reach] = np.inf
        hits.brightness[np.isinf(hits.distances)] = 0.0
        return hits

    def _own_pieces(self, snapshot: Snapshot) -> List[Tuple[Group, Shell]]:
        mount = self._mount
        if self._own[0] is not snapshot.cast:
            model = next(model for model in snapshot.cast.models if model.name == mount.model)
            self._own = (snapshot.cast, self._stage.pieces(model, (mount.link, mount.sensor.link_from_sensor[:3, 3])))
        return self._own[1]

    def _cast_moving(self, hits: Hits, moving: Moving, chosen: np.ndarray, world_from_rays: np.ndarray, pattern: Pattern,
                     directions: np.ndarray) -> None:
        rays_from_world = inverse(world_from_rays)
        boxes = np.array([_corners(moving.shells[number]) for number in moving.number[chosen].tolist()]).reshape(-1, 8, 3)
        poses = moving.poses[chosen]
        rays_from_shell = rays_from_world @ poses
        corners = boxes @ rays_from_shell[:, :3, :3].transpose(0, 2, 1) + rays_from_shell[:, None, :3, 3]
        ray, box = pattern.candidates(corners)
        nearest = np.linalg.norm(corners.mean(axis=1), axis=1) - np.linalg.norm(corners[:, 7] - corners[:, 0], axis=1) / 2
        keep = hits.distances[ray] > nearest[box]
        ray, box = ray[keep], box[keep]
        eyes = np.einsum("kji,kj->ki", poses[:, :3, :3], world_from_rays[:3, 3] - poses[:, :3, 3])
        numbers = moving.number[chosen]
        for number in np.unique(numbers).tolist():
            mine = np.flatnonzero(numbers[box] == number)
            rays, things = ray[mine], box[mine]
            local = np.einsum("nji,nj->ni", poses[things, :3, :3], directions[rays])
            _take_nearer(hits, rays, moving.shells[number].cast(eyes[things], local))


def _corners(shell: Shell) -> np.ndarray:
    return np.where(_CORNERS, shell.upper, shell.lower)


def _by_distance(moving: Moving, origin: np.ndarray, reach: float) -> List[np.ndarray]:
    """Numbers of the things within reach, the near ones before the others."""
    if not len(moving.number):
        return []
    radii: Dict[int, float] = {number: float(np.linalg.norm(np.maximum(np.abs(shell.lower), np.abs(shell.upper))))
                               for number, shell in enumerate(moving.shells)}
    distances = np.linalg.norm(moving.poses[:, :3, 3] - origin, axis=1) - np.array([radii[number] for number in moving.number.tolist()])
    batches = (np.flatnonzero(distances < NEAR), np.flatnonzero((distances >= NEAR) & (distances <= reach)))
    return [batch for batch in batches if len(batch)]


def _take_nearer(hits: Hits, rays: object, found: Hits) -> None:
    """Take in, for rays (p,) that may repeat, what was found nearer than before."""
    if isinstance(rays, slice):
        nearer = found.distances < hits.distances
        hits.distances[nearer], hits.brightness[nearer] = found.distances[nearer], found.brightness[nearer]
        return
    nearer = np.flatnonzero(found.distances < hits.distances[rays])
    # Of several on one ray the last written counts: the nearest.
    nearer = nearer[np.argsort(-found.distances[nearer], kind="stable")]
    hits.distances[rays[nearer]], hits.brightness[rays[nearer]] = found.distances[nearer], found.brightness[nearer]
