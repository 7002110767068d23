"""Boards with round holes as calibration targets.

The frame of a board is that of its face: x out of the face, y and z in it, z up; the origin is the
middle of the face. Seen from the front, y points to the right. Lengths in m. The sizes are taken
from the published suites [Velo2Cam; Velo2Cam2022].
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Tuple, Union

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.errors import InputError

KEYS = ("width", "height", "thickness", "radius", "centers", "markers")
LARGEST = 10.0


@dataclass(frozen=True)
class Markers:
    """Square ArUco markers on the face, with sides of ``size``.

    ``centers`` (m, 2) as (y, z), ``ids`` (m,) in OpenCV's dictionary DICT_6X6_250.
    """

    size: float
    centers: Array
    ids: Tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Plate with round holes, equal only to itself.

    ``width`` (y) and ``height`` (z); holes of one ``radius`` about ``centers`` (n, 2), as (y, z).
    """

    width: float
    height: float
    thickness: float
    radius: float
    centers: Array
    markers: Markers = Markers(0.0, np.empty((0, 2)), ())

    def clearance(self, points: Array) -> Array:
        """Return the signed distance of points (..., 2) to the nearest edge.

        Points of the face's plane: positive on the material, negative in a hole or beside the
        board.
        """
        y, z = points[..., 0], points[..., 1]
        across, up = 0.5 * self.width - np.abs(y), 0.5 * self.height - np.abs(z)
        outside = np.sqrt(np.minimum(across, 0.0) ** 2 + np.minimum(up, 0.0) ** 2)
        edge = np.minimum(across, up)
        edge = np.where(edge < 0.0, -outside, edge)
        squared = [(y - middle_y) ** 2 + (z - middle_z) ** 2 for middle_y, middle_z in self.centers]
        if squared:
            edge = np.minimum(edge, np.sqrt(np.minimum.reduce(squared)) - self.radius)
        return edge

    def nearest_edge(self, points: Array) -> Array:
        """Return the number (n,) of the edge nearest to points (n, 2).

        The holes from 0 on, then the sides of least y, most y, least z and most z.
        """
        holes = np.abs(np.linalg.norm(points[:, None] - self.centers, axis=-1) - self.radius)
        half = 0.5 * np.array([self.width, self.height])
        sides = np.abs(np.stack([points + half, points - half], axis=-1)).reshape(-1, 4)
        found: Array = np.concatenate([holes, sides], axis=1).argmin(axis=1)
        return found

    def edge_name(self, edge: int) -> str:
        """Return the name of an edge, as seen from the front."""
        holes = len(self.centers)
        if edge < holes:
            y, z = self.centers[edge]
            return f"the rim of the hole at [{y:g}, {z:g}]"
        return f"the {('left', 'right', 'lower', 'upper')[edge - holes]} side"

    def ray_clearance(self, eyes: Array, directions: Array) -> Array:
        """Return :meth:`clearance` of rays (n,) through the thick plate.

        Negative for rays that pass it; ``eyes`` (3,) or (n, 3) and ``directions`` (n, 3) in the
        board's frame.
        """
        front = crossing(eyes, directions, 0.0)
        back = crossing(eyes, directions, -self.thickness)
        return np.maximum(self.clearance(front), self.clearance(back))


def crossing(eyes: Array, directions: Array, x: float) -> Array:
    """Intersect rays with the plane ``x``.

    Returns points (n, 2), as (y, z). Directions need not be unit vectors.
    """
    reach = (x - eyes[..., 0]) / directions[..., 0]
    found: Array = eyes[..., 1:] + reach[..., None] * directions[..., 1:]
    return found


def read_board(path: Union[str, Path]) -> Board:
    """Read a board from a YAML file. Raises InputError that names the file and the wrong entry."""
    where = str(path)
    values = checks.mapping(checks.read_yaml(path), where, KEYS, required=KEYS[:5])
    sizes = {key: checks.number(values[key], f"{where}/{key}", 1e-3, LARGEST) for key in KEYS[:4]}
    board = Board(
        sizes["width"],
        sizes["height"],
        sizes["thickness"],
        sizes["radius"],
        _points(values["centers"], f"{where}/centers"),
        _markers(values.get("markers"), f"{where}/markers"),
    )
    _check(board, where)
    return board


def _points(values: object, where: str) -> Array:
    rows = [
        [checks.number(one, f"{where}[{index}]", -LARGEST, LARGEST) for one in _pair(row, where)]
        for index, row in enumerate(checks.sequence(values, where))
    ]
    return np.array(rows, float).reshape(-1, 2)


def _pair(value: object, where: str) -> Tuple[object, object]:
    row = checks.sequence(value, where)
    if len(row) != 2:
        raise InputError(where, f"{row} is not a point of the face; write [y, z] in m")
    return row[0], row[1]


def _markers(values: object, where: str) -> Markers:
    if values is None:
        return Markers(0.0, np.empty((0, 2)), ())
    given: Dict[str, object] = checks.mapping(values, where, ("size", "centers", "ids"))
    centers = _points(given.get("centers"), f"{where}/centers")
    ids = checks.sequence(given.get("ids"), f"{where}/ids")
    if len(ids) != len(centers):
        raise InputError(
            f"{where}/ids", f"{len(ids)} ids for {len(centers)} centers; write as many"
        )
    return Markers(
        checks.number(given.get("size"), f"{where}/size", 1e-3, LARGEST),
        centers,
        tuple(checks.whole(one, f"{where}/ids", 0, 249) for one in ids),
    )


def _check(board: Board, where: str) -> None:
    """Raise InputError unless holes are whole and separate, for detection."""
    holes = board.centers
    if len(holes) < 3:
        raise InputError(f"{where}/centers", f"has {len(holes)} holes; a pose needs three or more")
    room = 0.5 * np.array([board.width, board.height]) - np.abs(holes)
    if room.min() <= board.radius:
        raise InputError(
            f"{where}/centers",
            "a hole reaches over the edge of the board; make it smaller or move it",
        )
    apart = np.hypot(*np.moveaxis(holes[:, None] - holes, -1, 0)) + 1e9 * np.eye(len(holes))
    if apart.min() <= 2.0 * board.radius:
        raise InputError(
            f"{where}/centers",
            f"two holes overlap: {apart.min():.3f} m apart, {2 * board.radius} m wide",
        )
