"""What a robot has in mind between the actions of one part: which part, how it is grasped, which
slot it goes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from sim.kitting.world.rows import Slot


@dataclass
class Memory:
    """``target`` is an object's id, 0 for none; ``slot`` where it is to go."""

    target: int = 0
    slot: Optional[Slot] = None

    def clear(self) -> None:
        self.target, self.slot = 0, None
