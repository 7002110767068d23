"""Publishes the traffic lights on changes (``/traffic/lights``, latched)."""

from __future__ import annotations

import struct
from typing import Any, Dict, Sequence, Tuple

import numpy as np
import rospy

from sim.msg import TrafficLights
from sim.ros.conversions import header
from sim.traffic.control.lights import Lights
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.run import TrafficRun

_LETTER = np.dtype([("length", "<u4"), ("letter", "S1")])


class EncodedLights(TrafficLights):
    """Serialized TrafficLights.

    Most of the message is constant, and encoding 200 links again takes a millisecond.
    """

    def __init__(self, time: float, body: bytes) -> None:
        super().__init__(header=header(time))
        self._body = body

    def serialize(self, buffer: Any) -> None:
        self.header.serialize(buffer)
        buffer.write(self._body)


class LightsPublisher:
    """``/traffic/lights``; never published without traffic lights."""

    def __init__(self, heads: Sequence[LightHead]) -> None:
        self._heads = heads
        self._places = encoded_places(heads)
        self._programs: Tuple[Dict[str, str], bytes] = ({}, texts([""] * len(heads)))
        self._publisher = rospy.Publisher(
            "/traffic/lights", EncodedLights, queue_size=100, latch=True, tcp_nodelay=True
        )
        self.restart()

    def restart(self) -> None:
        """Publish the next state even if it is unchanged."""
        self._known = 0

    def publish(self, run: TrafficRun, now: float) -> int:
        """Publish changes at simulation time ``now``; return their version."""
        lights = run.control.lights
        if self._heads and lights.version != self._known:
            self._known = lights.version
            self._publisher.publish(
                EncodedLights(now, self._encoded(lights, now - run.session.time))
            )
        return self._known

    def _encoded(self, lights: Lights, clock_ahead: float) -> bytes:
        letters = np.empty(len(self._heads), _LETTER)
        letters["length"], letters["letter"] = 1, lights.letters
        switch = np.where(lights.switch < 0.0, -1.0, lights.switch + clock_ahead)
        count = struct.pack("<I", len(self._heads))
        if self._programs[0] != lights.programs:
            self._programs = (
                dict(lights.programs),
                texts([lights.programs.get(head.light, "") for head in self._heads]),
            )
        return b"".join(
            (
                struct.pack("<I", lights.version),
                self._places,
                count,
                letters.tobytes(),
                count,
                switch.astype("<f8").tobytes(),
                self._programs[1],
            )
        )


def encoded_places(heads: Sequence[LightHead]) -> bytes:
    """Serialize the constant fields ``light`` to ``width`` of the message."""
    count, stop = (
        struct.pack("<I", len(heads)),
        np.array([head.stop for head in heads], "<f8").reshape(-1, 3),
    )
    numbers = [
        np.array([head.link for head in heads], "<u4"),
        *stop.T,
        np.array([head.yaw for head in heads], "<f4"),
        np.array([head.width for head in heads], "<f4"),
    ]
    link, *places = [count + np.ascontiguousarray(values).tobytes() for values in numbers]
    names = [
        texts([getattr(head, field) for head in heads])
        for field in ("light", "from_lane", "to_lane")
    ]
    return b"".join((names[0], link, *names[1:], *places))


def texts(values: Sequence[str]) -> bytes:
    """Serialize a field of type string[]."""
    encoded = [value.encode() for value in values]
    return struct.pack("<I", len(encoded)) + b"".join(
        struct.pack("<I", len(text)) + text for text in encoded
    )
