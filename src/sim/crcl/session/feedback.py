"""Feedback of a robot controller to a session, in SI units (sim/CrclStatus).

State of the last order taken, and measurements.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Dict, Optional, Tuple

from sim.errors import InputError
from sim.robot_orders import Quaternion, Triple


class SessionState(IntEnum):
    """As in sim/CrclStatus; ``crcl`` is the schema's word."""

    READY = 0
    WORKING = 1
    DONE = 2
    ERROR = 3

    @property
    def crcl(self) -> str:
        return "CRCL_" + self.name.capitalize()


@dataclass(frozen=True)
class GripperFeedback:
    """State of a gripper.

    ``vacuum`` is None for one with fingers, ``width`` is metres between them, ``object`` is the
    name of the held object.
    """

    width: float = 0.0
    force: float = 0.0
    vacuum: Optional[bool] = None
    moving: bool = False
    holding: bool = False
    object: str = ""


# The orientation that stands for a pose that was not measured.
UNKNOWN: Quaternion = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Feedback:
    """A measurement at simulated ``time``.

    ``id`` is that of the last order taken, 0 before the first; twist and wrench are in workstation
    axes.
    """

    time: float
    id: int
    state: SessionState
    description: str = ""
    joints: Tuple[float, ...] = ()
    velocities: Tuple[float, ...] = ()
    efforts: Tuple[float, ...] = ()
    position: Triple = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)
    linear: Triple = (0.0, 0.0, 0.0)
    angular: Triple = (0.0, 0.0, 0.0)
    wrench: Optional[Tuple[Triple, Triple]] = None
    configuration: str = ""
    tool: str = ""
    gripper: Optional[GripperFeedback] = None
    override: float = 1.0

    @property
    def placed(self) -> bool:
        """True if the pose is known."""
        return self.orientation != UNKNOWN


def sound(feedback: Feedback) -> Feedback:
    """Return the feedback without non-finite velocities, efforts and wrenches.

    Many drivers report NaN for unknown values. Raises InputError for invalid positions, since the
    robot's place is then unknown.
    """
    for name in ("joints", "position", "orientation", "linear", "angular"):
        if not _finite(getattr(feedback, name)):
            raise InputError(
                "robot controller",
                f"{name} of its status are not finite numbers: {getattr(feedback, name)}",
            )
    lost: Dict[str, Any] = {
        name: () for name in ("velocities", "efforts") if not _finite(getattr(feedback, name))
    }
    if feedback.wrench is not None and not (
        _finite(feedback.wrench[0]) and _finite(feedback.wrench[1])
    ):
        lost["wrench"] = None
    if not math.isfinite(feedback.override):
        lost["override"] = 1.0
    if feedback.gripper is not None and not math.isfinite(feedback.gripper.width):
        lost["gripper"] = None
    return replace(feedback, **lost) if lost else feedback


def _finite(values: Tuple[float, ...]) -> bool:
    return all(map(math.isfinite, values))
