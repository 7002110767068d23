"""Human-readable lines of a status.

Numbers are in the units that the status names, otherwise in the session's own.
"""

from __future__ import annotations

from typing import List, Optional

from sim.crcl.enums import CommandState
from sim.crcl.primitives import Vector
from sim.crcl.status import CRCLStatus, GripperStatus, ParallelGripperStatus, VacuumGripperStatus


def heading(status: CRCLStatus) -> str:
    """Return the command, its state, program place and reason."""
    found = status.command_status
    state = CommandState(found.command_state).value[len("CRCL_") :]
    program = (
        ""
        if found.program_index is None
        else f" ({found.program_file or 'program'} {found.program_index}"
        + (")" if found.program_length is None else f" of {found.program_length})")
    )
    override = "" if found.override_percent in (None, 100) else f" at {found.override_percent} %"
    return f"command {found.command_id} {state}{program}{override}" + (
        f": {found.state_description}" if found.state_description else ""
    )


def lines(status: CRCLStatus) -> List[str]:
    """Return the most used values of a status as lines."""
    found = [heading(status)]
    if status.pose_status is not None:
        pose = status.pose_status.pose
        found.append(
            "pose     "
            + " ".join(f"{axis} {getattr(pose.point, axis):.4f}" for axis in "xyz")
            + _unit(status)
            + f"  x axis {_vector(pose.x_axis)}  z axis {_vector(pose.z_axis)}"
            + (f"  {status.pose_status.configuration}" if status.pose_status.configuration else "")
        )
    if status.joint_statuses is not None:
        found.append(
            "joints   "
            + "  ".join(
                f"{joint.joint_number}: "
                + _numbers(joint.joint_position, joint.joint_velocity, joint.joint_torque_or_force)
                for joint in status.joint_statuses.joint_status
            )
        )
    if status.gripper_status is not None:
        found.append(f"gripper  {_gripper(status.gripper_status)}")
    return found


def _gripper(gripper: GripperStatus) -> str:
    said: List[str] = [gripper.gripper_name]
    if isinstance(gripper, ParallelGripperStatus):
        said.append(f"separation {gripper.separation:.4f}")
    if isinstance(gripper, VacuumGripperStatus):
        said.append("on" if gripper.is_powered else "off")
    if gripper.holding_object is not None:
        said.append("holds an object" if gripper.holding_object else "holds nothing")
    return ", ".join(said)


def _unit(status: CRCLStatus) -> str:
    settings = status.settings_status
    return (
        f" {settings.length_unit_name.value}"
        if settings is not None and settings.length_unit_name is not None
        else ""
    )


def _vector(vector: Vector) -> str:
    return f"({vector.i:.3f} {vector.j:.3f} {vector.k:.3f})"


def _numbers(*values: Optional[float]) -> str:
    return " / ".join("-" if value is None else f"{value:.4f}" for value in values).replace(
        " / -", ""
    )
