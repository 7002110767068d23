"""Orders and feedback over ROS: what goes into a message comes out of its bytes."""

from __future__ import annotations

import math
from io import BytesIO

import pytest

pytest.importorskip("rospy")
pytest.importorskip("sim.msg")

from sim.crcl.session import Feedback, Gripper, JointGoal, Order, Screw, State, Waypoint
from sim.crcl.session.feedback import UNKNOWN
from sim.msg import CrclCommand, CrclStatus
from sim.rate import Rate
from sim.ros.crcl.messages import (
    feedback_from_message,
    feedback_message,
    order_from_message,
    order_message,
)

WAYPOINT = Waypoint(
    (0.4, -0.1, 0.3),
    (0.0, 1.0, 0.0, 0.0),
    True,
    Rate(0.5, True),
    Rate(1.5),
    Rate(0.25, True),
    Rate(3.0),
    (0.001, math.inf, 0.003),
    math.inf,
    0.1,
)
ORDERS = [
    Order("MoveThroughTo", 2**62, 2**63, "a name é", True, (WAYPOINT, WAYPOINT)),
    Order(
        "MoveScrew",
        2,
        3,
        waypoints=(
            Waypoint((0.0,) * 3, (0.0, 0.0, 0.0, 1.0), False, *[Rate(1.0, True)] * 4, given=False),
        ),
        screw=Screw(0.01, -6.28, 0.02, (0.4, 0.0, 0.1)),
    ),
    Order("MoveScrew", 2, 3, waypoints=(WAYPOINT,), screw=Screw(0.01, 1.0)),
    Order(
        "ActuateJoints",
        4,
        5,
        joints=(
            JointGoal(1, 0.5, 0.01, "speed", 0.1, 0.2),
            JointGoal(7, -0.5, details="effort", setting=3.0, change_rate=1.0),
            JointGoal(2, 0.0),
        ),
    ),
    Order("SetRobotParameters", 6, 7, parameters=(("mood", "good"), ("air pressure", "701"))),
    Order("StopMotion", -3, 8, text="Immediate"),
    Order("Dwell", 9, 9, value=2.5),
]
FULL = Feedback(
    12.5,
    2**40,
    State.ERROR,
    "too far",
    (0.1, 0.2),
    (1.0, 2.0),
    (3.0, 4.0),
    (0.4, 0.0, 0.3),
    (1.0, 0.0, 0.0, 0.0),
    (0.1, 0.0, 0.0),
    (0.0, 0.0, 0.5),
    ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),
    "right up",
    "jaws",
    Gripper(0.04, 12.0, None, True, True, "gear_small"),
    0.5,
)


def wired(message, kind):
    """A message after its way over a wire."""
    buffer = BytesIO()
    message.serialize(buffer)
    return kind().deserialize(buffer.getvalue())


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.type)
def test_an_order_comes_through_whole(order) -> None:
    message = wired(order_message(order, 3.25, "cell"), CrclCommand)
    assert order_from_message(message) == order
    assert (message.header.stamp.to_sec(), message.header.frame_id) == (3.25, "cell")


@pytest.mark.parametrize(
    "feedback",
    [
        FULL,
        Feedback(0.0, 0, State.READY),
        Feedback(1.0, 3, State.DONE, gripper=Gripper(vacuum=True, holding=True)),
        Feedback(1.0, 0, State.ERROR, "lost", orientation=UNKNOWN),
    ],
    ids=["full", "bare", "vacuum", "placeless"],
)
def test_feedback_comes_through_whole(feedback) -> None:
    assert (
        feedback_from_message(
            wired(
                feedback_message(feedback, ("joint_1", "joint_2")[: len(feedback.joints)]),
                CrclStatus,
            )
        )
        == feedback
    )
