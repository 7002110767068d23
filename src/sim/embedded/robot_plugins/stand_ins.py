"""Users' Python classes that replace plugin libraries: found, loaded and called.

Belongs to the physics thread.
"""

from __future__ import annotations

import importlib.util
import logging
import math
import sys
import traceback
from operator import methodcaller
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple, Type

from sim.embedded.efforts import Efforts
from sim.embedded.model_plugin import ModelPlugin, PluggedModel
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.foreign import foreign_plugins, stand_in_file
from sim.embedded.subsystem import Subsystem
from sim.errors import InputError
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

log = logging.getLogger(__name__)
# Key of a plugin in the world: its model and its name, which is unique in a model.
Key = Tuple[str, str]
RESET_CALL = methodcaller("reset")
CLOSE_CALL = methodcaller("close")


class StandIns(Subsystem):
    """Plugin objects of the models in the world.

    Comes first of all subsystems, since a plugin loads before anything acts on the step.
    """

    def __init__(self, physics: Physics, efforts: Efforts) -> None:
        self._physics, self._efforts = physics, efforts
        # Model at the plugin's loading, file, and the plugin if it runs.
        self._loaded: Dict[Key, Tuple[Model, Path, Optional[ModelPlugin]]] = {}
        self._changes = -1

    def __bool__(self) -> bool:
        return any(plugin for _, _, plugin in self._loaded.values())

    def before_step(self) -> None:
        """Load the plugins of new models, and close those of deleted ones."""
        models = self._physics.models
        if self._changes == models.changes:
            return
        self._changes = models.changes
        there = {name: models.sdf(name) for name in models.names()}
        for key, (model, _, _) in list(self._loaded.items()):
            if there.get(key[0]) is not model:
                self._call(key, CLOSE_CALL)
                del self._loaded[key]
        for name, model in there.items():
            if all(key[0] != name for key in self._loaded):
                self._load_all(name, model)

    def update(self) -> None:
        """Call all plugins before a step."""
        time = self._physics.time
        for key in list(self._loaded):
            self._call(key, lambda plugin: plugin.update(time))

    def reset(self) -> None:
        for key in list(self._loaded):
            self._call(key, RESET_CALL)

    def next_update(self, now: float) -> float:
        self.before_step()
        return now if self else math.inf

    def close(self) -> None:
        """Close all plugins."""
        for key in list(self._loaded):
            self._call(key, CLOSE_CALL)
        self._loaded.clear()

    def _load_all(self, name: str, model: Model) -> None:
        for plugin in foreign_plugins(model):
            file, key = stand_in_file(plugin.filename), (name, plugin.name)
            if file is None:
                continue
            if key in self._loaded:
                log.error("%s: two plugins are named %s; the second does not run", *key)
                continue
            self._load(key, model, plugin, file)

    def _load(self, key: Key, model: Model, plugin: Plugin, file: Path) -> None:
        self._loaded[key] = model, file, None
        try:
            made = _class_in(file)()
        except Exception as error:  # noqa: BLE001 - the user's code
            self._say(key, file, error)
            return
        self._loaded[key] = model, file, made
        known = PluggedModel(self._physics, self._efforts, model.name)
        if self._call(key, lambda one: one.load(known, plugin.parameters)):
            log.info("%s: plugin %s: %s stands in for %s", *key, file, plugin.filename)

    def _call(self, key: Key, action: Callable[[ModelPlugin], None]) -> bool:
        """Call a plugin; return whether it still runs."""
        model, file, plugin = self._loaded[key]
        if plugin is None:
            return False
        try:
            action(plugin)
        except Exception as error:  # noqa: BLE001 - the user's code
            self._loaded[key] = model, file, None
            self._say(key, file, error)
            return False
        return True

    def _say(self, key: Key, file: Path, error: Exception) -> None:
        lines = [
            f"{file.name}:{frame.lineno}: "
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == str(file)
        ]
        if isinstance(error, SyntaxError) and error.filename == str(file):
            lines = [f"{file.name}:{error.lineno}: "]
        log.error(
            "%s: plugin %s: %s%s; this plugin does not run",
            *key,
            lines[-1] if lines else "",
            error if isinstance(error, InputError) else f"{type(error).__name__}: {error}",
        )


class StandInUpdates(Subsystem):
    """Calls of the stand-ins before each step, without state."""

    def __init__(self, stand_ins: StandIns) -> None:
        self._stand_ins = stand_ins

    def before_step(self) -> None:
        self._stand_ins.update()

    def reset(self) -> None:
        """Do nothing: the stand-ins hold the state."""

    def next_update(self, now: float) -> float:
        return now if self._stand_ins else math.inf


def _class_in(file: Path) -> Type[ModelPlugin]:
    spec = importlib.util.spec_from_file_location(f"sim_plugin_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: List[Type[ModelPlugin]] = [
        one
        for one in vars(module).values()
        if isinstance(one, type)
        and issubclass(one, ModelPlugin)
        and one.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise InputError(
            str(file), f"has {len(found)} classes derived from ModelPlugin; it must have one"
        )
    return found[0]
