"""A foreign client of trajectories and its requests, for tests."""

from __future__ import annotations

import rospy
from actionlib import SimpleActionClient
from actionlib_msgs.msg import GoalStatus
from plugin_robots import PHYSICS_STEP, step
from simulator_client import now, until
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from control_msgs.msg import FollowJointTrajectoryGoal


def point(time: float, positions, velocities=(), accelerations=()) -> JointTrajectoryPoint:
    return JointTrajectoryPoint(
        list(positions), list(velocities), list(accelerations), [], rospy.Duration(time)
    )


def goal(*points: JointTrajectoryPoint, joints=("elbow", "shoulder")) -> FollowJointTrajectoryGoal:
    made = FollowJointTrajectoryGoal()
    made.trajectory = JointTrajectory(joint_names=list(joints), points=list(points))
    return made


def quintic(u: float) -> float:
    """Return a quintic from 0 to 1, at rest at both ends."""
    return u**3 * (10 - 15 * u + 6 * u**2)


class Client:
    """A foreign client of an action, while the simulator is stepped."""

    def __init__(self, name: str, kind: type) -> None:
        self._client = SimpleActionClient(name, kind)
        until(lambda: self._client.wait_for_server(rospy.Duration(0.1)), name)

    def close(self) -> None:
        """Disconnect: a latched status reaches the first client of its action alone."""
        self._client.action_client.stop()

    def send(self, wanted) -> None:
        self._client.send_goal(wanted)

    def cancel(self) -> None:
        self._client.cancel_goal()

    def finish(self, longest: float = 10.0):
        """Step until the goal has ended, and return its state and result."""
        end = now() + longest
        while self._client.get_state() in (GoalStatus.PENDING, GoalStatus.ACTIVE):
            assert now() < end, f"no end by {end} s"
            step(0.05)
        # Status and result come on separate topics.
        result = until(lambda: self._client.get_result(), "result")
        return self._client.get_state(), result

    def active(self) -> None:
        """Step until the goal is active."""
        until(
            lambda: step(PHYSICS_STEP) and self._client.get_state() == GoalStatus.ACTIVE,
            "goal at work",
        )
