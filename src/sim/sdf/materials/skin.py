"""What some triangles of a mesh look like, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from sim.arrays import Array
from sim.sdf.materials.colors import DEFAULT
from sim.sdf.types import Color


@dataclass(frozen=True)
class Skin:
    """The look of so many ``faces``: a colour that multiplies an ``image``'s, in which
    ``coordinates`` (m, 3, 2) place the corners, v upwards."""

    faces: int
    color: Color = DEFAULT
    image: str = ""
    coordinates: Optional[Array] = None
