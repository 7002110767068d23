"""Topics of a robot's grippers and of its tool changer.

Orders are queued until the next boundary, so that they are executed at a known simulated time.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Optional, Tuple

import rospy

from sim.msg import GripperCommand, GripperState, ToolChangerCommand, ToolChangerState
from sim.robots.changer import ChangerReading
from sim.robots.effector import GripOrder
from sim.ros.conversions import header
from sim.ros.robots.placed import PlacedArm


class ToolPorts:
    """Publishers and subscribers of a robot's tools.

    A robot with a fixed gripper has one gripper and no changer; one with a tool changer has all end
    effectors of the layout, which are separate models.
    """

    def __init__(self, placed: PlacedArm) -> None:
        tools = placed.robot.end_effectors
        self._roots: Dict[str, str] = {name: f"/{name}/gripper" for name in tools}
        if placed.gripper:
            self._roots[placed.gripper.name] = f"/{placed.name}/gripper"
        self._grippers = {
            name: rospy.Publisher(
                f"{root}/command", GripperCommand, queue_size=10, tcp_nodelay=True
            )
            for name, root in self._roots.items()
        }
        self._root = f"/{placed.name}/tool_changer"
        self._changer = (
            rospy.Publisher(
                f"{self._root}/command", ToolChangerCommand, queue_size=10, tcp_nodelay=True
            )
            if tools
            else None
        )
        self._grip: Optional[Tuple[str, GripOrder]] = None
        self._change: Optional[bool] = None

    @property
    def publishers(self) -> List[rospy.Publisher]:
        """Publishers that the simulator must be connected to."""
        return [*self._grippers.values(), *([self._changer] if self._changer else [])]

    def listen(
        self,
        gripped: Callable[[GripperState, str], None],
        changed: Callable[[ToolChangerState], None],
    ) -> None:
        """Subscribe to the states of the named grippers and the changer."""
        for name, root in self._roots.items():
            rospy.Subscriber(
                f"{root}/state", GripperState, gripped, name, queue_size=50, tcp_nodelay=True
            )
        if self._changer:
            rospy.Subscriber(
                f"{self._root}/state", ToolChangerState, changed, queue_size=50, tcp_nodelay=True
            )

    def grip(self, name: str, order: GripOrder) -> None:
        """Queue an order to a gripper."""
        self._grip = name, order

    def change(self, close: bool) -> None:
        """Queue an order to the tool changer."""
        self._change = close

    def clear(self) -> None:
        """Drop orders that were not sent yet."""
        self._grip = self._change = None

    def take(self) -> Callable[[float], List[str]]:
        """Take the queued orders and return a function that publishes them.

        It takes the time of their execution and returns the topics used.
        """
        grip, change = self._grip, self._change
        self.clear()

        def send(begin: float) -> List[str]:
            topics = []
            if grip:
                name, order = grip
                self._grippers[name].publish(
                    GripperCommand(header(begin), order.width, order.force, order.vacuum)
                )
                topics.append(f"{self._roots[name]}/command")
            if change is not None and self._changer:
                self._changer.publish(ToolChangerCommand(header(begin), change))
                topics.append(f"{self._root}/command")
            return topics

        return send


def reading_of(state: ToolChangerState) -> ChangerReading:
    """Convert a changer's state to the robot library's."""
    return ChangerReading(
        state.tool, state.nearest, state.distance, state.angle, state.commanded.to_sec()
    )
