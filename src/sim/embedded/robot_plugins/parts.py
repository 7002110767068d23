"""Step callbacks of plugins: forces and readings.

Belongs to the physics thread.
"""

from __future__ import annotations

import math
from typing import Dict, List, Tuple

from sim.embedded.physics.physics import Physics
from sim.embedded.subsystem import StepHooks, Subsystem
from sim.robot_plugins.settings import PluginSettings


class PluginParts(Subsystem):
    """Step callbacks of plugins, each while its plugin is in the world."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._parts: Dict[int, Tuple[str, PluginSettings, StepHooks]] = {}
        self._changes = -1
        self._present: List[StepHooks] = []

    def __bool__(self) -> bool:
        return bool(self._parts)

    def add(self, model: str, settings: PluginSettings, part: StepHooks) -> None:
        """Add a callback of a model's plugin."""
        self._parts[id(settings)] = model, settings, part
        self._changes = -1

    def remove(self, settings: PluginSettings) -> None:
        """Remove a callback."""
        self._parts.pop(id(settings), None)
        self._changes = -1

    def before_step(self) -> None:
        for part in self._here():
            part.before_step()

    def after_step(self) -> None:
        for part in self._present:
            part.after_step()

    def reset(self) -> None:
        for part in self._here():
            part.reset()

    def next_update(self, now: float) -> float:
        return now if self._parts else math.inf

    def _here(self) -> List[StepHooks]:
        """Return the callbacks of models that are still the same."""
        models = self._physics.models
        if self._changes != models.changes:
            self._changes = models.changes
            self._present = [
                part
                for model, settings, part in self._parts.values()
                if models.has(model)
                and any(one is settings for one in models.plan(model).robot_plugins)
            ]
        return self._present
