"""Renderer of the cameras' images on ``/diagnostics``.

The graphics card, or llvmpipe for rendering on the processor.
"""

from __future__ import annotations

import time

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from sim.embedded.cameras.cameras import CameraSensors

# Wall s between two messages.
PERIOD = 1.0


class RendererDiagnostics:
    """Diagnostics in the cameras' thread; nothing is published before the first image."""

    def __init__(self, cameras: CameraSensors) -> None:
        self._cameras = cameras
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=1)
        self._pictures = 0
        self._next = 0.0

    def drawn(self, pictures: int) -> None:
        """Record that ``pictures`` more images have been drawn."""
        self._pictures += pictures
        now = rospy.Time.from_sec(rospy.get_time())
        if time.monotonic() < self._next or not self._publisher.get_num_connections():
            return
        self._next = time.monotonic() + PERIOD
        status = DiagnosticStatus(
            level=DiagnosticStatus.OK,
            name=f"{rospy.get_name().lstrip('/')}: cameras",
            message=f"drawn by {self._cameras.drawn_by}",
            hardware_id=self._cameras.drawn_by,
            values=[
                KeyValue("OpenGL renderer", self._cameras.drawn_by),
                KeyValue("quality", self._cameras.quality.level),
                KeyValue("pictures", str(self._pictures)),
            ],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = now
        self._publisher.publish(message)
