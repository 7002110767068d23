"""Simple bodies: tubes, balls, cones, plates. World frame, metres; outside is counter-clockwise."""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, quads


def tube(low: Array, high: Array, radii: Array, sides: int = 6) -> SceneryMesh:
    """Return the side of an upright truncated cone between two points (3,).

    The image goes around and up.
    """
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
    image: float = 3.0,
) -> SceneryMesh:
    """Return a rough ellipsoid of half axes ``radii`` (3,).

    Its surface is moved in and out by the fraction ``uneven``: 2 sides (rings - 1) triangles. An
    image of ``image`` m repeats a whole number of times around and up.
    """
    turn = 2.0 * np.pi * rng.random()
    heights = np.cos(np.linspace(0.0, np.pi, rings + 1))[1:-1]
    angle = turn + np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    bumps = 1.0 + uneven * (2.0 * rng.random((rings - 1, sides)) - 1.0)
    level = np.sqrt(1.0 - heights**2)[:, None] * bumps
    points = np.stack(
        [level * np.cos(angle), level * np.sin(angle), heights[:, None] * (0.5 + 0.5 * bumps)],
        axis=-1,
    )
    points = np.concatenate([points, points[:, :1]], axis=1)
    places = np.empty((rings + 1, sides + 1, 2))
    places[..., 0] = _repeats(image, np.pi * (radii[0] + radii[1]), sides)
    places[..., 1] = _repeats(image, np.pi * radii[2], rings)[::-1, None]
    caps = np.zeros((2, sides, 3)) + np.array([[[0.0, 0.0, 1.0]], [[0.0, 0.0, -1.0]]])
    vertices = np.vstack([caps[0], points.reshape(-1, 3), caps[1]])
    tips = 0.5 * (places[[0, -1], :-1] + places[[0, -1], 1:])
    here = np.arange(sides)
    first = sides + here
    last = first + (rings - 2) * (sides + 1)
    faces = [np.column_stack([here, first, first + 1])]
    for ring in range(rings - 2):
        upper = first + ring * (sides + 1)
        lower = upper + sides + 1
        faces.append(np.column_stack([upper, lower, lower + 1]))
        faces.append(np.column_stack([upper, lower + 1, upper + 1]))
    faces.append(np.column_stack([last, last[-1] + 2 + here, last + 1]))
    return SceneryMesh(
        centre + vertices * radii,
        np.vstack(faces),
        np.vstack([tips[0], places[1:-1].reshape(-1, 2), tips[1]]),
    )


def _repeats(image: float, length: float, parts: int) -> Array:
    """Return places (parts + 1,) in m in a repeating image.

    The image repeats a whole number of times along the length.
    """
    result: Array = image * max(1, round(length / image)) * np.arange(parts + 1) / parts
    return result


def cone(
    foot: Array, height: float, radius: float, turn: float, sides: int = 8, image: float = 3.0
) -> SceneryMesh:
    """Return a cone with its bottom.

    An image of ``image`` m repeats a whole number of times around.
    """
    angle = turn + np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    ring = foot + radius * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(sides)])
    ring = np.vstack([ring, ring[:1]])
    around = _repeats(image, 2.0 * np.pi * radius, sides)
    up = float(_repeats(image, float(np.hypot(height, radius)), 1)[1])
    here = np.arange(sides)
    tips = [np.tile(foot + np.array([0.0, 0.0, top * height]), (sides, 1)) for top in (1.0, 0.12)]
    middle = 0.5 * (around[:-1] + around[1:])
    return SceneryMesh(
        np.vstack([ring, *tips]),
        np.vstack(
            [
                np.column_stack([here, here + 1, sides + 1 + here]),
                np.column_stack([here + 1, here, 2 * sides + 1 + here]),
            ]
        ),
        np.vstack(
            [
                np.column_stack([around, np.zeros(sides + 1)]),
                *[np.column_stack([middle, np.full(sides, up)])] * 2,
            ]
        ),
    )


def plate(centre: Array, yaw: float, outline: Array) -> SceneryMesh:
    """Return an upright convex plate that faces the direction ``yaw``.

    ``outline`` (n, 2) is to the right for a viewer and up from the centre (3,), counter-clockwise.
    """
    right = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    corners = centre + outline[:, :1] * right + outline[:, 1:] * np.array([0.0, 0.0, 1.0])
    count = np.arange(1, len(outline) - 1)
    return SceneryMesh(corners, np.column_stack([np.zeros(len(count), int), count, count + 1]))
