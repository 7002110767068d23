"""The node teleop_twist_keyboard: converts keys of the terminal to ``cmd_vel``."""

from __future__ import annotations

import select
import sys
import termios
import tty
from typing import Any, Iterator

import rospy
from geometry_msgs.msg import Twist, TwistStamped, Vector3

from sim.ros.node.node import run_node
from sim.ros.robot_nodes.twist_keys import HELP, KeyCommand

INTERRUPT = "\x03"
POLL = 0.5  # s of wall time between two looks whether the node is to end


def main() -> None:
    """Run the node; without a terminal it says so and waits."""
    run_node("teleop_twist_keyboard", _run)


def _run() -> None:
    stamped = rospy.get_param("~stamped", False)
    topic = rospy.Publisher("cmd_vel", TwistStamped if stamped else Twist, queue_size=1)
    command = KeyCommand(
        float(rospy.get_param("~speed", 0.5)), float(rospy.get_param("~turn", 1.0))
    )
    if not sys.stdin.isatty():
        rospy.logwarn("the standard input is not a terminal: no keys; start the node in one")
        rospy.spin()
        return
    print(HELP, flush=True)
    rate, limit = (
        float(rospy.get_param(f"~{name}", 0.0)) for name in ("repeat_rate", "key_timeout")
    )
    wait = min(filter(None, (1.0 / rate if rate > 0.0 else 0.0, limit, POLL)))
    last = rospy.get_time()
    for key in _keys(wait):
        if key == INTERRUPT:
            break
        now = rospy.get_time()
        if key:
            command, last = command.after(key), now
        elif limit > 0.0 and now - last > limit:
            command = command.stopped()
        elif rate <= 0.0:
            continue
        topic.publish(_message(command, stamped))
    topic.publish(_message(command.stopped(), stamped))


def _message(command: KeyCommand, stamped: bool) -> Any:
    twist = Twist(Vector3(*command.linear), Vector3(0.0, 0.0, command.angular))
    if not stamped:
        return twist
    message = TwistStamped(twist=twist)
    message.header.stamp = rospy.Time.now()
    message.header.frame_id = str(rospy.get_param("~frame_id", ""))
    return message


def _keys(wait: float) -> Iterator[str]:
    """Yield pressed keys, and an empty text after ``wait`` s without."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setraw(sys.stdin.fileno())
        while not rospy.is_shutdown():
            ready, _, _ = select.select([sys.stdin], [], [], wait)
            yield sys.stdin.read(1) if ready else ""
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
