"""Which detection is which known object: nearest pairs of one part within a gate."""

from __future__ import annotations

from typing import Dict, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import Detection
from sim.kitting.world.rows import KnownObject

# m: how far from where it was last seen a part may be found again under its own identity.
GATE = 0.03


def associate(
    detections: Sequence[Detection], known: Sequence[KnownObject]
) -> Dict[int, KnownObject]:
    """Objects by the index of their detection; each counts once, the nearest pair first (ties by
    index, so that equal input gives equal output)."""
    pairs = sorted(
        (distance, index, place)
        for index, place, distance in (
            (index, place, _apart(detection, one))
            for index, detection in enumerate(detections)
            for place, one in enumerate(known)
            if one.part == detection.part
        )
        if distance <= GATE
    )
    found: Dict[int, KnownObject] = {}
    taken = set()
    for _, index, place in pairs:
        if index not in found and place not in taken:
            found[index] = known[place]
            taken.add(place)
    return found


def _apart(detection: Detection, one: KnownObject) -> float:
    return float(np.linalg.norm((detection.world_from_object - one.world_from_object)[:3, 3]))


def near(place: Array, places: Sequence[Tuple[str, Array]], gate: float) -> str:
    """The name of the nearest of some places (3,) within a gate; empty where there is none."""
    name, distance = "", gate
    for candidate, other in places:
        apart = float(np.linalg.norm(place - other))
        if apart <= distance:
            name, distance = candidate, apart
    return name
