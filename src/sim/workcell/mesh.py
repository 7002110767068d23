"""Closed triangle meshes of parts: extruded outlines and cylinders, and binary STL. Faces are
counter-clockwise seen from outside."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.arrays import Array

# Corners (m, 3, 3) of each triangle.
Mesh = Array


def join(meshes: Sequence[Mesh]) -> Mesh:
    return np.concatenate(list(meshes))


def extrude(corners: Array, bottom: float, top: float) -> Mesh:
    """Return a prism over an outline (n, 2), counterclockwise.

    All of the outline must be visible from the origin (star-shaped).
    """
    following, zeros = np.roll(corners, -1, axis=0), np.zeros_like(corners)

    def lower(points: Array) -> Array:
        return _at(points, bottom)

    def upper(points: Array) -> Array:
        return _at(points, top)

    return np.concatenate(
        [
            np.stack([lower(corners), lower(following), upper(following)], axis=1),
            np.stack([lower(corners), upper(following), upper(corners)], axis=1),
            np.stack([upper(zeros), upper(corners), upper(following)], axis=1),
            np.stack([lower(zeros), lower(following), lower(corners)], axis=1),
        ]
    )


def cylinder(radius: float, bottom: float, top: float, sides: int = 32) -> Mesh:
    angles = 2.0 * np.pi * np.arange(sides) / sides
    return extrude(radius * np.stack([np.cos(angles), np.sin(angles)], axis=1), bottom, top)


def box(centre: Sequence[float], size: Sequence[float], yaw: float = 0.0) -> Mesh:
    """Return a box turned about its own vertical axis."""
    length, width, height = size
    corners = 0.5 * np.array(
        [[length, -width], [length, width], [-length, width], [-length, -width]]
    )
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    result: Mesh = extrude(corners @ turn.T, -0.5 * height, 0.5 * height) + np.asarray(centre)
    return result


def _at(points: Array, height: float) -> Array:
    return np.column_stack([points, np.full(len(points), height)])
