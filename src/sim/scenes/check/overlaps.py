"""Overlaps of objects with each other and with the ground.

Bounding boxes of whole objects are the broad phase; the convex pieces of their collisions decide
the rest.
"""

from __future__ import annotations

from typing import AbstractSet, Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.check.convex import ConvexBody, box_overlaps, depth
from sim.scenes.check.placed import PlacedModel

# Tolerance of contact: of stacked objects, and of the penetration that simulators allow.
CONTACT = 1e-3


def overlapping(
    placed: Sequence[PlacedModel], free: AbstractSet[str], tolerance: float = CONTACT
) -> Tuple[List[Tuple[str, str, float]], int]:
    """Return the overlapping pairs and the number of compared pairs.

    A pair is names and depth (m) above ``tolerance``. Objects in ``free`` may overlap with all
    others.
    """
    bodies = [item for item in placed if item.model.bounded and item.name not in free]
    if len(bodies) < 2:
        return [], 0
    boxes = [item.box for item in bodies]
    centers, halves = (
        np.array([center for center, _ in boxes]),
        np.array([half for _, half in boxes]),
    )
    rotations = np.array([item.world_from_model[:3, :3] for item in bodies])
    pairs = np.stack(np.triu_indices(len(bodies), 1), axis=1)
    near = pairs[_near(centers, rotations, halves, pairs)]
    close = near[box_overlaps(centers, rotations, halves, near) > tolerance] if len(near) else near
    pieces: Dict[int, List[ConvexBody]] = {}
    found = []
    for one, other in close:
        deepest = _deepest(_pieces(one, bodies, pieces), _pieces(other, bodies, pieces), tolerance)
        if deepest > tolerance:
            found.append((bodies[one].name, bodies[other].name, deepest))
    return found, len(pairs)


def _near(centers: Array, rotations: Array, halves: Array, pairs: Array) -> Array:
    """Return the pairs with overlapping axis-aligned boxes."""
    reach = np.einsum("nij,nj->ni", np.abs(rotations), halves)
    gaps = (
        np.abs(centers[pairs[:, 0]] - centers[pairs[:, 1]])
        - reach[pairs[:, 0]]
        - reach[pairs[:, 1]]
    )
    near: Array = (gaps < 0.0).all(axis=1)
    return near


def _pieces(
    number: int, bodies: Sequence[PlacedModel], known: Dict[int, List[ConvexBody]]
) -> List[ConvexBody]:
    if number not in known:
        known[number] = [
            piece.placed(bodies[number].world_from_model) for piece in bodies[number].model.pieces
        ]
    return known[number]


def _deepest(one: Sequence[ConvexBody], other: Sequence[ConvexBody], tolerance: float) -> float:
    """Return the deepest overlap of any two pieces."""
    lower, upper = _extents(one)
    other_lower, other_upper = _extents(other)
    touching = np.argwhere(
        ((lower[:, None] < other_upper[None]) & (other_lower[None] < upper[:, None])).all(axis=2)
    )
    return max(
        (depth(one[first], other[second], tolerance) for first, second in touching), default=0.0
    )


def _extents(pieces: Sequence[ConvexBody]) -> Tuple[Array, Array]:
    return np.array([piece.vertices.min(axis=0) for piece in pieces]), np.array(
        [piece.vertices.max(axis=0) for piece in pieces]
    )


def sunk(
    placed: Sequence[PlacedModel], ground: float, free: AbstractSet[str], tolerance: float = CONTACT
) -> List[Tuple[str, float]]:
    """Return the objects below the ground by ``tolerance``, with depth (m)."""
    found = []
    for item in placed:
        if not item.model.bounded or item.name in free:
            continue
        center, half = item.box
        if ground - (center[2] - np.abs(item.world_from_model[2, :3]) @ half) <= tolerance:
            continue
        lowest = (
            min(
                float((piece.vertices @ item.world_from_model[2, :3]).min())
                for piece in item.model.pieces
            )
            + item.world_from_model[2, 3]
        )
        if ground - lowest > tolerance:
            found.append((item.name, ground - lowest))
    return found
