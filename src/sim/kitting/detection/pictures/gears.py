"""Recognition of gears.

Each candidate is fitted as each possible gear, upright and upside down, and scored by its share of
expected pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.pictures.candidates import Candidate, candidates
from sim.kitting.detection.pictures.coverage import Window, window_around
from sim.kitting.detection.pictures.fit import Fit, Fitter
from sim.kitting.detection.pictures.optics import PinholeModel
from sim.kitting.detection.pictures.shapes import GearShape, RoundShape
from sim.workcell.gear import Gear

WINDOW_MARGIN = 5.0  # pixels around a gear that are looked at
BAND_WIDTH = 3  # pixels
# Turns within a tooth that are tried first.
INITIAL_TURNS = 5
# The farthest that a fit may lead away from its candidate.
MAX_FIT_DISTANCE = 0.008  # m
# The least shares: of a gear that is seen as expected, of the picture around it that the gear
# explains, at first and in the end, and of that which its teeth do.
MIN_VISIBLE_SHARE = 0.6
MIN_ROUGH_EXPLAINED_SHARE = 0.35
MIN_EXPLAINED_SHARE = 0.6
MIN_TEETH_SHARE = 0.05
# Minimum margin of a gear over a disc, and of one side up over the other; factor on the score below
# the latter.
MIN_DISC_MARGIN = 60.0  # log likelihood
MIN_FLIP_MARGIN = 8.0  # log likelihood
UNSURE_SCORE_FACTOR = 0.6
# Maximum RGB distance of a smoothed pixel from the expected one.
MAX_COLOR_DIFFERENCE = 0.16
BLUR_WINDOW = 5  # pixels
# The score of a gear on which no other one is looked for.
GOOD_SCORE = 0.8
# Maximum overlap of two gears as a share of the sum of their radii; one is refused above it.
MAX_OVERLAP = 0.75
HeightOf = Callable[[float, float], float]


@dataclass(frozen=True)
class SeenGear:
    """A recognised gear. ``score`` from 0 to 1; ``color`` is the upper face's in the image."""

    part: str
    shape: GearShape
    fit: Fit
    score: float

    @property
    def color(self) -> Array:
        return np.asarray(self.fit.colors[1])


class GearFinder:
    """Finds a layout's gears in images of one camera.

    Their ``height`` at a place (x, y) is known.
    """

    def __init__(self, gears: Dict[str, Gear], optics: PinholeModel, table: float) -> None:
        self._gears, self._optics, self._table = gears, optics, table

    def find(self, picture: Array, sigma: float, height: HeightOf) -> List[SeenGear]:
        """Return the gears in an image (h, w, 3), by descending score. The noise is ``sigma``."""
        radii = {
            name: gear.tip_radius * self._optics.scale(self._table + gear.thickness)
            for name, gear in self._gears.items()
        }
        seen: List[SeenGear] = []
        for candidate in candidates(picture, radii, sigma):
            if self._inside(candidate, radii) and not self._taken(seen, candidate):
                one = self._recognised(picture, sigma, height, candidate)
                seen += [] if one is None else [one]
        return _apart(seen)

    def _inside(self, candidate: Candidate, radii: Dict[str, float]) -> bool:
        """Return whether more than half of a candidate is in the image."""
        margin = 0.5 * radii[candidate.part]
        return all(
            margin <= at <= size - 1 - margin
            for at, size in zip(candidate.pixel, self._optics.size)
        )

    def _taken(self, seen: Sequence[SeenGear], candidate: Candidate) -> bool:
        """Return whether a candidate lies on a well-recognised gear."""
        return any(
            np.linalg.norm(self._optics.pixels(_middle(one)) - candidate.pixel)
            < one.shape.reach * self._optics.scale(one.shape.top)
            for one in seen
            if one.score > GOOD_SCORE
        )

    def _recognised(
        self, picture: Array, sigma: float, height: HeightOf, candidate: Candidate
    ) -> Optional[SeenGear]:
        gear = self._gears[candidate.part]
        # The height at a place depends on the place, by millimetres.
        x, y = self._optics.places(np.array(candidate.pixel), self._table + gear.thickness)
        bottom = height(float(x), float(y))
        window, used = self._window(GearShape(gear, bottom), np.array([x, y, 0.0]))
        if window.empty or used.sum() < 50:
            return None
        fitter = Fitter(picture, self._optics, window, used, sigma)
        disc = RoundShape(GearShape(gear, bottom))
        rough = fitter.fit(disc, np.array([x, y, 0.0]), turning=False)
        if (
            fitter.explained(rough.cost) < MIN_ROUGH_EXPLAINED_SHARE
            or rough.contrast < 0.5 * MAX_COLOR_DIFFERENCE
        ):
            return None
        upright = _fitted(fitter, GearShape(gear, bottom), rough.pose)
        # Upside down its face is higher, so that it is nearer to the middle.
        over = GearShape(gear, bottom, True)
        seen = self._optics.pixels(np.array([*upright.pose[:2], bottom + gear.thickness]))
        there = np.array([*self._optics.places(seen, over.top), upright.pose[2]])
        fits = {False: upright, True: fitter.fit(over, there)}
        # Upright is assumed unless the image is clearly different.
        gain = fits[False].cost - fits[True].cost
        flipped = gain > MIN_FLIP_MARGIN
        shape, fit, other = GearShape(gear, bottom, flipped), fits[flipped], fits[not flipped]
        start = self._optics.places(np.array(candidate.pixel), shape.top)
        if np.linalg.norm(fit.pose[:2] - start) > MAX_FIT_DISTANCE:
            return None
        score = self._score(fitter, shape, fit, sigma)
        if score > 0.0 and abs(gain) < MIN_FLIP_MARGIN:
            aside = np.array([*(fit.pose - other.pose)[:2], 0.0])
            fit = replace(fit, covariance=fit.covariance + np.outer(aside, aside))
            score *= UNSURE_SCORE_FACTOR
        return SeenGear(candidate.part, shape, fit, score) if score > 0.0 else None

    def _window(self, shape: GearShape, pose: Array) -> Tuple[Window, Array]:
        """Return a window around a gear, and the pixels near it."""
        outline = shape.outline(pose, self._optics)
        window = window_around(outline, WINDOW_MARGIN + BAND_WIDTH, self._optics.size)
        if window.empty:
            return window, np.zeros((0, 0), bool)
        regions = np.sum(shape.regions(pose, self._optics, window), axis=0)
        size = 2 * BAND_WIDTH + 3
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        return window, cv2.dilate((regions > 0.02).astype(np.uint8), kernel) > 0

    def _score(self, fitter: Fitter, shape: GearShape, fit: Fit, sigma: float) -> float:
        seen = seen_share(fit, sigma)
        if seen < MIN_VISIBLE_SHARE or fit.contrast < MAX_COLOR_DIFFERENCE:
            return 0.0
        plain = fitter.cost(RoundShape(shape), fit.pose)
        explained = fitter.explained(fit.cost)
        teeth = explained - fitter.explained(plain)
        if (
            explained < MIN_EXPLAINED_SHARE
            or teeth < MIN_TEETH_SHARE
            or plain - fit.cost < MIN_DISC_MARGIN
        ):
            return 0.0
        return seen * min(1.0, explained / GOOD_SCORE)


def seen_share(fit: Fit, sigma: float) -> float:
    """Return the share of a shape's pixels that look as expected. After smoothing the noise."""
    limit = max(MAX_COLOR_DIFFERENCE, 4.0 * sigma * np.sqrt(3.0) / BLUR_WINDOW)
    smooth = cv2.blur(fit.residuals, (BLUR_WINDOW, BLUR_WINDOW))
    good = np.linalg.norm(smooth, axis=2) < limit
    return float((fit.inside * good).sum() / max(fit.inside.sum(), 1.0))


def _fitted(fitter: Fitter, shape: GearShape, start: Array) -> Fit:
    """Return the best fit from several start angles within a tooth.

    The start position is about right.
    """
    turns = shape.turn * np.arange(INITIAL_TURNS) / INITIAL_TURNS
    best = min(turns, key=lambda turn: fitter.cost(shape, np.array([*start[:2], turn])))
    return fitter.fit(shape, np.array([*start[:2], best]))


def _middle(one: SeenGear) -> Array:
    return np.array([*one.fit.pose[:2], one.shape.top])


def _apart(seen: Sequence[SeenGear]) -> List[SeenGear]:
    """Return gears without overlap with a higher-scored one (non-maximum suppression)."""
    kept: List[SeenGear] = []
    for one in sorted(seen, key=lambda one: -one.score):
        if all(
            np.linalg.norm((one.fit.pose - other.fit.pose)[:2])
            > MAX_OVERLAP * (one.shape.reach + other.shape.reach)
            for other in kept
        ):
            kept.append(one)
    return kept
