"""An arm with the ROS interface of ROS-Industrial's drivers.

The action ``joint_trajectory_action`` and its feedback, ``joint_path_command`` as topic and
service, ``stop_motion``, ``robot_status``.
"""

from __future__ import annotations

import math
import queue
import threading
from typing import Any, Callable, Dict, List, Optional, Protocol, Sequence

import actionlib
import numpy as np
import rospy
from actionlib_msgs.msg import GoalStatus
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from control_msgs.msg import (
    FollowJointTrajectoryAction,
    FollowJointTrajectoryFeedback,
    FollowJointTrajectoryResult,
)
from industrial_msgs.msg import RobotMode, RobotStatus, ServiceReturnCode, TriState
from industrial_msgs.srv import CmdJointTrajectory, StopMotion
from sim.arrays import Array
from sim.errors import InputError, SimError
from sim.robots.motion.follow import FollowJoints, check_trajectory
from sim.robots.mover import DONE, ERROR, WORKING
from sim.ros.conversions import header
from sim.ros.robots.arm_state import ArmState

# s of simulated time between two messages of robot_status, feedback_states and the action's status.
PERIOD = 0.1
Result = FollowJointTrajectoryResult


class TrajectoryFollower(Protocol):
    """Executes trajectories; all methods are called with its lock held."""

    def follow(self, motion: FollowJoints, stamp: float) -> None:
        """Begin at a simulated time, at once if it is past. SimError if impossible."""

    def stop_following(self) -> None:
        """Come to rest."""

    def blocked(self) -> str:
        """Return why the arm cannot move; empty if it can."""

    def moving(self) -> bool:
        """Return whether the arm is in motion."""

    def planned(self, time: float) -> Array:
        """Return the planned joint positions (k,) at a time."""


class TrajectoryPort:
    """The interface of one arm; topics are in the node's namespace.

    ``names`` are the arm's joints.
    """

    def __init__(self, names: Sequence[str], follower: TrajectoryFollower, lock: Any) -> None:
        self._names, self._follower, self._lock = list(names), follower, lock
        self._goal: Optional[Any] = None
        self._following, self._told = False, -math.inf
        # Queue of clients' requests: actionlib calls with its own lock held, which the arm's thread
        # takes after the arm's.
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._feedback = rospy.Publisher(
            "feedback_states", FollowJointTrajectoryFeedback, queue_size=10
        )
        self._status = rospy.Publisher("robot_status", RobotStatus, queue_size=10)
        self._action = actionlib.ActionServer(
            "joint_trajectory_action",
            FollowJointTrajectoryAction,
            lambda handle: self._asked.put(lambda: self._accept(handle)),
            lambda handle: self._asked.put(lambda: self._cancel(handle)),
            auto_start=False,
        )

    def start(self) -> None:
        """Start to subscribe and serve."""
        threading.Thread(target=self._serve, name="trajectories", daemon=True).start()
        self._action.start()
        # It ends with a traceback where time goes back; the status goes with the others.
        if self._action.status_timer is not None:
            self._action.status_timer.shutdown()
        rospy.Subscriber("joint_path_command", JointTrajectory, self._commanded, queue_size=10)
        self._services = [
            rospy.Service("joint_path_command", CmdJointTrajectory, self._serve_command),
            rospy.Service("stop_motion", StopMotion, self._serve_stop),
        ]

    # With the lock held.

    @property
    def following(self) -> bool:
        """True while a trajectory is executed."""
        return self._following

    def ended(self, why: str) -> None:
        """Handle the early end of a trajectory."""
        if self._following:
            self._following = False
            self._finish(Result.PATH_TOLERANCE_VIOLATED, why)

    def measured(self, state: ArmState, motion_state: str, description: str) -> None:
        """Take a measurement, and the state of the motion."""
        if self._following and motion_state == ERROR:
            self.ended(description)
        elif self._following and motion_state == DONE:
            self._following = False
            self._arrive(state)
        elif self._following and motion_state != WORKING:
            self.ended("the motion was given up")
        if self._following:
            self._keep_to_the_path(state)
        if self._told <= state.time < self._told + PERIOD - 1e-9:
            return
        self._told = state.time
        self._publish(state, motion_state)

    def _keep_to_the_path(self, state: ArmState) -> None:
        if self._goal is None:
            return
        goal = self._goal.get_goal()
        off = np.abs(state.positions - self._follower.planned(state.time))
        wrong = _beyond(goal.path_tolerance, self._names, off)
        if wrong:
            self._follower.stop_following()
            self.ended(f"{wrong} off the path, more than the goal's tolerance")

    def _arrive(self, state: ArmState) -> None:
        if self._goal is None:
            return
        goal = self._goal.get_goal()
        off = np.abs(state.positions - self._follower.planned(math.inf))
        wrong = _beyond(goal.goal_tolerance, self._names, off)
        if wrong:
            self._finish(
                Result.GOAL_TOLERANCE_VIOLATED, f"{wrong} off the goal, more than its tolerance"
            )
        else:
            self._finish(Result.SUCCESSFUL, "")

    def _publish(self, state: ArmState, motion_state: str) -> None:
        self._action.publish_status_async(None)
        if self._feedback.get_num_connections() or self._goal is not None:
            planned = self._follower.planned(state.time)
            feedback = FollowJointTrajectoryFeedback(
                header(state.time),
                self._names,
                JointTrajectoryPoint(positions=planned.tolist()),
                JointTrajectoryPoint(
                    positions=state.positions.tolist(), velocities=state.velocities.tolist()
                ),
                JointTrajectoryPoint(positions=(planned - state.positions).tolist()),
            )
            self._feedback.publish(feedback)
            if self._goal is not None:
                self._goal.publish_feedback(feedback)
        if self._status.get_num_connections():
            blocked = self._follower.blocked()
            self._status.publish(
                RobotStatus(
                    header=header(state.time),
                    mode=RobotMode(RobotMode.AUTO),
                    e_stopped=_tri(bool(blocked)),
                    drives_powered=_tri(True),
                    motion_possible=_tri(not blocked),
                    in_motion=_tri(self._follower.moving()),
                    in_error=_tri(motion_state == ERROR),
                )
            )

    def _finish(self, code: int, why: str) -> None:
        goal, self._goal = self._goal, None
        if goal is None:
            if code != Result.SUCCESSFUL:
                rospy.logwarn("joint_path_command: %s", why)
            return
        result = Result(error_code=code, error_string=why)
        if code == Result.SUCCESSFUL:
            goal.set_succeeded(result)
        else:
            rospy.logwarn("joint_trajectory_action: %s", why)
            goal.set_aborted(result, why)

    # Called in this class's threads and rospy's.

    def _serve(self) -> None:
        while True:
            self._asked.get()()

    def _accept(self, handle: Any) -> None:
        with self._lock:
            try:
                trajectory = handle.get_goal().trajectory
                motion = motion_of(trajectory, self._names)
                self._replace("another goal came")
                self._follower.follow(motion, trajectory.header.stamp.to_sec())
            except SimError as error:
                code = Result.INVALID_JOINTS if "joint_names" in str(error) else Result.INVALID_GOAL
                rospy.logwarn("joint_trajectory_action: %s", error)
                handle.set_rejected(Result(error_code=code, error_string=str(error)), str(error))
                return
            handle.set_accepted()
            self._goal, self._following = handle, True

    def _cancel(self, handle: Any) -> None:
        with self._lock:
            if self._goal is None or handle.get_goal_id().id != self._goal.get_goal_id().id:
                return
            self._goal, self._following = None, False
            self._follower.stop_following()
            if handle.get_goal_status().status != GoalStatus.ABORTED:
                handle.set_canceled(Result(error_string="canceled"))

    def _commanded(self, trajectory: JointTrajectory) -> None:
        """Execute a trajectory; an empty one stops, as in ROS-Industrial's drivers."""
        self._command(trajectory)

    def _command(self, trajectory: JointTrajectory) -> bool:
        with self._lock:
            try:
                if not trajectory.points:
                    self._replace("joint_path_command came empty")
                    self._follower.stop_following()
                    return True
                motion = motion_of(trajectory, self._names)
                self._replace("joint_path_command took over")
                self._follower.follow(motion, trajectory.header.stamp.to_sec())
                self._following = True
            except SimError as error:
                rospy.logwarn("joint_path_command: %s", error)
                return False
        return True

    def _replace(self, why: str) -> None:
        if self._following:
            self._following = False
            self._finish(Result.PATH_TOLERANCE_VIOLATED, why)

    def _serve_command(self, request: Any) -> Any:
        return CmdJointTrajectory._response_class(_code(self._command(request.trajectory)))

    def _serve_stop(self, request: Any) -> Any:
        return StopMotion._response_class(_code(self._command(JointTrajectory())))


def motion_of(trajectory: JointTrajectory, names: Sequence[str]) -> FollowJoints:
    """Convert a message to a motion of all the arm's joints. InputError if invalid."""
    columns = _columns(trajectory.joint_names, names)
    points = trajectory.points
    if not points:
        raise InputError("trajectory", "has no points")
    rows: Dict[str, List[Array]] = {"positions": [], "velocities": [], "accelerations": []}
    for number, point in enumerate(points):
        for field, values in rows.items():
            given = getattr(point, field)
            if len(given) == len(columns):
                values.append(np.array(given, dtype=float)[columns])
            elif given or field == "positions":
                raise InputError(
                    f"trajectory: point {number}: {field}",
                    f"{len(given)} values for {len(columns)} joints",
                )
    complete = {
        field: np.array(values) if len(values) == len(points) else None
        for field, values in rows.items()
    }
    if complete["velocities"] is None:
        complete["accelerations"] = None
    positions = complete["positions"]
    assert positions is not None
    motion = FollowJoints(
        np.array([point.time_from_start.to_sec() for point in points]),
        positions,
        complete["velocities"],
        complete["accelerations"],
    )
    check_trajectory(motion)
    return motion


def _columns(given: Sequence[str], names: Sequence[str]) -> List[int]:
    """Return the column of each of the arm's joints in a message."""
    if sorted(given) != sorted(names):
        raise InputError(
            "trajectory: joint_names",
            f"{', '.join(given) or 'none'}; they must be the arm's: {', '.join(names)}",
        )
    return [list(given).index(name) for name in names]


def _beyond(tolerances: Sequence[Any], names: Sequence[str], off: Array) -> str:
    """Return the first joint with an error ``off`` (k,) beyond its tolerance.

    Tolerances of 0 and less are ignored.
    """
    for tolerance in tolerances:
        if tolerance.name in names and tolerance.position > 0.0:
            by = float(off[list(names).index(tolerance.name)])
            if by > tolerance.position:
                return f"{tolerance.name} is {by:.3g}"
    return ""


def _tri(value: bool) -> TriState:
    return TriState(TriState.TRUE if value else TriState.FALSE)


def _code(done: bool) -> ServiceReturnCode:
    return ServiceReturnCode(ServiceReturnCode.SUCCESS if done else ServiceReturnCode.FAILURE)
