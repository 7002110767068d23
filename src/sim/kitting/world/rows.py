"""Rows of the world model as data. World frame; metres; times in simulated s."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.transforms import quaternion_from_rotation, rotation_from_quaternion, transform

PRESENT = "present"
HELD = "held"
LOST = "lost"
# The cosine of the tilt up to which a gear lies level.
MIN_LEVEL_COSINE = 0.97
# A part that has moved must lie still for so long before it counts as lying.
REST_TIME = 0.5  # s


@dataclass(frozen=True)
class KnownObject:
    """A part as last measured.

    ``tray`` and ``slot`` if it lies in one; ``moved`` is the last time it was seen to move, None
    for not yet, ``lay`` its place (3,) since then, and ``missed`` the number of reports without it
    since.
    """

    id: int
    part: str
    state: str
    world_from_object: Array
    sigma: float
    score: float
    faulty: bool
    measured: float
    source: str
    tray: str = ""
    slot: int = 0
    moved: Optional[float] = None
    lay: Optional[Array] = None
    missed: int = 0

    @property
    def moving(self) -> bool:
        """True if it moved recently, as on a conveyor."""
        return self.moved is not None and self.measured - self.moved < REST_TIME

    @property
    def sound(self) -> bool:
        """Fit for a kit: level, the right way up, without a defect."""
        return not self.faulty and float(self.world_from_object[2, 2]) > MIN_LEVEL_COSINE


@dataclass(frozen=True)
class KnownRobot:
    """A robot as last known.

    ``holds`` is an object's id, 0 for an empty gripper; ``place`` of the controlled point (3,).
    """

    name: str
    end_effector: str
    holds: int
    working: bool
    place: Array


@dataclass(frozen=True)
class Slot:
    """A slot of a tray, and its kind of part. Slots count from 1."""

    tray: str
    number: int
    part: str


def columns_of_pose(matrix: Array) -> Tuple[float, ...]:
    """Return x, y, z, qx, qy, qz, qw of a pose (4, 4)."""
    return (*map(float, matrix[:3, 3]), *quaternion_from_rotation(matrix[:3, :3].tolist()))


def pose_of(row: sqlite3.Row) -> Array:
    """Return the pose (4, 4) in a row with its seven columns."""
    place = np.array([row["x"], row["y"], row["z"]], float)
    turn = np.array([row["qx"], row["qy"], row["qz"], row["qw"]], float)
    return transform(place, rotation_from_quaternion(turn))


def object_of(row: sqlite3.Row) -> KnownObject:
    """Convert a row of the table ``object``."""
    return KnownObject(
        row["id"],
        row["part"],
        row["state"],
        pose_of(row),
        row["sigma"],
        row["score"],
        bool(row["faulty"]),
        row["measured"],
        row["source"],
        row["tray"] or "",
        row["slot"] or 0,
        row["moved"],
        np.array([row["lay_x"], row["lay_y"], row["lay_z"]], float),
        row["missed"],
    )


def robot_of(row: sqlite3.Row) -> KnownRobot:
    """Convert a row of the table ``robot``."""
    place: Any = [row[axis] if row[axis] is not None else np.nan for axis in "xyz"]
    holds: Optional[int] = row["holds"]
    return KnownRobot(
        row["name"], row["end_effector"], holds or 0, bool(row["working"]), np.array(place, float)
    )
