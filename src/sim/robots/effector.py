"""Gripper of a robot, as CRCL sees it.

A setting from 0 (closed, off) to 1 (open, on), and parameters by name.
"""

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
    """Order to a gripper. Fingers: width in m and force in N; vacuum: on or off."""

    width: float = 0.0
    force: float = 0.0
    vacuum: bool = False


@dataclass(frozen=True)
class GripReading:
    """Measurement of a gripper at a time in s.

    Width between its fingers in m, and True while it moves.
    """

    time: float
    width: float
    moving: bool


class Effector:
    """Controls a gripper, if any, through ``send``.

    ``gripper`` None is a robot without one; ``force`` in N is the closing force of fingers, 0 for
    the gripper's maximum. ``mounted`` is True while the tool changer holds the gripper.
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
        """Name of the gripper, or ""."""
        return self._name

    def fit(self, name: str, gripper: Optional[Gripper]) -> None:
        """Replace the gripper by another one with its name; None removes it."""
        self._name, self._gripper, self.mounted = name, gripper, gripper is not None
        self.reading = None

    def reset(self) -> None:
        """Forget parameters."""
        self._force = self._own_force

    def set(self, setting: float, begin: float) -> Callable[[float], bool]:
        """Open or close from ``begin`` on.

        ``begin`` is the time at which orders are executed. Returns a function of time that tests
        whether the gripper has come to rest.
        """
        gripper = self._needed()
        if not 0.0 <= setting <= 1.0:
            raise InputError("SetEndEffector", f"the setting is {setting:g}, not between 0 and 1")
        if gripper.kind == VACUUM:
            self._send(GripOrder(vacuum=setting > 0.0))
        else:
            self._send(GripOrder(width=gripper.width(setting), force=self._force))
        return lambda later: self._rests(begin, later)

    def parameter(self, name: str, value: str) -> bool:
        """Set a parameter; return False if the gripper lacks it."""
        if name.lower() != FORCE:
            return False
        try:
            force = float(value)
        except ValueError:
            force = math.nan
        if not 0.0 < force < math.inf:
            raise InputError(
                f"end effector parameter {name}", f"{value!r} is not a force above 0 N"
            )
        self._force = force
        return True

    def halt(self) -> None:
        """Hold moving fingers where they are."""
        gripper, reading = self._gripper, self.reading
        if self.mounted and gripper and gripper.kind == PARALLEL and reading and reading.moving:
            self._send(GripOrder(width=reading.width, force=self._force))

    def check(self, name: str) -> None:
        """Raise InputError unless the gripper on the robot has that name."""
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
