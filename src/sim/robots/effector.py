"""The gripper on a robot, as CRCL sees it: a setting from 0 (closed, off) to 1 (open, on), and
parameters by name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Optional

from sim.errors import InputError, SimulationError
from sim.robots.gripper import PARALLEL, VACUUM, Gripper

# In simulated time: a state this much younger than an order's begin has seen it; a gripper that
# moves longer never rests.
MIN_STATE_DELAY = 0.06  # s
MOTION_TIMEOUT = 10.0  # s
FORCE = "force"


@dataclass(frozen=True)
class GripOrder:
    """What a gripper is to do: fingers to a width in m with a force in N, or vacuum on or off."""

    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False


@dataclass(frozen=True)
class GripReading:
    """What a gripper measured at a time in s: the width between its fingers in m, and whether it
    moves."""

    time: float
    width: float
    moving: bool


class Effector:
    """``gripper`` None is a robot without one; ``send`` takes an order to it; ``force`` in N is
    what fingers close with, 0 for the gripper's most.

    ``mounted`` says whether the tool changer holds the gripper.
    """

    def __init__(
        self, gripper: Optional[Gripper], send: Callable[[GripOrder], None], force: float
    ) -> None:
        self._gripper, self._send, self._own_force = gripper, send, force
        self._name = gripper.name if gripper else ""
        self.reading: Optional[GripReading] = None
        self.mounted = gripper is not None
        self._force = force

    @property
    def name(self) -> str:
        """The gripper's name; empty where there is none."""
        return self._name

    def fit(self, name: str, gripper: Optional[Gripper]) -> None:
        """Another gripper under a name of its own is on the robot; None: none is."""
        self._name, self._gripper, self.mounted = name, gripper, gripper is not None
        self.reading = None

    def reset(self) -> None:
        """Forgets parameters."""
        self._force = self._own_force

    def set(self, setting: float, begin: float) -> Callable[[float], bool]:
        """Opens or closes from ``begin`` on, when orders are carried out; what it gives tells at
        later times whether the gripper has come to rest."""
        gripper = self._needed()
        if not 0.0 <= setting <= 1.0:
            raise InputError("SetEndEffector", f"the setting is {setting:g}, not between 0 and 1")
        if gripper.kind == VACUUM:
            self._send(GripOrder(vacuum=setting > 0.0))
        else:
            self._send(GripOrder(width=gripper.width(setting), force=self._force))
        return lambda later: self._rests(begin, later)

    def parameter(self, name: str, value: str) -> bool:
        """Sets a parameter; False where the gripper has none of that name."""
        if name.lower() != FORCE:
            return False
        try:
            force = float(value)
        except ValueError:
            force = math.nan
        if not 0.0 < force < math.inf:
            raise InputError(f"end effector parameter {name}", f"{value!r} is no force above 0 N")
        self._force = force
        return True

    def halt(self) -> None:
        """Holds moving fingers where they are."""
        gripper, reading = self._gripper, self.reading
        if self.mounted and gripper and gripper.kind == PARALLEL and reading and reading.moving:
            self._send(GripOrder(width=reading.width, force=self._force))

    def check(self, name: str) -> None:
        """InputError unless the gripper on the robot has that name."""
        gripper = self._needed()
        if name not in (self._name, gripper.name):
            raise InputError("EnableGripper", f"{name!r} is not on the robot; {self._name!r} is")

    def _needed(self) -> Gripper:
        if self._gripper is None or not self.mounted:
            raise InputError("end effector", "the robot has none on")
        return self._gripper

    def _rests(self, begun: float, now: float) -> bool:
        reading = self.reading
        if reading and reading.time >= begun + MIN_STATE_DELAY and not reading.moving:
            return True
        if now > begun + MOTION_TIMEOUT:
            raise SimulationError(
                "the gripper sends no state"
                if reading is None
                else f"the gripper still moves after {MOTION_TIMEOUT:g} s"
            )
        return False
