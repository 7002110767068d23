"""Client of a simulator's lockstep: receives boundaries and acknowledges them."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Set
from xmlrpc.client import Error as XmlRpcError
from xmlrpc.client import ServerProxy

import rosgraph
import rospy

from sim.embedded.mailbox import ENDING
from sim.errors import SimulationError
from sim.msg import LockstepBoundary, LockstepDone
from sim.ros.conversions import array, matrix_from_pose
from sim.ros.conversions import stamp as nanoseconds
from sim.ros.node import restart
from sim.ros.node.own_time import OwnTime
from sim.ros.node.waiting import Wait, leave_the_word_to_the_simulator
from sim.srv import LockstepJoin, LockstepLeave
from sim.traffic.ego_state import EgoState, ego_of

JOIN = "/gazebo/lockstep/join"
PARTING = 2.0


@dataclass(frozen=True)
class Membership:
    """Data of a lockstep participant.

    ``period`` in simulated s; ``timeout`` in wall s, of the simulator for this node and of this
    node for the simulator.
    """

    name: str
    period: float
    models: Sequence[str]
    timeout: float


class LockstepClient:
    """Calls ``on_boundary(message)`` for each boundary of this participant.

    Calls are in a subscriber's thread. If given, ``time`` is set to the newest boundary of any
    participant.
    """

    def __init__(
        self,
        membership: Membership,
        on_boundary: Callable[[LockstepBoundary], None],
        time: Optional[OwnTime] = None,
    ) -> None:
        self._membership, self._on_boundary, self._time = membership, on_boundary, time
        self._heard: Optional[float] = None
        self._said: Optional[LockstepDone] = None
        self._done = rospy.Publisher(
            "/gazebo/lockstep/done", LockstepDone, queue_size=10, tcp_nodelay=True
        )
        self._boundaries = rospy.Subscriber(
            "/gazebo/lockstep/boundary", LockstepBoundary, self._hear, tcp_nodelay=True
        )

    @staticmethod
    def wait_for_simulator(timeout: float) -> None:
        """Wait until a simulator can be joined.

        ``timeout`` in wall s as in :class:`sim.ros.node.waiting.Wait`.
        """
        Wait(
            JOIN, timeout, "start the embedded simulator, or load libsim_step.so into Gazebo"
        ).until_offered()

    def join(self, *publishers: rospy.Publisher) -> None:
        """Join once boundaries and the ``publishers`` of inputs are connected.

        No boundary is lost then.
        """
        mine = self._membership
        self.wait_for_simulator(mine.timeout)
        self._wait_until_connected([self._done, *publishers])
        try:
            answer = rospy.ServiceProxy(JOIN, LockstepJoin)(
                mine.name,
                rospy.Duration.from_sec(mine.period),
                rospy.Duration.from_sec(mine.timeout),
                list(mine.models),
            )
        except (rospy.ROSException, rospy.ServiceException) as error:
            raise SimulationError(f"the simulator does not answer {JOIN} ({error})") from None
        if not answer.success:
            if ENDING in answer.status_message:
                leave_the_word_to_the_simulator()
            raise SimulationError(answer.status_message)

    def connect(self, *publishers: rospy.Publisher) -> None:
        """Wait until the simulator subscribes to further inputs of this node."""
        self._wait_until_connected(publishers)

    @property
    def heard(self) -> float:
        """Time of the newest boundary of this participant; -inf before the first."""
        return -math.inf if self._heard is None else self._heard

    def done(self, heard: float, stamp: float, inputs: Sequence[str] = ()) -> None:
        """Acknowledge the boundary at ``heard``.

        All inputs of this node up to ``stamp`` are published, on the topics ``inputs`` with that
        stamp.
        """
        self._said = LockstepDone(
            self._membership.name, nanoseconds(stamp), list(inputs), nanoseconds(heard)
        )
        self._done.publish(self._said)

    def leave(self) -> None:
        """Leave the lockstep, so that the simulator does not wait.

        A simulator that is ending may never answer, so it gets ``PARTING`` s. If this node
        restarts, it does not leave, and the simulator waits for it at its next boundary.
        """
        if restart.asked():
            self._boundaries.unregister()
            return
        leaving = threading.Thread(target=self._leave, daemon=True)
        leaving.start()
        leaving.join(PARTING)

    def _leave(self) -> None:
        self._boundaries.unregister()
        # The simulator has ended first.
        with contextlib.suppress(rospy.ServiceException, rospy.ROSException):
            rospy.ServiceProxy("/gazebo/lockstep/leave", LockstepLeave)(self._membership.name)

    def _hear(self, message: LockstepBoundary) -> None:
        if self._time:
            self._time.set(message.header.stamp)
        if self._membership.name not in message.participants:
            return
        stamp = message.header.stamp.to_sec()
        if (
            message.repeats[message.participants.index(self._membership.name)]
            and stamp == self._heard
        ):
            if self._said and self._said.stamp.to_sec() >= stamp:
                self._done.publish(self._said)
            return
        if self._heard is not None and stamp <= self._heard:
            self._said = None
        self._heard = stamp
        try:
            self._on_boundary(message)
        except rospy.ROSException:
            # A node that ends closes its topics while a boundary may be on its way.
            if not rospy.is_shutdown():
                raise

    def _wait_until_connected(self, publishers: Sequence[rospy.Publisher]) -> None:
        """Wait until the simulator itself subscribes.

        Other nodes may subscribe too, so that a connection alone is not enough.
        """
        end, wanted = (
            time.monotonic() + self._membership.timeout,
            {publisher.resolved_name for publisher in publishers},
        )
        while True:
            try:
                lacking = sorted(wanted - _heard_by(_node_behind(JOIN)))
            except (OSError, rosgraph.MasterException, XmlRpcError):
                lacking = sorted(wanted)  # the master or this node is ending
            if not lacking and self._boundaries.get_num_connections():
                return
            if rospy.is_shutdown():
                raise rospy.ROSInterruptException("asked to end")
            if time.monotonic() > end:
                raise SimulationError(
                    "the simulator does not connect to "
                    f"{', '.join(lacking or [self._boundaries.resolved_name])}"
                )
            time.sleep(0.02)


def _node_behind(service: str) -> str:
    """Return the node that offers a service; empty without one."""
    services = rosgraph.Master(rospy.get_name()).getSystemState()[2]
    return next((nodes[0] for name, nodes in services if name == service), "")


def _heard_by(node: str) -> Set[str]:
    """Return this node's topics that another node subscribes to.

    Uses the ROS slave API, getBusInfo.
    """
    own: Any = ServerProxy(rospy.get_node_uri())
    _, _, connections = own.getBusInfo(rospy.get_name())
    return {
        topic
        for _, other, direction, _, topic, *_ in connections
        if other == node and direction == "o"
    }


def touched_from(message: LockstepBoundary) -> Dict[str, List[str]]:
    """Return the models touched by each model since the boundary before."""
    found: Dict[str, List[str]] = {}
    for model, other in zip(message.touching, message.touched):
        found.setdefault(model, []).append(other)
    return found


def egos_from(message: LockstepBoundary) -> List[EgoState]:
    """Return the boxes of a boundary's models, in their order."""
    return [
        ego_of(
            name,
            matrix_from_pose(pose),
            array(twist.linear),
            twist.angular.z,
            array(size),
            array(center),
        )
        for name, pose, twist, size, center in zip(
            message.models, message.pose, message.twist, message.size, message.center
        )
    ]
