"""Converts readings of lidars and sonars to ROS messages.

Clouds have 32 bytes a point, as from Velodyne's drivers.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np
from sensor_msgs.msg import LaserScan, PointCloud2, PointField, Range
from std_msgs.msg import Header

from sim.arrays import Array
from sim.embedded.lidar.scanner import Scan
from sim.ros.sensors.messages import cloud_message
from sim.ros.sensors.truth_messages import Labelling
from sim.sdf.sensors.rays import Rays

_PLACES = {
    "x": ("<f4", 0),
    "y": ("<f4", 4),
    "z": ("<f4", 8),
    "intensity": ("<f4", 16),
    "ring": ("<u2", 20),
    "time": ("<f4", 24),
}
POINT = np.dtype(
    {
        "names": list(_PLACES),
        "formats": [kind for kind, _ in _PLACES.values()],
        "offsets": [offset for _, offset in _PLACES.values()],
        "itemsize": 32,
    }
)
_KINDS = {"<f4": PointField.FLOAT32, "<u2": PointField.UINT16, "<u4": PointField.UINT32}
FIELDS = [
    PointField(name=name, offset=offset, datatype=_KINDS[kind], count=1)
    for name, (kind, offset) in _PLACES.items()
]


RADAR_FIELDS = [
    PointField(name=name, offset=4 * number, datatype=PointField.FLOAT32, count=1)
    for number, name in enumerate(("x", "y", "z", "velocity", "rcs"))
]
DETECTION = np.dtype([(field.name, "<f4") for field in RADAR_FIELDS])


_LABELLED = (
    ("x", "<f4"),
    ("y", "<f4"),
    ("z", "<f4"),
    ("CosAngle", "<f4"),
    ("ObjIdx", "<u4"),
    ("ObjTag", "<u4"),
)
LABELLED = np.dtype(list(_LABELLED))
LABELLED_FIELDS = [
    PointField(name=name, offset=4 * number, datatype=_KINDS[kind], count=1)
    for number, (name, kind) in enumerate(_LABELLED)
]


def labelled_message(scan: Scan, header: Header, labelling: Labelling) -> PointCloud2:
    """Convert the labelled returns of a scan in firing order.

    Fields as CARLA's semantic lidar [Carla]: the cosine between ray and normal, the object's number
    and its class.
    """
    assert scan.labels is not None  # The scan was requested with labels.
    rows = np.flatnonzero(np.isfinite(scan.ranges))
    cloud = np.zeros(len(rows), LABELLED)
    for axis, name in enumerate("xyz"):
        cloud[name] = scan.directions[rows, axis] * scan.ranges[rows]
    cloud["CosAngle"] = scan.labels.cosines[rows]
    cloud["ObjIdx"] = scan.labels.instances[rows]
    cloud["ObjTag"] = labelling.numbers[scan.labels.kinds[rows]]
    return cloud_message(cloud[None], LABELLED_FIELDS, header, True)


def detections_message(detections: Array, header: Header) -> PointCloud2:
    """Convert the detections (k, 5) of a radar to a cloud.

    Columns as in :class:`sim.embedded.lidar.radar_law.RadarLaw`; range rates are ``velocity`` (m/s,
    positive away from the sensor), and ``rcs`` is in dBsm.
    """
    cloud = np.empty(len(detections), DETECTION)
    ranges, azimuths, elevations, cloud["velocity"], cloud["rcs"] = detections.T
    cloud["x"] = ranges * np.cos(elevations) * np.cos(azimuths)
    cloud["y"] = ranges * np.cos(elevations) * np.sin(azimuths)
    cloud["z"] = ranges * np.sin(elevations)
    return cloud_message(cloud[None], RADAR_FIELDS, header, True)


def points_message(scan: Scan, header: Header, rings: int = 0) -> PointCloud2:
    """Convert the returns of a scan to a cloud in firing order.

    With ``rings``, an organised cloud of as many rows, the lowest first, with NaN without a return.
    """
    if not rings:
        cloud = _points(scan, np.flatnonzero(np.isfinite(scan.ranges)))
        return cloud_message(cloud[None], FIELDS, header, True)
    columns = len(scan.ranges) // rings
    order = np.argsort(scan.rings[: rings * columns], kind="stable")
    return cloud_message(_points(scan, order).reshape(rings, columns), FIELDS, header, False)


def _points(scan: Scan, rows: Array) -> Array:
    cloud = np.zeros(len(rows), POINT)
    ranges = scan.ranges[rows]
    ranges = np.where(np.isfinite(ranges), ranges, np.nan)
    for axis, name in enumerate("xyz"):
        cloud[name] = scan.directions[rows, axis] * ranges
    cloud["intensity"], cloud["ring"], cloud["time"] = (
        scan.intensities[rows],
        scan.rings[rows],
        scan.times[rows],
    )
    return cloud


def scan_message(scan: Scan, rays: Rays, period: float, header: Header) -> LaserScan:
    """Convert a scan; its header has the time of its first ray.

    The other rays follow at equal intervals, or are of one instant.
    """
    fan, increments = rays.horizontal, np.diff(scan.times[:2])
    increment = (fan.upper - fan.lower) / (fan.samples - 1) if fan.samples > 1 else 0.0
    return LaserScan(
        header=header,
        angle_min=fan.lower,
        angle_max=fan.upper,
        angle_increment=increment,
        scan_time=period,
        time_increment=float(increments[0]) if len(increments) else 0.0,
        range_min=rays.range_min,
        range_max=rays.range_max,
        ranges=scan.ranges.astype(np.float32),
        intensities=scan.intensities.astype(np.float32),
    )


def range_message(
    distance: float,
    limits: Tuple[float, float],
    field_of_view: float,
    infrared: bool,
    header: Header,
) -> Range:
    """Convert a range; ``limits`` are the least and the largest range."""
    return Range(
        header=header,
        radiation_type=Range.INFRARED if infrared else Range.ULTRASOUND,
        field_of_view=field_of_view,
        min_range=limits[0],
        max_range=limits[1],
        range=distance,
    )
