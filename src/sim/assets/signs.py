"""Faces of road signs and their places in the image ``signs``.

It has sixteen squares, four across and four up.
"""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple

FACES_PER_SIDE = 4
SPEEDS: Tuple[int, ...] = (20, 30, 40, 50, 60, 70, 80, 100, 120)  # km/h
CIRCLE = "circle"
TRIANGLE = "triangle"
OCTAGON = "octagon"
DIAMOND = "diamond"
SQUARE = "square"


class Face(NamedTuple):
    """Sign's shape, and the column and row, from below, of its square."""

    shape: str
    column: int
    row: int


# A triangle stands on its point, as for "give way".
FACES: Dict[str, Face] = {
    name: Face(shape, number % FACES_PER_SIDE, number // FACES_PER_SIDE)
    for number, (name, shape) in enumerate(
        [
            *((f"speed_{speed}", CIRCLE) for speed in SPEEDS),
            ("stop", OCTAGON),
            ("yield", TRIANGLE),
            ("priority", DIAMOND),
            ("bus_stop", CIRCLE),
            ("crossing", SQUARE),
            ("roundabout", CIRCLE),
            ("no_limit", CIRCLE),
        ]
    )
}
