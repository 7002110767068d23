"""A robot's links on tf, as published by robot_state_publisher.

robot_state_publisher requests a parameter from the master for each message it receives; this does
not.
"""

from __future__ import annotations

from typing import Iterable, List, Tuple

import rospy
from geometry_msgs.msg import Quaternion, Transform, TransformStamped, Vector3
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from sim.robots.link_tree import Hinge, LinkTree, Placed
from sim.ros.conversions import header
from sim.ros.node.static_frames import StaticFrames
from sim.ros.node.throttle import Throttle


class RobotLinkFrames:
    """``<robot>/<link>`` of all links of a URDF.

    Links on fixed joints are published once, the others at most ``rate`` times a simulated s and
    only while ``/tf`` has subscribers.
    """

    def __init__(self, robot: str, urdf: str, static: StaticFrames, rate: float) -> None:
        self._robot, self._tree, self._throttle = robot, LinkTree(urdf), Throttle(rate)
        self._publisher = rospy.Publisher("/tf", TFMessage, queue_size=10, tcp_nodelay=True)
        static.set("links", self._transforms(self._tree.fixed(), 0.0))

    def take(self, joints: JointState) -> None:
        """Publish the link poses of a joint measurement, if due."""
        time = joints.header.stamp.to_sec()
        if self._publisher.get_num_connections() and self._throttle.due(time):
            moved = self._tree.moved(dict(zip(joints.name, joints.position)))
            self._publisher.publish(TFMessage(self._transforms(moved, time)))

    def _transforms(
        self, links: Iterable[Tuple[Hinge, Placed]], time: float
    ) -> List[TransformStamped]:
        return [
            TransformStamped(
                header(time, f"{self._robot}/{hinge.parent}"),
                f"{self._robot}/{hinge.child}",
                Transform(Vector3(*place), Quaternion(*turn)),
            )
            for hinge, (place, turn) in links
        ]
