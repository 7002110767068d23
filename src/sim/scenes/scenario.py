"""A Scenic program compiled with a descriptor's models, for sampling.

Needs Scenic, which takes a second to import. A Scenic program is Python code and runs with the
caller's rights; the caller decides which programs are allowed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Set, Tuple, Union

import numpy as np

import sim
from sim.checks import read_text
from sim.errors import InputError, SimulationError
from sim.files import input_hash
from sim.scenes.descriptor import Descriptor
from sim.scenes.library import load_models
from sim.scenes.misspelled import strange_parameters, strange_properties
from sim.scenes.models import ModelInfo
from sim.scenes.program_errors import Origins, explained
from sim.scenes.sampled_objects import (
    check_flags,
    check_models,
    check_places,
    check_sizes,
    described,
    plain,
    unlisted_classes,
)
from sim.scenes.sampling.fast import Sampler
from sim.scenes.sampling.tally import RejectionTally
from sim.scenes.scene import Scene, SceneObject
from sim.scenes.seeds import seed_all
from sim.scenes.time_limit import SceneTimeout, time_limit

ITERATIONS = 20000


@dataclass(frozen=True)
class ScenarioOptions:
    """Options of compiling a program.

    2D or 3D ``mode``, Scenic's ``params``, a ``model`` that overrides the program's model statement
    (GzScenic's -m) and the name of one of several modular scenarios; ``module``: file of a Scenic
    module in place of the descriptor's classes; ``world`` and ``hashes`` are passed on to the
    scenes. ``fast``: sample by parts if that is exact.
    """

    mode: str = "2D"
    params: Mapping[str, Any] = field(default_factory=dict)
    model: str = ""
    scenario: str = ""
    module: str = ""
    world: str = ""
    hashes: Mapping[str, str] = field(default_factory=dict)
    fast: bool = True


class LoadedScenario:
    """A compiled program.

    ``program`` is Scenic's own ``Scenario``, ``notes`` the changes of the text, by line,
    ``imported`` the text of the imported Scenic modules and the changes in them, by file,
    ``hashes`` and ``versions`` cover all dependencies of scenes.
    """

    def __init__(
        self,
        path: Path,
        program: Any,
        models: Mapping[str, ModelInfo],
        options: ScenarioOptions,
        origins: Origins,
        notes: Mapping[int, str],
        imported: Mapping[str, Tuple[str, Mapping[int, str]]] = MappingProxyType({}),
    ) -> None:
        self.path, self.program, self.models, self.options, self.notes, self.imported = (
            path,
            program,
            dict(models),
            options,
            notes,
            imported,
        )
        self._origins = origins
        check_models(program.objects, models, self._where)
        check_places(program.objects, self._where)
        check_sizes(program.objects, models, self._where)
        texts = [origins.text, *(text for text, _ in imported.values())]
        self.warnings = [
            *strange_properties(program.objects, texts, self._where),
            *strange_parameters(options.params, origins.parameters, texts, str(path)),
            *unlisted_classes(program.objects, models, self._where),
        ]
        self._sampler = Sampler(program, origins, options.fast)
        self._scenic_properties = _properties_of_scenic()
        self.versions = versions()
        self.hashes = {
            "scenario": input_hash(path),
            **options.hashes,
            **{
                f"import:{_inside(file, path.parent)}": hashlib.sha256(text.encode()).hexdigest()
                for file, (text, _) in imported.items()
            },
            **{f"model:{info.name}": info.content for info in models.values() if info.content},
        }
        self._workspace = outline(program.workspace.region)

    @property
    def method(self) -> str:
        """Sampling method: by parts, or as Scenic with the reason."""
        return self._sampler.method

    def changes(self) -> List[str]:
        """Return the changes of the program's and its modules' texts, as file, line and words."""
        notes = {
            str(self.path): self.notes,
            **{file: changed for file, (_, changed) in self.imported.items()},
        }
        return [
            f"{file}:{line}: {note}"
            for file, changed in notes.items()
            for line, note in changed.items()
        ]

    def sample(self, seed: int, max_iterations: int = ITERATIONS, timeout: float = 0.0) -> Scene:
        """Return the scene of a seed.

        Raises SimulationError with the requirements that kept failing, or that took more than
        ``timeout`` s (0: unlimited).
        """
        scenic_scene, iterations = self.sample_scenic(seed, max_iterations, timeout)
        return self.described(scenic_scene, seed, iterations)

    def sample_scenic(
        self, seed: int, max_iterations: int = ITERATIONS, timeout: float = 0.0
    ) -> Tuple[Any, int]:
        """Return Scenic's own ``Scene`` of a seed and its iterations.

        For further use with Scenic.
        """
        if max_iterations < 1:
            raise InputError("max_iterations", f"{max_iterations} is below 1")
        generator = seed_all(seed)
        if self.program.externalSampler is not None:
            self.program.resetExternalSampler()
        tally = self._tally()
        with explained(self.path, self._origins, self._names()):
            try:
                with time_limit(timeout, str(self.path)):
                    return self._sampler.sample(generator, max_iterations, tally)
            except SceneTimeout as error:
                raise SimulationError(
                    f"{error}. What was rejected until then, by cause: {tally.listed()}"
                ) from error

    def _tally(self) -> RejectionTally:
        asked = [item for item in self.program.userRequirements if item.constrainsSampling]
        return RejectionTally(self._origins, str(self.path), tuple(asked))

    def described(self, scenic_scene: Any, seed: int, iterations: int) -> Scene:
        """Return Scenic's scene as ours, with the objects in the same order."""
        objects = self.described_objects(scenic_scene.objects)
        ego = next(
            (
                item.name
                for item, own in zip(objects, scenic_scene.objects)
                if own is scenic_scene.egoObject
            ),
            "",
        )
        params = {name: plain(value) for name, value in scenic_scene.params.items()}
        return Scene(
            scenario=self.path.name,
            seed=seed,
            mode=self.options.mode,
            objects=objects,
            ego=ego,
            world=self.options.world,
            workspace=self._workspace,
            params={name: value for name, (fits, value) in params.items() if fits},
            versions=self.versions,
            hashes=self._used(objects),
            iterations=iterations,
        )

    def described_objects(self, items: Sequence[Any]) -> Tuple[SceneObject, ...]:
        """Return Scenic's objects as ours. Also those created during a run."""
        return described(
            items, self.models, self.options.mode, self._where, self._scenic_properties
        )

    def _used(self, objects: Sequence[Any]) -> Dict[str, str]:
        """Return the hashes of the models used, and all other hashes."""
        used = {f"model:{item.model}" for item in objects}
        own = {
            f"model:{info.name}": info.content
            for info in self.models.values()
            if info.label and info.content
        }
        return {
            name: value
            for name, value in {**self.hashes, **own}.items()
            if name in used or not name.startswith("model:")
        }

    def _where(self, item: Any) -> str:
        line = self._origins.line(item)
        return f"{self.path}:{line}" if line else str(self.path)

    def _names(self) -> List[str]:
        return [info.class_name for info in self.models.values()]


def load_scenario(
    path: Union[str, Path],
    models: Mapping[str, ModelInfo],
    mode: str = "2D",
    params: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> LoadedScenario:
    """Compile a program with the classes of ``models``.

    Raises InputError with the program's file and line. ``more``: see ScenarioOptions.
    """
    from sim.scenes.classes import module_source
    from sim.scenes.scenic2 import modernize, modernized_imports

    path = Path(path).expanduser().absolute()
    options = ScenarioOptions(mode, params, **more)
    if options.mode not in ("2D", "3D"):
        raise InputError("mode", f"{options.mode!r} is neither 2D nor 3D")
    names = [info.class_name for info in models.values()]
    text, notes = modernize(_text(path), str(path), names)
    origins = Origins(str(path), text)
    offered = _text(Path(options.module)) if options.module else module_source(models, options.mode)
    with _generated(offered), explained(
        path, origins, names
    ), origins.recorded(), modernized_imports(names) as compiled:
        try:
            program = _compiled(path, text, options)
        except Exception:
            # Scenic may fail on these without a message, or report only a consequence.
            check_places(origins.objects(), lambda item: f"{path}:{origins.line(item)}")
            check_sizes(origins.objects(), models, lambda item: f"{path}:{origins.line(item)}")
            check_flags(origins.objects(), lambda item: f"{path}:{origins.line(item)}")
            raise
    imported = {
        file: found for file, found in compiled.items() if file != str(path) and not _provided(file)
    }
    with explained(path, origins, names):
        return LoadedScenario(path, program, models, options, origins, notes, imported)


def load_described(
    path: Union[str, Path],
    descriptor: Descriptor,
    mode: str = "2D",
    params: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> LoadedScenario:
    """Compile a program with the models of a descriptor.

    The descriptor's and its world's contents are among the scenes' hashes.
    """
    models, hashes = load_models(descriptor), {"descriptor": input_hash(Path(descriptor.path))}
    if descriptor.world:
        hashes["world"] = input_hash(Path(descriptor.world))
    return load_scenario(
        path, models, mode, params, world=Path(descriptor.world).name, hashes=hashes, **more
    )


def outline(region: Any) -> Tuple[Tuple[float, float], ...]:
    """Return the corners (n, 2) of a region's outline in the plane.

    Several parts give their common bounds; the result is empty without an outline.
    """
    import shapely

    polygons = getattr(region, "polygons", None)
    if polygons is None:
        try:
            (left, low, _), (right, high, _) = region.AABB
        except (NotImplementedError, TypeError, AttributeError):
            return ()
        polygons = shapely.box(left, low, right, high)
    parts = list(getattr(polygons, "geoms", [polygons]))
    shape = parts[0] if len(parts) == 1 else shapely.box(*polygons.bounds)
    return tuple((float(x), float(y)) for x, y in list(shape.exterior.coords)[:-1])


def versions() -> Dict[str, str]:
    """Return the versions of all software that determines a seed's scene."""
    from importlib.metadata import version

    return {
        "sim": sim.__version__,
        "scenic": version("scenic"),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "shapely": version("shapely"),
    }


def _text(path: Path) -> str:
    if path.suffix != ".scenic":
        raise InputError(path, "is not a Scenic program; its name must end with .scenic")
    return read_text(path)


def _compiled(path: Path, text: str, options: ScenarioOptions) -> Any:
    from scenic.syntax.translator import scenarioFromString

    return scenarioFromString(
        text,
        dict(options.params),
        options.model or None,
        options.scenario or None,
        filename=str(path),
        mode2D=options.mode == "2D",
        path=str(path),
    )


@contextmanager
def _generated(source: str) -> Iterator[None]:
    """Offer the descriptor's classes as ``gzscenic.model`` within the block."""
    folder = Path(tempfile.mkdtemp(prefix="sim_scenes_"))
    kept = {
        name: sys.modules.pop(name)
        for name in list(sys.modules)
        if name.split(".")[0] == "gzscenic"
    }
    try:
        package = folder / "gzscenic"
        package.mkdir()
        (package / "__init__.py").write_text("", encoding="utf-8")
        (package / "model.scenic").write_text(source, encoding="utf-8")
        sys.path.insert(0, str(folder))
        yield
    except OSError as error:
        raise InputError(folder, f"cannot be written ({error.strerror or error})") from error
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "gzscenic"]:
            del sys.modules[name]
        sys.modules.update(kept)
        sys.path_importer_cache.pop(str(folder), None)
        shutil.rmtree(folder, ignore_errors=True)


def _inside(file: str, folder: Path) -> str:
    """Return a file's path in the program's folder, or its name; the same on all machines."""
    inside = os.path.relpath(file, folder)
    return os.path.basename(file) if inside.startswith("..") else inside


def _provided(file: str) -> bool:
    """Return whether a module is Scenic's own or the descriptor's.

    Versions and other hashes cover those.
    """
    import scenic

    return file.startswith(os.path.dirname(scenic.__file__) + os.sep) or file.endswith(
        os.path.join("gzscenic", "model.scenic")
    )


def _properties_of_scenic() -> Set[str]:
    from scenic.core import object_types

    return {
        name for kind in (object_types.Object, object_types.Object2D) for name in kind._defaults
    }
