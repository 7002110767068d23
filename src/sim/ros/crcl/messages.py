"""sim/CrclStatus from and to the library's feedback; both are in SI."""

from __future__ import annotations

from typing import Any, Tuple

from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3, Wrench
from sensor_msgs.msg import JointState

from sim.crcl.session.feedback import Feedback, GripperFeedback, SessionState
from sim.msg import CrclStatus, GripperState
from sim.ros.conversions import WORLD_FRAME, header


def feedback_from_message(message: CrclStatus) -> Feedback:
    joints, pose, wrench, gripper = message.joints, message.pose, message.wrench, message.gripper
    return Feedback(
        time=message.header.stamp.to_sec(),
        id=message.id,
        state=SessionState(message.state),
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
    feedback: Feedback, names: Tuple[str, ...] = (), frame: str = WORLD_FRAME
) -> CrclStatus:
    """Convert feedback to CrclStatus.

    ``names`` are the joints'; a gripper's state is included if known.
    """
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


def gripper_from_message(message: GripperState) -> GripperFeedback:
    vacuum = message.vacuum if message.kind == GripperState.VACUUM else None
    return GripperFeedback(
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


def _triple(message: Any) -> Tuple[float, float, float]:
    return (message.x, message.y, message.z)
