"""ORB features that live through ten pictures of the town's front camera, with the world's textures
and street furniture and without: the cheap quality, 640x480 at 30 Hz and 50 km/h."""

from __future__ import annotations

from typing import List

import cv2
import numpy as np

from bench.lib.report import Figure
from bench.lib.standing_town import StandingTown
from bench.lib.town_drive import frames
from sim.embedded.cameras import Shot
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Camera
from sim.transforms import transform_from_rpy

FEATURES, PICTURES, APART = 1000, 10, 0.46
# Beginnings of drives along Main street, m, and the camera's place across it and above it.
STARTS, LANE, EYE = (-150.0, -110.0, -60.0, 10.0, 50.0, 150.0, 200.0), -1.6, 1.4
NAME = "ORB features, the town against plain colours"
UNIT, GOAL, BETTER = "x", 5.0, "higher"
# A match is one where the best is so much nearer than the next within so many pixels, as trackers
# search, and no more than this many pixels off its epipolar line.
RATIO, OFF, WINDOW = 0.8, 1.5, 30.0


def figures() -> List[Figure]:
    """Features in both towns, and how many times as many."""
    plain, whole = (_tracked(plain) for plain in (True, False))
    share = whole.mean() / max(float(plain.mean()), 1e-9)
    return [
        Figure(
            f"ORB features of {FEATURES} tracked over {PICTURES} pictures, {name}",
            float(counts.mean()),
            "",
            better="higher",
            low=float(counts.min()),
            high=float(counts.max()),
        )
        for name, counts in (("plain colours", plain), ("the town", whole))
    ] + [Figure(NAME, float(share), UNIT, GOAL, BETTER)]


def _tracked(plain: bool) -> np.ndarray:
    """Features (n,) that live through each drive."""
    town = StandingTown(plain)
    cameras = town.cameras(Quality("cheap"))
    camera = Camera("front", np.eye(4), 640, 480, 1.2, 0.1, 300.0)
    counts = []
    for start in STARTS:
        pictures: List[np.ndarray] = []
        for number in range(PICTURES):
            at = transform_from_rpy((start + APART * number, LANE, EYE))
            (frame,) = frames(cameras, [Shot(camera, at)])
            town.physics.step()
            pictures.append(cv2.cvtColor(frame.color, cv2.COLOR_RGB2GRAY))
        counts.append(alive(pictures))
    cameras.close()
    return np.array(counts, float)


def alive(pictures: List[np.ndarray]) -> int:
    """How many features of the first picture are found again in each next one up to the last."""
    orb = cv2.ORB_create(FEATURES)
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
    found = [orb.detectAndCompute(picture, None) for picture in pictures]
    living = set(range(len(found[0][0])))
    for (points, marks), (next_points, next_marks) in zip(found, found[1:]):
        if marks is None or next_marks is None or len(next_marks) < 2:
            return 0
        pairs = [
            pair[0]
            for pair in matcher.knnMatch(marks, next_marks, k=2, mask=_near(points, next_points))
            if len(pair) == 2 and pair[0].distance < RATIO * pair[1].distance
        ]
        pairs = _on_epipolar_lines(pairs, points, next_points)
        living = {pair.trainIdx for pair in pairs if pair.queryIdx in living}
    return len(living)


def _near(points: List[cv2.KeyPoint], next_points: List[cv2.KeyPoint]) -> np.ndarray:
    """Which pairs (n, m) a tracker compares: those within its window."""
    here, there = (cv2.KeyPoint_convert(some) for some in (points, next_points))
    apart = np.abs(here[:, None] - there[None]).max(axis=2)
    return (apart < WINDOW).astype(np.uint8)


def _on_epipolar_lines(
    pairs: List[cv2.DMatch],
    points: List[cv2.KeyPoint],
    next_points: List[cv2.KeyPoint],
) -> List[cv2.DMatch]:
    if len(pairs) < 8:
        return []
    here = np.array([points[pair.queryIdx].pt for pair in pairs])
    there = np.array([next_points[pair.trainIdx].pt for pair in pairs])
    _, inside = cv2.findFundamentalMat(here, there, cv2.FM_RANSAC, OFF, 0.999)
    return [] if inside is None else [pair for pair, good in zip(pairs, inside.ravel()) if good]
