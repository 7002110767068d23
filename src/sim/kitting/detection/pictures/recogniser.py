"""Recognition of known objects in an overhead camera's images.

Trays first, since they determine the heights of gears in them; a hidden tray keeps its last seen
pose, at first that in the layout. World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detection.heights import flat, resting
from sim.kitting.detection.pictures.candidates import noise_of
from sim.kitting.detection.pictures.fit import Fit
from sim.kitting.detection.pictures.gears import GearFinder, SeenGear
from sim.kitting.detection.pictures.optics import PinholeModel
from sim.kitting.detection.pictures.trays import Expected, SeenTray, TrayFinder
from sim.kitting.detections import KIT_TRAY, PART, PARTS_TRAY, Detection
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

# Uncertainties that a fit ignores: pixels' edges, heights of resting parts, their tilt.
EDGE_SIGMA = 0.15e-3  # m
TURN_SIGMA = 2e-3  # rad
HEIGHT_SIGMA = 0.5e-3  # m
TILT_SIGMA = 5e-3  # rad
# A gear has a defect if its colour is darker than others of its kind, or than the layout's in this
# light, by this factor.
DEFECT_BRIGHTNESS = 0.72


@dataclass(frozen=True)
class Recognised:
    """Objects in one image, with outlines (n, 2) in pixels.

    One outline for each of the ``detections``.
    """

    detections: Tuple[Detection, ...]
    outlines: Tuple[Array, ...]
    sigma: float


class Recogniser:
    """Recogniser of one camera; remembers the trays' poses."""

    def __init__(self, layout: Layout, optics: PinholeModel) -> None:
        self._layout, self._optics = layout, optics
        middle = optics.world_from_camera[:2, 3]
        table = flat(layout, float(middle[0]), float(middle[1]))
        parts = layout.parts.values()
        gears = {one.name: one.body for one in parts if isinstance(one.body, Gear)}
        self._trays = {one.name: one.body for one in parts if isinstance(one.body, Tray)}
        self._gears = GearFinder(gears, optics, table)
        self._finder = TrayFinder(self._trays, optics, table)
        self._expected = _expected(layout)
        self._table = table

    def recognise(self, picture: Array) -> Recognised:
        """Return the objects in an image (h, w, 3). RGB from 0 to 1."""
        picture = np.ascontiguousarray(picture, np.float32)
        sigma = noise_of(picture)
        trays = self._finder.find(picture, sigma, self._expected)
        self._remember(trays)
        places = [(self._world_from_tray(one), self._trays[one.part]) for one in self._expected]
        gears = self._gears.find(picture, sigma, lambda x, y: resting(self._layout, x, y, places))
        light = _light(self._layout, trays, gears)
        detections = [self._tray(one) for one in trays]
        detections += [self._gear(one, light) for one in gears]
        outlines = [one.shape.outline(one.fit.pose, self._optics) for one in trays]
        outlines += [one.shape.outline(one.fit.pose, self._optics) for one in gears]
        return Recognised(tuple(detections), tuple(outlines), sigma)

    def _world_from_tray(self, one: Expected) -> Array:
        x, y, yaw = one.pose
        return transform_from_rpy((x, y, self._table), (0.0, 0.0, yaw))

    def _remember(self, trays: Sequence[SeenTray]) -> None:
        """Replace the nearest expected trays by the seen ones."""
        expected = list(self._expected)
        for one in trays:
            same = [index for index, other in enumerate(expected) if other.part == one.part]
            now = Expected(one.part, one.fit.pose)
            if same:
                nearest = min(
                    same,
                    key=lambda index: float(np.linalg.norm((expected[index].pose - now.pose)[:2])),
                )
                expected[nearest] = now
        self._expected = tuple(expected)

    def _tray(self, one: SeenTray) -> Detection:
        kind = KIT_TRAY if one.shape.tray.kit else PARTS_TRAY
        return Detection(
            one.part,
            kind,
            one.shape.world_from_object(one.fit.pose),
            covariance_of(one.fit),
            one.score,
        )

    def _gear(self, one: SeenGear, light: float) -> Detection:
        nominal = np.array(self._layout.parts[one.part].color)
        faulty = float(one.color.sum() / nominal.sum()) < DEFECT_BRIGHTNESS * light
        return Detection(
            one.part,
            PART,
            one.shape.world_from_object(one.fit.pose),
            covariance_of(one.fit),
            one.score,
            faulty,
        )


def covariance_of(fit: Fit) -> Array:
    """Return the covariance (6, 6) of a pose fitted in the plane."""
    covariance = np.diag(
        np.square([EDGE_SIGMA, EDGE_SIGMA, HEIGHT_SIGMA, TILT_SIGMA, TILT_SIGMA, TURN_SIGMA])
    )
    axes = np.array([0, 1, 5])
    covariance[np.ix_(axes, axes)] += fit.covariance
    return covariance


def _light(layout: Layout, trays: Sequence[SeenTray], gears: Sequence[SeenGear]) -> float:
    """Return the brightness as a factor of the layout's colours. The median of trays and gears."""
    colors = [(one.part, one.fit.colors[1]) for one in trays]
    colors += [(one.part, one.color) for one in gears]
    ratios = [float(color.sum() / np.sum(layout.parts[part].color)) for part, color in colors]
    return float(np.median(ratios)) if ratios else 1.0


def _expected(layout: Layout) -> Tuple[Expected, ...]:
    """Return the trays of a layout."""
    found: List[Expected] = []
    for one in layout.models.values():
        if isinstance(one.part.body, Tray):
            pose = one.world_from_model
            yaw = float(np.arctan2(pose[1, 0], pose[0, 0]))
            found.append(Expected(one.part.name, np.array([pose[0, 3], pose[1, 3], yaw])))
    return tuple(found)


def merged(seen: Sequence[Sequence[Detection]], gate: float = 0.02) -> Tuple[Detection, ...]:
    """Merge detections of several cameras, each object once.

    The detection with the higher score is kept.
    """
    kept: Dict[str, List[Detection]] = {}
    for one in sorted((one for each in seen for one in each), key=lambda one: -one.score):
        same = kept.setdefault(one.part, [])
        at = one.world_from_object[:2, 3]
        if all(np.linalg.norm(other.world_from_object[:2, 3] - at) > gate for other in same):
            same.append(one)
    return tuple(one for each in kept.values() for one in each)
