"""Boxes around things of several meshes."""

from __future__ import annotations

import numpy as np
import pytest

from sim.rendering.extents import box_of
from sim.rendering.meshes import DrawnMesh, MeshStore
from sim.rendering.types import DrawnInstances
from sim.transforms import rotation_from_rpy

RADIUS = 0.3


def mesh(corners: np.ndarray, key: bytes) -> DrawnMesh:
    none = np.zeros((len(corners), 3))
    return DrawnMesh(corners, np.zeros_like(corners), none, none, "", (1.0,) * 4, key)


def wheel() -> np.ndarray:
    """Return triangles (360, 3, 3) of a disc in the x-z plane."""
    angle = np.radians(np.arange(361))
    rim = RADIUS * np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
    return np.stack([np.zeros((360, 3)), rim[:-1], rim[1:]], axis=1)


@pytest.mark.parametrize("degrees", [0, 30, 45, 200])
def test_a_wheel_reaches_as_far_down_however_it_has_turned(degrees: float) -> None:
    body = np.array([[[-2.0, -0.9, 0.5], [2.0, 0.9, 0.5], [0.0, 0.0, 1.5]]])
    heading = rotation_from_rpy(0.1, -0.2, 2.0)
    origin, axle = np.array([40.0, -7.0, 1.0]), np.array([1.3, 0.8, RADIUS])
    rolled = heading @ rotation_from_rpy(0.0, np.radians(degrees), 0.0)
    drawn = DrawnInstances(
        np.array([0, 1]),
        np.array([origin, origin + heading @ axle]),
        np.array([heading, rolled]),
        *(np.zeros(2, int) for _ in range(3)),
    )
    low, high, world_from_box = box_of(drawn, MeshStore([mesh(body, b"body"), mesh(wheel(), b"w")]))
    np.testing.assert_allclose(low, [-2.0, -0.9, 0.0], atol=1e-4)
    np.testing.assert_allclose(high, [2.0, 0.9, 1.5], atol=1e-4)
    np.testing.assert_allclose(world_from_box[:3, :3], heading)
    np.testing.assert_allclose(world_from_box[:3, 3], origin)
