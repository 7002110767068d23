"""Simple bodies: tubes, balls, cones, plates. World frame, metres; outside is counter-clockwise."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import Mesh, quads


def tube(low: Array, high: Array, radii: Array, sides: int = 6) -> Mesh:
    """The side of an upright cone stump between two points (3,); the image goes around and up."""
    angle = np.linspace(0.0, 2.0 * np.pi, sides + 1)
    ring = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(sides + 1)])
    ring[-1] = ring[0]
    below, above = low + radii[0] * ring, high + radii[1] * ring
    around = angle * float(radii[0])
    tall = float(high[2] - low[2])
    places = np.stack(
        [
            np.column_stack([around[:-1], np.zeros(sides)]),
            np.column_stack([around[1:], np.zeros(sides)]),
            np.column_stack([around[1:], np.full(sides, tall)]),
            np.column_stack([around[:-1], np.full(sides, tall)]),
        ],
        axis=1,
    )
    return quads(np.stack([below[:-1], below[1:], above[1:], above[:-1]], axis=1), places)


def ball(
    centre: Array,
    radii: Array,
    rng: np.random.Generator,
    uneven: float,
    sides: int = 8,
    rings: int = 4,
) -> Mesh:
    """A rough ellipsoid of half axes ``radii`` (3,) whose surface is moved in and out by the share
    ``uneven``: 2 sides (rings - 1) triangles."""
    turn = 2.0 * np.pi * rng.random()
    heights = np.cos(np.linspace(0.0, np.pi, rings + 1))[1:-1]
    angle = turn + np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    bumps = 1.0 + uneven * (2.0 * rng.random((rings - 1, sides)) - 1.0)
    level = np.sqrt(1.0 - heights**2)[:, None] * bumps
    points = np.stack(
        [level * np.cos(angle), level * np.sin(angle), heights[:, None] * (0.5 + 0.5 * bumps)],
        axis=-1,
    )
    vertices = np.vstack([[0.0, 0.0, 1.0], points.reshape(-1, 3), [0.0, 0.0, -1.0]])
    after = np.roll(np.arange(sides), -1)
    first, last = 1 + np.arange(sides), 1 + (rings - 2) * sides + np.arange(sides)
    faces = [np.column_stack([np.zeros(sides, int), first, 1 + after])]
    for ring in range(rings - 2):
        upper, lower = 1 + ring * sides, 1 + (ring + 1) * sides
        here = np.arange(sides)
        faces.append(np.column_stack([upper + here, lower + here, lower + after]))
        faces.append(np.column_stack([upper + here, lower + after, upper + after]))
    bottom = np.full(sides, len(vertices) - 1)
    faces.append(np.column_stack([last, bottom, 1 + (rings - 2) * sides + after]))
    return Mesh(centre + vertices * radii, np.vstack(faces))


def cone(foot: Array, height: float, radius: float, turn: float, sides: int = 8) -> Mesh:
    """A cone with its bottom."""
    angle = turn + np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    ring = foot + radius * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(sides)])
    tips = foot + np.array([[0.0, 0.0, height], [0.0, 0.0, 0.12 * height]])
    after, here = np.roll(np.arange(sides), -1), np.arange(sides)
    faces = [
        np.column_stack([here, after, np.full(sides, sides)]),
        np.column_stack([after, here, np.full(sides, sides + 1)]),
    ]
    return Mesh(np.vstack([ring, tips]), np.vstack(faces))


def plate(centre: Array, yaw: float, outline: Array) -> Mesh:
    """An upright convex plate seen from where ``yaw`` points: ``outline`` (n, 2), to the right as
    one looks at it and up from the centre (3,), counter-clockwise."""
    right = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    corners = centre + outline[:, :1] * right + outline[:, 1:] * np.array([0.0, 0.0, 1.0])
    count = np.arange(1, len(outline) - 1)
    return Mesh(corners, np.column_stack([np.zeros(len(count), int), count, count + 1]))
