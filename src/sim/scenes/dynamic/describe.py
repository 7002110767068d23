"""Mapping of Scenic's objects to ours, with their models.

Also of objects created during the run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Dict, Set, Tuple

from sim.scenes.models import ModelInfo
from sim.scenes.scene import Scene, SceneObject

if TYPE_CHECKING:
    from sim.scenes.scenario import LoadedScenario


class Describer:
    """Objects of a sampled scene; ``loaded`` is its scenario."""

    def __init__(self, loaded: LoadedScenario, scenic_scene: Any, scene: Scene) -> None:
        self._loaded = loaded
        self._items: Dict[int, SceneObject] = {
            id(obj): item for obj, item in zip(scenic_scene.objects, scene.objects)
        }
        self._names: Set[str] = {item.name for item in scene.objects}

    def __call__(self, obj: Any) -> Tuple[SceneObject, ModelInfo]:
        item = self._items.get(id(obj))
        if item is None:
            item = self._items[id(obj)] = self._later(obj)
        return item, self._loaded.models[item.model]

    def _later(self, obj: Any) -> SceneObject:
        """Describe an object created during the run.

        It has its own name, with a number if that is taken.
        """
        (item,) = self._loaded.described_objects([obj])
        name, count = item.name, 0
        while name in self._names:
            count += 1
            name = f"{item.name}_{count}"
        self._names.add(name)
        return replace(item, name=name)
