"""Bridges: slabs with parapets under roads that run over others.

World frame, metres.
"""

from __future__ import annotations

from typing import List

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, join, quads
from sim.traffic.scenery.ribbon import arc_length, at, between
from sim.traffic.scenery.strips import EdgeStrip

DECK_THICKNESS = 0.8  # m
PARAPET_HEIGHT = 1.0  # m
PARAPET_WIDTH = 0.25  # m


def bridge_bodies(strips: List[EdgeStrip]) -> SceneryMesh:
    """Return the bodies of bridges without the road on them."""
    decks = [strip for strip in strips if strip.span.bridge]
    bodies = []
    for deck in decks:
        down = np.array([0.0, 0.0, -DECK_THICKNESS])
        bodies.append(_beam(deck.right + down, deck.left + down, DECK_THICKNESS - 0.01))
        others = [other for other in decks if other is not deck]
        if not any(_joined(deck.right, other.right) for other in others):
            bodies.append(_parapet(deck.right, deck.left))
        if not any(_joined(deck.left, other.left) for other in others):
            bodies.append(_parapet(deck.left, deck.right))
    return join(bodies)


def _parapet(border: Array, other: Array) -> SceneryMesh:
    """Return a wall along a border, on its outside."""
    out = border - other
    out[:, 2] = 0.0
    outside = border + PARAPET_WIDTH * out / np.linalg.norm(out, axis=1)[:, None]
    right_first = np.cross((border[1] - border[0])[:2], out[0, :2]) < 0.0
    low = np.array([0.0, 0.0, -DECK_THICKNESS])
    return _beam(
        *((outside + low, border + low) if right_first else (border + low, outside + low)),
        PARAPET_HEIGHT + DECK_THICKNESS,
    )


def _joined(border: Array, other: Array) -> bool:
    """Return whether the same border of another deck runs along this one."""
    middle = at(border, np.array([0.5 * arc_length(border)[-1]]))[0]
    its = at(other, np.linspace(0.0, arc_length(other)[-1], 50))
    return bool(np.linalg.norm(its - middle, axis=1).min() < 1.0)


def _beam(right: Array, left: Array, height: float) -> SceneryMesh:
    """Return a closed body, ``height`` m high. It is between two lower edges (k, 3)."""
    up = np.array([0.0, 0.0, height])
    sides = [
        between(left, right),
        between(right + up, left + up),
        between(right, right + up),
        between(left + up, left),
    ]
    caps = [
        [left[0], left[0] + up, right[0] + up, right[0]],
        [right[-1], right[-1] + up, left[-1] + up, left[-1]],
    ]
    return join([*sides, quads(np.array(caps))])
