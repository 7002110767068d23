"""Execution of CRCL commands, one at a time, by ascending id.

Motion by the mover, grippers by their topic, waits by simulated time. Units, settings, programs and
rules of legality belong to the session.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from typing import Callable, Dict, Optional

from sim.errors import InputError, SimError, SimulationError
from sim.robot_orders import RobotOrder
from sim.robots.changer import ToolChangerControl
from sim.robots.effector import Effector
from sim.robots.mover import DONE, ERROR, READY, WORKING, MotionReport, Mover

OVERRIDE = "override_percent"
STUCK = "the tool changer is stuck"
# Test for the end of a command, by time and the newest measurement; raises the command's error.
Finished = Callable[[float, MotionReport], bool]


@dataclass(frozen=True)
class CommandProgress:
    """State of a command; ``state`` as in :mod:`sim.robots.mover`."""

    id: int = 0
    state: str = READY
    description: str = ""


class CommandExecutor:
    """Executes commands on one robot.

    ``horizon()`` is the time up to which setpoints are already sent, so that motion can change only
    from then on. ``refuses``: commands unsupported by the robot are errors; else they are done
    without effect, with a warning. Without a ``changer`` the tool changer takes the gripper off and
    on in name alone.
    """

    def __init__(
        self,
        mover: Mover,
        effector: Effector,
        horizon: Callable[[], float],
        warn: Callable[[str], None],
        refuses: bool = True,
        changer: Optional[ToolChangerControl] = None,
    ) -> None:
        self._changer = changer
        self._mover, self._effector, self._horizon, self._warn = mover, effector, horizon, warn
        self._refuses = refuses
        self._finished: Optional[Finished] = None
        self._blocks: Dict[str, str] = {}
        self.changer_stuck = False
        self.progress = CommandProgress()
        self._starts: Dict[str, Callable[[RobotOrder, float], Optional[Finished]]] = {
            **dict.fromkeys(("MoveTo", "MoveThroughTo", "MoveScrew", "ActuateJoints"), self._move),
            "StopMotion": self._stop,
            "Dwell": self._dwell,
            "InitCanon": self._init,
            "SetEndEffector": self._set_effector,
            "SetEndEffectorParameters": self._effector_parameters,
            "SetRobotParameters": self._robot_parameters,
            "OpenToolChanger": self._open_changer,
            "CloseToolChanger": self._close_changer,
            "EnableGripper": self._enable_gripper,
            "RunProgram": self._program,
        }

    def take(self, command: RobotOrder, now: float) -> None:
        """Begin a command; types without an effect here are done at once.

        A failed command stops all motion.
        """
        if self._blocks:
            self.refuse(command.id, self.blocked)
            return
        try:
            self._finished = self._starts.get(command.type, _nothing)(command, now)
        except Exception as error:  # noqa: BLE001 - a command that fails is answered
            if not isinstance(error, SimError):
                self._warn(traceback.format_exc())
            self.refuse(command.id, str(error) or type(error).__name__)
            return
        self.progress = CommandProgress(command.id, WORKING if self._finished else DONE)

    def refuse(self, number: int, why: str) -> None:
        """End a command before its begin; any motion is stopped."""
        self.progress = CommandProgress(number, ERROR, why)
        horizon = self._horizon()
        if self._mover.moving(horizon):
            self._mover.stop(horizon, "Fast")

    def block(self, key: str, why: str) -> None:
        """Stop the arm, end the current command and refuse all others.

        Lasts until :meth:`unblock` with the same key.
        """
        self._blocks[key] = why
        horizon = self._horizon()
        self.abort(why)
        if self._mover.moving(horizon):
            self._mover.stop(horizon, "Fast")
        self._effector.halt()

    def unblock(self, key: str) -> None:
        """Accept commands again, unless something else blocks them."""
        self._blocks.pop(key, None)

    def measured(self, now: float, report: MotionReport) -> bool:
        """Process a measurement; return True if the command has ended."""
        if self.progress.state != WORKING or self._finished is None:
            return False
        try:
            if not self._finished(now, report):
                return False
            self.progress = CommandProgress(self.progress.id, DONE)
        except SimError as error:
            self.abort(str(error))
        return True

    @property
    def blocked(self) -> str:
        """Reason for refusing all commands, or ""."""
        return "; ".join(self._blocks.values())

    @property
    def working(self) -> bool:
        """True while a command is executed."""
        return self.progress.state == WORKING

    def abort(self, why: str) -> None:
        """End the current command with an error."""
        if self.working:
            self.progress = CommandProgress(self.progress.id, ERROR, why)

    def explain(self, why: str) -> None:
        """Append a further cause to a motion's error."""
        if why and self._finished is _arrived and self.progress.state == ERROR:
            self.progress = replace(
                self.progress, description=f"{self.progress.description}; {why}"
            )

    def abort_motion(self, why: str) -> None:
        """End the current command with an error if it is a motion. A stop becomes done."""
        if self._finished is _arrived:
            self.abort(why)

    def _move(self, command: RobotOrder, now: float) -> Finished:
        if command.motion is None:
            raise InputError(command.type, "says nothing about the motion")
        self._mover.take(command.motion, self._horizon())
        return _arrived

    def _stop(self, command: RobotOrder, now: float) -> Finished:
        self._mover.stop(self._horizon(), command.text or "Normal")
        self._effector.halt()
        return _at_rest

    def _dwell(self, command: RobotOrder, now: float) -> Finished:
        if not 0.0 <= command.value < float("inf"):
            raise InputError("Dwell", f"the time is {command.value:g} s, not 0 or more")
        return lambda later, report: later >= now + command.value - 1e-9

    def _init(self, command: RobotOrder, now: float) -> None:
        self._effector.reset()
        self._mover.override(self._horizon(), 1.0)

    def _set_effector(self, command: RobotOrder, now: float) -> Optional[Finished]:
        if not self._effector.mounted:
            self._unsupported(command, "no end effector is on the robot")
            return None
        rests = self._effector.set(command.value, self._horizon())
        return lambda later, report: rests(later)

    def _effector_parameters(self, command: RobotOrder, now: float) -> None:
        for name, value in command.parameters:
            if not self._effector.parameter(name, value):
                self._warn(f"the end effector has no parameter {name!r}; ignored")

    def _robot_parameters(self, command: RobotOrder, now: float) -> None:
        for name, value in command.parameters:
            if name != OVERRIDE:
                self._warn(f"the robot has no parameter {name!r}, only {OVERRIDE}; ignored")
                continue
            try:
                percent = float(value)
            except ValueError:
                percent = -1.0
            if not 0.0 <= percent <= 100.0:
                raise InputError(OVERRIDE, f"{value!r} is not a number between 0 and 100")
            self._mover.override(self._horizon(), 0.01 * percent)

    def _open_changer(self, command: RobotOrder, now: float) -> Optional[Finished]:
        self._check_changer()
        if self._changer:
            return self._change(self._changer, close=False)
        self._mover.use_tool("")
        self._effector.mounted = False
        return None

    def _check_changer(self) -> None:
        if self.changer_stuck:
            raise SimulationError(STUCK)

    def _change(self, changer: ToolChangerControl, close: bool) -> Finished:
        done = changer.change(close, self._horizon())
        return lambda later, report: done(later)

    def _close_changer(self, command: RobotOrder, now: float) -> Optional[Finished]:
        self._check_changer()
        if self._changer:
            return self._change(self._changer, close=True)
        name = self._effector.name
        if name:
            self._mover.use_tool(name)
            self._effector.mounted = True
        return None

    def _enable_gripper(self, command: RobotOrder, now: float) -> None:
        self._effector.check(command.text)

    def _program(self, command: RobotOrder, now: float) -> None:
        self._unsupported(
            command,
            f"{command.text[:60]!r} is not a CRCL program; the robot supports no other language",
        )

    def _unsupported(self, command: RobotOrder, why: str) -> None:
        if self._refuses:
            raise InputError(command.type, why)
        self._warn(f"{command.type}: {why}; ignored")


def _nothing(command: RobotOrder, now: float) -> None:
    """Do nothing; settings, messages and reports belong to the session."""


def _arrived(now: float, report: MotionReport) -> bool:
    if report.state == ERROR:
        raise SimulationError(report.description)
    return report.state == DONE


def _at_rest(now: float, report: MotionReport) -> bool:
    return report.state != WORKING
