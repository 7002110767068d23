"""Channels of a recording of ROS 1 messages."""

from __future__ import annotations

from typing import NamedTuple

# End of a message on a file without its end.
KEEPS = "'./run export FILE --repair' keeps what is there"


class Channel(NamedTuple):
    """One type on one topic. ``definition`` is the text of the type and of all in it, as the
    recording has it; ``kind`` as ROS 1 writes it (``sensor_msgs/Imu``)."""

    topic: str
    kind: str
    definition: str
    md5: str
    latched: bool
