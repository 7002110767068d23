"""Orders and feedback as ROS messages: serialization round trips."""

from __future__ import annotations

import math
from io import BytesIO

import pytest

pytest.importorskip("rospy")
pytest.importorskip("sim.msg")

from sim.crcl.session import Feedback, GripperFeedback, SessionState
from sim.crcl.session.feedback import UNKNOWN
from sim.msg import CrclCommand, CrclStatus
from sim.rate import Rate
from sim.robot_orders import (
    JointGoal,
    MotionWaypoint,
    Move,
    MoveJoints,
    RobotOrder,
    Screw,
    Tolerance,
)
from sim.ros.crcl.messages import feedback_from_message, feedback_message
from sim.ros.crcl.orders import order_from_message, order_message

WAYPOINT = MotionWaypoint(
    (0.4, -0.1, 0.3),
    (0.0, 1.0, 0.0, 0.0),
    Rate(0.5, True),
    Rate(1.5),
    Rate(0.25, True),
    Rate(3.0),
    Tolerance((0.001, math.inf, 0.003), math.inf, 0.1),
)
HERE = MotionWaypoint((0.0,) * 3, (0.0, 0.0, 0.0, 1.0), *[Rate(1.0, True)] * 4, coordinated=False)
ORDERS = [
    RobotOrder("MoveThroughTo", 2**62, 2**63, "a name é", Move((WAYPOINT, WAYPOINT))),
    RobotOrder("MoveTo", 2, 3, motion=Move((HERE,), straight=False)),
    RobotOrder("MoveScrew", 2, 3, motion=Screw(HERE, -6.28, 0.01, 0.02, (0.4, 0.0, 0.1))),
    RobotOrder("MoveScrew", 2, 3, motion=Screw(WAYPOINT, 1.0, 0.01, start_given=True)),
    RobotOrder(
        "ActuateJoints",
        4,
        5,
        motion=MoveJoints(
            (
                JointGoal(0, 0.5, 0.01, 0.1, 0.2),
                JointGoal(6, -0.5, effort=3.0, effort_rate=1.0, by_effort=True),
                JointGoal(5, -0.5, by_effort=True),
                JointGoal(1, 0.0),
            )
        ),
    ),
    RobotOrder("SetRobotParameters", 6, 7, parameters=(("mood", "good"), ("air pressure", "701"))),
    RobotOrder("StopMotion", -3, 8, text="Immediate"),
    RobotOrder("Dwell", 9, 9, value=2.5),
]
FULL = Feedback(
    12.5,
    2**40,
    SessionState.ERROR,
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
    GripperFeedback(0.04, 12.0, None, True, True, "gear_small"),
    0.5,
)


def wired(message, kind):
    """Return a message after serialization."""
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
        Feedback(0.0, 0, SessionState.READY),
        Feedback(1.0, 3, SessionState.DONE, gripper=GripperFeedback(vacuum=True, holding=True)),
        Feedback(1.0, 0, SessionState.ERROR, "lost", orientation=UNKNOWN),
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
