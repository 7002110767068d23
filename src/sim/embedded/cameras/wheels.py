"""Wheels of traffic: they turn by the way driven and steer by the curvature of the path.

Frame of the vehicle: x forward, y left, z up, m and rad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.rendering.meshes import DrawnMesh

from .moment import ShownVehicles

# How the names of such visuals begin, and those of the ones that steer.
WHEEL_PREFIX = "wheel_"
STEERED_PREFIX = "wheel_front"
MAX_STEERING_ANGLE = 0.6  # rad
MIN_SPEED = 1.0  # m/s, below which the curvature that SUMO's angles say is not believed


@dataclass(frozen=True)
class Wheel:
    """``meshes`` about the wheel's middle, which stand in the model at ``pose`` (4, 4); one that
    ``steers`` by a ``base`` (m) from the front to the rear axle."""

    meshes: Tuple[DrawnMesh, ...]
    pose: Array
    steers: bool
    base: float


@dataclass(frozen=True)
class WheelTable:
    """The wheels of all types: ``mesh`` (t, w) numbers, -1 where a type has fewer, ``pose`` (t, w,
    4, 4), ``radius`` (t, w), and ``base`` (t, w) of those that steer, else 0."""

    mesh: Array
    pose: Array
    radius: Array
    base: Array

    def placed(
        self, traffic: ShownVehicles, kinds: Array
    ) -> Tuple[Array, Array, Array, Array, Array]:
        """Meshes (k,), positions (k, 3) and rotations (k, 3, 3) of the wheels of vehicles whose
        types are the rows ``kinds`` (m,) of this table; their vehicles (k,) and numbers there
        (k,)."""
        owner, number = np.nonzero(self.mesh[kinds] >= 0)
        kind = kinds[owner]
        pose = self.pose[kind, number]
        turn = traffic.rotation[owner]
        position = traffic.position[owner] + (turn @ pose[:, :3, 3:])[:, :, 0]
        spin = np.mod(traffic.way[owner] / self.radius[kind, number], 2.0 * np.pi)
        steering = steering_angle(
            self.base[kind, number], traffic.yaw_rate[owner], traffic.speed[owner]
        )
        rotation = turn @ _about_z(steering) @ _about_y(spin) @ pose[:, :3, :3]
        return self.mesh[kind, number], position, rotation, owner, number


def steering_angle(base: Array, yaw_rate: Array, speed: Array) -> Array:
    """The angle of the front wheels on the path of the bicycle model, atan(base * yaw rate /
    speed)."""
    angle = np.arctan(base * yaw_rate / np.maximum(speed, MIN_SPEED))
    result: Array = np.clip(angle, -MAX_STEERING_ANGLE, MAX_STEERING_ANGLE)
    return result


def wheel_table(wheels: Sequence[Tuple[Sequence[Wheel], Sequence[Sequence[int]]]]) -> WheelTable:
    """The table of the wheels of each type with the numbers of their meshes; a wheel of several
    meshes has a column for each."""
    columns: List[List[Tuple[Wheel, int]]] = [
        [(wheel, mesh) for wheel, meshes in zip(own, numbers) for mesh in meshes]
        for own, numbers in wheels
    ]
    shape = (len(columns), max((len(row) for row in columns), default=0))
    mesh, pose = np.full(shape, -1), np.tile(np.eye(4), (*shape, 1, 1))
    radius, base = np.ones(shape), np.zeros(shape)
    for row, parts in enumerate(columns):
        for column, (wheel, number) in enumerate(parts):
            mesh[row, column], pose[row, column] = number, wheel.pose
            # It stands on the ground.
            radius[row, column] = max(wheel.pose[2, 3], 0.05)
            base[row, column] = wheel.base if wheel.steers else 0.0
    return WheelTable(mesh, pose, radius, base)


def _about_z(angle: Array) -> Array:
    """Rotations (k, 3, 3)."""
    found = np.tile(np.eye(3), (len(angle), 1, 1))
    found[:, 0, 0] = found[:, 1, 1] = np.cos(angle)
    found[:, 1, 0] = np.sin(angle)
    found[:, 0, 1] = -found[:, 1, 0]
    return found


def _about_y(angle: Array) -> Array:
    """Rotations (k, 3, 3)."""
    found = np.tile(np.eye(3), (len(angle), 1, 1))
    found[:, 0, 0] = found[:, 2, 2] = np.cos(angle)
    found[:, 0, 2] = np.sin(angle)
    found[:, 2, 0] = -found[:, 0, 2]
    return found
