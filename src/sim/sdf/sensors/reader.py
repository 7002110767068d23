"""Table of ``<sensor>`` types, and the reader of their common elements.

The use of a sensor's plugins is up to the simulator. SI units, angles in rad.
"""

from __future__ import annotations

from typing import Callable, Dict, Sequence, Tuple

from sim.arrays import Array
from sim.sdf.context import DocumentContext
from sim.sdf.plugins import read_plugins
from sim.sdf.sensors.cameras import read_cameras
from sim.sdf.sensors.contact import read_contact
from sim.sdf.sensors.force_torque import ForceTorque, read_force_torque
from sim.sdf.sensors.gps import read_gps
from sim.sdf.sensors.imu import read_imu
from sim.sdf.sensors.magnetometer import read_magnetometer
from sim.sdf.sensors.rays import read_rays
from sim.sdf.sensors.sensor import Sensor, SensorKind
from sim.sdf.sensors.sonar import read_sonar
from sim.sdf.types import Link
from sim.sdf.xml.elements import Element, failure, name_of, number, required_child, text_of
from sim.sdf.xml.poses import pose_matrix

# Types of SDF that the simulators of this package do not support.
UNSUPPORTED = (
    "air_pressure",
    "altimeter",
    "logical_camera",
    "rfid",
    "rfidtag",
    "thermal",
    "thermal_camera",
    "triggered_camera",
    "wireless_receiver",
    "wireless_transmitter",
)


def read_sensors(
    parent: Element,
    link_from: Callable[[Element], Array],
    context: DocumentContext,
    of_joint: bool = False,
) -> Tuple[Sensor, ...]:
    """Return the sensors in a link's or a joint's element.

    Those in a joint belong to its child; ``link_from(sensor)`` (4, 4) places each.
    """
    sensors: Dict[str, Sensor] = {}
    for element in parent.iterfind("sensor"):
        name, kind = name_of(element), (element.get("type") or "").strip()
        if name in sensors:
            raise failure(element, f"there are two sensors named {name!r} here; rename one")
        if kind in UNSUPPORTED:
            context.report.unsupported(element, f"type {kind}")
            continue
        if kind not in TYPES:
            raise failure(
                element,
                f"unknown sensor type {kind!r}; must be one of: {', '.join(TYPES)}",
            )
        found = TYPES[kind][1](element, context)
        if isinstance(found, ForceTorque) != of_joint:
            raise failure(
                element,
                f"a joint cannot have a sensor of type {kind!r}; move it into a link"
                if of_joint
                else "a sensor of type 'force_torque' is of a joint; move it into one",
            )
        sensors[name] = Sensor(
            name,
            kind,
            link_from(element),
            _rate(element, kind, context),
            found,
            read_plugins(element, context),
        )
    return tuple(sensors.values())


def joint_sensors(
    element: Element, child_from_joint: Array, context: DocumentContext
) -> Tuple[Sensor, ...]:
    """Return the sensors in a joint's element, on its child."""
    return read_sensors(
        element,
        lambda sensor: child_from_joint @ pose_matrix(sensor.find("pose")),
        context,
        of_joint=True,
    )


def check_sensor_names(model: Element, links: Sequence[Link]) -> None:
    """Refuse two sensors of one name in a model.

    Topics are named after sensors, whatever their links.
    """
    link_of: Dict[str, str] = {}
    for link in links:
        for sensor in link.sensors:
            if sensor.name in link_of:
                raise failure(
                    model,
                    f"there are two sensors named {sensor.name!r}, on {link_of[sensor.name]} and "
                    f"{link.name}; rename one",
                )
            link_of[sensor.name] = link.name


def _rate(element: Element, kind: str, context: DocumentContext) -> float:
    child = element.find("update_rate")
    rate = number(child, 0.0)
    if rate < 0.0:
        raise failure(
            required_child(element, "update_rate"), f"is {rate:g} Hz; it must be greater than 0"
        )
    if rate == 0.0:
        rate = TYPES[kind][0]
        if child is not None and text_of(child) is not None:
            context.report.add(
                child, f"is 0, which would be each physics step; {rate:g} Hz are taken"
            )
    return rate


# Each type of sensor: its default rate in Hz (if the file has 0 or none), and its reader.
TYPES: Dict[str, Tuple[float, Callable[[Element, DocumentContext], SensorKind]]] = {
    "camera": (30.0, read_cameras),
    "depth": (30.0, read_cameras),
    "depth_camera": (30.0, read_cameras),
    "rgbd_camera": (30.0, read_cameras),
    "multicamera": (30.0, read_cameras),
    "wideanglecamera": (30.0, read_cameras),
    "imu": (70.0, read_imu),
    "ray": (10.0, read_rays),
    "gpu_ray": (10.0, read_rays),
    "lidar": (10.0, read_rays),
    "gpu_lidar": (10.0, read_rays),
    "sonar": (10.0, read_sonar),
    "gps": (5.0, read_gps),
    "navsat": (5.0, read_gps),
    "contact": (50.0, read_contact),
    "magnetometer": (50.0, read_magnetometer),
    "force_torque": (50.0, read_force_torque),
}
