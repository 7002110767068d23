"""A robot's memory between actions of one part: part, grasp, slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from sim.kitting.world.rows import Slot


@dataclass
class RobotMemory:
    """Memory of a robot. ``target`` is an object's id, 0 for none; ``slot`` is its destination."""

    target: int = 0
    slot: Optional[Slot] = None

    def clear(self) -> None:
        self.target, self.slot = 0, None
