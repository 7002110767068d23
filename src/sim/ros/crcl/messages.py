"""sim/CrclCommand and sim/CrclStatus from and to the library's orders and feedback; both are in
SI."""

from __future__ import annotations

from typing import Any, Tuple

from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3, Wrench
from sensor_msgs.msg import JointState

from sim.crcl.session.feedback import Feedback, Gripper, State
from sim.crcl.session.orders import JointGoal, Order, Screw, Waypoint
from sim.msg import (
    CrclCommand,
    CrclJointGoal,
    CrclParameter,
    CrclRate,
    CrclScrew,
    CrclStatus,
    CrclWaypoint,
    GripperState,
)
from sim.rate import Rate
from sim.ros.conversions import WORLD, header

_DETAILS = {
    "": CrclJointGoal.UNSPECIFIED,
    "speed": CrclJointGoal.SPEED,
    "effort": CrclJointGoal.EFFORT,
}
_DETAIL_NAMES = {number: name for name, number in _DETAILS.items()}
_RATES = ("trans_speed", "trans_accel", "rot_speed", "rot_accel")


def order_message(order: Order, time: float, frame: str = WORLD) -> CrclCommand:
    """``time`` is when the session accepted it, simulated s; ``frame`` is the workstation's."""
    return CrclCommand(
        header=header(time, frame),
        id=order.id,
        command_id=order.command_id,
        type=order.type,
        name=order.name,
        straight=order.straight,
        waypoints=[_waypoint_message(one) for one in order.waypoints],
        screw=[_screw_message(order.screw)] if order.screw else [],
        joints=[
            CrclJointGoal(
                number=one.number,
                position=one.position,
                tolerance=one.tolerance,
                details=_DETAILS[one.details],
                speed=one.speed,
                accel=one.accel,
                setting=one.setting,
                change_rate=one.change_rate,
            )
            for one in order.joints
        ],
        value=order.value,
        text=order.text,
        parameters=[CrclParameter(name=name, value=value) for name, value in order.parameters],
    )


def order_from_message(message: CrclCommand) -> Order:
    return Order(
        type=message.type,
        command_id=message.command_id,
        id=message.id,
        name=message.name,
        straight=message.straight,
        waypoints=tuple(_waypoint(one) for one in message.waypoints),
        screw=_screw(message.screw[0]) if message.screw else None,
        joints=tuple(
            JointGoal(
                one.number,
                one.position,
                one.tolerance,
                _DETAIL_NAMES.get(one.details, ""),
                one.speed,
                one.accel,
                one.setting,
                one.change_rate,
            )
            for one in message.joints
        ),
        value=message.value,
        text=message.text,
        parameters=tuple((one.name, one.value) for one in message.parameters),
    )


def feedback_from_message(message: CrclStatus) -> Feedback:
    joints, pose, wrench, gripper = message.joints, message.pose, message.wrench, message.gripper
    return Feedback(
        time=message.header.stamp.to_sec(),
        id=message.id,
        state=State(message.state),
        description=message.description,
        joints=tuple(joints.position),
        velocities=tuple(joints.velocity),
        efforts=tuple(joints.effort),
        position=_triple(pose.position),
        orientation=(
            pose.orientation.x,
            pose.orientation.y,
            pose.orientation.z,
            pose.orientation.w,
        ),
        linear=_triple(message.twist.linear),
        angular=_triple(message.twist.angular),
        wrench=(_triple(wrench.force), _triple(wrench.torque)) if message.wrench_known else None,
        configuration=message.configuration,
        tool=message.tool,
        override=message.override,
        gripper=gripper_from_message(gripper) if message.gripper_known else None,
    )


def feedback_message(
    feedback: Feedback, names: Tuple[str, ...] = (), frame: str = WORLD
) -> CrclStatus:
    """``names`` are the joints'; a gripper's state goes along where one is known."""
    top = header(feedback.time, frame)
    force, torque = feedback.wrench or ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    return CrclStatus(
        header=top,
        id=feedback.id,
        state=int(feedback.state),
        description=feedback.description,
        joints=JointState(
            header=top,
            name=list(names),
            position=feedback.joints,
            velocity=feedback.velocities,
            effort=feedback.efforts,
        ),
        pose=Pose(Point(*feedback.position), Quaternion(*feedback.orientation)),
        twist=Twist(Vector3(*feedback.linear), Vector3(*feedback.angular)),
        wrench=Wrench(Vector3(*force), Vector3(*torque)),
        wrench_known=feedback.wrench is not None,
        configuration=feedback.configuration,
        tool=feedback.tool,
        gripper=_gripper_message(feedback.gripper, top),
        gripper_known=feedback.gripper is not None,
        override=feedback.override,
    )


def gripper_from_message(message: GripperState) -> Gripper:
    vacuum = message.vacuum if message.kind == GripperState.VACUUM else None
    return Gripper(
        message.width, message.force, vacuum, message.moving, message.holding, message.object
    )


def _gripper_message(gripper: Any, top: Any) -> GripperState:
    if gripper is None:
        return GripperState(header=top)
    kind = GripperState.PARALLEL if gripper.vacuum is None else GripperState.VACUUM
    return GripperState(
        header=top,
        kind=kind,
        width=gripper.width,
        force=gripper.force,
        vacuum=bool(gripper.vacuum),
        moving=gripper.moving,
        holding=gripper.holding,
        object=gripper.object,
    )


def _waypoint_message(one: Waypoint) -> CrclWaypoint:
    rates = {
        name: CrclRate(relative=getattr(one, name).relative, value=getattr(one, name).value)
        for name in _RATES
    }
    return CrclWaypoint(
        pose=Pose(Point(*one.position), Quaternion(*one.orientation)),
        given=one.given,
        coordinated=one.coordinated,
        tolerance=Vector3(*one.tolerance),
        x_axis_tolerance=one.x_axis_tolerance,
        z_axis_tolerance=one.z_axis_tolerance,
        **rates,
    )


def _waypoint(message: CrclWaypoint) -> Waypoint:
    turn = message.pose.orientation
    rates = {
        name: Rate(getattr(message, name).value, getattr(message, name).relative) for name in _RATES
    }
    return Waypoint(
        position=_triple(message.pose.position),
        orientation=(turn.x, turn.y, turn.z, turn.w),
        coordinated=message.coordinated,
        given=message.given,
        tolerance=_triple(message.tolerance),
        x_axis_tolerance=message.x_axis_tolerance,
        z_axis_tolerance=message.z_axis_tolerance,
        **rates,
    )


def _screw_message(screw: Screw) -> CrclScrew:
    return CrclScrew(
        axis_point=Point(*(screw.axis_point or (0.0, 0.0, 0.0))),
        axis_point_given=screw.axis_point is not None,
        axial_distance_free=screw.axial_distance_free,
        axial_distance=screw.axial_distance,
        turn=screw.turn,
    )


def _screw(message: CrclScrew) -> Screw:
    return Screw(
        message.axial_distance,
        message.turn,
        message.axial_distance_free,
        _triple(message.axis_point) if message.axis_point_given else None,
    )


def _triple(message: Any) -> Tuple[float, float, float]:
    return (message.x, message.y, message.z)
