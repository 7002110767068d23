"""Expected image of gears and trays at a pose.

The regions of a window with one colour each, in any light. World frame, metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import List, Protocol, Sequence, Tuple

import cv2
import numpy as np

from sim.arrays import Array
from sim.kitting.detection.heights import lifted
from sim.kitting.detection.pictures.coverage import Window, covered, covered_convex
from sim.kitting.detection.pictures.optics import PinholeModel
from sim.transforms import transform, transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear

SIDE_LEVELS = 2  # heights at which the sides of a body are drawn
CIRCLE_CORNERS = 40
SAMPLES_PER_PIXEL = 4


class Regions(Protocol):
    """Drawable regions of an object at a pose (x, y, yaw)."""

    def regions(self, pose: Array, optics: PinholeModel, window: Window) -> Tuple[Array, ...]:
        """Return shares (h, w) of its regions; the first is decisive."""


class FittedShape(Regions, Protocol):
    """A shape for fitting.

    ``reach`` is the radius, m, of a circle around all of it, ``top`` the height of its upper face.
    """

    @property
    def reach(self) -> float: ...

    @property
    def top(self) -> float: ...


@dataclass(frozen=True)
class GearShape:
    """A gear with its lowest point at ``bottom``, optionally ``flipped``."""

    gear: Gear
    bottom: float
    flipped: bool = False

    @property
    def reach(self) -> float:
        return self.gear.tip_radius

    @property
    def turn(self) -> float:
        """rad after which it looks the same."""
        return 2.0 * np.pi / self.gear.teeth

    @property
    def top(self) -> float:
        """The height of the face that is seen."""
        gear = self.gear
        return self.bottom + (gear.height if self.flipped else gear.thickness)

    def outline(self, pose: Array, optics: PinholeModel) -> Array:
        return self._toothed(pose, optics, self.top)

    def regions(self, pose: Array, optics: PinholeModel, window: Window) -> Tuple[Array, ...]:
        """Return upper face and hub's top, the disc's and hub's sides."""
        levels = [self._toothed(pose, optics, height) for height in self.heights]
        return self.drawn(levels, pose, optics, window)

    @property
    def heights(self) -> Array:
        """The heights, the top last, at which the disc's outline is drawn."""
        return np.linspace(self.top - self.gear.thickness, self.top, SIDE_LEVELS)

    def drawn(
        self, levels: Sequence[Array], pose: Array, optics: PinholeModel, window: Window
    ) -> Tuple[Array, ...]:
        """Return the regions of a disc and of the hub.

        The disc has outlines (n, 2) at its heights.
        """
        face = covered(levels[-1:], window, SAMPLES_PER_PIXEL)
        body = covered(levels, window, SAMPLES_PER_PIXEL)
        if self.flipped:
            return face, body - face
        hub_top, hub = self._hub(pose, optics, window)
        side = hub - hub_top
        return np.maximum(face, hub) - side, np.maximum(body, hub) - np.maximum(face, hub), side

    def world_from_object(self, pose: Array) -> Array:
        x, y, yaw = pose
        height = lifted(self.gear, self.flipped, self.bottom)
        world = transform_from_rpy((x, y, height), (0.0, 0.0, yaw))
        if self.flipped:
            world = world @ transform(np.zeros(3), np.diag([1.0, -1.0, -1.0]))
        return world

    def _toothed(self, pose: Array, optics: PinholeModel, height: float) -> Array:
        return _projected(_outline(self.gear), pose, height, optics)

    def _hub(self, pose: Array, optics: PinholeModel, window: Window) -> Tuple[Array, Array]:
        angles = 2.0 * np.pi * np.arange(CIRCLE_CORNERS) / CIRCLE_CORNERS
        circle = self.gear.hub_radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        top = _projected(circle, pose, self.bottom + self.gear.height, optics)
        foot = _projected(circle, pose, self.top, optics)
        hull = cv2.convexHull(np.concatenate([top, foot]).astype(np.float32))[:, 0]
        return covered([top], window, SAMPLES_PER_PIXEL), covered([hull], window, SAMPLES_PER_PIXEL)


@dataclass(frozen=True)
class RoundShape:
    """A disc without teeth that covers as much as a gear.

    It is fitted first, since teeth would lock in at wrong places, and the gear must fit better than
    it.
    """

    full: GearShape

    @property
    def reach(self) -> float:
        return self.full.reach

    @property
    def top(self) -> float:
        return self.full.top

    def regions(self, pose: Array, optics: PinholeModel, window: Window) -> Tuple[Array, ...]:
        circle = _circle(self.full.gear)
        return self.full.drawn(
            [_projected(circle, pose, height, optics) for height in self.full.heights],
            pose,
            optics,
            window,
        )


@dataclass(frozen=True)
class TrayShape:
    """A tray that lies at ``bottom``, whatever its pockets contain."""

    tray: Tray
    bottom: float

    @property
    def reach(self) -> float:
        return 0.5 * float(np.hypot(*self.tray.size))

    @property
    def top(self) -> float:
        return self.bottom + self.tray.floor

    def outline(self, pose: Array, optics: PinholeModel) -> Array:
        return _projected(self._corners(), pose, self.top, optics)

    def regions(self, pose: Array, optics: PinholeModel, window: Window) -> Tuple[Array, ...]:
        """Return its upper face and its sides."""
        foot = _projected(self._corners(), pose, self.bottom, optics)
        upper = self.outline(pose, optics)
        face = covered_convex(upper, window)
        body = covered_convex(np.concatenate([upper, foot]), window)
        return face, np.maximum(body - face, 0.0)

    def world_from_object(self, pose: Array) -> Array:
        x, y, yaw = pose
        return transform_from_rpy((x, y, self.bottom), (0.0, 0.0, yaw))

    def pockets(self, pose: Array, optics: PinholeModel) -> List[Array]:
        """Return the upper inner edges (n, 2) of its pockets, in pixels."""
        angles = 2.0 * np.pi * np.arange(4 * CIRCLE_CORNERS) / (4 * CIRCLE_CORNERS)
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        height = self.bottom + self.tray.floor + self.tray.depth
        return [
            _projected(
                (self.tray.gears[slot.part].tip_radius + self.tray.clearance) * circle
                + (slot.x, slot.y),
                pose,
                height,
                optics,
            )
            for slot in self.tray.slots
        ]

    def _corners(self) -> Array:
        length, width = self.tray.size
        signs = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
        return 0.5 * signs * (length, width)


@lru_cache(maxsize=64)
def _outline(gear: Gear) -> Array:
    return gear.outline()


@lru_cache(maxsize=64)
def _circle(gear: Gear) -> Array:
    """Return a circle (n, 2) with the area of a gear's outline."""
    x, y = _outline(gear).T
    area = 0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum()
    angles = 2.0 * np.pi * np.arange(4 * CIRCLE_CORNERS) / (4 * CIRCLE_CORNERS)
    return np.asarray(np.sqrt(area / np.pi) * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def same_after(tray: Tray, angle: float) -> bool:
    """Return whether a tray looks the same after a rotation."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if not np.allclose(np.abs(turn) @ tray.size, tray.size, atol=1e-6):
        return False

    def places(turned: Array) -> List[Tuple[str, float, float]]:
        at = np.round(np.array([[slot.x, slot.y] for slot in tray.slots]) @ turned.T, 6) + 0.0
        return sorted((slot.part, float(x), float(y)) for slot, (x, y) in zip(tray.slots, at))

    return not tray.slots or places(np.eye(2)) == places(turn)


def _projected(points: Array, pose: Array, height: float, optics: PinholeModel) -> Array:
    x, y, yaw = pose
    cos, sin = np.cos(yaw), np.sin(yaw)
    turned = points @ np.array([[cos, sin], [-sin, cos]])
    placed = np.column_stack([turned + np.array([x, y]), np.full(len(turned), height)])
    return optics.pixels(placed)
