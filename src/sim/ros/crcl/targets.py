"""The robot that a bridge drives, simulated or real, and its detections.

A crcl_client stands for the real robot under ``real/``; the source of detections changes with it.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

import roslib.message
import rospy
from std_msgs.msg import String

from sim import checks
from sim.crcl.session import Feedback
from sim.errors import InputError, SimulationError
from sim.msg import CrclCommand, CrclStatus
from sim.robot_orders import RobotOrder
from sim.ros.crcl.messages import feedback_from_message
from sim.ros.crcl.orders import order_message

PREFIXES = {"simulated": "", "real": "real/"}
QUEUE = 100


class Targets:
    """The robots that a bridge can drive.

    ``hear`` gets each target's name and feedback, in threads of ROS; ``frame`` is the workstation's
    for statuses without a frame.
    """

    def __init__(self, hear: Callable[[str, Feedback], None], frame: str) -> None:
        self.current = "simulated"
        self._hear, self._frame = hear, frame
        self._last: Dict[str, Feedback] = {}
        self._publishers = {
            name: rospy.Publisher(
                f"{prefix}crcl/command", CrclCommand, queue_size=QUEUE, tcp_nodelay=True
            )
            for name, prefix in PREFIXES.items()
        }
        self._target = rospy.Publisher("target", String, queue_size=1, latch=True)
        self._target.publish(self.current)
        self._subscribers = [
            rospy.Subscriber(
                f"{prefix}crcl/status",
                CrclStatus,
                self._take,
                name,
                queue_size=QUEUE,
                tcp_nodelay=True,
            )
            for name, prefix in PREFIXES.items()
        ]

    @property
    def topic(self) -> str:
        """Topic of commands."""
        return self._publishers[self.current].resolved_name

    @property
    def status(self) -> str:
        """Topic of statuses."""
        return rospy.resolve_name(f"{PREFIXES[self.current]}crcl/status")

    @property
    def last(self) -> Optional[Feedback]:
        """Last feedback of the driven target; None before the first."""
        return self._last.get(self.current)

    def send(self, order: RobotOrder) -> bool:
        """Publish an order to the target; False without a subscriber."""
        publisher = self._publishers[self.current]
        if publisher.get_num_connections() == 0:
            return False
        publisher.publish(order_message(order, rospy.get_time(), self._frame))
        return True

    def switch(self, name: str) -> None:
        """Drive another robot; InputError or SimulationError if not possible."""
        if name not in PREFIXES:
            raise InputError("target", f"'{name}' is neither simulated nor real")
        publisher = self._publishers[name]
        if name == "real" and publisher.get_num_connections() == 0:
            raise SimulationError(
                f"{publisher.resolved_name} has no subscriber; start a crcl_client for the real "
                "robot (argument real:=host:port)"
            )
        if name == "real" and name not in self._last:
            raise SimulationError(
                "the real robot's crcl_client has not reported yet; try again in a moment"
            )
        self.current = name
        self._target.publish(name)

    def _take(self, message: CrclStatus, name: str) -> None:
        self._last[name] = feedback_from_message(message)
        if name == self.current:
            self._frame = message.header.frame_id or self._frame
        self._hear(name, self._last[name])


class DetectionRelay:
    """Relays detections of the driven target.

    Parameter ``detections``: {simulated: topic, real: topic, output: topic}; messages of any type
    pass unchanged.
    """

    def __init__(self, parameter: Any, target: str) -> None:
        where = rospy.resolve_name("~detections")
        given = checks.mapping(parameter, where, (*PREFIXES, "output"))
        self._topics: Dict[str, str] = {
            name: checks.text(topic, f"{where}/{name}") for name, topic in given.items()
        }
        if self._topics and "output" not in self._topics:
            raise InputError(
                where, "the key 'output' is missing: the topic on which the chosen detections go on"
            )
        self._subscriber: Optional[rospy.Subscriber] = None
        self._publisher: Optional[rospy.Publisher] = None
        self.use(target)

    def use(self, target: str) -> None:
        """Relay the detections of another target."""
        if self._subscriber:
            self._subscriber.unregister()
            self._subscriber = None
        if target in self._topics:
            self._subscriber = rospy.Subscriber(
                self._topics[target], rospy.AnyMsg, self._take, tcp_nodelay=True, queue_size=QUEUE
            )

    def _take(self, message: rospy.AnyMsg) -> None:
        name = message._connection_header["type"]
        if self._publisher is None:
            kind = roslib.message.get_message_class(name) if "/" in name else None
            if kind is None:
                rospy.logerr_throttle(
                    10.0, f"detections of type {name} cannot be relayed: the type is not built here"
                )
                return
            self._publisher = rospy.Publisher(
                self._topics["output"], kind, queue_size=QUEUE, tcp_nodelay=True
            )
        if self._publisher.type != name:
            rospy.logerr_throttle(
                10.0,
                f"detections are of type {self._publisher.type} so far, and {name} is not relayed "
                "among them",
            )
            return
        self._publisher.publish(message)
