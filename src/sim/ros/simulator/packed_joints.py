"""Serializes ``joint_states``, ``wrench``, and ``contacts`` without states.

The parts that are equal in all messages of a model are packed once.
"""

from __future__ import annotations

import struct
from typing import Sequence

from sim.arrays import Array
from sim.embedded.joints.mechanisms import JointStates
from sim.ros.conversions import WORLD_FRAME
from sim.ros.node.packed import text

# gazebo_msgs/ContactsState without count and stamp, and without contacts.
PACKED_NO_CONTACTS = text(WORLD_FRAME) + struct.pack("<I", 0)


class PackedJointStates:
    """sensor_msgs/JointState without count and stamp, for joints of these names.

    ``frame`` is the header's.
    """

    def __init__(self, names: Sequence[str], frame: str) -> None:
        self.names = names
        self._head = text(frame) + struct.pack("<I", len(names)) + b"".join(map(text, names))
        self._columns = struct.Struct("<" + f"I{len(names)}d" * 3)

    def __call__(self, states: JointStates) -> bytes:
        count = len(self.names)
        return self._head + self._columns.pack(
            count, *states.positions, count, *states.velocities, count, *states.efforts
        )


class PackedWrench:
    """geometry_msgs/WrenchStamped without count and stamp, in this frame."""

    def __init__(self, frame: str) -> None:
        self._head, self._numbers = text(frame), struct.Struct("<6d")

    def __call__(self, force: Array, torque: Array) -> bytes:
        """Serialize ``force`` and ``torque`` (3,) in the frame's axes."""
        return self._head + self._numbers.pack(*force.tolist(), *torque.tolist())
