"""Models that ``libgazebo_ros_planar_move.so`` moves by velocity commands.

Their velocity is set before each step, as in Gazebo. Belongs to the physics thread; follows models
as they come and go.
"""

from __future__ import annotations

import math
from typing import Dict, Tuple

import numpy as np

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import Subsystem
from sim.robot_plugins.planar_move import PlanarMove
from sim.robot_plugins.settings import PLANAR_MOVE, PluginSettings

Key = Tuple[str, str]


class Sliders(Subsystem):
    """Sliding models, by model and plugin."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._laws: Dict[Key, Tuple[PluginSettings, PlanarMove]] = {}
        self._changes = -1

    def __bool__(self) -> bool:
        """Return whether the world has any."""
        self._follow()
        return bool(self._laws)

    def get(self, model: str, settings: PluginSettings) -> PlanarMove:
        """Return the law of a model's plugin."""
        self._follow()
        return self._laws[model, settings.plugin][1]

    def before_step(self) -> None:
        """Set the speeds of the coming step."""
        self._follow()
        physics = self._physics
        for (model, _), (_, law) in self._laws.items():
            pose = physics.poses.model_pose(model)
            x, y, turning = law.in_world(math.atan2(pose[1, 0], pose[0, 0]), physics.time)
            physics.poses.set_model_twist(
                model, np.array([x, y, 0.0]), np.array([0.0, 0.0, turning])
            )

    def reset(self) -> None:
        """Delete all commands."""
        self._follow()
        for _, law in self._laws.values():
            law.reset()

    def next_update(self, now: float) -> float:
        return now if self else math.inf

    def _follow(self) -> None:
        models = self._physics.models
        if self._changes == models.changes:
            return
        self._changes, before = models.changes, self._laws
        self._laws = {}
        for name in models.names():
            for settings in models.plan(name).robot_plugins:
                if settings.filename == PLANAR_MOVE:
                    kept = before.get((name, settings.plugin))
                    self._laws[name, settings.plugin] = (
                        kept if kept and kept[0] is settings else (settings, PlanarMove(settings))
                    )
