"""ROS names of a model spawned with a namespace, as in gazebo_ros."""

from __future__ import annotations

from dataclasses import replace
from typing import Tuple

from sim.sdf.plugins import Plugin
from sim.sdf.types import Link, Model

TAG = "robotNamespace"


def in_namespace(model: Model, namespace: str) -> Model:
    """Return the model with this <robotNamespace> in its plugins.

    It applies to plugins that lack one, also of its sensors; without a namespace the model is
    unchanged.
    """
    if not namespace:
        return model
    links = tuple(_link(link, namespace) for link in model.links)
    return replace(model, plugins=_placed(model.plugins, namespace), links=links)


def _link(link: Link, namespace: str) -> Link:
    sensors = tuple(
        replace(sensor, plugins=_placed(sensor.plugins, namespace)) for sensor in link.sensors
    )
    return replace(link, sensors=sensors)


def _placed(plugins: Tuple[Plugin, ...], namespace: str) -> Tuple[Plugin, ...]:
    return tuple(
        plugin
        if TAG in plugin.parameters
        else replace(plugin, parameters={**plugin.parameters, TAG: namespace})
        for plugin in plugins
    )
