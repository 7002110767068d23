"""Registration of boards and lidar planes without an initial guess.

Boards are in the camera's frame. RANSAC samples correspondences of three planes each; the best of
their transforms are refined by point-to-plane ICP [Geiger2012, section V].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.chessboards.chessboard import Chessboard
from sim.calibration.chessboards.segments import Segment
from sim.calibration.fit.pose import apply_step, step_between
from sim.transforms import inverse, transform

RANSAC_SAMPLES = 60_000
MAX_HYPOTHESES = 8
# Differences between the two sensors: a lidar may see half a board.
MAX_NORMAL_DIFFERENCE = 0.12  # rad, between angles of normals
MAX_DISTANCE_DIFFERENCE = 0.5  # board diagonals, between distances of middles
# Of three unit normals: the least volume at which the planes' intersection is certain.
MIN_NORMALS_VOLUME = 0.03
MIDDLE_WEIGHT = 0.1  # relative to planes
# Largest deviations of a matching plane: angle in rad, distance in m, and distance of the middles
# in board diagonals.
MATCH_LIMITS = (0.25, 0.15, 0.6)
SAME_POSE_TOLERANCE = 0.1  # m, rad
# Largest distance of a point from its board in m, from the first round to the last.
DISTANCE_GATES = (0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.04, 0.04, 0.03, 0.03)
# Margin by which boards are enlarged while points are matched to them, m.
BOARD_MARGIN = 0.05  # m
MIN_POINTS = 20


@dataclass(frozen=True)
class ChessboardRegistration:
    """Registered transform ``matrix`` (4, 4) camera_from_lidar.

    ``matched`` numbers the boards with points, ``rms`` is the distance of these points from the
    boards' planes in m.
    """

    matrix: Array
    matched: Tuple[int, ...]
    rms: float


def register(
    board: Chessboard,
    boards: Sequence[Array],
    segments: Sequence[Segment],
    rng: np.random.Generator,
) -> Optional[ChessboardRegistration]:
    """Register boards, camera_from_board (4, 4), with planes in the cloud.

    Returns None if fewer than three of them agree.
    """
    if min(len(boards), len(segments)) < 3:
        return None
    points = np.concatenate([segment.points for segment in segments])
    starts = hypotheses(board, boards, segments, rng)
    refined = [refine(board, boards, points, start) for start in starts]
    good = [one for one in refined if one is not None]
    return max(good, key=lambda one: (len(one.matched), -one.rms), default=None)


def hypotheses(
    board: Chessboard,
    boards: Sequence[Array],
    segments: Sequence[Segment],
    rng: np.random.Generator,
) -> List[Array]:
    """Return the best distinct camera_from_lidar (4, 4), by matched boards."""
    diagonal = float(np.hypot(board.width, board.height))
    ours = np.array([[one[:3, 0], one[:3, 3]] for one in boards])
    theirs = np.array([[one.normal, one.center] for one in segments])
    here, there = _triples(ours, theirs, diagonal, rng)
    if len(here) == 0:
        return []
    turns, shifts = _transforms(here, there)
    scores = _scores(turns, shifts, ours, theirs, diagonal)
    kept: List[Array] = []
    for number in np.argsort(-scores):
        pose = transform(shifts[number], turns[number])
        if all(np.abs(step_between(pose, other)).max() > SAME_POSE_TOLERANCE for other in kept):
            kept.append(pose)
        if len(kept) == MAX_HYPOTHESES:
            break
    return kept


def refine(
    board: Chessboard, boards: Sequence[Array], points: Array, start: Array
) -> Optional[ChessboardRegistration]:
    """Refine a transform by point-to-plane ICP.

    Minimises the distances of the lidar's points (n, 3) from the planes of their boards; None if
    fewer than three boards have points.
    """
    pose = start
    for gate in DISTANCE_GATES:
        number, off, normals = _nearest(board, boards, points, pose, gate)
        counts = np.bincount(number[number >= 0], minlength=len(boards))
        matched = tuple(int(one) for one in np.flatnonzero(counts >= MIN_POINTS))
        on = np.isin(number, matched)
        if len(matched) < 3:
            return None
        axes = normals[on] @ pose[:3, :3]
        slopes = np.column_stack([axes, np.cross(points[on], axes)])
        pose = apply_step(pose, np.linalg.lstsq(slopes, -off[on], rcond=None)[0])
    return ChessboardRegistration(pose, matched, float(np.sqrt(np.mean(off[on] ** 2))))


def _triples(
    ours: Array, theirs: Array, diagonal: float, rng: np.random.Generator
) -> Tuple[Array, Array]:
    """Sample matching triples of boards and planes.

    Returns the normals and middles (n, 3, 2, 3) of both; angles and distances must agree.
    """
    first, second = (
        rng.random((RANSAC_SAMPLES, len(one))).argpartition(2, axis=1)[:, :3]
        for one in (ours, theirs)
    )
    here, there = ours[first], theirs[second]
    good = np.abs(np.linalg.det(here[:, :, 0])) > MIN_NORMALS_VOLUME
    for one, other in ((0, 1), (0, 2), (1, 2)):
        angles, apart = [], []
        for group in (here, there):
            cosine = (group[:, one, 0] * group[:, other, 0]).sum(axis=1)
            angles.append(np.arccos(np.clip(cosine, -1.0, 1.0)))
            apart.append(np.linalg.norm(group[:, one, 1] - group[:, other, 1], axis=1))
        good &= np.abs(angles[0] - angles[1]) < MAX_NORMAL_DIFFERENCE
        good &= np.abs(apart[0] - apart[1]) < MAX_DISTANCE_DIFFERENCE * diagonal
    return here[good], there[good]


def _transforms(here: Array, there: Array) -> Tuple[Array, Array]:
    """Compute rotations (n, 3, 3) by normals (Kabsch), and translations (n, 3).

    Translations follow from the planes and, weakly, from the middles.
    """
    u, _, vt = np.linalg.svd(np.einsum("nki,nkj->nij", here[:, :, 0], there[:, :, 0]))
    mirror = np.ones((len(here), 3))
    mirror[:, 2] = np.linalg.det(u @ vt)
    turns = (u * mirror[:, None]) @ vt
    turned = np.einsum("nij,nkj->nki", turns, there[:, :, 1])
    normals = here[:, :, 0]
    off = here[:, :, 1] - turned
    weights = np.einsum("nki,nkj->nij", normals, normals) + 3.0 * MIDDLE_WEIGHT**2 * np.eye(3)
    toward = np.einsum("nki,nk->ni", normals, (normals * off).sum(axis=2))
    toward += MIDDLE_WEIGHT**2 * off.sum(axis=1)
    return turns, np.linalg.solve(weights, toward[..., None])[..., 0]


def _scores(turns: Array, shifts: Array, ours: Array, theirs: Array, diagonal: float) -> Array:
    """Return the score (n,) of transforms: the sum of plane fits. Each board adds 0 to 1."""
    normals = np.einsum("nij,sj->nsi", turns, theirs[:, 0])
    middles = np.einsum("nij,sj->nsi", turns, theirs[:, 1]) + shifts[:, None]
    between = middles[:, None] - ours[:, 1][:, None]
    cosines = np.einsum("nsi,bi->nbs", normals, ours[:, 0])
    off = np.abs(np.einsum("nbsi,bi->nbs", between, ours[:, 0]))
    worst = np.maximum(
        np.arccos(np.clip(cosines, -1.0, 1.0)) / MATCH_LIMITS[0], off / MATCH_LIMITS[1]
    )
    worst = np.maximum(worst, np.linalg.norm(between, axis=-1) / (MATCH_LIMITS[2] * diagonal))
    found: Array = np.maximum(1.0 - worst.min(axis=2), 0.0).sum(axis=1)
    return found


def _nearest(
    board: Chessboard, boards: Sequence[Array], points: Array, pose: Array, gate: float
) -> Tuple[Array, Array, Array]:
    """Return board, distance and normal of each point.

    The board's number or -1, the distance from its plane, and the plane's normal in the camera's
    frame.
    """
    number, off = np.full(len(points), -1), np.full(len(points), np.inf)
    half = 0.5 * np.array([board.width, board.height]) + BOARD_MARGIN
    for index, one in enumerate(boards):
        board_from_lidar = inverse(one) @ pose
        there = points @ board_from_lidar[:3, :3].T + board_from_lidar[:3, 3]
        on = (np.abs(there[:, 1:]) < half).all(axis=1)
        better = on & (np.abs(there[:, 0]) < np.minimum(np.abs(off), gate))
        number[better], off[better] = index, there[better, 0]
    return number, off, np.array([one[:3, 0] for one in boards])[number]
