"""Triangle mesh of a board with real holes, for both simulators' rays.

Frame of the board: x out of the face, origin in the face's middle; m.
"""

from __future__ import annotations

from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board
from sim.errors import InputError

SEGMENTS = 120
# Scale of the polygon of a circle, so that its mean radius is exact.
ROUNDED = 1.0 + (np.pi / SEGMENTS) ** 2 / 6.0


def board_obj(board: Board, materials: str) -> str:
    """Return the OBJ text of a board.

    Materials ``face``, with texture coordinates over the whole face, and ``body``; ``materials`` is
    the name of their file. Raises InputError if no straight lines separate the holes.
    """
    cells = _cells(board)
    face = [strip for cell, center in cells for strip in _strips(board, cell, center)]
    inner = np.concatenate([strip[0] for strip in face])
    outer = np.concatenate([strip[1] for strip in face])
    points = np.concatenate([inner, outer])
    texture = points / [board.width, board.height] + 0.5
    back = np.column_stack([np.full(len(points), -board.thickness), points])
    front = np.column_stack([np.zeros(len(points)), points])
    corners = 0.5 * np.array([board.width, board.height]) * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    lines = [f"mtllib {materials}", "o board"]
    lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in np.concatenate([front, back])]
    lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x in (0.0, -board.thickness) for y, z in corners]
    lines += [f"vt {u:.5f} {v:.5f}" for u, v in texture]
    count, half = len(points), len(inner)
    lines.append("usemtl face")
    lines += [_textured(*row) for row in _quads(face, half)]
    lines.append("usemtl body")
    lines += [f"f {c + count} {b + count} {a + count}" for a, b, c in _quads(face, half)]
    lines += [row for row in _rims(face, count)]
    lines += [row for row in _sides(2 * count)]
    return "\n".join(lines) + "\n"


def _cells(board: Board) -> List[Tuple[Array, Array]]:
    """Return a rectangle (2, 2) about each hole.

    As lower and upper corner; together they are the face.
    """
    half = 0.5 * np.array([board.width, board.height])
    bounds = []
    for axis in range(2):
        levels = np.unique(np.round(board.centers[:, axis], 9))
        bounds.append(
            np.concatenate([[-half[axis]], 0.5 * (levels[1:] + levels[:-1]), [half[axis]]])
        )
    if (len(bounds[0]) - 1) * (len(bounds[1]) - 1) != len(board.centers):
        raise InputError(
            "centers", "the holes of a board that is to be drawn lie in rows and columns"
        )
    cells = []
    for center in board.centers:
        low, high = [], []
        for axis in range(2):
            place = int(np.searchsorted(bounds[axis], center[axis])) - 1
            low.append(bounds[axis][place])
            high.append(bounds[axis][place + 1])
        cells.append((np.array([low, high]), center))
    return cells


def _strips(board: Board, cell: Array, center: Array) -> List[Tuple[Array, Array]]:
    """Return the rim of a hole and its cell's edge. Each (k, 2), at the same angles."""
    toward = np.array([[cell[i, 0], cell[j, 1]] for i in (0, 1) for j in (0, 1)]) - center
    corners = np.arctan2(toward[:, 1], toward[:, 0])
    even = 2.0 * np.pi * np.arange(SEGMENTS) / SEGMENTS
    angles = np.unique(np.round(np.concatenate([even, corners % (2.0 * np.pi)]), 9))
    way = np.column_stack([np.cos(angles), np.sin(angles)])
    room = np.where(way > 0.0, cell[1] - center, center - cell[0])
    reach = (room / np.maximum(np.abs(way), 1e-12)).min(axis=1)
    return [(center + board.radius * ROUNDED * way, center + reach[:, None] * way)]


def _quads(strips: List[Tuple[Array, Array]], half: int) -> List[Tuple[int, int, int]]:
    """Return triangles of strips, counterclockwise as seen from the front.

    Indices of OBJ, from 1.
    """
    rows, begin = [], 1
    for inner, _ in strips:
        numbers = begin + np.arange(len(inner))
        for one, following in zip(numbers, np.roll(numbers, -1)):
            rows += [(one, one + half, following + half), (one, following + half, following)]
        begin += len(inner)
    return rows


def _textured(a: int, b: int, c: int) -> str:
    return f"f {a}/{a} {b}/{b} {c}/{c}"


def _rims(strips: List[Tuple[Array, Array]], count: int) -> List[str]:
    rows, begin = [], 1
    for inner, _ in strips:
        numbers = begin + np.arange(len(inner))
        for one, following in zip(numbers, np.roll(numbers, -1)):
            rows.append(f"f {one} {following} {following + count}")
            rows.append(f"f {one} {following + count} {one + count}")
        begin += len(inner)
    return rows


def _sides(before: int) -> List[str]:
    rows = []
    for corner in range(4):
        one, following = before + 1 + corner, before + 1 + (corner + 1) % 4
        rows.append(f"f {one} {one + 4} {following + 4}")
        rows.append(f"f {one} {following + 4} {following}")
    return rows
