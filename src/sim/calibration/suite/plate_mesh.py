"""Triangle mesh of a plain plate.

Frame of the plate: x out of the face, origin in the face's middle; m.
"""

from __future__ import annotations

import numpy as np

from sim.calibration.chessboards.chessboard import Chessboard

# Corners as (y, z) in halves of the size, counterclockwise as seen from the front.
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def plate_obj(board: Chessboard, materials: str) -> str:
    """Return the OBJ text of a plain board.

    Materials ``face``, with texture coordinates over the whole face, and ``body``; ``materials`` is
    the name of their file.
    """
    flat = 0.5 * CORNERS * [board.width, board.height]
    lines = [f"mtllib {materials}", "o board"]
    lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x in (0.0, -board.thickness) for y, z in flat]
    lines += [f"vt {u:g} {v:g}" for u, v in 0.5 * (CORNERS + 1)]
    lines += ["usemtl face", "f 1/1 2/2 3/3", "f 1/1 3/3 4/4"]
    lines += ["usemtl body", "f 7 6 5", "f 8 7 5"]
    for one, following in ((1, 2), (2, 3), (3, 4), (4, 1)):
        lines.append(f"f {one} {one + 4} {following + 4}")
        lines.append(f"f {one} {following + 4} {following}")
    return "\n".join(lines) + "\n"
