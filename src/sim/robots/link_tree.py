"""Poses of links in their parent links, from a robot's description.

SI units; ``parent_from_child`` as a translation (3,) and a quaternion x y z w.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterator, List, Mapping, Tuple

from sim.sdf.types import Axis
from sim.sdf.urdf.attributes import origin
from sim.sdf.urdf.joints import read_joints
from sim.sdf.xml.elements import parse_text
from sim.sdf.xml.report import ReaderReport
from sim.transforms import quaternion_from_rotation

Vector = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]
Placed = Tuple[Vector, Quaternion]


@dataclass(frozen=True)
class Hinge:
    """A joint: its links, its frame at zero, and its axis there.

    The axis counts only if the joint moves.
    """

    name: str
    parent: str
    child: str
    slides: bool
    place: Vector
    turn: Quaternion
    along: Vector
    axis: Vector

    def at(self, position: float) -> Placed:
        """Return the child's pose in its parent at a position. rad or m."""
        if self.slides:
            (x, y, z), (u, v, w) = self.place, self.along
            return (x + position * u, y + position * v, z + position * w), self.turn
        sine, cosine = math.sin(0.5 * position), math.cos(0.5 * position)
        u, v, w = (sine * value for value in self.axis)
        return self.place, _product(self.turn, (u, v, w, cosine))


class LinkTree:
    """The links of a URDF by their joints."""

    def __init__(self, urdf: str) -> None:
        self.moving: List[Hinge] = []
        self._fixed: List[Hinge] = []
        for joint, element in read_joints(parse_text(urdf, "robot"), ReaderReport()):
            parent_from_joint = origin(element)
            turn = parent_from_joint[:3, :3]
            x, y, z = parent_from_joint[:3, 3].tolist()
            axis = (joint.axis or Axis((0.0, 0.0, 1.0))).xyz
            u, v, w = (turn @ axis).tolist()
            hinge = Hinge(
                joint.name,
                joint.parent,
                joint.child,
                joint.kind == "prismatic",
                (x, y, z),
                quaternion_from_rotation(turn.tolist()),
                (u, v, w),
                axis,
            )
            (self._fixed if joint.axis is None else self.moving).append(hinge)

    def fixed(self) -> Iterator[Tuple[Hinge, Placed]]:
        """Yield the joints that do not move."""
        return ((hinge, hinge.at(0.0)) for hinge in self._fixed)

    def moved(self, positions: Mapping[str, float]) -> Iterator[Tuple[Hinge, Placed]]:
        """Yield the moving joints with a known position."""
        return (
            (hinge, hinge.at(positions[hinge.name]))
            for hinge in self.moving
            if hinge.name in positions
        )


def _product(first: Quaternion, second: Quaternion) -> Quaternion:
    x, y, z, w = first
    a, b, c, d = second
    return (
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    )
