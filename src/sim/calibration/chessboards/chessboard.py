"""Plain chessboards as calibration targets.

A board's frame is its face's, as in :mod:`sim.calibration.board`: x out of the face, y and z in it,
y to the right as seen from the front; the origin is the middle of the face. Lengths in m.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Tuple, Union

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.errors import InputError

KEYS = ("squares", "side", "border", "thickness")
# Range in which OpenCV's chessboard detector is reliable in clutter.
MIN_SQUARES = 4  # to a side
MAX_SQUARES = 40  # to a side
MAX_LENGTH = 2.0  # m


@dataclass(frozen=True)
class Chessboard:
    """Chessboard on a plate of some ``thickness``.

    ``squares`` to the right (y) and up (z), with sides of ``side`` and a white ``border`` around
    them.
    """

    squares: Tuple[int, int]
    side: float
    border: float
    thickness: float

    @property
    def width(self) -> float:
        """Width of the plate, along y."""
        return self.squares[0] * self.side + 2.0 * self.border

    @property
    def height(self) -> float:
        """Height of the plate, along z."""
        return self.squares[1] * self.side + 2.0 * self.border

    @property
    def pattern(self) -> Tuple[int, int]:
        """Number of inner corners of a row and of a column."""
        return self.squares[0] - 1, self.squares[1] - 1

    def corners(self) -> Array:
        """Return the inner corners (n, 3). Row by row from the upper left."""
        across, down = self.pattern
        y = self.side * (np.arange(across) - 0.5 * (across - 1))
        z = self.side * (0.5 * (down - 1) - np.arange(down))
        rows, columns = (part.ravel() for part in np.meshgrid(z, y, indexing="ij"))
        return np.column_stack([np.zeros(across * down), columns, rows])


def read_chessboard(path: Union[str, Path]) -> Chessboard:
    """Read a chessboard from a YAML file.

    Raises InputError that names the file and the wrong entry.
    """
    where = str(path)
    values = checks.mapping(checks.read_yaml(path), where, KEYS, required=KEYS)
    squares = checks.sequence(values["squares"], f"{where}/squares")
    if len(squares) != 2:
        raise InputError(f"{where}/squares", f"must be two numbers, as [9, 6], got {squares}")
    across, up = (
        checks.whole(one, f"{where}/squares", MIN_SQUARES, MAX_SQUARES) for one in squares
    )
    if (across + up) % 2 == 0:
        raise InputError(
            f"{where}/squares",
            f"a board of {across} x {up} looks the same upside down; make one number odd and the "
            "other even",
        )
    side, border, thickness = (
        checks.number(values[key], f"{where}/{key}", least, MAX_LENGTH)
        for key, least in (("side", 1e-3), ("border", 0.0), ("thickness", 1e-3))
    )
    return Chessboard((across, up), side, border, thickness)
