"""Plugins of models that are not this package's, and the Python files that stand in for them."""

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
    """The plugins of a model that this package does not have; those of its sensors give these
    their names, and are none of them."""
    return tuple(
        plugin
        for plugin in model.plugins
        if plugin.filename not in OWN and not is_robot_plugin(plugin)
    )


def stand_in_file(library: str) -> Optional[Path]:
    """The file that stands in for a library, ``libNAME.py`` for ``libNAME.so``: beside one that is
    named by its path, else on GAZEBO_PLUGIN_PATH."""
    wanted = Path(library).with_suffix(".py")
    folders = os.environ.get("GAZEBO_PLUGIN_PATH", "").split(":")
    for folder in [""] if wanted.is_absolute() else filter(None, folders):
        found = (Path(folder) / wanted).absolute()
        if found.is_file():
            return found
    return None
