"""Cup of ``libgazebo_ros_vacuum_gripper.so``.

While it is on, links of other models with origins near its own move with it and are drawn to it.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import StepHooks
from sim.robot_plugins.settings import PluginSettings
from sim.robot_plugins.suction import suction


class VacuumCup(StepHooks):
    """Suction cup; ``holds``: a link was near in the last step."""

    def __init__(self, physics: Physics, model: str, settings: PluginSettings) -> None:
        self._physics, self._model, self._settings = physics, model, settings
        self._link = settings.text("bodyName")
        self.on = self.holds = False

    def before_step(self) -> None:
        self.holds = False
        if not self.on:
            return
        physics, models = self._physics, self._physics.models
        cup = physics.poses.link_pose(self._model, self._link)[:3, 3]
        for name in models.names():
            sdf = models.sdf(name)
            if name != self._model and not sdf.static:
                for link in sdf.links:
                    self._draw(cup, name, link.name)

    def reset(self) -> None:
        self.on = self.holds = False

    def _draw(self, cup: Array, model: str, link: str) -> None:
        physics = self._physics
        pose = physics.poses.link_pose(model, link)
        way = cup - pose[:3, 3]
        distance = float(np.linalg.norm(way))
        found = suction(self._settings, distance)
        if not found.held:
            return
        self.holds = True
        if found.centred:
            pose = pose.copy()
            pose[:3, 3] = cup
            physics.poses.set_link_pose(model, link, pose)
        physics.poses.set_link_twist(
            model, link, *physics.poses.link_twist(self._model, self._link)
        )
        if found.force:
            physics.refresh()
            centre = np.array(physics.data.xipos[physics.models.body_id(model, link)])
            force = found.force / distance * way
            physics.apply_wrench(model, link, force, (0.0, 0.0, 0.0), centre)
