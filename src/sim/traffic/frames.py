"""Converts SUMO's position and angle to the vehicle base in ROS axes.

SUMO gives the middle of the front bumper in net coordinates (net = world + netOffset) and degrees
clockwise from north; everything inside the package uses the centre of the base in the world frame
and yaw in rad counter-clockwise from +x (REP 103).
"""

from __future__ import annotations

from typing import Tuple, Union

import numpy as np

from sim.arrays import Array


def yaw_from_angle(angle_deg: Array) -> Array:
    """Convert SUMO's angle in degrees to yaw in rad within [-pi, pi)."""
    return wrap(np.radians(90.0 - np.asarray(angle_deg)))


def angle_from_yaw(yaw: float) -> float:
    """Convert yaw in rad to SUMO's angle in degrees within [0, 360)."""
    return float((90.0 - np.degrees(yaw)) % 360.0)


def wrap(angle: Union[float, Array]) -> Array:
    """Wrap an angle to [-pi, pi)."""
    wrapped: Array = (np.asarray(angle) + np.pi) % (2.0 * np.pi) - np.pi
    return wrapped


def centre_from_bumper(bumper: Array, yaw: Array, length: Array, offset: Array) -> Array:
    """Convert front bumpers (n, 2) in the net to centres (n, 2) in the world.

    Units: yaw (n,) in rad, length (n,) in m.
    """
    return centre_along(bumper, np.array([np.cos(yaw), np.sin(yaw)]), length, offset)


def centre_along(bumper: Array, heading: Array, length: Array, offset: Array) -> Array:
    """Return :func:`centre_from_bumper` from cosines and sines (2, n) of yaw."""
    half = 0.5 * np.asarray(length)
    centre: Array = bumper - (half * heading).T - offset
    return centre


def bumper_from_centre(
    x: float, y: float, yaw: float, length: float, offset: Array
) -> Tuple[float, float]:
    """Convert a vehicle's world centre to its front bumper in the net."""
    return (
        x + 0.5 * length * float(np.cos(yaw)) + float(offset[0]),
        y + 0.5 * length * float(np.sin(yaw)) + float(offset[1]),
    )
