"""The detector of a cell: three sources, and publishers of reports."""

from __future__ import annotations

import threading
from typing import Callable, Dict, Optional, Protocol

import rospy
from std_srvs.srv import SetBool, SetBoolRequest, SetBoolResponse

from sim.kitting.detection.classes import classes_of
from sim.kitting.detection.lost import Losses
from sim.kitting.detections import Detections
from sim.ros.conversions import header
from sim.ros.kitting.external_source import ExternalSource
from sim.ros.kitting.messages import class_names, detections_message
from sim.ros.kitting.options import DetectorParameters
from sim.ros.kitting.ports import RobotPorts
from sim.ros.kitting.truth_source import TruthSource
from sim.srv import Detect, DetectRequest, DetectResponse
from sim.workcell.layout import Layout, read_layout
from vision_msgs.msg import Detection3DArray, VisionInfo

QUEUE = 10


class DetectionSource(Protocol):
    """Calls its report function in its own threads."""

    def look(self, after: float) -> Optional[Detections]:
        """Report the state at a time (s) or later, if possible."""

    def close(self) -> None: ...


class ObjectDetector:
    """Publishes ``detections``, serves their lines, and is silent during a blackout."""

    def __init__(self, options: DetectorParameters) -> None:
        options.check()
        self.options, self.layout = options, read_layout(options.layout)
        self.classes = classes_of(self.layout)
        self.last: Optional[Detections] = None
        self.blackout, self.reports = False, 0
        self._losses, self._lock = Losses(), threading.Lock()
        self._publisher = rospy.Publisher(
            "detections", Detection3DArray, queue_size=QUEUE, tcp_nodelay=True
        )
        self._info = rospy.Publisher("detection_info", VisionInfo, queue_size=1, latch=True)
        self._announce()
        self._services = [
            rospy.Service("~blackout", SetBool, self._switch),
            rospy.Service("~detect", Detect, self._detect),
        ]
        self._ports = RobotPorts(options, self.layout, self.classes)
        self.source: DetectionSource = _SOURCES[options.method](options, self.layout, self.report)

    def report(self, seen: Detections) -> None:
        """Publish a report of the source; reports during a blackout are dropped."""
        with self._lock:
            if self.blackout:
                return
            seen = self._losses.noted(seen)
            self.last, self.reports = seen, self.reports + 1
            self._publisher.publish(detections_message(seen, self.classes))
            self._ports.send(seen)

    def serving(self) -> Dict[str, object]:
        """Return ports and clients, for diagnostics."""
        return self._ports.state()

    def close(self) -> None:
        self.source.close()
        self._ports.close()

    def _announce(self) -> None:
        """Publish the class names by id, as vision_msgs defines it.

        A VisionInfo names the parameter that holds them.
        """
        parameter = rospy.resolve_name("~classes")
        rospy.set_param(parameter, class_names(self.classes))
        self._info.publish(VisionInfo(header(rospy.get_time()), self.options.method, parameter, 1))

    def _detect(self, request: DetectRequest) -> DetectResponse:
        """Answer with a report of a time or later, if possible."""
        after = request.after.to_sec()
        seen = self.source.look(after) or self.last
        if self.blackout or seen is None or seen.time < after - 1e-9:
            return DetectResponse(False, "nothing has been reported since", rospy.Time())
        return DetectResponse(True, "", header(seen.time).stamp)

    def _switch(self, request: SetBoolRequest) -> SetBoolResponse:
        with self._lock:
            self.blackout, self._losses = request.data, Losses()
        return SetBoolResponse(True, "blackout" if request.data else "reporting")


def _camera(
    options: DetectorParameters, layout: Layout, report: Callable[[Detections], None]
) -> DetectionSource:
    """Create the camera source, imported here since OpenCV takes a second."""
    from sim.ros.kitting.camera_source import CameraSource

    return CameraSource(options, layout, report)


_SOURCES: Dict[
    str, Callable[[DetectorParameters, Layout, Callable[[Detections], None]], DetectionSource]
] = {
    "truth": TruthSource,
    "camera": _camera,
    "external": ExternalSource,
}
