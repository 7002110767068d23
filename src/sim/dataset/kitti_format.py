"""KITTI's files: calibration, labels, clouds and measurements of the car [KITTI].

Frames: ``camera`` is KITTI's rectified one (x right, y down, z forward), ``lidar`` and ``imu`` are
x forward, y left, z up. Here the imu is the car's base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.lens import intrinsics
from sim.embedded.cameras.types import ThingBox
from sim.sdf.sensors.cameras import Camera

# camera_from_sensor: KITTI's axes from the axes of SDF's cameras.
OPTICAL = np.array(
    [[0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0, 0, 0, 1]]
)
TYPES = {
    "Car": "Car",
    "Truck": "Truck",
    "Bus": "Misc",
    "Train": "Tram",
    "Motorcycle": "Misc",
    "Bicycle": "Cyclist",
    "Rider": "Cyclist",
    "Pedestrian": "Pedestrian",
}
OTHER_TYPE = "Misc"
VAN_TYPE = "Van"
MIN_VAN_HEIGHT = 1.85  # m
# Hidden shares of a thing, above which KITTI's levels 1 and 2 begin.
PARTLY_OCCLUDED_SHARE = 0.05
LARGELY_OCCLUDED_SHARE = 0.5
# Gravity of the package's worlds, m/s^2: an accelerometer at rest measures it upwards.
GRAVITY = 9.8
# Navigation locked, ten satellites, and integer ambiguities for position, velocity and orientation.
OXTS_STATES = ("4", "10", "6", "6", "6")
DONT_CARE = "DontCare -1 -1 -10 {:.2f} {:.2f} {:.2f} {:.2f} -1 -1 -1 -1000 -1000 -1000 -10"


def projection(camera: Camera) -> Array:
    """Return P (3, 4) from the camera's frame to pixels. Pixel centres are at whole numbers."""
    focal, cx, cy = intrinsics(camera)
    return np.array([[focal, 0.0, cx, 0.0], [0.0, focal, cy, 0.0], [0.0, 0.0, 1.0, 0.0]])


def numbers(matrix: Array) -> str:
    """Return a matrix in one line, row by row."""
    return " ".join(f"{value:.12e}" for value in np.ravel(matrix))


def lines(entries: Dict[str, Array]) -> str:
    """Return a calibration file."""
    return "".join(f"{name}: {numbers(matrix)}\n" for name, matrix in entries.items())


def calibration(camera: Camera, camera_from_lidar: Array, lidar_from_base: Array) -> str:
    """Return a frame's calibration file of the object benchmark.

    All four cameras are the same one.
    """
    entries = {f"P{number}": projection(camera) for number in range(4)}
    entries["R0_rect"] = np.eye(3)
    entries["Tr_velo_to_cam"] = camera_from_lidar[:3]
    entries["Tr_imu_to_velo"] = lidar_from_base[:3]
    return lines(entries)


def type_of(class_name: str, height: float) -> str:
    """Return KITTI's type of a thing by our class and its height."""
    found = TYPES.get(class_name, OTHER_TYPE)
    return VAN_TYPE if found == "Car" and height > MIN_VAN_HEIGHT else found


def label(box: ThingBox, class_name: str, smallest: float, pixels: Tuple[int, int]) -> str:
    """Return a thing's label line.

    A thing lower than ``smallest`` pixels becomes a DontCare region; ``pixels`` are the picture's
    width and height.
    """
    if box.bottom - box.top + 1 < smallest:
        return DONT_CARE.format(*_region(box, pixels))
    edges = (float(box.left), float(box.top), float(box.right), float(box.bottom))
    camera_from_thing = OPTICAL @ box.camera_from_center
    length, width, height = box.size
    x, y, z = camera_from_thing[:3, 3] - 0.5 * height * camera_from_thing[:3, 2]
    forward = camera_from_thing[:3, 0]
    turn = np.arctan2(-forward[2], forward[0])
    alpha = _wrapped(turn - np.arctan2(x, z))
    hidden = int(box.occlusion > PARTLY_OCCLUDED_SHARE) + int(
        box.occlusion > LARGELY_OCCLUDED_SHARE
    )
    values = (alpha, *edges, height, width, length, x, y, z, turn)
    return f"{type_of(class_name, height)} {box.truncation:.2f} {hidden} " + " ".join(
        f"{value:.2f}" for value in values
    )


def _region(box: ThingBox, pixels: Tuple[int, int]) -> Tuple[float, float, float, float]:
    """Return left, top, right and bottom of a region with an area.

    KITTI's edges are whole pixels, so that the box of one column has no width: a region extends to
    the next column and row, at the picture's end to the one before.
    """
    (left, right), (top, bottom) = (
        (min(first, max(size - 2, 0)), min(last + 1, size - 1))
        for first, last, size in zip((box.left, box.top), (box.right, box.bottom), pixels)
    )
    return float(left), float(top), float(right), float(bottom)


def labels(
    boxes: Sequence[ThingBox],
    names: Sequence[str],
    own: str,
    smallest: float,
    pixels: Tuple[int, int],
) -> str:
    """Return a frame's labels without ``own``, the car with the camera."""
    chosen = [box for box in boxes if box.name != own]
    return "".join(label(box, names[box.kind], smallest, pixels) + "\n" for box in chosen)


@dataclass(frozen=True)
class InertialState:
    """Motion of the car, as its inertial navigation measures it.

    ``world_from_base`` (4, 4); velocity, angular velocity and acceleration without gravity (3,) in
    the world's axes, x east and z up.
    """

    world_from_base: Array
    velocity: Array
    angular_velocity: Array
    acceleration: Array


def oxts(place: Tuple[float, float, float], state: InertialState) -> str:
    """Return a line of the raw data's OXTS.

    ``place`` is latitude, longitude (deg), and altitude (m). By KITTI's format, velocities are
    along level axes: forward and left parallel to the earth's surface, up perpendicular to it.
    Accelerations, with the reaction to gravity, and rates are about the vehicle's axes x y z, then
    about the level ones.
    """
    turn = state.world_from_base[:3, :3]
    roll = np.arctan2(turn[2, 1], turn[2, 2])
    pitch = -np.arcsin(np.clip(turn[2, 0], -1.0, 1.0))
    yaw = np.arctan2(turn[1, 0], turn[0, 0])
    level = np.array(
        [[np.cos(yaw), np.sin(yaw), 0.0], [-np.sin(yaw), np.cos(yaw), 0.0], [0.0, 0.0, 1.0]]
    )
    force = state.acceleration + np.array([0.0, 0.0, GRAVITY])
    values = [*place, roll, pitch, yaw, state.velocity[1], state.velocity[0]]
    values += [*(level @ state.velocity), *(turn.T @ force), *(level @ force)]
    values += [*(turn.T @ state.angular_velocity), *(level @ state.angular_velocity)]
    # Standard deviations of position and velocity.
    values += [0.0, 0.0]
    return " ".join([*(f"{value:.10f}" for value in values), *OXTS_STATES])


def _wrapped(angle: float) -> float:
    return float((angle + np.pi) % (2.0 * np.pi) - np.pi)
