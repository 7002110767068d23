"""Collision bodies of generated worlds.

World frame, metres.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.arrays import Array


class CollisionBox(NamedTuple):
    """A box that collides: its centre (3,), yaw and size (3,)."""

    centre: Array
    yaw: float
    size: Array


class Pole(NamedTuple):
    """An upright cylinder that collides: its foot (3,), radius and height."""

    foot: Array
    radius: float
    height: float
