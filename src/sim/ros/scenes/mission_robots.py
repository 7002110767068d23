"""Ways to drive a mission's robot: ackermann_cmd, cmd_vel, or a planner.

Goals for the planner are published as for move_base. Frame world, SI units.
"""

from __future__ import annotations

from typing import List, Protocol

import rospy
from actionlib_msgs.msg import GoalStatus, GoalStatusArray
from geometry_msgs.msg import PoseStamped, Twist

from sim.drivers.patrol import Patrol
from sim.drivers.turning_drive import TurningDrive
from sim.drivers.way_around import GroundRectangle, Point
from sim.drivers.waypoints import MissionProgress
from sim.msg import AckermannDrive, AckermannDriveStamped, LockstepBoundary
from sim.ros.conversions import array, header, pose_from_matrix
from sim.ros.lockstep_client import egos_from
from sim.traffic.ego_state import EgoState
from sim.transforms import transform_from_rpy

DRIVES = ("ackermann", "cmd_vel", "move_base")
# Ends of a planner's goal before the robot has reached it.
LOST = {
    GoalStatus.ABORTED: "aborted",
    GoalStatus.REJECTED: "rejected",
    GoalStatus.LOST: "lost",
    GoalStatus.RECALLED: "recalled",
    GoalStatus.PREEMPTED: "preempted",
}


class MissionRobot(Protocol):
    """Drives a robot through a mission.

    ``progress`` is that of the mission; ``topic`` is the published topic, ``stamped`` whether with
    the time of execution, so that the simulator can wait for it; ``avoids_objects`` whether it
    needs the poses of the scene's objects.
    """

    progress: MissionProgress
    publisher: rospy.Publisher
    topic: str
    stamped: bool
    avoids_objects: bool

    def drive(self, now: float, due: float, robot: EgoState, message: LockstepBoundary) -> None:
        """Check the robot's pose, and command it for the time ``due``."""

    def stand(self, due: float) -> None:
        """Command it to stand."""


class AckermannRobot:
    """Steers by pure pursuit."""

    stamped, avoids_objects = True, False

    def __init__(self, name: str, patrol: Patrol) -> None:
        self.progress = self._patrol = patrol
        self._name, self.topic = name, f"/{name}/ackermann_cmd"
        self.publisher = rospy.Publisher(
            self.topic, AckermannDriveStamped, queue_size=10, tcp_nodelay=True
        )

    def drive(self, now: float, due: float, robot: EgoState, message: LockstepBoundary) -> None:
        self._send(due, *self._patrol.command(now, robot.centre, robot.yaw, robot.speed))

    def stand(self, due: float) -> None:
        self._send(due, 0.0, 0.0)

    def _send(self, due: float, angle: float, speed: float) -> None:
        self.publisher.publish(
            AckermannDriveStamped(
                header(due, f"{self._name}/base_link"), AckermannDrive(angle, 0.0, speed, 0.0, 0.0)
            )
        )


class CmdVelRobot:
    """Turns on the spot and drives straight, around other models' boxes.

    The boxes are updated at each boundary. It may stand until its topic has a subscriber.
    """

    stamped, avoids_objects = False, True

    def __init__(self, name: str, topic: str, drive: TurningDrive) -> None:
        self.progress = self._drive = drive
        self._name, self.topic = name, rospy.resolve_name(topic)
        self.publisher = rospy.Publisher(self.topic, Twist, queue_size=10, tcp_nodelay=True)

    def drive(self, now: float, due: float, robot: EgoState, message: LockstepBoundary) -> None:
        motion, boxes = (robot.speed, robot.yaw_rate), boxes_from(message, self._name)
        position = origin_of(message, self._name)
        if not self.publisher.get_num_connections():
            self.progress.stay(now)
        self._send(*self._drive.command(now, position, robot.yaw, motion, boxes))

    def stand(self, due: float) -> None:
        self._send(0.0, 0.0)

    def _send(self, forward: float, turning: float) -> None:
        message = Twist()
        message.linear.x, message.angular.z = forward, turning
        self.publisher.publish(message)


def origin_of(message: LockstepBoundary, robot: str) -> Point:
    """Return the position of a robot's origin in a boundary."""
    x, y, _ = array(message.pose[message.models.index(robot)].position)
    return float(x), float(y)


def boxes_from(message: LockstepBoundary, robot: str) -> List[GroundRectangle]:
    """Return the obstacles of a robot: the boxes of other models.

    Boxes that begin above the robot's top are left out.
    """
    found = egos_from(message)
    top = next(one.z + one.height for one in found if one.name == robot)
    return [
        GroundRectangle(one.name, *one.centre, one.yaw, one.length, one.width)
        for one in found
        if one.name != robot and one.z < top and one.length * one.width > 0.0
    ]


class PlannedRobot:
    """Sends each waypoint to a planner, as RViz's 2D Nav Goal does.

    The planner reports the end of each goal.
    """

    stamped = avoids_objects = False

    def __init__(self, name: str, planner: str, frame: str, progress: MissionProgress) -> None:
        self.progress, self._name, self._frame = progress, name, frame
        self.topic = rospy.resolve_name(f"{planner}_simple/goal")
        self.publisher = rospy.Publisher(self.topic, PoseStamped, queue_size=1, tcp_nodelay=True)
        self._reports, self._reported = rospy.resolve_name(f"{planner}/status"), False
        # Number of goals sent, the planner's newest one, and the id of the newest at the last
        # sending.
        self._sent, self._newest, self._before = 0, GoalStatus(), ""
        rospy.Subscriber(self._reports, GoalStatusArray, self._hear, tcp_nodelay=True)

    def drive(self, now: float, due: float, robot: EgoState, message: LockstepBoundary) -> None:
        progress, position = self.progress, origin_of(message, self._name)
        if not (self._reported and self.publisher.get_num_connections()):
            # One that starts takes no goals yet, and may need simulated time to come up.
            rospy.loginfo_throttle(
                10.0,
                f"waits for a planner: goals go to {self.topic}, it reports on {self._reports}",
            )
            progress.stay(now)
        elif not progress.done and self._sent == len(progress.reached):
            self._send(now)
        elif not progress.done and self._newest.goal_id.id != self._before:
            self._judge(now, self._newest, progress.distance(position))
        progress.watch(now, position, robot.speed, robot.yaw_rate)

    def stand(self, due: float) -> None:
        """Do nothing: the planner has no goal at a stop."""

    def _send(self, now: float) -> None:
        goal = self.progress.goal
        pose = transform_from_rpy((goal.x, goal.y, 0.0), (0.0, 0.0, goal.yaw))
        self._sent, self._before = self._sent + 1, self._newest.goal_id.id
        self.publisher.publish(PoseStamped(header(now, self._frame), pose_from_matrix(pose)))

    def _judge(self, now: float, goal: GoalStatus, distance: float) -> None:
        progress = self.progress
        if goal.status in LOST:
            text = f" ({goal.text})" if goal.text else ""
            progress.failure = (
                f"the planner's goal at {progress.goal.name} was {LOST[goal.status]}{text}"
            )
        elif goal.status == GoalStatus.SUCCEEDED and distance <= progress.limits.tolerance:
            progress.reach(now)
        elif goal.status == GoalStatus.SUCCEEDED:
            progress.failure = (
                f"the planner ended {distance:.2f} m from {progress.goal.name}, more than the "
                f"tolerance of {progress.limits.tolerance:g} m"
            )

    def _hear(self, message: GoalStatusArray) -> None:
        self._reported = True
        if message.status_list:
            self._newest = max(message.status_list, key=lambda one: one.goal_id.stamp.to_nsec())
