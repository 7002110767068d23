"""Heights of objects that are detected in the plane. World frame, metres.

Objects are on their tables; gears are on the floors of the trays below them.
"""

from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import PART, Detection
from sim.transforms import inverse
from sim.workcell.bodies import CellTable, Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

PlacedTray = Tuple[Array, Tray]


def flat(layout: Layout, x: float, y: float) -> float:
    """Return the table height at a place, or the nearest table's."""
    tables = [one for one in layout.models.values() if isinstance(one.part.body, CellTable)]
    if not tables:
        return 0.0

    def outside(index: int) -> float:
        table = tables[index]
        assert isinstance(table.part.body, CellTable)
        size = np.array(table.part.body.size[:2])
        at = (inverse(table.world_from_model) @ (x, y, 0.0, 1.0))[:2]
        return float(np.maximum(np.abs(at) - 0.5 * size, 0.0).max())

    nearest = tables[min(range(len(tables)), key=outside)]
    assert isinstance(nearest.part.body, CellTable)
    return float(nearest.world_from_model[2, 3] + nearest.part.body.size[2])


def resting(layout: Layout, x: float, y: float, trays: Sequence[PlacedTray]) -> float:
    """Return the height of the bottom of a gear at a place."""
    for world_from_tray, tray in trays:
        at = (inverse(world_from_tray) @ (x, y, 0.0, 1.0))[:2]
        if np.all(np.abs(at) <= 0.5 * np.array(tray.size)):
            return float(world_from_tray[2, 3]) + tray.floor
    return flat(layout, x, y)


def trays_of_layout(layout: Layout) -> Tuple[PlacedTray, ...]:
    """Return the trays of a layout with their poses."""
    return tuple(
        (one.world_from_model, one.part.body)
        for one in layout.models.values()
        if isinstance(one.part.body, Tray)
    )


def trays_of_report(layout: Layout, objects: Sequence[Detection]) -> Tuple[PlacedTray, ...]:
    """Return the trays of a report with their poses."""
    found = []
    for one in objects:
        body = layout.parts[one.part].body
        if one.kind != PART and isinstance(body, Tray):
            found.append((one.world_from_object, body))
    return tuple(found)


def lifted(gear: Gear, flipped: bool, bottom: float) -> float:
    """Return the height of a gear's origin with lowest point ``bottom``.

    The lowest point is its hub's end if it is flipped.
    """
    return bottom + (gear.height if flipped else 0.0)
