"""Things made of boxes: trays with pockets for gears, tables, walls, cameras.

A tray's origin is in the middle of its bottom, a table's in the middle of its foot, a wall's in the
middle of its foot. Metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Mapping, Tuple, Union

import numpy as np

from sim.workcell.boxes import YawedBox
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody, SdfModel
from sim.workcell.stations import Conveyor, LightCurtain, ToolHolder

# A pocket's rim is a ring of this many boxes.
SIDES = 12
LEG = 0.06


@dataclass(frozen=True)
class GearSlot:
    """A pocket for one kind of gear. x and y of its middle are in the tray's frame."""

    part: str
    x: float
    y: float


@dataclass(frozen=True)
class Tray:
    """A plate with round pockets.

    Pockets are ``clearance`` wider in radius than their gears; ``gears`` are those named by the
    slots; ``kit`` marks a tray to be filled, not a supply.
    """

    size: Tuple[float, float]
    slots: Tuple[GearSlot, ...]
    gears: Mapping[str, Gear]
    floor: float = 0.005
    depth: float = 0.008
    rim: float = 0.004
    clearance: float = 0.005
    kit: bool = False

    def boxes(self) -> Iterator[YawedBox]:
        yield YawedBox("floor", (0.0, 0.0, 0.5 * self.floor), (*self.size, self.floor))
        for number, slot in enumerate(self.slots, 1):
            inside = self.gears[slot.part].tip_radius + self.clearance
            middle, wide = (
                inside + 0.5 * self.rim,
                2.0 * (inside + self.rim) * np.tan(np.pi / SIDES),
            )
            for side in range(SIDES):
                angle = 2.0 * np.pi * side / SIDES
                centre = (
                    slot.x + middle * np.cos(angle),
                    slot.y + middle * np.sin(angle),
                    self.floor + 0.5 * self.depth,
                )
                yield YawedBox(
                    f"slot_{number}_{side}",
                    centre,
                    (self.rim, float(wide), self.depth),
                    float(angle),
                )

    def rest(self, number: int) -> Tuple[float, float, float]:
        """Return the origin of a gear in the middle of a slot. Slots count from 1."""
        slot = self.slots[number - 1]
        return slot.x, slot.y, self.floor


@dataclass(frozen=True)
class CellTable:
    """``size`` is length, width, height."""

    size: Tuple[float, float, float]
    top: float = 0.04

    def boxes(self) -> Iterator[YawedBox]:
        length, width, height = self.size
        yield YawedBox("top", (0.0, 0.0, height - 0.5 * self.top), (length, width, self.top))
        for number, (along, across) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1))):
            centre = (
                along * 0.5 * (length - LEG),
                across * 0.5 * (width - LEG),
                0.5 * (height - self.top),
            )
            yield YawedBox(f"leg_{number}", centre, (LEG, LEG, height - self.top))


@dataclass(frozen=True)
class Wall:
    """``size`` is length, thickness, height."""

    size: Tuple[float, float, float]

    def boxes(self) -> Iterator[YawedBox]:
        yield YawedBox("wall", (0.0, 0.0, 0.5 * self.size[2]), self.size)


@dataclass(frozen=True)
class CellCamera:
    """Camera that looks along its x with z up from its origin.

    ``size`` of the image in pixels, ``fov`` its horizontal angle in rad, ``rate`` in Hz.
    """

    size: Tuple[int, int]
    fov: float
    rate: float

    def boxes(self) -> Iterator[YawedBox]:
        yield YawedBox("housing", (-0.04, 0.0, 0.0), (0.08, 0.06, 0.06))


Boxes = Union[Tray, CellTable, Wall, CellCamera, ToolHolder, Conveyor, LightCurtain]
Body = Union[Gear, Boxes, SdfModel, MeshBody]
