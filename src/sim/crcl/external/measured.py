"""Conversion of an external robot's status to controller feedback in SI units."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from sim.crcl import CRCLStatus, JointStatuses, ParallelGripperStatus, VacuumGripperStatus, Vector
from sim.crcl.session.feedback import UNKNOWN, Feedback, GripperFeedback, SessionState
from sim.crcl.session.poses import orientation, position
from sim.robot_orders import Triple

_STATES = {state.crcl: state for state in SessionState}


def state_of(status: CRCLStatus) -> SessionState:
    return _STATES[
        str(
            getattr(
                status.command_status.command_state, "value", status.command_status.command_state
            )
        )
    ]


def measured(
    status: CRCLStatus, time: float, number: int, state: SessionState, description: str
) -> Feedback:
    """Return the feedback on order ``number``. Raises InputError for an invalid pose."""
    fields: Dict[str, Any] = {"orientation": UNKNOWN}
    if status.pose_status:
        here = status.pose_status
        fields.update(
            position=position(here.pose.point),
            orientation=orientation(here.pose, "PoseStatus/Pose"),
            configuration=here.configuration or "",
        )
        if here.twist:
            fields.update(
                linear=_triple(here.twist.linear_velocity),
                angular=_triple(here.twist.angular_velocity),
            )
        if here.wrench:
            fields.update(wrench=(_triple(here.wrench.force), _triple(here.wrench.moment)))
    if status.joint_statuses:
        fields.update(
            joints=_all(status.joint_statuses, "joint_position"),
            velocities=_all(status.joint_statuses, "joint_velocity"),
            efforts=_all(status.joint_statuses, "joint_torque_or_force"),
        )
    override = status.command_status.override_percent
    if override is not None:
        fields.update(override=override / 100.0)
    if status.gripper_status:
        fields.update(
            gripper=_gripper(status.gripper_status), tool=status.gripper_status.gripper_name
        )
    return Feedback(time=time, id=number, state=state, description=description, **fields)


def _all(statuses: JointStatuses, field: str) -> Tuple[float, ...]:
    """Return one quantity of joints 1, 2, ... in that order.

    Empty if any joint does not report it, since an unreported value is not 0.
    """
    values = {one.joint_number: getattr(one, field) for one in statuses.joint_status}
    if None in values.values() or sorted(values) != list(range(1, len(values) + 1)):
        return ()
    return tuple(float(values[number]) for number in sorted(values))


def _gripper(status: Any) -> Optional[GripperFeedback]:
    holding = bool(status.holding_object)
    if isinstance(status, ParallelGripperStatus):
        return GripperFeedback(width=status.separation, holding=holding)
    if isinstance(status, VacuumGripperStatus):
        return GripperFeedback(vacuum=status.is_powered, holding=holding)
    return None


def _triple(vector: Vector) -> Triple:
    return (float(vector.i), float(vector.j), float(vector.k))
