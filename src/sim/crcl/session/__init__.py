"""CRCL session without sockets or ROS.

Takes commands, emits orders to a robot controller, gives a status at any time.
"""

from sim.crcl.session.feedback import Feedback, GripperFeedback, SessionState
from sim.crcl.session.session import Session, SessionOptions
from sim.crcl.session.settings import SessionSettings

__all__ = [
    "Feedback",
    "GripperFeedback",
    "Session",
    "SessionOptions",
    "SessionSettings",
    "SessionState",
]
