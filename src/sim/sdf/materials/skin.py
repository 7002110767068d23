"""Appearance of some triangles of a mesh, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from sim.arrays import Array
from sim.sdf.materials.colors import DEFAULT
from sim.sdf.types import Color


@dataclass(frozen=True)
class Skin:
    """Appearance of ``faces`` triangles.

    A colour multiplied with that of an ``image``; ``coordinates`` (m, 3, 2) are the corners'
    texture coordinates, v upwards.
    """

    faces: int
    color: Color = DEFAULT
    image: str = ""
    coordinates: Optional[Array] = None
