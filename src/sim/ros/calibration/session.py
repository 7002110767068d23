"""A calibration from topics or a bag, with published and saved results."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, List, Optional, Tuple, TypeVar

import cv2
import rospy
from geometry_msgs.msg import PoseWithCovarianceStamped
from sensor_msgs.msg import Image, PointCloud2
from std_msgs.msg import String
from visualization_msgs.msg import MarkerArray

from sim.arrays import Array
from sim.calibration.board import Board
from sim.calibration.method_names import BOARD_FIT
from sim.calibration.overlay import overlay
from sim.calibration.recording import BoardRecording
from sim.calibration.report import report, result_yaml
from sim.calibration.result import FAILED, GOOD, Calibration
from sim.errors import InputError
from sim.ros.calibration.bags import read_bag
from sim.ros.calibration.listening import Listening
from sim.ros.calibration.methods import method_of
from sim.ros.calibration.rig_topics import FrameCollector, RigTopics
from sim.ros.calibration.shown import board_markers, colored_cloud, overlay_image
from sim.ros.conversions import header, pose_from_matrix, transform
from sim.ros.node.node import asked_to_end
from sim.ros.node.static_frames import StaticFrames

A = TypeVar("A")
B = TypeVar("B")
# Wall s between lines about progress.
SAY = 5.0


@dataclass(frozen=True)
class Setup:
    """Settings of a calibration.

    ``frames`` for each place of the board; stamps of an image and its cloud may differ by ``apart``
    s; ``initial`` is the assumed pose (4, 4) of the lidar in the left camera's frame (x forward, z
    up); ``method`` is one of METHODS.
    """

    board: Board
    topics: RigTopics
    frames: int
    apart: float
    initial: Array
    output: Path
    publish_tf: bool = False
    method: str = BOARD_FIT


class CalibrationSession:
    """Gathers frames of one place of the board after the other.

    Each complete place updates the result, which uses all places.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._method = method_of(setup.method, setup.board, bool(setup.topics.right))
        self._lock = threading.RLock()
        self._listening: Optional[Listening] = None
        self._places: List[BoardRecording] = []
        self._frames: Tuple[str, str] = ("", "")
        self.result: Optional[Calibration] = None
        self.problem = ""
        self._said = self._seconds = 0.0
        self._static = StaticFrames() if setup.publish_tf else None
        self._result = _latched("~result", PoseWithCovarianceStamped)
        self._report = _latched("~report", String)
        self._markers = _latched("~markers", MarkerArray)
        self._clouds = [_latched(f"~{name}/cloud", PointCloud2) for name in ("before", "after")]
        self._overlays = [_latched(f"~{name}/image", Image) for name in ("before", "after")]

    def start(self) -> str:
        """Start gathering frames of a place; return the service's message."""
        with self._lock:
            if self._listening is not None:
                raise InputError("start", "frames are being gathered; stop ends that")
            self.problem = ""
            self._method.begin()
            self._seconds = 0.0
            self._listening = Listening(self._gathering(rospy.get_time()))
            place = len(self._places) + 1
        topics = ", ".join(self._setup.topics.roles.values())
        return f"gathering {self._setup.frames} frames of place {place} from {topics}"

    def stop(self) -> str:
        """End gathering and use the frames of the place so far."""
        with self._lock:
            listening, self._listening = self._listening, None
        if listening is None:
            raise InputError("stop", "nothing is being gathered; start begins")
        gathering = listening.end()
        self._conclude(gathering)
        return self.state()

    def forget(self) -> str:
        """Forget all places and the result."""
        with self._lock:
            self._places.clear()
            self.result, self.problem = None, ""
        return "all places of the board are forgotten"

    def save(self) -> str:
        """Write the result and overlay images, and return a message."""
        with self._lock:
            found, recordings, names = self.result, list(self._places), self._frames
        if found is None or found.pose is None:
            raise InputError("save", f"no result yet: {self.state()}")
        path = self._setup.output
        path.parent.mkdir(parents=True, exist_ok=True)
        text = result_yaml(found.in_optical_frame(), *names)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(path, error.strerror or str(error)) from None
        recording = recordings[-1]
        frame = recording.frames[-1]
        for name, matrix in (("before", self._setup.initial), ("after", found.pose.matrix)):
            picture = overlay(recording.optics, matrix, frame.cloud, frame.left)
            cv2.imwrite(str(path.with_name(f"{path.stem}_{name}.png")), picture)
        return f"wrote {path}"

    def read(self, path: Path) -> None:
        """Read a bag as one place of the board."""
        gathering = self._gathering()
        read_bag(path, gathering)
        self._conclude(gathering)

    def look(self) -> None:
        """Process new frames, calibrate once enough are gathered, and log progress."""
        with self._lock:
            listening = self._listening
            if listening is None:
                return
            complete = listening.gathering.complete
            if complete:
                self._listening = None
        if complete:
            self._conclude(listening.end())
            return
        self._timed(self._method.take_next, listening.gathering)
        if time.monotonic() - self._said > SAY:
            self._said = time.monotonic()
            lacking = listening.gathering.lacking()
            if lacking:
                rospy.logwarn("calibration: no frame so far: %s", lacking)
            else:
                rospy.loginfo("calibration: %s", self.state())

    def state(self) -> str:
        """Return the state in a few words."""
        with self._lock:
            if self._listening is not None:
                gathering = self._listening.gathering
                return f"{len(gathering.frames)} of {gathering.most} frames"
            if self.problem:
                return self.problem
            if self.result is None:
                return "not started"
            return ": ".join([self.result.verdict, *self.result.reasons[:1]])

    def waiting_for(self) -> str:
        """Return what the gathering still lacks; empty if nothing."""
        with self._lock:
            return "" if self._listening is None else self._listening.gathering.lacking()

    def close(self) -> None:
        """End the subscriptions."""
        with self._lock:
            listening, self._listening = self._listening, None
        if listening is not None:
            listening.end()

    def _gathering(self, since: float = -math.inf) -> FrameCollector:
        return FrameCollector(self._setup.topics, self._setup.frames, self._setup.apart, since)

    def _conclude(self, gathering: FrameCollector) -> None:
        try:
            recording = gathering.recording()
        except InputError as error:
            self._fail(error)
            return
        with self._lock:
            before = self._places if self._method.several_places else []
            recordings = [*before, recording]
        rospy.loginfo("calibration: fitting %d frames", sum(len(one.frames) for one in recordings))
        while self._timed(self._method.take_next, gathering):
            if asked_to_end():
                return
        try:
            found = self._timed(self._method.calibrate, recordings)
        except InputError as error:
            self._fail(error)
            return
        names = (gathering.camera_frame, gathering.lidar_frame)
        with self._lock:
            # A place without a detected board adds no information.
            if found.pose is not None and len(found.boards) == len(recordings):
                self._places = recordings
            self.result, self._frames, self.problem = found, names, ""
        self._show(found, recording, names)

    def _timed(self, action: Callable[[A], B], argument: A) -> B:
        """Run a part of the computation and add up its wall time."""
        began = time.monotonic()
        try:
            return action(argument)
        finally:
            self._seconds += time.monotonic() - began

    def _fail(self, error: InputError) -> None:
        self.problem = str(error)
        rospy.logerr("calibration: %s", error)
        self._report.publish(String(report(Calibration(FAILED, reasons=(str(error),)), "", "")))

    def _show(self, found: Calibration, recording: BoardRecording, names: Tuple[str, str]) -> None:
        camera, lidar = names
        text = report(found.in_optical_frame(), camera, lidar, self._seconds)
        say = rospy.loginfo if found.verdict == GOOD else rospy.logwarn
        for line in text.splitlines():
            say("calibration: %s", line)
        self._report.publish(String(text))
        now = header(rospy.get_time(), camera)
        self._markers.publish(board_markers(self._setup.board, found, now))
        self._draw(0, recording, self._setup.initial, now)
        if found.pose is None:
            return
        self._draw(1, recording, found.pose.matrix, now)
        optical = found.in_optical_frame().pose
        assert optical is not None
        message = PoseWithCovarianceStamped(header=now)
        message.pose.pose = pose_from_matrix(optical.matrix)
        message.pose.covariance = optical.parent_covariance.ravel().tolist()
        self._result.publish(message)
        if self._static is not None:
            moved = transform(camera, lidar, optical.matrix, rospy.get_time())
            self._static.set("calibration", [moved])

    def _draw(self, which: int, recording: BoardRecording, matrix: Array, now: Any) -> None:
        self._clouds[which].publish(colored_cloud(recording, matrix, now))
        self._overlays[which].publish(overlay_image(recording, matrix, now))


def _latched(name: str, kind: Any) -> rospy.Publisher:
    return rospy.Publisher(name, kind, queue_size=1, latch=True)
