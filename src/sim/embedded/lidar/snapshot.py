"""Copy of the world's links and traffic, for other threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.sdf.types import Model
from sim.traffic.state import VehicleType
from sim.transforms import rotation_from_rpy, transform


@dataclass(frozen=True)
class LinkRows:
    """Models of a world by name, and links' rows in snapshots. Rows are by (model, link)."""

    models: Tuple[Model, ...]
    rows: Mapping[Tuple[str, str], int]


@dataclass(frozen=True)
class LidarSnapshot:
    """Poses of ``links`` and traffic vehicles at one instant.

    Links: positions (n, 3) and rotations (n, 3, 3). Vehicles: ``numbers`` (m,) ascending, positions
    (m, 3) of their bases' centres, rotations (m, 3, 3), yaws (m,), speeds (m,) and types (m,),
    which index ``vehicle_types``.
    """

    time: float
    links: LinkRows
    positions: Array
    rotations: Array
    numbers: Array
    vehicles: Array
    turns: Array
    yaws: Array
    speeds: Array
    types: Array
    vehicle_types: Mapping[int, VehicleType]

    def link_pose(self, model: str, link: str) -> Array:
        """Return world_from_link (4, 4)."""
        row = self.links.rows[(model, link)]
        return transform(self.positions[row], self.rotations[row])


class SnapshotTaker:
    """Makes snapshots; belongs to the physics thread."""

    def __init__(self, physics: Physics, pool: Traffic) -> None:
        self._physics, self._pool = physics, pool
        self._links: Tuple[int, LinkRows] = (-1, LinkRows((), {}))

    @property
    def time(self) -> float:
        """Simulated time in s."""
        return self._physics.time

    def take(self) -> LidarSnapshot:
        """Return a snapshot at the time of the physics."""
        physics, pool = self._physics, self._pool
        if self._links[0] != physics.models.changes:
            self._links = (physics.models.changes, _link_rows(physics))
        positions, rotations = physics.poses.link_poses()
        poses = pool.poses()
        turns = rotation_from_rpy(poses.roll, poses.pitch, poses.yaw)
        return LidarSnapshot(
            physics.time,
            self._links[1],
            positions,
            rotations,
            pool.state.id.astype(int),
            poses.position,
            turns,
            poses.yaw,
            np.hypot(poses.velocity[:, 0], poses.velocity[:, 1]),
            pool.state.type.astype(int),
            pool.types,
        )


def _link_rows(physics: Physics) -> LinkRows:
    models = tuple(physics.models.sdf(name) for name in physics.models.names())
    rows: Dict[Tuple[str, str], int] = {}
    for model in models:
        for link in model.links:
            rows[(model.name, link.name)] = len(rows)
    return LinkRows(models, rows)
