"""Ribbons: strips along a polyline at some distance beside it.

Examples are lanes, their markings, stop lines, and the stripes of crossings. World frame, metres;
distances beside a line are positive to the left. A ribbon is level across and follows the line's
height.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.scenery.mesh import SceneryMesh, quads

# A border in a bend is moved along the bisector by at most this many times its distance.
MITRE = 3.0


def arc_length(line: Array) -> Array:
    """Return the horizontal arc length (n,) along a polyline (n, 3)."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])


def beside(line: Array, distance: float) -> Array:
    """Offset a polyline (n, 3) to the left, mitred at its bends. Its points must be distinct."""
    moves = np.diff(line[:, :2], axis=0)
    moves /= np.hypot(moves[:, 0], moves[:, 1])[:, None]
    normals = np.column_stack([-moves[:, 1], moves[:, 0]])
    before, after = np.vstack([normals[:1], normals]), np.vstack([normals, normals[-1:]])
    bisector = before + after
    # |bisector|^2 / 2 = 1 + cos(turn), and the mitre is bisector / (1 + cos(turn)).
    scale = np.maximum(0.5 * (bisector**2).sum(axis=1), 2.0 / MITRE**2)
    moved = line.copy()
    moved[:, :2] += distance * bisector / scale[:, None]
    return moved


def between(right: Array, left: Array) -> SceneryMesh:
    """Return the strip between two polylines (n, 3) of equally many points."""
    return quads(np.stack([right[:-1], right[1:], left[1:], left[:-1]], axis=1))


def ribbon(line: Array, right: float, left: float) -> SceneryMesh:
    """Return the strip from ``right`` to ``left`` beside a polyline."""
    return between(beside(line, right), beside(line, left))


def at(line: Array, s: Array) -> Array:
    """Return points (k, 3) at lengths ``s`` (k,) along a polyline."""
    lengths = arc_length(line)
    return np.column_stack([np.interp(s, lengths, line[:, i]) for i in range(3)])


def piece(line: Array, start: float, end: float) -> Array:
    """Return the part of a polyline between two lengths along it."""
    lengths = arc_length(line)
    inside = line[(lengths > start + 1e-3) & (lengths < end - 1e-3)]
    return np.vstack([at(line, np.array([start])), inside, at(line, np.array([end]))])


def stripes(line: Array, start: Array, end: Array, right: float, left: float) -> SceneryMesh:
    """Return rectangles from ``start`` (k,) to ``end`` (k,) along a polyline.

    They are straight even at bends.
    """
    borders = beside(line, right), beside(line, left)
    share = np.array([start, end]) / max(arc_length(line)[-1], 1e-9)
    (r0, r1), (l0, l1) = (
        [at(border, part * arc_length(border)[-1]) for part in share] for border in borders
    )
    return quads(np.stack([r0, r1, l1, l0], axis=1))


def dash_ends(length: float, dash: float, gap: float) -> Tuple[Array, Array]:
    """Return begins and ends of dashes on a line.

    The first follows half a gap, the last is cut at the line's end.
    """
    start = np.arange(0.5 * gap, length - 0.05, dash + gap)
    return start, np.minimum(start + dash, length)


def cross_sections(right: Array, left: Array, longest: float = np.inf) -> Tuple[Array, Array]:
    """Resample two borders to k matching points each, (k, 3).

    Borders (n, 3), (m, 3); the points are at equal fractions of their lengths, at most ``longest``
    m apart.
    """
    shares = [arc_length(border) / max(arc_length(border)[-1], 1e-9) for border in (right, left)]
    both = np.unique(np.concatenate([np.round(share, 6) for share in shares]))
    step = longest / max(arc_length(right)[-1], arc_length(left)[-1], 1e-9)
    both = np.concatenate(
        [
            np.linspace(a, b, max(1, int(np.ceil((b - a) / step))), endpoint=False)
            for a, b in zip(both, both[1:])
        ]
        + [[1.0]]
    )
    return at(right, both * arc_length(right)[-1]), at(left, both * arc_length(left)[-1])
