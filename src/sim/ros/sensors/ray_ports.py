"""The topics of lidars, laser scanners and sonars, made and published in the lidars' thread."""
from __future__ import annotations

from typing import Any, Callable

from sensor_msgs.msg import LaserScan, PointCloud2, Range

from sim.embedded.lidar.scanner import Echo, Scanner
from sim.embedded.lidar.snapshot import Snapshot
from sim.embedded.lidar.stage import Stage
from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.names import RANGES, Names, has_plugin
from sim.ros.sensors.ports import Port
from sim.ros.sensors.ray_messages import points_message, range_message, scan_message

# Clouds of 1 to 4 MB that may wait for a slow subscriber.
QUEUE = 10


def ray_port(stage: Stage, mount: Mount, names: Names) -> Port:
    """``points`` of what has rings, else ``scan``; the nearest range alone with a plugin that says so."""
    scanner = Scanner(stage, mount)
    sweep, rays = scanner.sweep, scanner.rays
    if has_plugin(mount.sensor, RANGES):
        width = rays.horizontal.upper - rays.horizontal.lower
        infrared = names.plugin.parameters.get("radiation", "ultrasound").lower() == "infrared"
        return _port(names.topic("range"), Range, names, lambda snapshot, head: range_message(
            float(scanner.scan(snapshot).ranges.min()), (rays.range_min, rays.range_max), width, infrared, head))
    if sweep.grid.rings > 1:
        rings = sweep.grid.rings if sweep.organized else 0
        return _port(names.topic("points"), PointCloud2, names, lambda snapshot, head: points_message(scanner.scan(snapshot), head, rings))
    return _port(names.topic("scan"), LaserScan, names, lambda snapshot, head: scan_message(scanner.scan(snapshot), rays, sweep.period, head))


def sonar_port(stage: Stage, mount: Mount, names: Names) -> Port:
    """``range``."""
    echo = Echo(stage, mount)
    return _port(names.topic("range"), Range, names, lambda snapshot, head: range_message(
        echo.range(snapshot), (echo.range_min, echo.range_max), 2.0 * echo.half_angle, False, head))


def _port(topic: str, kind: Any, names: Names, message: Callable[[Snapshot, Any], Any]) -> Port:
    return Port(topic, kind, lambda snapshot: message(snapshot, header(snapshot.time, names.frame)), queue=QUEUE)
