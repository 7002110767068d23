"""Findings of the plugins of models and sensors, by library name.

The column of Gazebo holds for a system without gazebo_plugins; otherwise its own libraries are
loaded.
"""

from __future__ import annotations

from typing import Callable, Dict, Tuple

from sim.embedded.robot_plugins.foreign import OWN, stand_in_file
from sim.errors import InputError
from sim.model_check.finding import IGNORED, OTHERWISE, RUNS, ModelFinding
from sim.robot_plugins.settings import PluginSettings, is_robot_plugin
from sim.robot_plugins.wheel_slip import slip_wheels
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

# Returns whether gzserver finds a library by its file name.
Finds = Callable[[str], bool]
PLUGIN_PREFIX = "libgazebo_ros_"
PLUGIN_SUFFIX = ".so"
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


def of_model(plugin: Plugin, model: Model, gazebo_finds: Finds) -> ModelFinding:
    """Return the finding of a model's plugin."""
    name, filename = f"{plugin.name} ({plugin.filename})", plugin.filename
    if is_robot_plugin(plugin):
        return ModelFinding("plugin", name, *_robot_plugin(plugin, model))
    if filename in OWN:
        return ModelFinding("plugin", name, RUNS, RUNS)
    found = RUNS if gazebo_finds(filename) else IGNORED
    file = stand_in_file(filename)
    if file is not None:
        return ModelFinding("plugin", name, OTHERWISE, found, f"{file} stands in for the library")
    instead = ABSENT.get(_short(filename))
    if instead is None:
        instead = (
            "the embedded simulator loads no libraries"
            if found == RUNS
            else "gzserver finds no such library on GAZEBO_PLUGIN_PATH; the embedded simulator "
            "loads none"
        )
    return ModelFinding("plugin", name, IGNORED, found, instead)


def of_sensor(plugin: Plugin, gazebo_finds: Finds) -> ModelFinding:
    """Return the finding of a sensor's plugin."""
    name = f"{plugin.name} ({plugin.filename})"
    if _short(plugin.filename) in OF_SENSORS:
        why = "the sensor publishes by itself, under the plugin's names"
        return ModelFinding("plugin", name, OTHERWISE, OTHERWISE, why)
    found = RUNS if gazebo_finds(plugin.filename) else IGNORED
    why = ABSENT.get(_short(plugin.filename), "the sensor publishes without it")
    return ModelFinding("plugin", name, IGNORED, found, why)


def _robot_plugin(plugin: Plugin, model: Model) -> Tuple[str, str, str]:
    if model.static:
        return IGNORED, IGNORED, "the model is static and lacks joints; remove <static>"
    try:
        settings = PluginSettings(plugin, model)
        slip_wheels(settings, model)
    except InputError as error:
        return IGNORED, IGNORED, str(error)
    tags = ", ".join(f"<{tag}>" for tag in settings.unknown)
    return (OTHERWISE, OTHERWISE, f"takes no {tags}") if tags else (RUNS, RUNS, "")


def _short(filename: str) -> str:
    """Return a library's name in gazebo_plugins' table; empty for other libraries."""
    ours = filename.startswith(PLUGIN_PREFIX) and filename.endswith(PLUGIN_SUFFIX)
    return filename[len(PLUGIN_PREFIX) : -len(PLUGIN_SUFFIX)] if ours else ""
