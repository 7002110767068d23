"""Diagnostics of object_detector."""

from __future__ import annotations

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from sim.ros.conversions import header
from sim.ros.kitting.detector import ObjectDetector

# Simulated s without a report after which a detector counts as silent.
STALE = 2.0


class DetectorDiagnostics:
    """``/diagnostics``, published when :meth:`update` is called."""

    def __init__(self, detector: ObjectDetector) -> None:
        self._detector = detector
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=1)

    def update(self) -> None:
        head = header(rospy.get_time(), "")
        self._publisher.publish(DiagnosticArray(header=head, status=[self._status()]))

    def _status(self) -> DiagnosticStatus:
        detector, last = self._detector, self._detector.last
        age = None if last is None else rospy.get_time() - last.time
        if detector.blackout:
            level, text = DiagnosticStatus.WARN, "blackout: reports nothing"
        elif age is None or age > STALE:
            level, text = DiagnosticStatus.WARN, f"nothing from {detector.source}"
        else:
            level, text = DiagnosticStatus.OK, f"reports from {detector.source}"
        values = {
            "method": detector.options.method,
            "reports": detector.reports,
            "objects": 0 if last is None else len(last.objects),
            "lost": "" if last is None else ", ".join(last.lost),
            **detector.serving(),
        }
        return DiagnosticStatus(
            level=level,
            name=f"{rospy.get_name().strip('/')}: detections",
            message=text,
            hardware_id=rospy.get_name(),
            values=[KeyValue(key, str(value)) for key, value in values.items()],
        )
