"""The topics of lidars and laser scanners, published in the lidars' thread."""

from __future__ import annotations

from functools import partial
from typing import Optional

import rospy
from sensor_msgs.msg import LaserScan, PointCloud2

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.radar import RadarScanner
from sim.embedded.lidar.radar_sensor import is_radar
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.sensors.hub import SensorWorker, Station
from sim.embedded.sensors.mount import SensorMount
from sim.embedded.sensors.schedule import SensorSchedule
from sim.ros.conversions import header
from sim.ros.node.subscribers import Subscribers
from sim.ros.sensors.kinds.sonar import range_port
from sim.ros.sensors.names import RANGES, SensorNames, has_plugin
from sim.ros.sensors.port import AnyPort, SensorEnvironment, SensorPort
from sim.ros.sensors.published import LIDARS, SensorFactory
from sim.ros.sensors.ray_messages import (
    detections_message,
    labelled_message,
    points_message,
    scan_message,
)

# Clouds of 1 to 4 MB that may wait for a slow subscriber.
QUEUE = 10


class LidarPort:
    """The topics of a lidar.

    ``points`` if it has rings, else ``scan``; also ``semantic/points``, the same returns with
    labels.
    """

    def __init__(self, measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> None:
        self._scanner = Scanner(measured.targets, mount, measured.distorted)
        self._frame, self._labelling = names.frame, measured.labelling
        sweep = self._scanner.sweep
        self._watch = partial(measured.recorder.note, sweep.period) if sweep.distorted else None
        self._rings = sweep.grid.rings if sweep.organized else 0
        self._flat = sweep.grid.rings == 1
        self._subscribers = Subscribers()
        self._measured = (
            self._subscribers.publisher(names.topic("scan"), LaserScan, QUEUE)
            if self._flat
            else self._subscribers.publisher(names.topic("points"), PointCloud2, QUEUE)
        )
        self._labelled = self._subscribers.publisher(
            names.beside("semantic/points"), PointCloud2, QUEUE
        )

    def station(self, name: str, schedule: SensorSchedule, worker: SensorWorker) -> Station:
        """Return the sensor's station in the hub."""
        return Station(name, schedule, self.wanted, worker, self.publish, self._watch)

    def wanted(self) -> bool:
        return self._subscribers.present

    def publish(self, exposure: Exposure) -> None:
        """Measure and publish the subscribed topics."""
        labelled = self._labelled.get_num_connections() > 0
        scan = self._scanner.scan(exposure, labelled)
        if scan is None:
            return
        time = exposure.last.time
        if self._measured.get_num_connections():
            self._measured.publish(
                scan_message(
                    scan,
                    self._scanner.rays,
                    self._scanner.sweep.period,
                    header(time + scan.times[0], self._frame),
                )
                if self._flat
                else points_message(scan, header(time, self._frame), self._rings)
            )
        if labelled:
            self._labelled.publish(
                labelled_message(scan, header(time, self._frame), self._labelling)
            )

    def close(self) -> None:
        for publisher in (self._measured, self._labelled):
            publisher.unregister()


def ray_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> AnyPort:
    """Return the port of a ray sensor.

    A lidar, a radar, or, by a plugin, a sensor of the nearest range at one instant.
    """
    if is_radar(mount.sensor):
        return _radar_port(measured, mount, names)
    if has_plugin(mount.sensor, RANGES):
        return _nearest_port(Scanner(measured.targets, mount, distorted=False), names)
    return LidarPort(measured, mount, names)


def _radar_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    radar = RadarScanner(measured.targets, mount, measured.radar_seed)
    rospy.loginfo("%s draws from seed %d and its name", mount.where, measured.radar_seed)

    def detections(exposure: Exposure) -> Optional[PointCloud2]:
        found = radar.scan(exposure)
        return (
            None
            if found is None
            else detections_message(found, header(exposure.last.time, names.frame))
        )

    watch = partial(measured.recorder.note, radar.period)
    return SensorPort(names.topic("points"), PointCloud2, detections, watch, QUEUE)


def _nearest_port(scanner: Scanner, names: SensorNames) -> SensorPort:
    rays = scanner.rays
    width = rays.horizontal.upper - rays.horizontal.lower
    # The sensor has one.
    assert names.plugin is not None
    infrared = names.plugin.parameters.get("radiation", "ultrasound").lower() == "infrared"

    def nearest(exposure: Exposure) -> float:
        scan = scanner.scan(exposure)
        # There always is one of a single instant.
        assert scan is not None
        return float(scan.ranges.min())

    return range_port(
        names,
        nearest,
        (rays.range_min, rays.range_max),
        width,
        infrared,
    )


PUBLISHED = SensorFactory(ray_port, LIDARS)
