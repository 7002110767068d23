"""ORB features that survive ten pictures of the town's front camera.

The world is with textures and street furniture and without; the cheap quality, 640x480 at 30 Hz and
50 km/h. The true flow of each picture tells correct matches. Silhouettes before the sky around the
vanishing point have the strongest corners of a town in plain colours; they hardly move in the
picture and carry no information on the car's motion, so only features that have moved are counted.
The count of trackers without truth is reported beside it.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple

import cv2
import numpy as np

from bench.lib.report import Figure
from bench.lib.standing_town import StandingTown
from bench.lib.town_drive import frames
from sim.embedded.cameras import CameraFrame, Shot
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Camera
from sim.transforms import transform_from_rpy

PICTURES = 10
PICTURE_SPACING = 0.46  # m
# Features that ORB finds in these pictures, and as many as it keeps in ORB-SLAM.
ALL_FEATURES = 5000
KEPT_FEATURES = 1000
# Beginnings of drives along Main street, and the camera's place across it and above it.
START_PLACES = (-150.0, -110.0, -60.0, 10.0, 50.0, 150.0, 200.0)  # m
LANE_Y = -1.6  # m
EYE_HEIGHT = 1.4  # m
NAME = "ORB features that follow the true flow and move, the town against plain colours"
ANYWHERE = f"the best {KEPT_FEATURES} ORB features, moving or not, by epipolar lines alone"
UNIT = "x"
RATIO_GOAL = 5.0
BETTER = "higher"
# A match is one where the best is so much nearer than the next within a window, as trackers search;
# it is right near the true flow, or its epipolar line.
MATCH_RATIO = 0.8
SEARCH_WINDOW = 30.0  # pixels
MAX_FLOW_ERROR = 2.0  # pixels
MAX_LINE_ERROR = 1.5  # pixels
# Minimum motion in pixels over all pictures.
MOVED = 10.0


class Features(NamedTuple):
    """Places (n, 2) of a picture's features and their descriptors (n, 32)."""

    places: np.ndarray
    marks: np.ndarray


def figures() -> List[Figure]:
    """Return the features in both towns, and their ratio."""
    counts: Dict[bool, np.ndarray] = {plain: _counts(plain) for plain in (True, False)}
    shares = counts[False].mean(axis=0) / np.maximum(counts[True].mean(axis=0), 1e-9)
    return [
        Figure(
            f"ORB features that move, followed over {PICTURES} pictures, {name}",
            float(moving.mean()),
            "",
            better="higher",
            low=float(moving.min()),
            high=float(moving.max()),
        )
        for name, moving in (
            ("plain colours", counts[True][:, 0]),
            ("the town", counts[False][:, 0]),
        )
    ] + [
        Figure(NAME, float(shares[0]), UNIT, RATIO_GOAL, BETTER),
        Figure(ANYWHERE, float(shares[1]), UNIT, better=BETTER),
    ]


def _counts(plain: bool) -> np.ndarray:
    """Return counts (n, 2) per drive: moved features by flow, and ``ANYWHERE``."""
    town = StandingTown(plain)
    cameras = town.cameras(Quality("cheap"))
    camera = Camera("front", np.eye(4), 640, 480, 1.2, 0.1, 300.0)
    counts = []
    for start in START_PLACES:
        pictures: List[CameraFrame] = []
        for number in range(PICTURES):
            at = transform_from_rpy((start + PICTURE_SPACING * number, LANE_Y, EYE_HEIGHT))
            pictures += frames(cameras, [Shot(camera, at, flow=True)])
            town.physics.step()
        counts.append((following(pictures), on_lines(pictures)))
    cameras.close()
    return np.array(counts, float)


def following(pictures: Sequence[CameraFrame]) -> int:
    """Return the number of first features that follow the flow.

    They must reach the last picture, and move on the way.
    """
    found = _found(pictures, ALL_FEATURES)
    origin = np.arange(len(found[0].places))
    for before, after, picture in zip(found, found[1:], pictures[1:]):
        first, second = _matches(before, after)
        assert picture.flow is not None
        columns, rows = after.places[second].round().astype(int).T
        off = after.places[second] - before.places[first] - picture.flow[rows, columns]
        origin = _carried(
            origin, first, second, np.hypot(*off.T) < MAX_FLOW_ERROR, len(after.places)
        )
    alive = np.flatnonzero(origin >= 0)
    moved = found[-1].places[alive] - found[0].places[origin[alive]]
    return int((np.hypot(*moved.T) > MOVED).sum())


def on_lines(pictures: Sequence[CameraFrame]) -> int:
    """Return the number of best features found in all pictures.

    They are from the first picture, and must be near their epipolar lines.
    """
    found = _found(pictures, KEPT_FEATURES)
    origin = np.arange(len(found[0].places))
    for before, after in zip(found, found[1:]):
        first, second = _matches(before, after)
        good = np.zeros(len(first), bool)
        if len(first) >= 8:
            _, inside = cv2.findFundamentalMat(
                before.places[first], after.places[second], cv2.FM_RANSAC, MAX_LINE_ERROR, 0.999
            )
            good = good if inside is None else inside.ravel().astype(bool)
        origin = _carried(origin, first, second, good, len(after.places))
    return int((origin >= 0).sum())


def _found(pictures: Sequence[CameraFrame], most: int) -> List[Features]:
    orb = cv2.ORB_create(most)
    found = []
    for picture in pictures:
        grey = cv2.cvtColor(picture.color, cv2.COLOR_RGB2GRAY)
        points, marks = orb.detectAndCompute(grey, None)
        places = np.asarray(cv2.KeyPoint_convert(points), float).reshape(-1, 2)
        found.append(Features(places, np.empty((0, 32), np.uint8) if marks is None else marks))
    return found


def _matches(before: Features, after: Features) -> Tuple[np.ndarray, np.ndarray]:
    """Return matching rows (k,), (k,) of two pictures' features."""
    if len(before.places) == 0 or len(after.places) < 2:
        return np.empty(0, int), np.empty(0, int)
    apart = np.abs(before.places[:, None] - after.places[None]).max(axis=2)
    near = (apart < SEARCH_WINDOW).astype(np.uint8)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(before.marks, after.marks, k=2, mask=near)
    chosen = [
        (pair[0].queryIdx, pair[0].trainIdx)
        for pair in pairs
        if len(pair) == 2 and pair[0].distance < MATCH_RATIO * pair[1].distance
    ]
    rows = np.array(chosen, int).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def _carried(
    origin: np.ndarray, first: np.ndarray, second: np.ndarray, good: np.ndarray, count: int
) -> np.ndarray:
    """Return for the next features (count,) their rows in the first picture.

    -1 marks features that did not survive so far.
    """
    carried = np.full(count, -1)
    carried[second[good]] = origin[first[good]]
    return carried
