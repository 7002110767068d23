"""What a trial's detectors report: asked for at the trial's own times, so that a run repeats, or
taken as it comes from a detector that answers no questions."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Dict, List, Optional, Sequence

import rospy

from sim.errors import InputError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detections import Detections
from sim.ros.kitting.messages import detections_from_message
from sim.srv import Detect
from vision_msgs.msg import Detection3DArray

# Wall s that a report may take from its detector to here.
PATIENCE = 5.0


class Sight:
    """One detector node, by its name; ``classes`` are those of the layout. One that ``answers`` is
    asked for what is there; of another one the reports are taken as they come."""

    def __init__(self, detector: str, classes: Sequence[ObjectClass], answers: bool) -> None:
        self._classes, self._answers, self._given = classes, answers, -1
        self._arrived = threading.Condition()
        self._reports: Dict[int, Detection3DArray] = {}
        self._detect = rospy.ServiceProxy(f"/{detector}/detect", Detect, persistent=True)
        rospy.Subscriber("detections", Detection3DArray, self._take, queue_size=50)

    def look(self, stamp: float, offset: float) -> List[Detections]:
        """What is seen now, as reports whose times are ``offset`` s less than their stamps; none
        where the detector says nothing."""
        try:
            answer = self._detect(rospy.Time.from_sec(stamp))
        except rospy.ServiceException as error:
            rospy.logwarn_throttle(10.0, "the detector does not answer (%s)", error)
            return []
        message = self._await(answer.stamp.to_nsec()) if answer.success else self._unasked()
        if message is None:
            return []
        self._given = message.header.stamp.to_nsec()
        try:
            seen = detections_from_message(message, self._classes)
        except InputError as error:
            rospy.logwarn("%s; left out", error)
            return []
        return [replace(seen, time=seen.time - offset)]

    def _unasked(self) -> Optional[Detection3DArray]:
        """The newest report of a detector that cannot say at once what is there, as one of
        pictures; none twice, and none of one that answers such questions but is silent."""
        with self._arrived:
            newest = max(self._reports, default=-1)
            return self._reports[newest] if newest > self._given and not self._answers else None

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
