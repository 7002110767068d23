"""Reports of a trial's detectors.

Requested at the trial's own times, so that a run is reproducible, or taken as they arrive from
detectors that do not answer requests.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Dict, List, Optional, Sequence

import rospy

from sim.errors import InputError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detections import TRUTH, Detection, Detections
from sim.kitting.registration import CellRegistration
from sim.ros.kitting.messages import detections_from_message
from sim.srv import Detect
from vision_msgs.msg import Detection3DArray

# Wall s that a report may take from its detector to here.
PATIENCE = 5.0
# Simulated s for which an unrequested report counts as current.
FRESH = 0.5


class DetectorClient:
    """A client of one detector node.

    ``classes`` come from the layout, ``method`` is the detection method. Truth is requested for the
    present time; from other methods, which are only requested if a report is needed, the newest
    report is taken. The offsets of a ``registration`` are added to all positions.
    """

    def __init__(
        self,
        detector: str,
        classes: Sequence[ObjectClass],
        method: str,
        registration: Optional[CellRegistration] = None,
    ) -> None:
        self._classes, self._method, self._given = classes, method, -1
        self._registration = registration
        self._arrived = threading.Condition()
        self._reports: Dict[int, Detection3DArray] = {}
        self._detect = rospy.ServiceProxy(f"/{detector}/detect", Detect, persistent=True)
        rospy.Subscriber("detections", Detection3DArray, self._take, queue_size=50)

    def look(self, stamp: float, offset: float, needed: bool) -> List[Detections]:
        """Return the detected objects now, in at most one report.

        Its time is ``offset`` s less than its stamp. Empty if the detector does not answer, or is
        slow and no report is ``needed``.
        """
        message = self._newest(stamp) if self._method == TRUTH or needed else None
        if message is None:
            return []
        self._given = message.header.stamp.to_nsec()
        try:
            seen = detections_from_message(message, self._classes, self._method)
        except InputError as error:
            rospy.logwarn("%s; left out", error)
            return []
        objects = tuple(map(self._registered, seen.objects))
        return [replace(seen, time=seen.time - offset, objects=objects)]

    def _newest(self, stamp: float) -> Optional[Detection3DArray]:
        try:
            answer = self._detect(rospy.Time.from_sec(stamp))
        except rospy.ServiceException as error:
            rospy.logwarn_throttle(10.0, "the detector does not answer (%s)", error)
            return None
        if answer.success:
            return self._await(answer.stamp.to_nsec())
        return None if self._method == TRUTH else self._unasked(stamp)

    def _registered(self, one: Detection) -> Detection:
        if self._registration is None:
            return one
        pose = one.world_from_object.copy()
        pose[:3, 3] += self._registration.offset(pose[:3, 3])
        return replace(one, world_from_object=pose)

    def _unasked(self, stamp: float) -> Optional[Detection3DArray]:
        """Return the newest report if it is fresh and not yet used."""
        with self._arrived:
            newest = max(self._reports, default=-1)
            fresh = newest >= (stamp - FRESH) * 1e9
            return self._reports[newest] if fresh and newest > self._given else None

    def _take(self, message: Detection3DArray) -> None:
        with self._arrived:
            self._reports[message.header.stamp.to_nsec()] = message
            for old in sorted(self._reports)[:-50]:
                del self._reports[old]
            self._arrived.notify_all()

    def _await(self, stamp: int) -> Optional[Detection3DArray]:
        with self._arrived:
            self._arrived.wait_for(lambda: stamp in self._reports, PATIENCE)
            return self._reports.get(stamp)
