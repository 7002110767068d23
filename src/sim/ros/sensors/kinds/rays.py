"""The topics of lidars and laser scanners, made and published in the lidars' thread."""

from __future__ import annotations

from functools import partial
from typing import Optional

import rospy
from sensor_msgs.msg import LaserScan, PointCloud2

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.radar import RadarScanner, is_radar
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.kinds.sonar import range_port
from sim.ros.sensors.names import RANGES, Names, has_plugin
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.published import LIDARS, Published
from sim.ros.sensors.ray_messages import detections_message, points_message, scan_message

# Clouds of 1 to 4 MB that may wait for a slow subscriber.
QUEUE = 10


def ray_port(measured: Measured, mount: Mount, names: Names) -> Port:
    """``points`` of what has rings or is a radar, else ``scan``; the nearest range alone, of one
    instant, with a plugin that says so."""
    if is_radar(mount.sensor):
        return _radar_port(measured, mount, names)
    if has_plugin(mount.sensor, RANGES):
        return _nearest_port(Scanner(measured.targets, mount, distorted=False), names)
    scanner = Scanner(measured.targets, mount, measured.distorted)
    sweep, rays = scanner.sweep, scanner.rays
    watch = partial(measured.recorder.note, sweep.period) if sweep.distorted else None
    rings = sweep.grid.rings if sweep.organized else 0

    def cloud(exposure: Exposure) -> Optional[PointCloud2]:
        scan = scanner.scan(exposure)
        return (
            None
            if scan is None
            else points_message(scan, header(exposure.last.time, names.frame), rings)
        )

    def level(exposure: Exposure) -> Optional[LaserScan]:
        scan = scanner.scan(exposure)
        return (
            None
            if scan is None
            else scan_message(
                scan, rays, sweep.period, header(exposure.last.time + scan.times[0], names.frame)
            )
        )

    if sweep.grid.rings > 1:
        return Port(names.topic("points"), PointCloud2, cloud, watch, QUEUE)
    return Port(names.topic("scan"), LaserScan, level, watch, QUEUE)


def _radar_port(measured: Measured, mount: Mount, names: Names) -> Port:
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
    return Port(names.topic("points"), PointCloud2, detections, watch, QUEUE)


def _nearest_port(scanner: Scanner, names: Names) -> Port:
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


PUBLISHED = Published(ray_port, LIDARS)
