"""The topics of lidars and laser scanners, made and published in the lidars' thread."""

from __future__ import annotations

from functools import partial
from typing import Optional

from sensor_msgs.msg import LaserScan, PointCloud2

from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.kinds.sonar import range_port
from sim.ros.sensors.names import RANGES, Names, has_plugin
from sim.ros.sensors.port import Measured, Port
from sim.ros.sensors.published import LIDARS, Published
from sim.ros.sensors.ray_messages import points_message, scan_message

# Clouds of 1 to 4 MB that may wait for a slow subscriber.
QUEUE = 10


def ray_port(measured: Measured, mount: Mount, names: Names) -> Port:
    """``points`` of what has rings, else ``scan``; the nearest range alone, of one instant, with a
    plugin that says so."""
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
