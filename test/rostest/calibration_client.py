"""Common base of calibration tests: nodes, and the simulator's true transforms."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

import numpy as np
import rospy
import tf2_ros
from geometry_msgs.msg import PoseWithCovarianceStamped
from std_msgs.msg import String

from sim.calibration.result import errors
from sim.process import end_child, start_child
from sim.ros.conversions import matrix_from_pose
from sim.transforms import rotation_from_quaternion, transform

sys.path.insert(0, str(Path(__file__).resolve().parent))
from simulator_client import program, until

ROLES = ("left/image_rect", "left/camera_info", "right/image_rect", "right/camera_info", "points")


class Truth:
    """The simulator's own transforms."""

    def __init__(self) -> None:
        self._buffer = tf2_ros.Buffer()
        self._listener = tf2_ros.TransformListener(self._buffer)

    def between(self, parent: str, child: str) -> np.ndarray:
        """Return parent_from_child (4, 4)."""
        until(lambda: self._buffer.can_transform(parent, child, rospy.Time()), "tf of both sensors")
        found = self._buffer.lookup_transform(parent, child, rospy.Time()).transform
        q, t = found.rotation, found.translation
        return transform([t.x, t.y, t.z], rotation_from_quaternion(np.array([q.x, q.y, q.z, q.w])))


@contextmanager
def calibrating(name: str, topics: Dict[str, str], *words: str) -> Iterator[Dict[str, Any]]:
    """Run a node ``extrinsic_calibration`` during the block.

    Yields its last ``report`` and ``result``.
    """
    heard: Dict[str, Any] = {}
    listeners = [
        rospy.Subscriber(f"/{name}/{topic}", kind, heard_as(heard, topic))
        for topic, kind in (("report", String), ("result", PoseWithCovarianceStamped))
    ]
    remaps = [f"{role}:={topic}" for role, topic in topics.items()]
    child = start_child([program("extrinsic_calibration"), f"__name:={name}", *remaps, *words])
    try:
        yield heard
    finally:
        end_child(child)
        for listener in listeners:
            listener.unregister()


def heard_as(heard: Dict[str, Any], name: str) -> Any:
    """Return a callback that keeps the last message."""
    return lambda message: heard.__setitem__(name, message)


def found_by(heard: Dict[str, Any], timeout: float = 300.0) -> Tuple[str, np.ndarray]:
    """Return the report of a node and its resulting transform."""
    until(lambda: "report" in heard, "a report", timeout)
    said = heard["report"].data
    assert "verdict: failed" not in said, said
    until(lambda: "result" in heard, "a result")
    return said, matrix_from_pose(heard["result"].pose.pose)


def assert_near(found: np.ndarray, truth: np.ndarray, metres: float, degrees: float) -> None:
    """Fail unless the errors of a calibration are within these."""
    e_t, e_r = errors(found, truth)
    assert e_t < metres, f"e_t {1e3 * e_t:.2f} mm"
    assert np.degrees(e_r) < degrees, f"e_r {np.degrees(e_r):.3f} deg"
