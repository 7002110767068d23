"""Broad-phase search for boxes near an ego (``laws/traffic/boxes_around.cc``).

It also finds the boxes that may touch it.
"""

from __future__ import annotations

import ctypes
import math
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes

LAWS = Laws(
    "sim_laws",
    {"sim_boxes_around": (COUNT, [COUNT, POINTER, COUNT, *[POINTER] * 4, NUMBER, *[POINTER] * 3])},
)
_Box = ctypes.c_double * 6
_Count = ctypes.c_int


def nearby(ego: EgoState, boxes: Boxes, sight: float) -> Tuple[Array, Array]:
    """Return rows (k,) near an ego and rows (m,) of possible overlaps.

    Near boxes have centres less than ``sight`` m from the ego's along both axes. The ``m`` of these
    ``k`` rows include all overlapping boxes.
    """
    position = boxes.position
    if position.strides[1:] != (8,) or position.strides[0] % 8:
        position = np.ascontiguousarray(position, float)
    arrays = [
        np.ascontiguousarray(values, float) for values in (boxes.yaw, boxes.length, boxes.width)
    ]
    own = _Box(*ego.centre, math.cos(ego.yaw), math.sin(ego.yaw), 0.5 * ego.length, 0.5 * ego.width)
    rows, close = np.empty((2, len(boxes)), np.int64), _Count()
    where = rows.ctypes.data
    count = LAWS().sim_boxes_around(
        len(boxes),
        position.ctypes.data,
        position.strides[0] // 8,
        *map(address, arrays),
        ctypes.addressof(own),
        sight,
        where,
        where + 8 * len(boxes),
        ctypes.addressof(close),
    )
    return rows[0, :count], rows[1, : close.value]
