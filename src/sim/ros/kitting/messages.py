"""Detections from and to vision_msgs.

A detection has one hypothesis; its class may be that of a faulty part. A lost object is a detection
with score 0 and a covariance that begins with -1: not measured.
"""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

import numpy as np
from geometry_msgs.msg import Pose, PoseWithCovariance, Vector3

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detections import Detection, Detections
from sim.ros.conversions import WORLD_FRAME, header, matrix_from_pose, pose_from_matrix
from sim.transforms import transform
from vision_msgs.msg import BoundingBox3D, Detection3D, Detection3DArray, ObjectHypothesisWithPose

UNKNOWN = -1.0


def detections_message(
    report: Detections, classes: Sequence[ObjectClass], frame: str = WORLD_FRAME
) -> Detection3DArray:
    """Convert a report to a message; ids are indices into ``classes``."""
    numbers = _numbers(classes)
    head = header(report.time, frame)
    seen = [_seen(head, one, numbers[one.part, one.faulty], classes) for one in report.objects]
    lost = [_lost(head, numbers[part, False]) for part in report.lost]
    return Detection3DArray(head, seen + lost)


def detections_from_message(
    message: Detection3DArray, classes: Sequence[ObjectClass], source: str = "detections"
) -> Detections:
    """Return the report in a message; of several hypotheses the likeliest counts.

    InputError names the invalid field.
    """
    objects: List[Detection] = []
    lost: List[str] = []
    for index, one in enumerate(message.detections):
        where = f"{source}/detections[{index}]"
        if not one.results:
            raise InputError(f"{where}/results", "is empty; each detection needs a hypothesis")
        best = max(one.results, key=lambda result: result.score)
        if not 0 <= best.id < len(classes):
            raise InputError(
                f"{where}/id", f"must be a class from 0 to {len(classes) - 1}, got {best.id}"
            )
        found = classes[best.id]
        if best.score <= 0.0:
            lost.append(found.part)
        else:
            objects.append(_detection(best, found, where))
    return Detections(message.header.stamp.to_sec(), source, tuple(objects), tuple(lost))


def class_names(classes: Sequence[ObjectClass]) -> List[str]:
    """Return the list for a VisionInfo: names indexed by class id."""
    return [one.name for one in classes]


def _numbers(classes: Sequence[ObjectClass]) -> Dict[Tuple[str, bool], int]:
    return {(one.part, one.faulty): number for number, one in enumerate(classes)}


def _seen(head: object, one: Detection, number: int, classes: Sequence[ObjectClass]) -> Detection3D:
    size = classes[number].size
    middle: Array = one.world_from_object @ transform((0.0, 0.0, 0.5 * size[2]), np.eye(3))
    pose = PoseWithCovariance(
        pose_from_matrix(one.world_from_object), one.covariance.ravel().tolist()
    )
    return Detection3D(
        header=head,
        results=[ObjectHypothesisWithPose(number, one.score, pose)],
        bbox=BoundingBox3D(pose_from_matrix(middle), Vector3(*size)),
    )


def _lost(head: object, number: int) -> Detection3D:
    nowhere = PoseWithCovariance(Pose(), [UNKNOWN] + [0.0] * 35)
    nowhere.pose.orientation.w = 1.0
    result = Detection3D(header=head, results=[ObjectHypothesisWithPose(number, 0.0, nowhere)])
    result.bbox.center.orientation.w = 1.0
    return result


def _detection(best: ObjectHypothesisWithPose, found: ObjectClass, where: str) -> Detection:
    if not 0.0 < best.score <= 1.0:
        raise InputError(f"{where}/score", f"{best.score} is not from 0 to 1")
    covariance = np.array(best.pose.covariance, float).reshape(6, 6)
    if not np.isfinite(covariance).all():
        raise InputError(f"{where}/covariance", "holds a number that is not finite")
    try:
        pose = matrix_from_pose(best.pose.pose)
    except InputError as error:
        raise InputError(f"{where}/pose", str(error).partition(": ")[2]) from None
    return Detection(found.part, found.kind, pose, covariance, best.score, found.faulty)
