"""Plugins of other packages, and the Python files that replace them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Optional, Tuple

from sim.embedded.joint_settings import GRIPPER_LIBRARY, JOINTS_LIBRARY
from sim.robot_plugins.settings import is_robot_plugin
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model
from sim.vehicle.parameters import PLUGIN

OWN = (PLUGIN, JOINTS_LIBRARY, GRIPPER_LIBRARY)


def foreign_plugins(model: Model) -> Tuple[Plugin, ...]:
    """Return a model's plugins of other packages.

    Sensors' plugins only give names to the sensors, and are left out.
    """
    return tuple(
        plugin
        for plugin in model.plugins
        if plugin.filename not in OWN and not is_robot_plugin(plugin)
    )


def stand_in_file(library: str) -> Optional[Path]:
    """Return the Python file that replaces a library: ``libNAME.py`` for ``libNAME.so``.

    It is next to a library named by path, else on GAZEBO_PLUGIN_PATH.
    """
    wanted = Path(library).with_suffix(".py")
    folders = os.environ.get("GAZEBO_PLUGIN_PATH", "").split(":")
    for folder in [""] if wanted.is_absolute() else filter(None, folders):
        found = (Path(folder) / wanted).absolute()
        if found.is_file():
            return found
    return None
