"""What a session has a robot controller do: CRCL commands in SI units with all settings that hold
for them.

The fields are those of sim/CrclCommand, CrclWaypoint, CrclJointGoal and CrclScrew. Metres, radians,
newtons; poses of the controlled point in the workstation's frame; orientations are quaternions
xyzw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Tuple

from sim.rate import Rate

Triple = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]
# Orders that move the arm; another of them may replace one that is under way.
MOTIONS = frozenset({"MoveTo", "MoveThroughTo", "MoveScrew", "ActuateJoints", "RunProgram"})
STOP = "StopMotion"


@dataclass(frozen=True)
class Waypoint:
    """A pose with the settings that hold for it; tolerances are infinite where none is set.

    Not ``given``: a MoveScrew that begins where the robot is, with settings only.
    """

    position: Triple
    orientation: Quaternion
    coordinated: bool
    trans_speed: Rate
    trans_accel: Rate
    rot_speed: Rate
    rot_accel: Rate
    tolerance: Triple = (math.inf, math.inf, math.inf)
    x_axis_tolerance: float = math.inf
    z_axis_tolerance: float = math.inf
    given: bool = True


@dataclass(frozen=True)
class JointGoal:
    """Where one joint is to go; ``details`` is empty, "speed" (speed and accel, 0 where not given)
    or "effort" (setting and change rate)."""

    number: int
    position: float
    tolerance: float = math.inf
    details: str = ""
    speed: float = 0.0
    accel: float = 0.0
    setting: float = 0.0
    change_rate: float = 0.0


@dataclass(frozen=True)
class Screw:
    """A turn about an axis parallel to the controlled point's z; the axis goes through the
    controlled point where no point is given."""

    axial_distance: float
    turn: float
    axial_distance_free: float = 0.0
    axis_point: Optional[Triple] = None


@dataclass(frozen=True)
class Order:
    """One command; ``type`` is the schema's name without "Type", ``id`` is given by the session
    when it is sent."""

    type: str
    command_id: int
    id: int = 0
    name: str = ""
    straight: bool = False
    waypoints: Tuple[Waypoint, ...] = ()
    screw: Optional[Screw] = None
    joints: Tuple[JointGoal, ...] = ()
    value: float = 0.0
    text: str = ""
    parameters: Tuple[Tuple[str, str], ...] = ()
