"""Writer of a scene's folder for Gazebo, also from its manifest.

The folder holds ``scene.json``, the world, ``models/`` and ``missions.yaml``; it is self-contained.
The same scene gives the same bytes, whenever and wherever it is written.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import List, Mapping, Optional, Sequence, Tuple, Union

from sim.errors import InputError
from sim.files import file_hash
from sim.resources import resource
from sim.scenes import manifest
from sim.scenes.gazebo.assembly import Assembly, ModelFolders
from sim.scenes.gazebo.folder import appearing
from sim.scenes.gazebo.missions import write_missions
from sim.scenes.gazebo.model import model_sdf, resized
from sim.scenes.gazebo.own_shapes import own_models
from sim.scenes.gazebo.source import read_whole
from sim.scenes.gazebo.store import Store
from sim.scenes.gazebo.world import EMPTY, read_empty_world, world_text
from sim.scenes.models import ModelInfo
from sim.scenes.scene import Scene, SceneObject
from sim.sdf.model_config import config_text

OWN_MODELS = str(resource("models"))
PathLike = Union[str, "os.PathLike[str]"]
Models = Mapping[str, ModelInfo]


@dataclass
class Writer:
    """Writes scenes of one descriptor. ``world``: the empty world, ours where none is named;
    ``model_path``: where ``model://`` is searched beside the folders that the models themselves are
    in; ``store``: where files are shared between scenes, else each scene has copies;
    ``own_meshes``: a scene's folder with the meshes of a program's own classes."""

    models: Models
    world: PathLike = ""
    model_path: Sequence[str] = ()
    store: Optional[Store] = None
    own_meshes: str = ""
    _folders: ModelFolders = field(default_factory=ModelFolders)

    def __post_init__(self) -> None:
        self.world = os.path.abspath(self.world or EMPTY)
        parents = [
            os.path.dirname(os.path.abspath(info.folder))
            for info in self.models.values()
            if info.folder
        ]
        users = [parent for parent in parents if parent != OWN_MODELS]
        self.model_path = tuple(
            dict.fromkeys([*map(os.fspath, self.model_path), *users, *_environment(), *parents])
        )

    def write(self, scene: Scene, folder: PathLike, gzscenic: bool = False) -> Path:
        """Write a scene's folder.

        ``gzscenic``: in GzScenic's layout, with poses.yaml in place of missions.yaml.
        """
        self.models = {**own_models(scene, self.own_meshes), **self.models}
        with appearing(folder) as scratch:
            assembly = Assembly(scratch, self.model_path, self.store, self._folders)
            placed = self._place_objects(scene, assembly)
            empty = read_empty_world(os.fspath(self.world), self.model_path)
            text = world_text(empty, placed, assembly.uri_of)
            assembly.write()
            os.makedirs(assembly.models, exist_ok=True)
            (Path(scratch) / os.path.basename(self.world)).write_text(text, encoding="utf-8")
            write_missions(scene, scratch, gzscenic)
            manifest.write(scene, os.path.join(scratch, manifest.FILE))
        return Path(folder)

    def _place_objects(self, scene: Scene, assembly: Assembly) -> List[Tuple[SceneObject, str]]:
        """Take the models of a scene; return each object with its URI.

        The models' own folders come first and keep their names, which meshes refer to.
        """
        infos = {item.name: self._info(item) for item in scene.spawned()}
        for item in scene.spawned():
            info = infos[item.name]
            if not resized(item):
                assembly.add(info.folder, manifest.check_name(item.name, info.name), info.sdf)
            else:
                for path in read_whole(info.sdf, tuple(self.model_path)).used:
                    assembly.uri_of(path)
        placed = []
        for item in scene.spawned():
            info = infos[item.name]
            if resized(item):
                assembly.check_unchanged(info.sdf)
                own = assembly.reserve(manifest.check_name(item.name, item.name))
                assembly.write_text(
                    f"{own}/model.sdf",
                    '<?xml version="1.0"?>\n'
                    + model_sdf(item, info, assembly.uri_of, self.model_path),
                )
                assembly.write_text(
                    f"{own}/model.config", config_text(f"{info.name}, resized"), shared=True
                )
            else:
                own = assembly.add(info.folder)
            placed.append((item, f"model://{own}"))
        return placed

    def _info(self, item: SceneObject) -> ModelInfo:
        info = self.models.get(item.model)
        if info is None:
            raise InputError(
                item.name,
                f"model {item.model!r} not found in the descriptor; models: "
                f"{', '.join(sorted(self.models)) or 'none'}",
            )
        if not info.sdf or not info.folder:
            raise InputError(
                item.name,
                f"model {item.model!r} has no files, so it cannot be in a simulator; "
                "make it part of the mission alone",
            )
        return info

    def check_hashes(self, scene: Scene) -> None:
        """Refuse models or a world that differ from the sampled ones."""
        used = {item.model for item in scene.spawned()}
        for name in sorted(used):
            known, info = scene.hashes.get(f"model:{name}"), self.models.get(name)
            if known and info is not None and info.content != known:
                raise InputError(
                    info.folder,
                    f"the model {name!r} is not the one that the scene was made with (its content "
                    f"is {info.content[:12]}, "
                    f"the manifest says {known[:12]}); bring back its files, or sample the scene "
                    "again",
                )
        known = scene.hashes.get("world")
        if known and file_hash(os.fspath(self.world)) != known:
            raise InputError(
                self.world,
                "is not the world that the scene was made with (its content differs from the "
                "manifest's hash); "
                "bring back the file, or sample the scene again",
            )


def _environment() -> List[str]:
    return [path for path in os.environ.get("GAZEBO_MODEL_PATH", "").split(os.pathsep) if path]


def write_scene(
    scene: Scene, models: Models, world: PathLike, folder: PathLike, store: Optional[Store] = None
) -> Path:
    """Write one scene's folder, which must not exist. For many scenes keep a :class:`Writer`."""
    return Writer(models, world, store=store).write(scene, folder)


def rebuild(
    source: PathLike,
    models: Models,
    world: PathLike,
    folder: PathLike,
    store: Optional[Store] = None,
    model_path: Sequence[str] = (),
) -> Path:
    """Write a scene's folder again from its manifest, without Scenic.

    Byte for byte; an error names a model or world that has changed.
    """
    scene = manifest.read(source)
    home = Path(source) if Path(source).is_dir() else Path(source).parent
    writer = Writer(models, world, model_path, store, os.fspath(home))
    writer.check_hashes(scene)
    return writer.write(scene, folder)
