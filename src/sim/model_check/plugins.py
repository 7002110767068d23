"""Verdicts on the plugins of models and sensors, by library name.

The column of Gazebo holds for a system without gazebo_plugins; otherwise its own libraries are
loaded.
"""

from __future__ import annotations

from typing import Callable, Dict

from sim.embedded.robot_plugins.foreign import OWN, stand_in_file
from sim.errors import InputError
from sim.model_check.finding import AS_WRITTEN, IGNORED, OTHERWISE, PartSupport
from sim.robot_plugins.settings import ROS_CONTROL, PluginSettings, ignored_tags, is_robot_plugin
from sim.robot_plugins.wheel_slip import slip_wheels
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

# Returns whether gzserver finds a library by its file name.
Finds = Callable[[str], bool]
PLUGIN_PREFIX = "libgazebo_ros_"
PLUGIN_SUFFIX = ".so"
HARDWARE = "gazebo_ros_control/DefaultRobotHWSim"
# Of gazebo_plugins, in a <sensor>: its names are taken, and the sensor is this package's own.
OF_SENSORS = (
    "camera",
    "multicamera",
    "depth_camera",
    "openni_kinect",
    "laser",
    "gpu_laser",
    "block_laser",
    "range",
    "imu_sensor",
    "bumper",
)
# Plugins of gazebo_plugins that neither simulator runs, with alternatives.
ABSENT: Dict[str, str] = {
    "harness": "no counterpart",
    "elevator": "no counterpart",
    "joint_pose_trajectory": "no counterpart",
    "prosilica": "no counterpart",
    "triggered_camera": "no counterpart",
    "triggered_multicamera": "no counterpart",
    "projector": "no counterpart",
    "video": "no counterpart",
}


def embedded_plugin(plugin: Plugin, model: Model) -> PartSupport:
    """Return the verdict on a model's plugin for the embedded simulator."""
    if is_robot_plugin(plugin):
        return _robot_plugin(plugin, model)
    if plugin.filename in OWN:
        return AS_WRITTEN
    file = stand_in_file(plugin.filename)
    if file is not None:
        return PartSupport(OTHERWISE, f"{file} stands in for the library")
    why = ABSENT.get(_short(plugin.filename), "the embedded simulator loads no libraries")
    return PartSupport(IGNORED, why)


def gazebo_plugin(plugin: Plugin, model: Model, gazebo_finds: Finds) -> PartSupport:
    """Return the verdict on a model's plugin for Gazebo.

    The model has the links and joints that Gazebo keeps.
    """
    if is_robot_plugin(plugin):
        return _robot_plugin(plugin, model)
    return AS_WRITTEN if plugin.filename in OWN else _library(plugin, gazebo_finds)


def embedded_sensor_plugin(plugin: Plugin) -> PartSupport:
    """Return the verdict on a sensor's plugin for the embedded simulator."""
    if _short(plugin.filename) in OF_SENSORS:
        return _names(plugin)
    why = ABSENT.get(_short(plugin.filename), "the sensor publishes without it")
    return PartSupport(IGNORED, why)


def gazebo_sensor_plugin(plugin: Plugin, gazebo_finds: Finds) -> PartSupport:
    """Return the verdict on a sensor's plugin for Gazebo."""
    if _short(plugin.filename) in OF_SENSORS:
        return _names(plugin)
    if gazebo_finds(plugin.filename):
        return AS_WRITTEN
    return PartSupport(
        IGNORED, ABSENT.get(_short(plugin.filename), "the sensor publishes without it")
    )


def _names(plugin: Plugin) -> PartSupport:
    why = "the sensor publishes by itself, under the plugin's names"
    tags = ", ".join(f"<{tag}>" for tag in ignored_tags(plugin))
    return PartSupport(OTHERWISE, f"{why}; it takes no {tags}" if tags else why)


def _library(plugin: Plugin, gazebo_finds: Finds) -> PartSupport:
    if gazebo_finds(plugin.filename):
        return AS_WRITTEN
    why = "gzserver finds no such library on GAZEBO_PLUGIN_PATH"
    return PartSupport(IGNORED, ABSENT.get(_short(plugin.filename), why))


def _robot_plugin(plugin: Plugin, model: Model) -> PartSupport:
    if model.static:
        return PartSupport(IGNORED, "the model is static and lacks joints; remove <static>")
    try:
        settings = PluginSettings(plugin, model)
        slip_wheels(settings, model)
    except InputError as error:
        return PartSupport(IGNORED, str(error))
    tags = ", ".join(f"<{tag}>" for tag in settings.unknown)
    reasons = [f"takes no {tags}"] if tags else []
    if plugin.filename == ROS_CONTROL:
        hardware = settings.text("robotSimType")
        if hardware != HARDWARE:
            reasons.append(f"robotSimType {hardware} is not loaded, {HARDWARE} is used")
        if settings.text("eStopTopic"):
            reasons.append("eStopTopic has no effect")
    return PartSupport(OTHERWISE, "; ".join(reasons)) if reasons else AS_WRITTEN


def _short(filename: str) -> str:
    """Return a library's name in gazebo_plugins' table; empty for other libraries."""
    ours = filename.startswith(PLUGIN_PREFIX) and filename.endswith(PLUGIN_SUFFIX)
    return filename[len(PLUGIN_PREFIX) : -len(PLUGIN_SUFFIX)] if ours else ""
