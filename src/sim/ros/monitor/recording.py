"""Recordings by service: ``record``, ``stop_recording``, and their progress in ``/diagnostics``."""

from __future__ import annotations

from typing import Any, Tuple

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from std_srvs.srv import Trigger, TriggerResponse

from sim.errors import SimError
from sim.monitor.recorder import Recorder, RecordingProgress
from sim.ros.conversions import header
from sim.srv import Record, RecordResponse

NAME = "monitor: recording"


class Recordings:
    """The services of one recorder. :meth:`update` is to be called about once a second."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=5)
        self._services = [
            rospy.Service("~record", Record, self._record),
            rospy.Service("~stop_recording", Trigger, self._stop),
        ]

    def update(self) -> None:
        """Publish the progress of the recording, if there is one."""
        progress = self._recorder.progress()
        if progress is not None:
            self._publish(progress)

    def close(self) -> None:
        """End a recording, so that its file is complete."""
        for service in self._services:
            service.shutdown()
        if self._recorder.progress() is not None:
            self._recorder.stop()

    def _record(self, request: Any) -> RecordResponse:
        try:
            path = self._recorder.start(request.name, request.format, request.topics)
        except SimError as error:
            return RecordResponse(False, str(error), "")
        rospy.loginfo("monitor: records %s", path)
        return RecordResponse(True, f"records {path}", str(path))

    def _stop(self, request: Any) -> TriggerResponse:
        try:
            progress = self._recorder.stop()
        except SimError as error:
            return TriggerResponse(False, str(error))
        self._publish(progress)
        level, text = _summary(progress)
        rospy.loginfo("monitor: %s", text)
        return TriggerResponse(level != DiagnosticStatus.ERROR, text)

    def _publish(self, progress: RecordingProgress) -> None:
        level, text = _summary(progress)
        values = (
            ("file", progress.path),
            ("messages", progress.messages),
            ("bytes", progress.size),
            ("dropped", progress.dropped),
        )
        status = DiagnosticStatus(
            level, NAME, text, "monitor", [KeyValue(key, str(value)) for key, value in values]
        )
        self._publisher.publish(DiagnosticArray(header(rospy.get_time(), ""), [status]))


def _summary(progress: RecordingProgress) -> Tuple[Any, str]:
    if progress.problem:
        return DiagnosticStatus.ERROR, progress.problem
    done = "records" if progress.active else "recorded"
    text = f"{done} {progress.path}: {progress.messages} messages, {progress.size / 1e6:.1f} MB"
    if progress.dropped:
        return (
            DiagnosticStatus.WARN,
            f"{text}; {progress.dropped} dropped, since more came than was written",
        )
    return DiagnosticStatus.OK, text
