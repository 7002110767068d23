"""Builder of the status: in the session's units, with the requested parts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Callable, Optional, Tuple

from sim.crcl import (
    CommandStatus,
    CRCLStatus,
    GripperStatus,
    GuardsStatuses,
    ParallelGripperStatus,
    ParameterSetting,
    PoseStatus,
    Twist,
    VacuumGripperStatus,
    Vector,
    Wrench,
)
from sim.crcl.session.feedback import Feedback, SessionState
from sim.crcl.session.guards import GuardWatch
from sim.crcl.session.poses import orientation, pose, position
from sim.crcl.session.program import ProgramPosition
from sim.crcl.session.reports import Reports
from sim.crcl.session.sensors import Sensors
from sim.crcl.session.settings import SessionSettings
from sim.crcl.units import SI, converted
from sim.robot_orders import Quaternion, Triple

# Shifts a measured pose before it is reported, as a registration error does.
Shift = Callable[[Triple, Quaternion], Tuple[Triple, Quaternion]]
# Default name of a gripper, if the robot does not report its tool.
GRIPPER = "gripper"


@dataclass(frozen=True)
class CommandStanding:
    """State of the current command in a status."""

    command_id: int = 0
    state: SessionState = SessionState.READY
    description: str = ""
    place: ProgramPosition = ProgramPosition()


@dataclass(frozen=True)
class StatusContents:
    """Contents of a status, in SI."""

    standing: CommandStanding
    settings: SessionSettings
    reports: Reports
    sensors: Sensors
    feedback: Optional[Feedback] = None
    watch: Optional[GuardWatch] = None


def build(
    contents: StatusContents,
    status_id: int,
    shift: Optional[Shift] = None,
    translational: Tuple[int, ...] = (),
) -> CRCLStatus:
    """Build the status document. ``translational`` are the numbers of joints that slide."""
    feedback, parts, reports = contents.feedback, contents.reports.parts, contents.reports
    status = CRCLStatus(command_status=_command(contents.standing, status_id, feedback))
    if parts.report_settings_status:
        status = replace(
            status, settings_status=contents.settings.status(reports.parameters.__contains__)
        )
    if parts.report_sensors_status:
        status = replace(
            status,
            sensor_statuses=contents.sensors.statuses(
                reports.sensors.__contains__, reports.sensors
            ),
        )
    if parts.report_guards_status and contents.watch:
        status = replace(status, guards_statuses=_guards(contents.watch.status(), shift))
    if feedback is not None:
        status = replace(
            status,
            joint_statuses=reports.joint_statuses(feedback)
            if parts.report_joint_statuses
            else None,
            pose_status=_pose(feedback, shift)
            if parts.report_pose_status and feedback.placed
            else None,
            gripper_status=_gripper(feedback, reports) if parts.report_gripper_status else None,
        )
    units = contents.settings.units
    return status if units == SI else converted(status, SI, units, translational)


def _command(
    standing: CommandStanding, status_id: int, feedback: Optional[Feedback]
) -> CommandStatus:
    place = standing.place
    return CommandStatus(
        command_id=standing.command_id,
        status_id=status_id,
        command_state=standing.state.crcl,
        state_description=standing.description or None,
        program_file=place.file,
        program_index=place.index,
        program_length=place.length,
        override_percent=None if feedback is None else round(100.0 * feedback.override),
    )


def _guards(statuses: GuardsStatuses, shift: Optional[Shift]) -> GuardsStatuses:
    here = statuses.trigger_pose
    if here is None or shift is None:
        return statuses
    return replace(
        statuses, trigger_pose=pose(*shift(position(here.point), orientation(here, "TriggerPose")))
    )


def _pose(feedback: Feedback, shift: Optional[Shift]) -> PoseStatus:
    place, turn = feedback.position, feedback.orientation
    if shift:
        place, turn = shift(place, turn)
    wrench = feedback.wrench and Wrench(
        force=Vector(*feedback.wrench[0]), moment=Vector(*feedback.wrench[1])
    )
    return PoseStatus(
        pose=pose(place, turn),
        twist=Twist(
            linear_velocity=Vector(*feedback.linear), angular_velocity=Vector(*feedback.angular)
        ),
        wrench=wrench,
        configuration=feedback.configuration or None,
    )


def gripper_name(tool: str) -> str:
    """Return a tool's name as the schema's NMTOKEN."""
    return re.sub(r"[^\w.:-]", "_", tool) or GRIPPER


def _gripper(feedback: Feedback, reports: Reports) -> Optional[GripperStatus]:
    name, gripper = gripper_name(feedback.tool), feedback.gripper
    if gripper is None or name in reports.disabled_grippers:
        return None
    top = {
        "gripper_name": name,
        "holding_object": gripper.holding,
        "gripper_option": tuple(ParameterSetting(*one) for one in reports.grippers.get(name, ())),
    }
    if gripper.vacuum is None:
        return ParallelGripperStatus(separation=gripper.width, **top)
    return VacuumGripperStatus(is_powered=gripper.vacuum, **top)
