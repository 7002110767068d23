"""IMUs that a model's plugin ``libgazebo_ros_imu.so`` makes without a ``<sensor>``; that plugin
itself does not load here."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Tuple

from sim.errors import InputError
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.reader import TYPES
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Model
from sim.transforms import transform_from_rpy

FILENAME = "libgazebo_ros_imu.so"


def with_plugin_sensors(model: Model) -> Model:
    """The model with these IMUs on its links; InputError where a plugin names no link of it, or a
    sensor's name is taken."""
    added: Dict[str, List[Sensor]] = {}
    taken = {sensor.name for link in model.links for sensor in link.sensors}
    for plugin in model.plugins:
        if plugin.filename == FILENAME:
            link, sensor = _imu(model, plugin)
            if sensor.name in taken:
                raise InputError(
                    f"{model.name}: plugin {plugin.name}", "a sensor has this name; rename one"
                )
            taken.add(sensor.name)
            added.setdefault(link, []).append(sensor)
    links = tuple(
        replace(link, sensors=(*link.sensors, *added.get(link.name, ()))) for link in model.links
    )
    return replace(model, links=links) if added else model


def _imu(model: Model, plugin: Plugin) -> Tuple[str, Sensor]:
    where, body = f"{model.name}: plugin {plugin.name}", plugin.parameters.get("bodyName", "")
    link = next(
        (link.name for link in model.links if link.name == body or link.name.endswith(f"::{body}")),
        None,
    )
    if link is None:
        raise InputError(
            where,
            f"there is no link {body!r}; <bodyName> is one of "
            f"{', '.join(link.name for link in model.links)}",
        )
    pose = transform_from_rpy(
        _numbers(where, plugin, "xyzOffset"), _numbers(where, plugin, "rpyOffset")
    )
    return link, Sensor(plugin.name, "imu", pose, TYPES["imu"][0], Imu(), (plugin,))


def _numbers(where: str, plugin: Plugin, tag: str) -> Tuple[float, float, float]:
    text = plugin.parameters.get(tag, "0 0 0")
    try:
        x, y, z = map(float, text.split())
    except ValueError:
        raise InputError(where, f"<{tag}> is {text!r}; write three numbers") from None
    return x, y, z
