"""Reads ``<sensor>`` elements of links; cameras have a reader of their own.

What a sensor does with its plugins is for the simulator to know. SI units, angles in rad.
"""

from __future__ import annotations

from typing import Callable, Dict, Optional, Sequence, Tuple

from sim.arrays import Array
from sim.sdf.readers.cameras import read_cameras
from sim.sdf.readers.context import Context
from sim.sdf.readers.plugins import read_plugins
from sim.sdf.sensors import Contact, Fan, Gps, Imu, Kind, Rays, Sensor, Sonar
from sim.sdf.types import Link
from sim.sdf.xml.elements import (
    Element,
    child_text,
    failure,
    name_of,
    number,
    parent_of,
    positive,
    required_child,
    text_of,
)

# Types that SDF knows and no simulator of this package reads.
UNSUPPORTED = (
    "air_pressure",
    "altimeter",
    "force_torque",
    "logical_camera",
    "magnetometer",
    "rfid",
    "rfidtag",
    "thermal",
    "thermal_camera",
    "triggered_camera",
    "wideanglecamera",
    "wireless_receiver",
    "wireless_transmitter",
)
_KNOWN = ("pose", "plugin", "always_on", "update_rate", "visualize", "topic")
_SAMPLES, _RANGE_MIN, _RANGE_MAX = 640, 0.0, 100.0


def read_sensors(
    parent: Element, link_from: Callable[[Element], Array], context: Context
) -> Tuple[Sensor, ...]:
    """The sensors in a link's element; ``link_from(sensor)`` (4, 4) places each."""
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
                f"there are no sensors of type {kind!r}; write one of {', '.join(TYPES)}",
            )
        sensors[name] = Sensor(
            name,
            kind,
            link_from(element),
            _rate(element, kind, context),
            TYPES[kind][1](element, context),
            read_plugins(element, context),
        )
    return tuple(sensors.values())


def check_sensor_names(model: Element, links: Sequence[Link]) -> None:
    """A model's topics are named for its sensors, so that no two may share a name, whatever links
    they are on."""
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


def _rate(element: Element, kind: str, context: Context) -> float:
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


def _part(
    element: Element, context: Context, tags: Tuple[str, ...], known: Tuple[str, ...]
) -> Element:
    """The child with one of the tags, or an empty element; reports what else there is."""
    context.report.rest(element, (*_KNOWN, *tags))
    found = next((child for child in element if child.tag in tags), None)
    if found is None:
        return element.makeelement(tags[0])
    context.report.rest(found, (*known, "noise"))
    note_noise(found, context)
    return found


def note_noise(part: Element, context: Context) -> None:
    """Say once per sensor that its noise is not made here."""
    if any(child.tag == "noise" for child in part.iter()):
        context.report.add(part, "noise is left to the node sensor_noise, ignored")


def _read_rays(element: Element, context: Context) -> Rays:
    part = _part(element, context, ("ray", "lidar"), ("scan", "range"))
    scan, span = part.find("scan"), part.find("range")
    horizontal = None if scan is None else scan.find("horizontal")
    vertical = None if scan is None else scan.find("vertical")
    lowest, highest, resolution = (
        number(None if span is None else span.find(tag), default)
        for tag, default in (("min", _RANGE_MIN), ("max", _RANGE_MAX), ("resolution", 0.0))
    )
    check_range(part if span is None else span, lowest, highest)
    return Rays(
        _fan(horizontal, _SAMPLES, context), _fan(vertical, 1, context), lowest, highest, resolution
    )


def check_range(element: Element, lowest: float, highest: float) -> None:
    """Refuse ranges of which the smaller is negative or not the smaller."""
    if not 0.0 <= lowest < highest:
        raise failure(
            element, f"goes from {lowest:g} to {highest:g} m; min must be at least 0 and below max"
        )


def _fan(element: Optional[Element], default: int, context: Context) -> Fan:
    if element is None:
        return Fan(default)
    samples = number(element.find("samples"), float(default))
    if samples < 1.0 or samples != int(samples):
        raise failure(
            required_child(element, "samples"),
            f"is {samples:g}; it must be a whole number from 1 on",
        )
    resolution = element.find("resolution")
    if resolution is not None and number(resolution, 1.0) != 1.0:
        context.report.add(resolution, "is taken as 1: every sample is a ray")
    lower, upper = number(element.find("min_angle"), 0.0), number(element.find("max_angle"), 0.0)
    if upper < lower or (upper == lower and samples > 1.0):
        raise failure(
            element,
            f"goes from {lower:g} to {upper:g} rad with {samples:g} samples; max_angle must be "
            "above min_angle",
        )
    return Fan(int(samples), lower, upper)


def _read_imu(element: Element, context: Context) -> Imu:
    _part(element, context, ("imu",), ("angular_velocity", "linear_acceleration"))
    return Imu()


def _read_sonar(element: Element, context: Context) -> Sonar:
    part = _part(element, context, ("sonar",), ("min", "max", "radius", "geometry"))
    lowest, highest, radius = (
        number(part.find(tag), default)
        for tag, default in (("min", 0.0), ("max", 1.0), ("radius", 0.5))
    )
    check_range(part, lowest, highest)
    return Sonar(lowest, highest, positive(part, radius))


def _read_gps(element: Element, context: Context) -> Gps:
    _part(element, context, ("gps", "navsat"), ("position_sensing", "velocity_sensing"))
    return Gps()


def _read_contact(element: Element, context: Context) -> Contact:
    part = _part(element, context, ("contact",), ("collision", "topic"))
    parent = parent_of(element)
    known = [name_of(collision) for collision in parent.iterfind("collision")]
    child_text(required_child(element, "contact"), "collision")
    names = tuple(text_of(child, "").rpartition("::")[2] for child in part.iterfind("collision"))
    for child, name in zip(part.iterfind("collision"), names):
        # In URDF a sensor is not beside its link's collisions, whose names then are made of the
        # link's.
        if name not in known and parent.tag == "link":
            raise failure(
                child, f"the link has no collision {name!r}; it has {', '.join(known) or 'none'}"
            )
    return Contact(names)


# Each type of sensor: its rate in Hz where the file says nothing or 0, and its reader.
TYPES: Dict[str, Tuple[float, Callable[[Element, Context], Kind]]] = {
    "camera": (30.0, read_cameras),
    "depth": (30.0, read_cameras),
    "depth_camera": (30.0, read_cameras),
    "rgbd_camera": (30.0, read_cameras),
    "multicamera": (30.0, read_cameras),
    "imu": (70.0, _read_imu),
    "ray": (10.0, _read_rays),
    "gpu_ray": (10.0, _read_rays),
    "lidar": (10.0, _read_rays),
    "gpu_lidar": (10.0, _read_rays),
    "sonar": (10.0, _read_sonar),
    "gps": (5.0, _read_gps),
    "navsat": (5.0, _read_gps),
    "contact": (50.0, _read_contact),
}
