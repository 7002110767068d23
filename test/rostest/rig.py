"""Models of ``rigs`` in a paused simulator that is stepped in lockstep.

Commands take effect at the step at which they are sent.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import Pose
from sensor_msgs.msg import JointState
from simulator_client import Subscription, begin, done, until
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from sim.msg import GripperCommand, GripperState, LockstepBoundary, LockstepDone

PHYSICS_STEP = 0.001  # s
LOCKSTEP_PERIOD = 0.02  # s
FOLDER = os.path.join(os.path.dirname(os.path.realpath(__file__)), "rigs")
KINDS = {"command": JointTrajectory, "gripper/command": GripperCommand}
TOLERANCE = 1e-6


def text_of(rig: str) -> str:
    """Return the SDF of a rig."""
    with open(os.path.join(FOLDER, f"{rig}.sdf"), encoding="utf-8") as file:
        return file.read()


def point(
    at: float,
    positions: Sequence[float] = (),
    velocities: Sequence[float] = (),
    accelerations: Sequence[float] = (),
    effort: Sequence[float] = (),
) -> JointTrajectoryPoint:
    return JointTrajectoryPoint(
        list(positions),
        list(velocities),
        list(accelerations),
        list(effort),
        rospy.Duration.from_sec(at),
    )


def trajectory(joints: Sequence[str], *points: JointTrajectoryPoint) -> JointTrajectory:
    return JointTrajectory(joint_names=list(joints), points=list(points))


class Rig:
    """The simulator as a participant of its lockstep; one for all cases."""

    def __init__(self) -> None:
        self._waiting: List[Tuple[str, Any]] = []
        self._publishers: Dict[str, rospy.Publisher] = {}
        self.joints: Dict[str, Subscription] = {}
        self.grippers: Dict[str, Subscription] = {}
        self._done = rospy.Publisher(
            "/gazebo/lockstep/done", LockstepDone, queue_size=10, tcp_nodelay=True
        )
        heard = rospy.Subscriber(
            "/gazebo/lockstep/boundary", LockstepBoundary, self._answer, tcp_nodelay=True
        )
        until(
            lambda: self._done.get_num_connections() and heard.get_num_connections(),
            "connection to the simulator",
        )
        done(
            "lockstep/join",
            "test",
            rospy.Duration.from_sec(LOCKSTEP_PERIOD),
            rospy.Duration(60),
            [],
        )

    def begin(self) -> None:
        """Restore an empty world, paused at time 0."""
        for heard in (*self.joints.values(), *self.grippers.values()):
            heard.close()
        for publisher in self._publishers.values():
            publisher.unregister()
        for known in (self.joints, self.grippers, self._publishers, self._waiting):
            known.clear()
        begin()

    def spawn(self, rig: str, name: str, text: str = "", gripper: bool = False) -> None:
        """Spawn a rig or a document ``text``, and connect to its topics.

        The document is SDF or URDF.
        """
        done(
            "spawn_urdf_model" if "<robot" in text else "spawn_sdf_model",
            name,
            text or text_of(rig),
            "",
            Pose(),
            "",
        )
        self.joints[name] = Subscription(f"/{name}/joint_states", JointState)
        topics = ["command"]
        if gripper:
            self.grippers[name] = Subscription(f"/{name}/gripper/state", GripperState)
            topics.append("gripper/command")
        for topic in topics:
            publisher = rospy.Publisher(
                f"/{name}/{topic}", KINDS[topic], queue_size=10, tcp_nodelay=True
            )
            until(publisher.get_num_connections, f"listener of /{name}/{topic}")
            self._publishers[f"/{name}/{topic}"] = publisher

    def tell(self, topic: str, message: Any) -> None:
        """Publish a message with the next step's time; one for each topic."""
        assert topic not in [other for other, _ in self._waiting], f"{topic} is told twice"
        self._waiting.append((topic, message))

    def grip(self, name: str, width: float = 0.0, force: float = 0.0, vacuum: bool = False) -> None:
        self.tell(
            f"/{name}/gripper/command", GripperCommand(width=width, force=force, vacuum=vacuum)
        )

    def run(self, seconds: float) -> float:
        """Step by a multiple of 0.02 s and return the time. All readings up to it have arrived."""
        end = done("step_world", round(seconds / PHYSICS_STEP)).stamp.to_sec()
        assert not self._waiting, "no boundary came"
        for heard in (*self.joints.values(), *self.grippers.values()):
            heard.wait(
                lambda message: message.header.stamp.to_sec() > end - LOCKSTEP_PERIOD - TOLERANCE
            )
        return end

    def state(self, name: str) -> Dict[str, Tuple[float, float]]:
        """Return position and velocity of each joint."""
        found = {}
        for joint in self.joints[name].messages[-1].name:
            answer = done("get_joint_properties", f"{name}::{joint}")
            found[joint] = (answer.position[0], answer.rate[0])
        return found

    def history(self, name: str, joint: str) -> np.ndarray:
        """Return times, positions, velocities and efforts (n, 4) of a joint."""
        rows = []
        for message in list(self.joints[name].messages):
            column = message.name.index(joint)
            rows.append(
                (
                    message.header.stamp.to_sec(),
                    message.position[column],
                    message.velocity[column],
                    message.effort[column],
                )
            )
        return np.array(rows)

    def held(self, name: str) -> GripperState:
        """Return the gripper's last state."""
        return self.grippers[name].messages[-1]

    def _answer(self, message: LockstepBoundary) -> None:
        if "test" not in message.participants:
            return
        stamp, told = message.header.stamp, []
        while self._waiting:
            topic, what = self._waiting.pop(0)
            what.header.stamp = stamp
            self._publishers[topic].publish(what)
            told.append(topic)
        self._done.publish(LockstepDone("test", stamp, told, stamp))


@lru_cache(maxsize=None)
def shared_rig() -> Rig:
    """Return the lockstep participant shared by all cases of a launch."""
    return Rig()


def where(model: str, link: str) -> np.ndarray:
    """Return the position (3,) of a link in the world."""
    at = done("get_link_state", f"{model}::{link}", "").link_state.pose.position
    return np.array([at.x, at.y, at.z])
