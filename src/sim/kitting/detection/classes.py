"""Object classes of a layout's detector.

Its gears and trays, and gears with a visible defect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple, Union

from sim.kitting.detections import KIT_TRAY, PART, PARTS_TRAY
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

FAULTY = "/faulty"


@dataclass(frozen=True)
class ObjectClass:
    """A class of objects.

    ``part`` of the layout, its ``kind`` in the lab's line protocol, and its size (x, y, z) in m
    above its origin.
    """

    part: str
    kind: str
    size: Tuple[float, float, float]
    faulty: bool = False

    @property
    def name(self) -> str:
        return self.part + FAULTY if self.faulty else self.part


def classes_of(layout: Layout) -> Tuple[ObjectClass, ...]:
    """Return the classes in an order that depends on the layout alone.

    A class's number in messages is its index here.
    """
    sound = tuple(
        _class(part.name, part.body)
        for part in layout.parts.values()
        if isinstance(part.body, (Gear, Tray))
    )
    return sound + tuple(
        ObjectClass(one.part, one.kind, one.size, faulty=True) for one in sound if one.kind == PART
    )


def _class(name: str, body: Union[Gear, Tray]) -> ObjectClass:
    if isinstance(body, Gear):
        return ObjectClass(name, PART, (2.0 * body.tip_radius, 2.0 * body.tip_radius, body.height))
    kind = KIT_TRAY if body.kit else PARTS_TRAY
    return ObjectClass(name, kind, (*body.size, body.floor + body.depth))
