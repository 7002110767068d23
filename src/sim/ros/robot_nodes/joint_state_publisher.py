"""The node joint_state_publisher: states of a description's joints, without a window."""

from __future__ import annotations

import rospy
from sensor_msgs.msg import JointState

from sim.errors import InputError
from sim.ros.node.node import run_node
from sim.ros.robot_nodes.described_joints import DescribedJoints


def main() -> None:
    """Run the node."""
    run_node("joint_state_publisher", _run)


def _run() -> None:
    urdf = rospy.get_param("robot_description", "")
    if not urdf:
        raise InputError(rospy.resolve_name("robot_description"), "no such parameter; set a URDF")
    joints = DescribedJoints(
        str(urdf),
        rospy.get_param("~zeros", {}),
        rospy.get_param("~dependent_joints", {}),
        bool(rospy.get_param("~use_mimic_tags", True)),
    )
    rate = float(rospy.get_param("~rate", 10.0))
    if not rate > 0.0:
        raise InputError(f"{rospy.get_name()}/rate", f"must be above 0 Hz, not {rate:g}")

    def take(message: JointState) -> None:
        joints.take(message.name, message.position, message.velocity, message.effort)

    for source in rospy.get_param("~source_list", []):
        rospy.Subscriber(source, JointState, take)
    topic = rospy.Publisher("joint_states", JointState, queue_size=5)
    clock = rospy.Rate(rate)
    while not rospy.is_shutdown():
        topic.publish(_message(joints))
        try:
            clock.sleep()
        except rospy.ROSTimeMovedBackwardsException:
            continue


def _message(joints: DescribedJoints) -> JointState:
    names, positions = map(list, zip(*(joints.all() or [("", 0.0)])))
    message = JointState(name=names, position=positions)
    if not joints.positions:
        message = JointState()
    message.header.stamp = rospy.Time.now()
    if joints.velocities:
        message.velocity = [joints.velocities.get(name, 0.0) for name in message.name]
    if joints.efforts:
        message.effort = [joints.efforts.get(name, 0.0) for name in message.name]
    return message
