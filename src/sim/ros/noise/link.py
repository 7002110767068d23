"""A truth topic, its noise chain, and its degraded topic. Type and stamps are the same."""

from __future__ import annotations

import contextlib
import copy
import struct
import threading
import time as wall
from typing import Any, Optional, Tuple

import genpy
import rospy
from roslib.message import get_message_class
from sensor_msgs.msg import CameraInfo

from sim.errors import InputError, SimError
from sim.noise.chain import NANO, NoiseChain
from sim.ros.noise.covariances import write_covariances
from sim.ros.noise.lazy import LazyTopic, Relay, capacity
from sim.ros.noise.outbox import DelayQueue
from sim.ros.noise.readings import read, write
from sim.ros.noise.sequence import SequenceGaps
from sim.ros.noise.statistics import Statistics
from sim.ros.noise.workers import IntakeWorkers

# sequence number, seconds and nanoseconds, with which every header begins.
_STAMP = struct.Struct("<4xII")
IMAGE = "sensor_msgs/Image"
# Simulated s by which the clock may lag behind a stamp.
AHEAD = 0.1


class NoiseLink:
    """Works while its degraded topic has subscribers; ``chain`` may be exchanged meanwhile."""

    def __init__(
        self, chain: NoiseChain, prefix: str, outbox: DelayQueue, workers: IntakeWorkers
    ) -> None:
        self.chain, self.statistics, self._gaps = chain, Statistics(), SequenceGaps()
        self._outbox, self._lock = outbox, threading.Lock()
        self._intake = workers.intake(self._work, capacity(chain.spec.type))
        self._kind = get_message_class(chain.spec.type)
        if self._kind is None:
            raise InputError(
                chain.topic, f"messages of type {chain.spec.type} are not installed here"
            )
        self._last: Optional[Any] = None
        self._stamped = bool(self._kind._has_header)
        self.topic = LazyTopic(chain.topic, prefix + chain.topic, self._kind, self._take)
        self._info: Optional[Relay] = None
        if chain.spec.type == IMAGE:
            info = chain.topic.rpartition("/")[0] + "/camera_info"
            self._info = Relay(info, prefix + info, CameraInfo)

    def use(self, chain: NoiseChain, fresh: bool = False) -> None:
        """Replace the chain from the next message on.

        ``fresh``: without the state of the last one.
        """
        with self._lock:
            if not fresh:
                chain.take_over(self.chain)
            self.chain = chain

    def refresh(self) -> None:
        """Subscribe or unsubscribe as :meth:`LazyTopic.refresh`."""
        self.topic.refresh()
        if self._info:
            self._info.topic.refresh()

    def close(self) -> None:
        self.topic.close()
        if self._info:
            self._info.close()

    @property
    def overrun(self) -> int:
        """Number of messages dropped by overload, here or at a slow subscriber."""
        return self._intake.overrun + self.topic.overrun

    @property
    def missed(self) -> int:
        """Number of messages lost before they arrived."""
        return self._gaps.missed

    def _take(self, raw: rospy.AnyMsg) -> None:
        """Queue a message; in rospy's thread, which must not be held up."""
        self.statistics.received += 1
        if self._stamped and len(raw._buff) >= _STAMP.size:
            self._gaps.add(raw)
        self._intake.put(raw)

    def _work(self, raw: rospy.AnyMsg) -> None:
        begin = wall.perf_counter()
        try:
            with self._lock:
                self._degrade(raw, begin)
        except SimError as error:
            self._refuse(f"{self.chain.topic}: {error}")
        except genpy.DeserializationError as error:
            self._refuse(
                f"{self.chain.topic}: a message that is not of type {self.chain.spec.type} "
                f"({error})"
            )
        except Exception as error:  # noqa: BLE001 - one bad message must not end the stream
            self._refuse(
                f"{self.chain.topic}: chain {self.chain.spec.name}: unexpected "
                f"{type(error).__name__}: {error}"
            )

    def _degrade(self, raw: rospy.AnyMsg, begin: float) -> None:
        chain, carried = self.chain, raw._connection_header.get("type")
        if carried != chain.spec.type:
            raise InputError(
                f"chain {chain.spec.name}",
                f"is for messages of type {chain.spec.type}, and the topic carries {carried}; "
                "its type in the profile must be the topic's",
            )
        stamp, time = self._time(raw)
        if not chain.due(time, coarse=not self._stamped):
            return
        message = self._kind().deserialize(raw._buff)
        degraded = chain(read(message, chain.spec.type, chain.bases), stamp, time)
        if degraded is None:
            return
        if degraded.frozen and self._last is not None:
            message = self._again(message)
        elif not write(message, chain.spec.type, degraded.reading):
            return
        else:
            write_covariances(message, chain.spec.type, degraded.variances)
        self._last = message
        # A stamp far ahead of the clock is from before a reset: it must not delay later messages.
        due = (
            min(time, rospy.get_time() + AHEAD) + degraded.delay
            if degraded.delay > 0.0
            else -float("inf")
        )
        self._outbox.send(chain.topic, due, lambda: self._publish(message))
        self.statistics.add(time, degraded.delay, wall.perf_counter() - begin)

    def _again(self, message: Any) -> Any:
        """Return the last message with the header of this one."""
        again: Any = copy.copy(self._last)
        if self._stamped:
            again.header = message.header
        return again

    def _time(self, raw: rospy.AnyMsg) -> Tuple[int, float]:
        """Return stamp in ns and time in s. Without a header, time is that of the arrival."""
        if not self._stamped:
            return 0, rospy.get_time()
        seconds, nanoseconds = _STAMP.unpack_from(raw._buff)
        stamp = seconds * 10**9 + nanoseconds
        return stamp, stamp * NANO

    def _publish(self, message: Any) -> None:
        # The topic was closed while this message waited.
        with contextlib.suppress(rospy.ROSException):
            self.topic.publish(message)

    def _refuse(self, error: str) -> None:
        if self.statistics.refuse(error):
            rospy.logwarn("sensor_noise: %s", error)
