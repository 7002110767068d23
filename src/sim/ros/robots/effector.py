"""The gripper on a robot, as CRCL sees it: a setting from 0 (closed, off) to 1 (open, on), and
parameters by name."""

from __future__ import annotations

import math
from typing import Callable, Optional

from sim.errors import InputError, SimulationError
from sim.msg import GripperCommand, GripperState
from sim.robots.gripper import VACUUM, Gripper

# s of simulated time: a state this much younger than an order's begin has seen it; a gripper that
# moves longer than the other never rests.
SEEN, LONGEST = 0.06, 10.0
FORCE = "force"


class Effector:
    """``gripper`` None is a robot without one; ``publish`` sends a command; ``force`` in N is what
    fingers close with, 0 for the gripper's most.

    ``mounted`` says whether the tool changer holds the gripper.
    """

    def __init__(
        self, gripper: Optional[Gripper], publish: Callable[[GripperCommand], None], force: float
    ) -> None:
        self._gripper, self._publish, self._own_force = gripper, publish, force
        self.state: Optional[GripperState] = None
        self.mounted = gripper is not None
        self._force = force

    @property
    def name(self) -> str:
        """The gripper's name; empty where there is none."""
        return self._gripper.name if self._gripper else ""

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
            self._publish(GripperCommand(vacuum=setting > 0.0))
        else:
            self._publish(GripperCommand(width=gripper.width(setting), force=self._force))
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
        state = self.state
        if self.mounted and state and state.kind == GripperState.PARALLEL and state.moving:
            self._publish(GripperCommand(width=state.width, force=self._force))

    def check(self, name: str) -> None:
        """InputError unless the gripper on the robot has that name."""
        gripper = self._needed()
        if name != gripper.name:
            raise InputError("EnableGripper", f"{name!r} is not on the robot; {gripper.name!r} is")

    def _needed(self) -> Gripper:
        if self._gripper is None or not self.mounted:
            raise InputError("end effector", "the robot has none on")
        return self._gripper

    def _rests(self, begun: float, now: float) -> bool:
        state = self.state
        if state and state.header.stamp.to_sec() >= begun + SEEN and not state.moving:
            return True
        if now > begun + LONGEST:
            raise SimulationError(
                "the gripper sends no state"
                if state is None
                else f"the gripper still moves after {LONGEST:g} s"
            )
        return False
