"""Settings of a model's gazebo_plugins, and their motors' torques."""

from __future__ import annotations

import logging
from typing import Dict, List, Sequence, Tuple

from sim.errors import InputError
from sim.robot_plugins.settings import (
    DIFF_DRIVE,
    SKID_STEER_DRIVE,
    TRICYCLE_DRIVE,
    PluginSettings,
    is_robot_plugin,
)
from sim.robot_plugins.wheel_drive import WheelDrive
from sim.robot_plugins.wheel_slip import slip_wheels
from sim.sdf.types import Model

log = logging.getLogger(__name__)
DRIVES = (DIFF_DRIVE, SKID_STEER_DRIVE, TRICYCLE_DRIVE)


def read_robot_plugins(model: Model) -> Tuple[PluginSettings, ...]:
    """Return the settings of a model's plugins.

    A wrong plugin is logged and not run; the model is spawned without it, as in Gazebo.
    """
    found: List[PluginSettings] = []
    for plugin in filter(is_robot_plugin, model.plugins):
        where = f"{model.name}: plugin {plugin.name}"
        try:
            if model.static:
                raise InputError(where, "the model is static and lacks joints; remove <static>")
            settings = PluginSettings(plugin, model)
            _refuse_taken(where, settings, found)
            slip_wheels(settings, model)
        except InputError as error:
            log.error("%s; this plugin does not run", error)
            continue
        if settings.unknown:
            log.warning(
                "%s: %s takes no %s: ignored",
                where,
                plugin.filename,
                ", ".join(f"<{tag}>" for tag in settings.unknown),
            )
        found.append(settings)
    return tuple(found)


def motor_torques(plugins: Sequence[PluginSettings]) -> Dict[str, float]:
    """Return the torques in N m of a model's motors, by joint."""
    drives = [WheelDrive(settings) for settings in plugins if settings.filename in DRIVES]
    return {joint: drive.torque for drive in drives for joint in drive.motors}


def _refuse_taken(where: str, settings: PluginSettings, before: Sequence[PluginSettings]) -> None:
    if settings.filename not in DRIVES:
        return
    for joint in settings.joints:
        for other in before:
            if other.filename in DRIVES and joint in other.joints:
                raise InputError(
                    where,
                    f"drives {joint}, which plugin {other.plugin} drives already; name it once",
                )
