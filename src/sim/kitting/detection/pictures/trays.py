"""Recognition of trays.

Patches that differ from the table's colour, or previous places of trays, are fitted as rectangles;
pockets decide the rotation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.pictures.coverage import covered, window_around
from sim.kitting.detection.pictures.fit import Fit, Fitter
from sim.kitting.detection.pictures.optics import PinholeModel
from sim.kitting.detection.pictures.shapes import TrayShape, same_after
from sim.workcell.bodies import Tray

# Pixels on both sides of a tray's border that are looked at.
BAND_WIDTH = 6.0  # pixels
# RGB distance of a patch from the table; width of the smoothing in pixels.
MIN_COLOR_DIFFERENCE = 0.12
BLUR_WINDOW = 7  # pixels
# A patch of a tray.
MAX_SIDE_DEVIATION = 0.08  # share of a tray's side
MIN_PATCH_AREA = 300  # pixels
# Motion of a tray that was seen before, unless it is seen as a whole.
MAX_DISPLACEMENT = 0.01  # m
MAX_ROTATION = 0.05  # rad
MIN_VISIBLE_SHARE = 0.35  # of a border, as expected
MAX_POSITION_SIGMA = 1e-3  # m
# Minimum darkness (RGB distance) of pockets' walls relative to beside them, to decide the rotation.
MIN_WALL_CONTRAST = 0.003


@dataclass(frozen=True)
class SeenTray:
    """``score`` from 0 to 1."""

    part: str
    shape: TrayShape
    fit: Fit
    score: float


@dataclass(frozen=True)
class Expected:
    """A tray that was seen before, or that the layout has."""

    part: str
    pose: Array


class TrayFinder:
    """Finds trays on a table of height ``table`` in one camera's images."""

    def __init__(self, trays: Dict[str, Tray], optics: PinholeModel, table: float) -> None:
        self._shapes = {name: TrayShape(tray, table) for name, tray in trays.items()}
        self._optics = optics

    def find(self, picture: Array, sigma: float, expected: Sequence[Expected]) -> List[SeenTray]:
        """Return the trays in an image (h, w, 3), without repetitions.

        ``expected`` ones are also found if partly hidden, and resolve the rotation of symmetric
        ones.
        """
        found: List[SeenTray] = []
        for part, pose in self._patches(picture, sigma):
            self._add(found, self._seen(picture, sigma, part, pose, expected))
        for one in expected:
            if not _near(found, one):
                seen = self._seen(picture, sigma, one.part, one.pose, expected)
                if seen and _same_place(seen.fit.pose, one.pose):
                    self._add(found, seen)
        return found

    def _add(self, found: List[SeenTray], seen: Optional[SeenTray]) -> None:
        if seen and all(
            np.linalg.norm((seen.fit.pose - other.fit.pose)[:2])
            > 0.5 * min(min(seen.shape.tray.size), min(other.shape.tray.size))
            for other in found
        ):
            found.append(seen)

    def _patches(self, picture: Array, sigma: float) -> List[Tuple[str, Array]]:
        """Return parts and poses of rectangles that may be trays."""
        smooth = cv2.blur(picture, (BLUR_WINDOW, BLUR_WINDOW)) if sigma > 0.02 else picture
        table = _commonest(smooth)
        limit = max(MIN_COLOR_DIFFERENCE, 5.0 * sigma * np.sqrt(3.0) / BLUR_WINDOW)
        mask = (np.linalg.norm(smooth - table, axis=2) > limit).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        found = []
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] >= MIN_PATCH_AREA:
                contours, _ = cv2.findContours(
                    (labels == label).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
                )
                found += self._matching(cv2.minAreaRect(contours[0]))
        return found

    def _matching(self, rectangle: Any) -> List[Tuple[str, Array]]:
        corners = cv2.boxPoints(rectangle)
        found = []
        for part, shape in self._shapes.items():
            height = shape.bottom + shape.tray.floor
            places = self._optics.places(corners, height)
            # Contours run along the middles of the outermost pixels.
            pixel = 1.0 / self._optics.scale(height)
            first, second = places[1] - places[0], places[2] - places[1]
            sides = np.array([np.linalg.norm(first), np.linalg.norm(second)]) + pixel
            middle = places.mean(axis=0)
            for along, size in ((first, sides), (second, sides[::-1])):
                if np.all(np.abs(size / np.array(shape.tray.size) - 1.0) < MAX_SIDE_DEVIATION):
                    yaw = float(np.arctan2(along[1], along[0]))
                    found.append((part, np.array([*middle, yaw])))
                    break
        return found

    def _seen(
        self,
        picture: Array,
        sigma: float,
        part: str,
        start: Array,
        expected: Sequence[Expected],
    ) -> Optional[SeenTray]:
        shape = self._shapes[part]
        outline = shape.outline(start, self._optics)
        window = window_around(outline, BAND_WIDTH + 2.0, self._optics.size)
        if window.empty or min(window.width, window.height) < 4 * BAND_WIDTH:
            return None
        band = self._band(outline, window.width, window.height, (window.left, window.top))
        used = band & (covered(shape.pockets(start, self._optics), window, 2) < 0.01)
        if used.sum() < 100:
            return None
        fit = Fitter(picture, self._optics, window, used, sigma).fit(shape, start)
        seen = self._border_seen(fit, used, sigma)
        spread = np.sqrt(np.linalg.eigvalsh(fit.covariance[:2, :2]).max())
        if (
            seen < MIN_VISIBLE_SHARE
            or spread > MAX_POSITION_SIGMA
            or fit.contrast < MIN_COLOR_DIFFERENCE
        ):
            return None
        pose, sure = self._way_round(picture, shape, fit.pose, part, expected)
        fit = Fit(pose, fit.covariance, fit.colors, fit.residuals, fit.cost, fit.sigma, fit.inside)
        return SeenTray(part, shape, fit, seen * sure)

    def _band(self, outline: Array, width: int, height: int, corner: Tuple[int, int]) -> Array:
        canvas = np.zeros((height, width), np.uint8)
        points = np.rint(outline - corner).astype(np.int32)
        cv2.polylines(canvas, [points], True, (1,), thickness=int(2 * BAND_WIDTH) + 1)
        return canvas > 0

    def _border_seen(self, fit: Fit, used: Array, sigma: float) -> float:
        """Return the share of the border's length that looks as expected.

        Inside and out, of the border within the image.
        """
        limit = max(0.16, 4.0 * sigma * np.sqrt(3.0) / 5.0)
        good = np.linalg.norm(cv2.blur(fit.residuals, (5, 5)), axis=2) < limit
        good = cv2.erode(good.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        inside = used & (fit.inside > 0.5)
        outside = used & ~(fit.inside > 0.5)
        shares = [float(good[side].mean()) for side in (inside, outside) if side.any()]
        return min(shares) if len(shares) == 2 else 0.0

    def _way_round(
        self,
        picture: Array,
        shape: TrayShape,
        pose: Array,
        part: str,
        expected: Sequence[Expected],
    ) -> Tuple[Array, float]:
        """Return the pose among those with the same border, with its certainty.

        The walls of pockets decide if they differ, else the pose nearest to the expected one.
        """
        ways = [turned(pose, angle) for angle in _ways(shape.tray)]
        walls = [self._walls(picture, shape, way) for way in ways]
        best = max(walls)
        likely = [way for way, wall in zip(ways, walls) if wall > best - MIN_WALL_CONTRAST]
        before = [one.pose for one in expected if one.part == part]
        near = min(
            before,
            key=lambda other: float(np.linalg.norm((other - pose)[:2])),
            default=np.zeros(3),
        )
        chosen = min(likely, key=lambda way: abs(turned(way, -near[2])[2]))
        same = all(same_after(shape.tray, float(way[2] - chosen[2])) for way in likely)
        return chosen, 1.0 if same else 0.5

    def _walls(self, picture: Array, shape: TrayShape, pose: Array) -> float:
        """Return how dark the image is along the edges of pockets. Relative to beside the edges."""
        grey = picture.mean(axis=2)
        fine, coarse = cv2.GaussianBlur(grey, (0, 0), 0.8), cv2.GaussianBlur(grey, (0, 0), 3.0)
        dark = np.maximum(coarse - fine, 0.0)
        points = np.concatenate(shape.pockets(pose, self._optics)).astype(np.float32)
        sampled = cv2.remap(dark, points[None, :, 0], points[None, :, 1], cv2.INTER_LINEAR)
        return float(sampled.mean())


def turned(pose: Array, angle: float) -> Array:
    """Rotate a pose (x, y, yaw) on its place. yaw from -pi to pi."""
    yaw = np.remainder(pose[2] + angle + np.pi, 2.0 * np.pi) - np.pi
    return np.array([pose[0], pose[1], yaw])


def _ways(tray: Tray) -> List[float]:
    """Return the turns after which a tray has the same border."""
    square = abs(tray.size[0] - tray.size[1]) < 1e-6
    count = 4 if square else 2
    return [2.0 * np.pi * number / count for number in range(count)]


def _commonest(picture: Array) -> Array:
    """Return the most common colour (3,) of an image."""
    levels = np.clip(picture * 16.0, 0, 15).astype(int).reshape(-1, 3)
    index = levels @ np.array([256, 16, 1])
    chosen = index == np.bincount(index).argmax()
    result: Array = np.median(picture.reshape(-1, 3)[chosen], axis=0)
    return result


def _near(found: Sequence[SeenTray], one: Expected) -> bool:
    return any(
        other.part == one.part and np.linalg.norm((other.fit.pose - one.pose)[:2]) < 0.05
        for other in found
    )


def _same_place(pose: Array, other: Array) -> bool:
    half = np.remainder(pose[2] - other[2] + 0.5 * np.pi, np.pi) - 0.5 * np.pi
    return bool(np.linalg.norm((pose - other)[:2]) < MAX_DISPLACEMENT and abs(half) < MAX_ROTATION)
