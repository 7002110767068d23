"""Topics of a sensor rig, and frames assembled from their messages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional

import rospy
from sensor_msgs.msg import CameraInfo

from sim.calibration.frame_synchronizer import CLOUD, LEFT, RIGHT, FrameSynchronizer
from sim.calibration.recording import BoardRecording, RectifiedCamera, SensorFrame
from sim.errors import InputError
from sim.ros.calibration.messages import cloud, grey, optics_of, seconds

INFO = "camera_info"
COMPRESSED = "/compressed"
TRANSPORTS = {"raw": "", "compressed": COMPRESSED}
READ: Dict[str, Callable[[Any], Any]] = {LEFT: grey, RIGHT: grey, CLOUD: cloud}


@dataclass(frozen=True)
class RigTopics:
    """Topics by their full names; ``right`` is empty with a single camera."""

    left: str
    right: str
    points: str
    left_info: str
    right_info: str

    @property
    def roles(self) -> Dict[str, str]:
        """Topics of images and clouds by their roles."""
        found = {LEFT: self.left, RIGHT: self.right, CLOUD: self.points}
        return {role: topic for role, topic in found.items() if topic}

    @property
    def infos(self) -> Dict[str, str]:
        """Topics of camera_info by their cameras."""
        found = {LEFT: self.left_info, RIGHT: self.right_info}
        return {role: topic for role, topic in found.items() if role in self.roles}

    @property
    def rectified(self) -> bool:
        """True if the images come from image_proc."""
        return "rect" in raw_topic(self.left).rpartition("/")[2]


def info_topic(picture: str) -> str:
    """Return image_transport's topic for the camera_info of an image."""
    return f"{raw_topic(picture).rpartition('/')[0]}/{INFO}"


def raw_topic(picture: str) -> str:
    """Return image_transport's raw topic beside the compressed one."""
    return picture[: -len(COMPRESSED)] if picture.endswith(COMPRESSED) else picture


def resolved_topics(stereo: bool, transport: str = "raw") -> RigTopics:
    """Return a node's topics after remapping.

    ``transport`` is the images' image_transport, ``raw`` or ``compressed``.
    """
    if transport not in TRANSPORTS:
        raise InputError(
            rospy.resolve_name("~image_transport"),
            f"must be one of: {', '.join(TRANSPORTS)}; got '{transport}'",
        )
    ending = TRANSPORTS[transport]
    return RigTopics(
        rospy.resolve_name("left/image_rect") + ending,
        rospy.resolve_name("right/image_rect") + ending if stereo else "",
        rospy.resolve_name("points"),
        rospy.resolve_name(f"left/{INFO}"),
        rospy.resolve_name(f"right/{INFO}"),
    )


class FrameCollector:
    """Assembles at most ``most`` frames from messages as they arrive.

    Stamps of an image and its cloud may differ by ``apart`` s. Messages stamped before ``since``
    are refused, as they may show another scene.
    """

    def __init__(
        self, topics: RigTopics, most: int, apart: float, since: float = -math.inf
    ) -> None:
        self.topics, self.most, self._since = topics, most, since
        self.frames: List[SensorFrame] = []
        self.camera_frame = self.lidar_frame = ""
        self._moments = FrameSynchronizer(bool(topics.right), apart)
        self._infos: Dict[str, CameraInfo] = {}
        self._refused: Dict[str, str] = {}

    @property
    def complete(self) -> bool:
        """True if all frames and the optics are there."""
        return len(self.frames) >= self.most and self._optical()

    def take_info(self, role: str, info: CameraInfo) -> None:
        """Store a camera_info; the last one counts."""
        self._infos[role] = info

    def take(self, role: str, message: Any) -> None:
        """Take an image or a cloud.

        One that cannot be read is dropped; :meth:`lacking` gives the reason.
        """
        if len(self.frames) >= self.most:
            return
        early = self._since - seconds(message)
        if early > 0.0:
            self._refused[role] = (
                f"measured {early:.3g} s before the start by its stamp; sensors and computer need "
                "one clock"
            )
            return
        self._refused.pop(role, None)
        try:
            values = READ[role](message)
        except InputError as error:
            self._refused[role] = str(error)
            return
        if role == LEFT:
            self.camera_frame = message.header.frame_id
        elif role == CLOUD:
            self.lidar_frame = message.header.frame_id
        frame = self._moments.add(role, seconds(message), values)
        if frame is not None:
            self.frames.append(frame)

    def lacking(self) -> str:
        """Return why no frame or recording is complete; empty if one is."""
        if not self._optical():
            wanted = [topic for role, topic in self.topics.infos.items() if role not in self._infos]
            return f"no message on {' and '.join(wanted)}"
        if self.frames:
            return ""
        for role, reason in list(self._refused.items()):
            return f"{self.topics.roles[role]}: {reason}"
        return self._moments.lacking(self.topics.roles)

    def recording(self) -> BoardRecording:
        """Return all frames; InputError without any frame or optics."""
        lacking = self.lacking()
        if lacking:
            raise InputError("recording", lacking)
        return BoardRecording(self.optics(), tuple(self.frames))

    def optics(self) -> RectifiedCamera:
        """Return the optics of the left camera.

        InputError if camera_info does not describe rectified images.
        """
        right: Optional[CameraInfo] = self._infos.get(RIGHT)
        return optics_of(self._infos[LEFT], right, self.topics.left_info, self.topics.rectified)

    def _optical(self) -> bool:
        return all(role in self._infos for role in self.topics.infos)
