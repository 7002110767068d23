"""The topics of lidars, laser scanners and sonars, made and published in the lidars' thread."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Optional, Tuple

from sensor_msgs.msg import LaserScan, PointCloud2, Range

from sim.embedded.lidar.exposure import Exposure, Recorder
from sim.embedded.lidar.scanner import Echo, Scanner
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.sensors.mount import Mount
from sim.ros.conversions import header
from sim.ros.sensors.names import RANGES, Names, has_plugin
from sim.ros.sensors.ports import Port
from sim.ros.sensors.ray_messages import points_message, range_message, scan_message

# Clouds of 1 to 4 MB that may wait for a slow subscriber.
QUEUE = 10


def ray_port(
    targets: RayTargets, mount: Mount, names: Names, recorder: Recorder, distorted: bool
) -> Port:
    """``points`` of what has rings, else ``scan``; the nearest range alone, of one instant, with a
    plugin that says so."""
    if has_plugin(mount.sensor, RANGES):
        return _nearest_port(Scanner(targets, mount, distorted=False), names)
    scanner = Scanner(targets, mount, distorted)
    sweep, rays = scanner.sweep, scanner.rays
    watch = partial(recorder.note, sweep.period) if sweep.distorted else None
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


def sonar_port(targets: RayTargets, mount: Mount, names: Names) -> Port:
    """``range``."""
    echo = Echo(targets, mount)
    return _range_port(
        names, echo.range, (echo.range_min, echo.range_max), 2.0 * echo.half_angle, False
    )


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

    return _range_port(
        names,
        nearest,
        (rays.range_min, rays.range_max),
        width,
        infrared,
    )


def _range_port(
    names: Names,
    measure: Callable[[Exposure], float],
    limits: Tuple[float, float],
    width: float,
    infrared: bool,
) -> Port:
    def reading(exposure: Exposure) -> Any:
        return range_message(
            measure(exposure), limits, width, infrared, header(exposure.last.time, names.frame)
        )

    return Port(names.topic("range"), Range, reading, queue=QUEUE)
