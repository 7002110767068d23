"""Wheels of traffic: rotation by distance driven, steering by path curvature.

Frame of the vehicle: x forward, y left, z up, m and rad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.moment import ShownVehicles
from sim.rendering.meshes import DrawnMesh

# Prefixes of the names of wheel visuals and of steered ones.
WHEEL_PREFIX = "wheel_"
STEERED_PREFIX = "wheel_front"
MAX_STEERING_ANGLE = 0.6  # rad
MIN_SPEED = 1.0  # m/s; below, the curvature from SUMO's angles is unreliable


@dataclass(frozen=True)
class VisibleWheel:
    """Wheel with its meshes, at ``pose`` (4, 4) in the model.

    It ``steers`` with a wheel ``base`` in m between the axles.
    """

    meshes: Tuple[DrawnMesh, ...]
    pose: Array
    steers: bool
    base: float


@dataclass(frozen=True)
class WheelTable:
    """Wheels of all types.

    ``mesh`` (t, w) numbers, -1 for types with fewer; ``pose`` (t, w, 4, 4); ``radius`` (t, w);
    wheel ``base`` (t, w), 0 for wheels that do not steer.
    """

    mesh: Array
    pose: Array
    radius: Array
    base: Array

    def placed(
        self, traffic: ShownVehicles, kinds: Array
    ) -> Tuple[Array, Array, Array, Array, Array]:
        """Return meshes (k,), positions (k, 3) and rotations (k, 3, 3).

        ``kinds`` (m,) are the table rows of the vehicles. Also returned are each wheel's vehicle
        (k,) and number there (k,).
        """
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
    """Return the front wheel angle of the bicycle model.

    It is atan(base * yaw rate / speed), in rad.
    """
    angle = np.arctan(base * yaw_rate / np.maximum(speed, MIN_SPEED))
    result: Array = np.clip(angle, -MAX_STEERING_ANGLE, MAX_STEERING_ANGLE)
    return result


def wheel_table(
    wheels: Sequence[Tuple[Sequence[VisibleWheel], Sequence[Sequence[int]]]],
) -> WheelTable:
    """Return the table of each type's wheels, with their mesh numbers.

    A wheel of several meshes has a column for each.
    """
    columns: List[List[Tuple[VisibleWheel, int]]] = [
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
    """Return rotations (k, 3, 3) about z."""
    found = np.tile(np.eye(3), (len(angle), 1, 1))
    found[:, 0, 0] = found[:, 1, 1] = np.cos(angle)
    found[:, 1, 0] = np.sin(angle)
    found[:, 0, 1] = -found[:, 1, 0]
    return found


def _about_y(angle: Array) -> Array:
    """Return rotations (k, 3, 3) about y."""
    found = np.tile(np.eye(3), (len(angle), 1, 1))
    found[:, 0, 0] = found[:, 2, 2] = np.cos(angle)
    found[:, 0, 2] = np.sin(angle)
    found[:, 2, 0] = -found[:, 0, 2]
    return found
