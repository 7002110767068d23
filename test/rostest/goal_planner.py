#!/usr/bin/env python3
"""A mock of a robot's own planner.

Takes goals as move_base does, drives to them by odometry and cmd_vel around a scene's tables and
walls, and reports their results.
"""

import threading

import rospy
from actionlib_msgs.msg import GoalID, GoalStatus, GoalStatusArray
from geometry_msgs.msg import PoseStamped, Twist
from nav_msgs.msg import Odometry
from std_msgs.msg import Header

from sim.drivers.turning_drive import TurningDrive, TurningOptions
from sim.drivers.way_around import GroundRectangle
from sim.drivers.waypoints import MissionWaypoint
from sim.msg import Scene
from sim.ros.conversions import yaw_from_pose

OPTIONS = TurningOptions(tolerance=0.2, speed=0.6, turn_rate=0.8, radius=0.36)


class Planner:
    def __init__(self):
        scene = rospy.wait_for_message("scene_spawner/scene", Scene, 120.0)
        self._boxes = [
            GroundRectangle(
                one.name,
                one.pose.position.x,
                one.pose.position.y,
                yaw_from_pose(one.pose),
                one.size.x,
                one.size.y,
            )
            for one in scene.objects
            if one.is_static
        ]
        self._drive, self._status, self._lock = None, GoalStatus(), threading.Lock()
        self._commands = rospy.Publisher("cmd_vel", Twist, queue_size=10)
        self._statuses = rospy.Publisher("move_base/status", GoalStatusArray, queue_size=10)
        rospy.Subscriber("move_base_simple/goal", PoseStamped, self._take)
        rospy.Subscriber("odom", Odometry, self._go)
        rospy.Timer(rospy.Duration(0.2), self._report)

    def _take(self, goal):
        place = goal.pose.position
        with self._lock:
            if goal.header.frame_id != "map":
                raise ValueError(goal.header.frame_id)
            at = MissionWaypoint("goal", place.x, place.y, yaw_from_pose(goal.pose))
            self._drive = TurningDrive([at], OPTIONS)
            self._status = GoalStatus(
                GoalID(goal.header.stamp, str(goal.header.stamp)), GoalStatus.ACTIVE, ""
            )

    def _go(self, odometry):
        with self._lock:
            if self._drive is None:
                return
            place, message = odometry.pose.pose.position, Twist()
            message.linear.x, message.angular.z = self._drive.command(
                odometry.header.stamp.to_sec(),
                (place.x, place.y),
                yaw_from_pose(odometry.pose.pose),
                (odometry.twist.twist.linear.x, odometry.twist.twist.angular.z),
                self._boxes,
            )
            self._commands.publish(message)
            if self._drive.done:
                failed, self._drive = self._drive.failure, None
                self._status.text = failed
                self._status.status = GoalStatus.ABORTED if failed else GoalStatus.SUCCEEDED

    def _report(self, event):
        with self._lock:
            known = [self._status] if self._status.goal_id.id else []
            self._statuses.publish(GoalStatusArray(Header(stamp=event.current_real), known))


if __name__ == "__main__":
    rospy.init_node("move_base")
    Planner()
    rospy.spin()
