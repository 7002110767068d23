"""What a robot's executor is asked to do, by the names of CRCL's commands; SI units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from sim.robots.motion.requests import Motion


@dataclass(frozen=True)
class Command:
    """``type`` is CRCL's name; the rest counts where that command has it: ``motion`` of MoveTo,
    MoveThroughTo, MoveScrew and ActuateJoints, ``value`` of Dwell (s) and SetEndEffector (0 to 1),
    ``text`` of StopMotion, EnableGripper and RunProgram, ``parameters`` as pairs of name and
    value."""

    id: int
    type: str
    motion: Optional[Motion] = None
    value: float = 0.0
    text: str = ""
    parameters: Tuple[Tuple[str, str], ...] = ()
