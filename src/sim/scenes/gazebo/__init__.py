"""Scenes for Gazebo: worlds, resized models, missions, in self-contained folders."""

from sim.scenes.gazebo.model import local_uri, model_sdf, resized
from sim.scenes.gazebo.pack import pack
from sim.scenes.gazebo.store import Store
from sim.scenes.gazebo.write import Writer, rebuild, write_scene

__all__ = ["Store", "Writer", "local_uri", "model_sdf", "pack", "rebuild", "resized", "write_scene"]
