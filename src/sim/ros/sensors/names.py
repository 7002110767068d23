"""Names of a sensor's topics and frames.

``/<model>/<sensor>/...``, or those in the tag of a gazebo_ros plugin. The plugin itself is not
loaded; its topics are published here under its names (design, section 4.4). A missing
``robotNamespace`` is the root, an empty one the model's name, as in gazebo_ros; for
``libgazebo_ros_imu_sensor.so`` it is the other way round.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Callable, Dict, Optional, Tuple

from sim.ros.tf_prefix import tf_prefix
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.sensor import Sensor

CAMERAS = (
    "libgazebo_ros_camera.so",
    "libgazebo_ros_multicamera.so",
    "libgazebo_ros_depth_camera.so",
    "libgazebo_ros_openni_kinect.so",
)
LASERS = (
    "libgazebo_ros_laser.so",
    "libgazebo_ros_gpu_laser.so",
    "libgazebo_ros_block_laser.so",
    "libgazebo_ros_velodyne_laser.so",
    "libgazebo_ros_velodyne_gpu_laser.so",
)
RANGES = ("libgazebo_ros_range.so", "libhector_gazebo_ros_sonar.so")
IMUS = ("libgazebo_ros_imu.so", "libgazebo_ros_imu_sensor.so", "libhector_gazebo_ros_imu.so")
IMU_SENSOR = "libgazebo_ros_imu_sensor.so"
BUMPERS = ("libgazebo_ros_bumper.so",)
GPSS = ("libhector_gazebo_ros_gps.so",)
# Parameter of a plugin that renames each topic.
_CAMERA_TOPICS = {
    "image_raw": "imageTopicName",
    "camera_info": "cameraInfoTopicName",
    "depth/image_raw": "depthImageTopicName",
    "depth/camera_info": "depthImageCameraInfoTopicName",
    "points": "pointCloudTopicName",
}
_ONE_TOPIC = {
    **dict.fromkeys(LASERS + RANGES + IMUS + GPSS, "topicName"),
    **dict.fromkeys(BUMPERS, "bumperTopicName"),
}
_FRAMES = ("frameName", "frameId")
# Plugins with frames below their namespace if no tf_prefix is given, as in upstream's code.
_PLACED = (*CAMERAS, "libgazebo_ros_laser.so", "libgazebo_ros_gpu_laser.so")
_RATES = ("updateRate", "updateRateHZ")


@dataclass(frozen=True)
class SensorNames:
    """Names of one sensor.

    ``plugin`` is the gazebo_ros tag in use, or None; ``tf_prefix`` the parameter of its namespace.
    """

    model: str
    sensor: str
    plugin: Optional[Plugin] = None
    tf_prefix: str = ""

    @property
    def own_frame(self) -> str:
        """The sensor's frame, x forward."""
        return f"{self.model}/{self.sensor}"

    @property
    def given_frame(self) -> Optional[str]:
        """Frame in the plugin's tag, with the prefix of its namespace."""
        given = next((self._tag(tag) for tag in _FRAMES if self._tag(tag)), None)
        if given is None or self.plugin is None:
            return None
        placed = self.space if self.plugin.filename in _PLACED else ""
        prefix = (self.tf_prefix or placed).strip("/")
        return given[1:] if given.startswith("/") else "/".join(filter(None, (prefix, given)))

    @property
    def space(self) -> str:
        """The namespace of the plugin's topics: "" is the root, else "/name"."""
        if self.plugin is None:
            return ""
        space = self.plugin.parameters.get("robotNamespace")
        empty, absent = self.model, ""
        if self.plugin.filename == IMU_SENSOR:
            empty, absent = absent, empty
        name = (absent if space is None else space.strip() or empty).strip("/")
        return f"/{name}" if name else ""

    @property
    def frame(self) -> str:
        """The frame of messages that are in the sensor's own axes."""
        return self.given_frame or self.own_frame

    @property
    def rate(self) -> float:
        """The plugin's own rate in Hz, or 0."""
        text = next((self._tag(tag) for tag in _RATES if self._tag(tag)), "0")
        try:
            rate = float(text)
        except ValueError:
            return 0.0
        return rate if 0.0 < rate < math.inf else 0.0

    def topic(self, name: str, camera: str = "") -> str:
        """Return the full name of topic ``name``. ``camera`` is one of a multicamera."""
        if self.plugin is None:
            return "/" + "/".join(filter(None, (self.model, self.sensor, camera, name)))
        if self.plugin.filename in CAMERAS:
            renamed = self._tag(_CAMERA_TOPICS.get(name, "")) or name
            topic = "/".join(filter(None, (self._tag("cameraName"), camera, renamed)))
        else:
            topic = self._tag(_ONE_TOPIC[self.plugin.filename]) or name
        if topic.startswith("/"):
            return topic
        return f"{self.space}/{topic}"

    def parameter(self, tag: str, default: str) -> str:
        """Return the text of a plugin's parameter, or the default."""
        return self._tag(tag) or default

    def beside(self, name: str) -> str:
        """Return the full name of an additional topic, unaffected by tags."""
        return f"/{self.model}/{self.sensor}/{name}"

    def _tag(self, tag: str) -> str:
        return self.plugin.parameters.get(tag, "").strip() if self.plugin else ""


def names_of(
    model: str, sensor: Sensor, prefix_of: Callable[[str], str] = tf_prefix
) -> SensorNames:
    """Return the names of a model's sensor.

    ``prefix_of`` returns the parameter tf_prefix of a namespace.
    """
    known: Dict[str, None] = dict.fromkeys((*CAMERAS, *LASERS, *RANGES, *IMUS, *BUMPERS, *GPSS))
    plugin = next((plugin for plugin in sensor.plugins if plugin.filename in known), None)
    names = SensorNames(model, sensor.name, plugin)
    # Names that no plugin gives need no parameter.
    return replace(names, tf_prefix=prefix_of(names.space)) if names.given_frame else names


def has_plugin(sensor: Sensor, filenames: Tuple[str, ...]) -> bool:
    """Return whether the sensor has one of these plugins."""
    return any(plugin.filename in filenames for plugin in sensor.plugins)
