"""CRCL session without sockets or ROS.

Takes commands, emits orders to a robot controller, gives a status at any time.
"""

from sim.crcl.session.feedback import Feedback, Gripper, State
from sim.crcl.session.session import Options, Session
from sim.crcl.session.settings import Settings

__all__ = [
    "Feedback",
    "Gripper",
    "Options",
    "Session",
    "Settings",
    "State",
]
