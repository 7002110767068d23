"""Report of a detector: objects with class, pose and uncertainties.

World frame, metres, radians; covariances in the order x, y, z, roll, pitch, yaw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from sim.arrays import Array

PART = "P"
PARTS_TRAY = "PT"
KIT_TRAY = "KT"
# The source of reports that hide nothing.
TRUTH = "truth"


@dataclass(frozen=True)
class Detection:
    """A detected object.

    ``part`` is the object's class: the name of a part of the layout, such as ``gear_small`` or
    ``kit_s2l2``; ``kind`` is PART, PARTS_TRAY or KIT_TRAY, as in the lab's line protocol.
    ``world_from_object`` (4, 4), ``covariance`` (6, 6), ``score`` from 0 to 1. ``faulty``: the
    detector has seen a defect.
    """

    part: str
    kind: str
    world_from_object: Array
    covariance: Array
    score: float
    faulty: bool = False


@dataclass(frozen=True)
class Detections:
    """Detections of one source at one time (s, simulated).

    ``lost`` are the classes missed since its last report.
    """

    time: float
    source: str
    objects: Tuple[Detection, ...]
    lost: Tuple[str, ...] = ()
