"""What plugins of models do around each step and nothing else has: forces, and readings of them.

Belongs to the physics thread.
"""

from __future__ import annotations

from typing import Dict, List, Protocol, Tuple

from sim.embedded.physics.physics import Physics
from sim.robot_plugins.settings import Settings


class Part(Protocol):
    """What one plugin does."""

    def apply(self) -> None:
        """Before each step."""

    def settle(self) -> None:
        """Right after each step."""

    def reset(self) -> None:
        """Forgets what it was told."""


class PluginParts:
    """All parts, each for as long as its plugin is in the world."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._parts: Dict[int, Tuple[str, Settings, Part]] = {}
        self._changes = -1
        self._present: List[Part] = []

    def __bool__(self) -> bool:
        return bool(self._parts)

    def add(self, model: str, settings: Settings, part: Part) -> None:
        """Takes the part of a plugin of a model."""
        self._parts[id(settings)] = model, settings, part
        self._changes = -1

    def remove(self, settings: Settings) -> None:
        """Ends it."""
        self._parts.pop(id(settings), None)
        self._changes = -1

    def apply(self) -> None:
        for part in self._here():
            part.apply()

    def settle(self) -> None:
        for part in self._present:
            part.settle()

    def reset(self) -> None:
        for part in self._here():
            part.reset()

    def _here(self) -> List[Part]:
        """Those whose models have not gone, or been replaced."""
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
