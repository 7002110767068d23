"""Loading of a requested scene and of its pieces for a simulator."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, Mapping, Optional, Tuple
from xml.etree import ElementTree

import yaml

from sim.errors import InputError
from sim.scenes import manifest
from sim.scenes.check import check_scene
from sim.scenes.check.report import SUNK
from sim.scenes.descriptor import Descriptor, Entry, read_descriptor
from sim.scenes.gazebo.model import model_sdf
from sim.scenes.gazebo.own_shapes import own_models
from sim.scenes.library import load_models, search_path
from sim.scenes.live.generation import Generator, SamplingInput
from sim.scenes.live.piece import Piece
from sim.scenes.live.programs import Programs, mode_of
from sim.scenes.models import GAZEBO_MODEL, ModelInfo
from sim.scenes.scene import Scene, SceneObject
from sim.scenes.scene_folder import is_unlisted, scene_of
from sim.sdf.model_path import sdf_of_folder

AS_IT_IS = (1.0, 1.0, 1.0)
# An object, its model and what gives its SDF text.
Parts = Tuple[SceneObject, ModelInfo, Callable[[], str]]


@dataclass(frozen=True)
class SceneRequest:
    """Source of a scene.

    One of ``scene`` (folder or manifest), ``manifest`` (its text) or ``scenario``; see
    SceneSource.msg.
    """

    scene: str = ""
    manifest: str = ""
    scenario: str = ""
    models: str = ""
    seed: int = -1
    mode: str = ""
    parameters: str = ""
    max_iterations: int = 0


def names_no_scene(request: SceneRequest) -> bool:
    """Return whether a request means the current scene."""
    return not any(text.strip() for text in (request.scene, request.manifest, request.scenario))


def sampled_again(standing: SceneRequest, request: SceneRequest) -> Optional[SceneRequest]:
    """Return the current scene's program request with another seed.

    The seed and other fields come from a request without a scene; None if it is empty and means the
    current scene unchanged. Raises InputError if the current scene was not sampled from a program.
    """
    changes = {
        name: getattr(request, name)
        for name in ("models", "mode", "parameters", "max_iterations")
        if getattr(request, name)
    }
    if request.seed == 0 and not changes:
        return None
    if not standing.scenario.strip():
        raise InputError(
            "source",
            "names no scene, and the current scene was not sampled here but read from a folder "
            "or manifest; name its scenario",
        )
    return replace(standing, seed=request.seed, **changes)


@dataclass(frozen=True)
class LoadedSource:
    """A scene for the simulator.

    Its pieces by name in the simulator, the request that it answers, and warnings of likely
    mistakes.
    """

    scene: Scene
    pieces: Mapping[str, Piece]
    request: SceneRequest = SceneRequest()
    warnings: Tuple[str, ...] = ()


@dataclass(frozen=True)
class SourceOptions:
    """Options of the sources.

    ``prefix``: of the names in the simulator; ``seed``: of the first scene without a requested one;
    ``max_iterations``: default of requests.
    """

    prefix: str = ""
    seed: int = 0
    max_iterations: int = 20000


class SceneSources:
    """Answers requests; each request without a seed gets the next one."""

    def __init__(self, programs: Programs, generator: Generator, options: SourceOptions) -> None:
        self.programs, self._generator, self._options = programs, generator, options
        self._next, self._lock = options.seed, threading.Lock()

    def load(self, request: SceneRequest) -> LoadedSource:
        """Return the scene of a request."""
        given = [
            name for name in ("scene", "manifest", "scenario") if getattr(request, name).strip()
        ]
        if len(given) != 1:
            raise InputError(
                "source",
                f"has {' and '.join(given) or 'neither scene, manifest nor scenario'}; fill in "
                "one of scene, manifest and scenario",
            )
        loaded = {
            "scene": self._of_folder,
            "manifest": self._of_manifest,
            "scenario": self._of_scenario,
        }[given[0]](request)
        return replace(loaded, request=request)

    def _of_scenario(self, request: SceneRequest) -> LoadedSource:
        program = self.programs.program(request.scenario)
        descriptor = self.programs.descriptor(request.models, program)
        if request.max_iterations < 0:
            raise InputError(
                "max_iterations",
                f"{request.max_iterations} is below 0; 0 takes the parameter ~max_iterations",
            )
        sample = SamplingInput(
            str(program),
            str(descriptor),
            self._seed(request.seed),
            mode_of(program, request.mode),
            parameters_of(request.parameters),
            request.max_iterations or self._options.max_iterations,
        )
        scene, warnings = self._generator.scene(sample)
        return replace(self._placed(scene, read_descriptor(str(descriptor))), warnings=warnings)

    def _seed(self, asked: int) -> int:
        if asked >= 0:
            return asked
        with self._lock:
            self._next += 1
            return self._next - 1

    def _of_manifest(self, request: SceneRequest) -> LoadedSource:
        return self._rebuilt(manifest.loads(request.manifest, "manifest"), request.models)

    def _of_folder(self, request: SceneRequest) -> LoadedSource:
        path = Path(request.scene).expanduser()
        if not path.exists():
            raise InputError(
                "scene", f"{path} not found; give the folder of a scene, or its {manifest.FILE}"
            )
        scene, folder = scene_of(path), path if path.is_dir() else path.parent
        if is_unlisted(path):
            # Writers without a manifest do not check for objects in the ground either.
            sunk = tuple(problem.what for problem in check_scene(path).of_kind(SUNK))
            return LoadedSource(
                scene, self._pieces(scene, self._in_folder(scene, folder)), warnings=sunk
            )
        if request.models.strip() or not (folder / "models").is_dir():
            return self._rebuilt(scene, request.models)
        return LoadedSource(scene, self._pieces(scene, self._in_folder(scene, folder)))

    def _rebuilt(self, scene: Scene, models: str) -> LoadedSource:
        """Load the scene of a manifest.

        With the models of a descriptor, else of its scenario, else by their names.
        """
        if models.strip():
            return self._placed(
                scene, read_descriptor(str(self.programs.descriptor(models, Path(scene.scenario))))
            )
        try:
            program = self.programs.program(scene.scenario)
            return self._placed(scene, read_descriptor(str(self.programs.descriptor("", program))))
        except InputError as error:
            if error.where not in ("scenario", "models"):
                raise
        names = sorted({item.model for item in scene.spawned()})
        return self._placed(
            scene,
            Descriptor(
                "manifest",
                "",
                "",
                tuple(Entry(name, GAZEBO_MODEL, f"manifest: model {name}") for name in names),
            ),
        )

    def _placed(self, scene: Scene, descriptor: Descriptor) -> LoadedSource:
        infos = {**load_models(descriptor), **own_models(scene)}
        for item in scene.spawned():
            if item.model not in infos:
                raise InputError(
                    descriptor.path,
                    f"model {item.model!r} of {item.name} not found; models: "
                    f"{', '.join(sorted(infos))}",
                )
            known, content = scene.hashes.get(f"model:{item.model}"), infos[item.model].content
            if known and content and known != content:
                raise InputError(
                    infos[item.model].folder,
                    f"is not the {item.model!r} that the scene was sampled with: its content is "
                    f"{content[:12]}, "
                    f"the manifest's {known[:12]}; bring back its files, or sample the scene again",
                )
        found = search_path(descriptor)
        pieces = {
            item.name: (
                item,
                infos[item.model],
                partial(model_sdf, self._named(item), infos[item.model], model_path=found),
            )
            for item in scene.spawned()
        }
        return LoadedSource(scene, self._pieces(scene, pieces))

    def _in_folder(self, scene: Scene, folder: Path) -> Dict[str, Parts]:
        """Return the models of a scene's own folder, already resized."""
        models, homes = folder / "models", included(folder)
        found: Dict[str, Parts] = {}
        for item in scene.spawned():
            if item.name not in homes:
                raise InputError(
                    folder,
                    f"object {item.name} is not included in its world; write the scene's "
                    "folder again (python -m sim.scenes replay)",
                )
            home = str(models / homes[item.name])
            sdf = sdf_of_folder(home)
            info = ModelInfo(
                item.model,
                item.model,
                GAZEBO_MODEL,
                item.size,
                folder=home,
                sdf=sdf,
                front=front_of(item),
                static=is_static(sdf),
                content=scene.hashes.get(f"model:{item.model}", ""),
            )
            found[item.name] = (
                item,
                info,
                partial(
                    model_sdf,
                    replace(self._named(item), scale=AS_IT_IS),
                    info,
                    model_path=(str(models),),
                ),
            )
        return found

    def _pieces(self, scene: Scene, parts: Mapping[str, Parts]) -> Dict[str, Piece]:
        return {
            self._options.prefix + item.name: Piece(
                self._options.prefix + item.name, *parts[item.name]
            )
            for item in scene.spawned()
        }

    def _named(self, item: SceneObject) -> SceneObject:
        return replace(item, name=self._options.prefix + item.name)


def included(folder: Path) -> Dict[str, str]:
    """Return each object's folder in ``models``, from the scene's world file."""
    worlds = sorted(
        path for path in folder.glob("*") if path.suffix in (".world", ".sdf") and path.is_file()
    )
    if not worlds:
        raise InputError(
            folder,
            "holds no world file; give a folder that python -m sim.scenes generate wrote, or its "
            "manifest alone with models",
        )
    try:
        root = ElementTree.parse(worlds[0]).getroot()
    except ElementTree.ParseError as error:
        raise InputError(worlds[0], f"is not XML: {error}") from error
    return {
        include.findtext("name", "").strip(): include.findtext("uri", "")
        .strip()
        .replace("model://", "")
        for include in root.iter("include")
    }


def front_of(item: SceneObject) -> str:
    """Return the front axis of an object's model from the rotations of the object and its model."""
    return "x" if math.cos(item.origin[5] - item.orientation[2]) < 0.5 else "y"


def is_static(sdf: str) -> bool:
    """Return whether physics does not move a model."""
    return ElementTree.parse(sdf).getroot().findtext("model/static", "0").strip().lower() in (
        "1",
        "true",
    )


def parameters_of(text: str) -> Dict[str, Any]:
    """Return the global parameters of a request's YAML."""
    try:
        found = yaml.safe_load(text) if text.strip() else {}
    except yaml.YAMLError as error:
        raise InputError(
            "parameters", f"is not YAML: {' '.join(str(error).split())}; write {{density: 3}}"
        ) from None
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise InputError(
            "parameters", f"is {text.strip()!r}; write names and values as {{density: 3}}"
        )
    return found
