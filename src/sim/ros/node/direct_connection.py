"""Writes messages in the thread that publishes them.

rospy hands each message to a thread of its connection and yields (``time.sleep(0)``), which in a
simulator that publishes several times a step takes a quarter of the time of the thread that steps.
A local socket accepts nearly every message at once; the rest waits for that thread, and the oldest
message is dropped if more wait than the queue holds, as in rospy. The interpreter's lock is held
meanwhile: a thread that releases it for a call of some microseconds may get it back only after
another thread's turn.
"""

from __future__ import annotations

import ctypes
import socket
from typing import Any, List, Optional

import rospy.topics
from rospy.impl.tcpros_pubsub import QueuedConnection

FLAGS = socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL
_send_now = ctypes.PyDLL(None).send
_send_now.restype = ctypes.c_ssize_t
_send_now.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]


class DirectConnection(QueuedConnection):
    """A connection that does not block the publisher.

    Its thread is needed for slow subscribers only.
    """

    # rospy's own, which it makes before its thread starts.
    _queue: List[bytes]
    _error: Optional[Exception]

    def __init__(self, connection: Any, queue_size: int) -> None:
        # Rest of a message that was sent in part, and whether the thread is sending.
        self._rest = b""
        self._sending = False
        super().__init__(connection, queue_size)

    def write_data(self, data: bytes) -> bool:
        """Send or queue one serialized message. Raises the error of an earlier one."""
        with self._lock:
            if self._error:
                error, self._error = self._error, None
                raise error
            if not (self._sending or self._rest or self._queue):
                sent = self._send(data)
                if sent == len(data):
                    return True
                if sent:
                    self._rest, data = data[sent:], b""
            if data:
                if len(self._queue) == self._queue_size > 0:
                    del self._queue[0]
                self._queue.append(data)
            self._cond_data_available.notify()
        return True

    def _send(self, data: bytes) -> int:
        """Return the number of bytes sent without blocking; the thread handles errors."""
        connection = self._connection
        try:
            sent = int(_send_now(connection.socket.fileno(), data, len(data), FLAGS))
        except AttributeError:  # it has been closed
            return 0
        if sent < 0:
            return 0
        connection.stat_bytes += sent
        if sent == len(data):
            connection.stat_num_msg += 1
        return sent

    def _run(self) -> None:
        while not self._connection.done:
            with self._lock:
                self._sending = False
                while not (self._rest or self._queue or self._connection.done):
                    self._cond_data_available.wait()
                waiting = [self._rest, *self._queue] if self._rest else list(self._queue)
                self._rest, self._queue, self._sending = b"", [], True
            for data in waiting:
                try:
                    self._connection.write_data(data)
                except Exception as error:  # noqa: BLE001 - the publisher's thread raises it
                    with self._lock:
                        self._error = self._error or error  # the first one names the cause


def publish_directly() -> None:
    """Make all later publishers of this process write their messages themselves."""
    rospy.topics.QueuedConnection = DirectConnection
