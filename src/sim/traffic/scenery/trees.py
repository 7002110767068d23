"""Trees with a colliding trunk and a crown.

Each has 60 to 130 triangles. Kind, height, and shape are derived from the tree's id. World frame,
metres.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, join
from sim.traffic.scenery.solids import ball, cone, tube

CROWNS_PART = "crowns"
CONIFERS_PART = "crowns_conifer"
TRUNKS_PART = "trunks"
# Shares of round, broad, slim trees and conifers, in tenths.
KINDS = ("round", "round", "round", "broad", "broad", "broad", "slim", "slim", "conifer", "conifer")
HEIGHT = {"round": (5.0, 9.0), "broad": (7.0, 11.0), "slim": (9.0, 13.0), "conifer": (7.0, 13.0)}
# Below the crown, as a share of the height; the trunk reaches into it.
BARE = {"round": 0.28, "broad": 0.30, "slim": 0.14, "conifer": 0.12}
ROOT = 0.3


class Tree(NamedTuple):
    """Name of the crown's visual, both meshes, and the colliding trunk.

    The trunk has a foot (3,), radius, and height.
    """

    visual: str
    trunk: SceneryMesh
    crown: SceneryMesh
    foot: Array
    radius: float
    height: float


def tree(name: str, foot: Array) -> Tree:
    """Return the tree of an id at a place (3,)."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    kind = KINDS[zlib.crc32(name.encode()) // 7 % len(KINDS)]
    low, high = HEIGHT[kind]
    tall = low + (high - low) * rng.random()
    radius = 0.018 * tall + 0.03
    bare = BARE[kind] * tall
    crown = (
        _conifer(foot, tall, bare, rng)
        if kind == "conifer"
        else _leafy(kind, foot, tall, bare, rng)
    )
    # It stands over its trunk.
    corners = np.unique(np.round(crown.vertices, 6), axis=0)
    shift = np.append(corners[:, :2].mean(axis=0) - foot[:2], 0.0)
    top = bare + 0.35 * (tall - bare)
    trunk = tube(
        foot - np.array([0.0, 0.0, ROOT]),
        foot + np.array([0.0, 0.0, top]),
        np.array([1.25 * radius, 0.7 * radius]),
    )
    visual = CONIFERS_PART if kind == "conifer" else CROWNS_PART
    return Tree(visual, trunk, crown._replace(vertices=crown.vertices - shift), foot, radius, top)


def _leafy(
    kind: str, foot: Array, tall: float, bare: float, rng: np.random.Generator
) -> SceneryMesh:
    """Return one to three balls of leaves."""
    deep = tall - bare
    middle = foot + np.array([0.0, 0.0, bare + 0.5 * deep])
    if kind == "slim":
        return ball(middle, np.array([0.16, 0.16, 0.5]) * (tall, tall, deep), rng, 0.15, 8, 6)
    wide = deep * (0.42 if kind == "round" else 0.46)
    if kind == "round":
        return ball(middle, np.array([wide, wide, 0.5 * deep]), rng, 0.2, 10, 5)
    parts = []
    for number in range(3):
        angle = 2.0 * np.pi * (number + 0.5 * rng.random()) / 3.0
        out = 0.5 * wide * np.array([np.cos(angle), np.sin(angle), 0.5 * rng.random() - 0.2])
        size = wide * rng.uniform(0.62, 0.85)
        parts.append(ball(middle + out, np.array([size, size, 0.42 * deep]), rng, 0.2, 7, 4))
    return join(parts)


def _conifer(foot: Array, tall: float, bare: float, rng: np.random.Generator) -> SceneryMesh:
    """Return three skirts of branches."""
    wide = tall * rng.uniform(0.17, 0.24)
    deep = tall - bare
    return join(
        cone(
            foot + np.array([0.0, 0.0, bare + low * deep]),
            high * deep,
            wide * width,
            2.0 * np.pi * rng.random(),
        )
        for low, high, width in ((0.0, 0.52, 1.0), (0.28, 0.46, 0.76), (0.56, 0.44, 0.5))
    )
