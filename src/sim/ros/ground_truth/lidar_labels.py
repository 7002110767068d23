"""Labels of the returns of Gazebo's lidars.

gzserver gives each return's visual; classes and object numbers are added here as in the cameras'
images.
"""

from __future__ import annotations

import contextlib
from typing import Dict, Mapping, Tuple

import numpy as np
import rospy
from sensor_msgs.msg import PointCloud2

from sim.arrays import Array
from sim.embedded.cameras.instances import Instances
from sim.embedded.lidar.radar_sensor import is_radar
from sim.msg import ScanParts
from sim.ros.ground_truth.source import MessageSource
from sim.ros.sensors.names import RANGES, has_plugin, names_of
from sim.ros.sensors.ray_messages import LABELLED
from sim.ros.sensors.truth_messages import Labelling
from sim.sdf.sensors.rays import Rays
from sim.sdf.sensors.sensor import Sensor
from sim.traffic.state import VehicleType

# Clouds of 1 to 3 MB that may wait for a slow subscriber.
QUEUE = 10


class LidarLabels:
    """Maps visuals to classes and objects; thread-safe."""

    def __init__(self, labelling: Labelling, instances: Instances) -> None:
        self._labelling, self._instances = labelling, instances
        self._types: Mapping[int, VehicleType] = {}
        self._known: Dict[Tuple[str, str], int] = {}

    def set_types(self, types: Mapping[int, VehicleType]) -> None:
        """Set the traffic's vehicle types by their numbers."""
        self._types = types

    def cloud(self, message: ScanParts) -> PointCloud2:
        """Return the labelled returns as :func:`sim.ros.sensors.ray_messages.labelled_message`."""
        points = np.frombuffer(message.points.data, LABELLED).copy()
        rows = points["ObjIdx"]
        points["ObjTag"] = self._labelling.numbers[self.kinds(message)][rows]
        points["ObjIdx"] = self.things(message)[rows]
        cloud = message.points
        cloud.data = points.tobytes()
        return cloud

    def kinds(self, message: ScanParts) -> Array:
        """Return the class numbers (n,) of the message's visuals."""
        found = []
        for visual, traffic, number in zip(message.visual, message.traffic, message.type):
            model, path = visual.split("::", 1)
            if traffic:
                # Models of a pool have names that differ from those of their types.
                model = self._types[number].model if number in self._types else ""
            found.append(self._kind(model, path))
        return np.array(found, int)

    def things(self, message: ScanParts) -> Array:
        """Return the object numbers (n,) of the message's visuals."""
        traffic = np.frombuffer(message.traffic, np.uint8) != 0
        found = self._instances.of_vehicles(np.array(message.vehicle, int)[traffic])
        models = [
            visual.split("::", 1)[0]
            for visual, shown in zip(message.visual, traffic.tolist())
            if not shown
        ]
        things = np.empty(len(traffic), int)
        things[traffic], things[~traffic] = found, self._instances.of_models(models)
        return things

    def _kind(self, model: str, path: str) -> int:
        if (model, path) not in self._known:
            link, _, visual = path.rpartition("::")
            self._known[model, path] = self._labelling.classes.number(model, link, visual)
        return self._known[model, path]


def is_lidar(sensor: Sensor) -> bool:
    """Return whether a sensor is a lidar.

    A radar and a sensor of the nearest range also cast rays, but are none.
    """
    return isinstance(sensor.kind, Rays) and not is_radar(sensor) and not has_plugin(sensor, RANGES)


class LidarTruth:
    """``semantic/points`` beside one lidar."""

    def __init__(self, model: str, sensor: Sensor, labels: LidarLabels) -> None:
        names = names_of(model, sensor)
        self._labels = labels
        self._source = MessageSource(names.beside("scan_parts"), ScanParts, self._take)
        self._labelled = rospy.Publisher(
            names.beside("semantic/points"), PointCloud2, queue_size=QUEUE
        )

    def follow(self) -> None:
        """Request the hit visuals while the topic has subscribers."""
        self._source.follow(self._labelled.get_num_connections() > 0)

    def close(self) -> None:
        """Unregister the topic."""
        self._source.close()
        self._labelled.unregister()

    def _take(self, message: ScanParts) -> None:
        # The topic may be given up meanwhile.
        with contextlib.suppress(rospy.ROSException):
            self._labelled.publish(self._labels.cloud(message))
