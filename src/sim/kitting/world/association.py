"""Data association of detections and known objects.

Nearest pairs of one part within a gate.
"""

from __future__ import annotations

from typing import Dict, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.kitting.detections import Detection
from sim.kitting.world.rows import KnownObject

# m: maximum distance from its last place at which a part keeps its identity.
GATE = 0.03


def associate(
    detections: Sequence[Detection], known: Sequence[KnownObject]
) -> Dict[int, KnownObject]:
    """Return objects by the index of their detection.

    Greedy nearest neighbour: each counts once, the nearest pair first (ties by index, so that equal
    input gives equal output).
    """
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
    """Return the nearest place's name, or "" outside the gate. Places are (3,)."""
    name, distance = "", gate
    for candidate, other in places:
        apart = float(np.linalg.norm(place - other))
        if apart <= distance:
            name, distance = candidate, apart
    return name
