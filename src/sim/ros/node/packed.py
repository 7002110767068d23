"""Publishes serialized messages.

rospy's message objects, their checks and its buffer take three times as long as packing and
writing, which counts with hundreds of messages a second.

Format: ROS's serialization, little-endian; a message begins with its length and, if it has a
header, the topic's count of messages and the stamp.
"""

from __future__ import annotations

import contextlib
import struct

import rospy

_HEAD = struct.Struct("<IIII")
# Bytes of count and stamp, which the length counts.
_COUNT_AND_STAMP = 12


def text(value: str) -> bytes:
    """Serialize a string."""
    content = value.encode()
    return struct.pack("<I", len(content)) + content


def publish_stamped(publisher: rospy.Publisher, time: float, rest: bytes) -> None:
    """Publish a message with a header, stamped with ``time`` in s.

    ``rest`` begins with the header's frame. Latched topics are not supported.
    """
    impl = publisher.impl
    if impl is None:
        raise rospy.ROSException("publish() to an unregistered() handle")
    stamp = divmod(round(time * 1e9), 10**9)
    impl.acquire()
    try:
        if impl.closed:
            # The node is ending.
            return
        impl.seq += 1
        _write(impl, _HEAD.pack(_COUNT_AND_STAMP + len(rest), impl.seq & 0xFFFFFFFF, *stamp) + rest)
    finally:
        impl.release()


def _write(impl: rospy.topics._PublisherImpl, message: bytes) -> None:
    """Send a message to all subscribers; drops closed connections, as rospy does."""
    gone = []
    for connection in impl.connections:
        try:
            connection.write_data(message)
        except Exception as error:  # noqa: BLE001 - whatever its thread met; the others go on
            rospy.logdebug("publisher connection to %s ended: %s", connection.endpoint_id, error)
            gone.append(connection)
    impl.message_data_sent += len(message)
    for connection in gone:
        with contextlib.suppress(Exception):  # its socket may be in any state
            connection.close()
