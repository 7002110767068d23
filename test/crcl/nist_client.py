"""Client with the rules of NIST's command-line client for Java.

It follows the sources of CmdLineClient of crcl4java-ui, without copied code.

* It opens three connections: for commands, for an emergency stop, for polling; the last two stay
  silent here, as there.
* It requests a status before its first command, and each request is followed by exactly one read:
  an unrequested status is taken for the answer.
* It numbers commands itself, from 4 on, and refuses to send one with an id that the last status
  has already.
* A command is done when a status has its id and CRCL_Done; its timeout is 8.2 s (motions and
  dwells: their duration and 5.2 s more).
* Then it checks the effect in that very status: units (a point scaled within 1e-4), positions of
  joints, poses (3 units, 5 degrees), joint reports.
"""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import replace
from typing import Callable, Dict, List, Optional

from crcl_robot import PATIENCE, Client

from sim.crcl import (
    ActuateJoints,
    ConfigureJointReports,
    CRCLCommand,
    CRCLProgram,
    CRCLStatus,
    Dwell,
    GetStatus,
    LengthUnit,
    MoveThroughTo,
    MoveTo,
    Pose,
    SetLengthUnits,
    Vector,
)

QUESTION_PERIOD = 0.05  # s of wall time
MILLIMETRES = {LengthUnit.METER: 1000.0, LengthUnit.MILLIMETER: 1.0, LengthUnit.INCH: 25.4}
POINT_TOLERANCE = 3.0  # mm
AXIS_TOLERANCE = math.radians(5.0)  # rad
JOINT_TOLERANCE = 15.0  # degrees
SCALE_TOLERANCE = 1e-4


class Failed(Exception):
    """Failure with the message that the client shows."""


class NistClient:
    """``run`` executes a program command by command, as ``--program FILE`` does.

    ``think`` is called before each request.
    """

    def __init__(
        self, port: int, think: Callable[[], None] = lambda: time.sleep(QUESTION_PERIOD)
    ) -> None:
        self._main, self._stop, self._polling = (Client(port) for _ in range(3))
        self._think = think
        self._status: Optional[CRCLStatus] = None
        self._id = 3
        self._unit: Optional[LengthUnit] = None
        self._reports: Dict[int, object] = {}
        self.questions = 0

    def __enter__(self) -> NistClient:
        return self

    def __exit__(self, *error: object) -> None:
        for one in (self._main, self._stop, self._polling):
            one.__exit__()

    def run(self, program: CRCLProgram) -> List[str]:
        """Return the names of the executed commands; raise Failed on an error."""
        carried_out = []
        for command in program.commands:
            if not isinstance(command, GetStatus):
                self._test(command)
                carried_out.append(type(command).__name__)
        return carried_out

    def unread(self) -> int:
        """Bytes that wait on all three connections though every question was answered."""
        waiting = 0
        for one in (self._main, self._stop, self._polling):
            one.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                waiting += len(one.socket.recv(1 << 20))
            one.socket.settimeout(PATIENCE)
        return waiting

    def _ask(self) -> CRCLStatus:
        self._think()
        self._main.send(GetStatus(0))
        self.questions += 1
        self._status = self._main.read()
        return self._status

    def _test(self, command: CRCLCommand) -> None:
        before = self._status or self._ask()
        self._id += 1
        if before.command_status.command_id == self._id:
            raise Failed(f"id {self._id} of a command that was not sent is in the status already")
        begin = time.monotonic()
        self._main.send(replace(command, command_id=self._id))
        self._wait(
            command,
            begin
            + 8.2
            + getattr(command, "dwell_time", 0.0)
            + (PATIENCE if isinstance(command, (MoveTo, MoveThroughTo)) else 0.0),
        )
        self._check(command, before, time.monotonic() - begin)

    def _wait(self, command: CRCLCommand, end: float) -> None:
        while True:
            told = self._ask().command_status
            if told.command_id == self._id and told.command_state == "CRCL_Done":
                return
            if told.command_id == self._id and told.command_state == "CRCL_Error":
                raise Failed(f"{type(command).__name__}: {told.state_description}")
            if time.monotonic() > end:
                raise Failed(
                    f"{type(command).__name__} {self._id}: WFD_TIMEOUT, the status is of "
                    f"{told.command_id} {told.command_state}"
                )

    def _check(self, command: CRCLCommand, before: CRCLStatus, took: float) -> None:
        if isinstance(command, SetLengthUnits):
            self._check_units(command, before)
        elif isinstance(command, (MoveTo, MoveThroughTo)):
            here = self._status.pose_status.pose
            goal = (
                command.end_position
                if isinstance(command, MoveTo)
                else command.waypoint[command.num_positions - 1]
            )
            if not _near(here, goal):
                raise Failed(f"{type(command).__name__}: {here} is not {goal}")
        elif isinstance(command, ActuateJoints):
            self._check_joints(command)
        elif isinstance(command, ConfigureJointReports):
            self._check_reports(command)
        elif isinstance(command, Dwell) and abs(took - command.dwell_time) > 20.0:
            raise Failed(f"Dwell of {command.dwell_time} s took {took} s")

    def _check_units(self, command: SetLengthUnits, before: CRCLStatus) -> None:
        unit = LengthUnit(command.unit_name)
        if self._unit is not None:
            scale = MILLIMETRES[self._unit] / MILLIMETRES[unit]
            old, new = before.pose_status.pose.point, self._status.pose_status.pose.point
            for axis in "xyz":
                if abs(getattr(old, axis) * scale - getattr(new, axis)) > SCALE_TOLERANCE:
                    raise Failed(
                        f"{axis} was {getattr(old, axis)} {self._unit} and is "
                        f"{getattr(new, axis)} {unit}"
                    )
        self._unit = unit

    def _check_joints(self, command: ActuateJoints) -> None:
        if self._status.joint_statuses is None:
            raise Failed("ActuateJoints: no JointStatuses")
        positions = {
            one.joint_number: one.joint_position for one in self._status.joint_statuses.joint_status
        }
        for one in command.actuate_joint:
            if abs(positions[one.joint_number] - one.joint_position) > JOINT_TOLERANCE:
                raise Failed(
                    f"joint {one.joint_number} is at {positions[one.joint_number]}, not "
                    f"{one.joint_position}"
                )

    def _check_reports(self, command: ConfigureJointReports) -> None:
        self._reports.update({one.joint_number: one for one in command.configure_joint_report})
        if self._status.joint_statuses is None:
            if any(
                one.report_position or one.report_velocity or one.report_torque_or_force
                for one in self._reports.values()
            ):
                raise Failed("ConfigureJointReports: no JointStatuses")
            return
        for told in self._status.joint_statuses.joint_status:
            asked = self._reports.get(told.joint_number)
            if asked and (
                asked.report_position,
                asked.report_velocity,
                asked.report_torque_or_force,
            ) != (
                told.joint_position is not None,
                told.joint_velocity is not None,
                told.joint_torque_or_force is not None,
            ):
                raise Failed(
                    f"joint {told.joint_number} is reported otherwise than it was configured"
                )


def _near(here: Pose, goal: Pose) -> bool:
    def angle(one: Vector, other: Vector) -> float:
        dot = one.i * other.i + one.j * other.j + one.k * other.k
        lengths = math.sqrt(
            (one.i**2 + one.j**2 + one.k**2) * (other.i**2 + other.j**2 + other.k**2)
        )
        return math.acos(max(-1.0, min(1.0, dot / lengths)))

    apart = max(abs(getattr(here.point, axis) - getattr(goal.point, axis)) for axis in "xyz")
    return (
        apart <= POINT_TOLERANCE
        and angle(here.x_axis, goal.x_axis) <= AXIS_TOLERANCE
        and angle(here.z_axis, goal.z_axis) <= AXIS_TOLERANCE
    )
