"""Data of a model for scenes: its files, size and use.

Metres, in the model's frame at its own size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from sim.arrays import Array
from sim.scenes.scene import Vector

MISSION_ONLY = "MISSION_ONLY"
CUSTOM_MODEL = "CUSTOM_MODEL"
GAZEBO_MODEL = "GAZEBO_MODEL"
# GzScenic lets a model of one simple geometry shrink to half its size and grow to twice of it
# [GzScenic, III-A].
MIN_SIZE_FACTOR = 0.5
MAX_SIZE_FACTOR = 2.0


@dataclass(frozen=True)
class ModelInfo:
    """One entry of the descriptor, measured.

    ``name``: the descriptor's; ``class_name``: Scenic's (cafe_table: CafeTable); ``kind``: one of
    the three types; ``folder``: of the model, empty for MISSION_ONLY, and ``sdf`` its SDF file.
    ``size`` (x, y, z) and ``center`` are from the exact box around its collisions. ``front``: the
    model's forward axis, y as in GzScenic or x as in [REP103]. ``heading`` (rad), ``z`` (height of
    the model's origin) and ``dynamic_size`` are a new object's defaults; None: not set, so random,
    on the ground. ``shape``: box, hull or parts; ``parts``: the vertices (n, 3) of each convex
    piece of its collisions. ``round_axes``: those with one common factor when it is resized, such
    as xy for a cylinder. ``content``: hash of all its files. ``label``: for models of a program's
    own classes, the name of their objects without a number.
    """

    name: str
    class_name: str
    kind: str
    size: Vector
    center: Vector = (0.0, 0.0, 0.0)
    folder: str = ""
    sdf: str = ""
    front: str = "y"
    heading: Optional[float] = None
    z: Optional[float] = None
    dynamic_size: bool = False
    allow_collisions: bool = False
    static: bool = False
    shape: str = "box"
    parts: Tuple[Array, ...] = ()
    round_axes: str = ""
    content: str = ""
    label: str = ""

    @property
    def mission_only(self) -> bool:
        return self.kind == MISSION_ONLY
