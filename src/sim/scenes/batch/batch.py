"""Batch of scenes in a folder.

Missing scenes are made, existing ones stay, and scenes of another batch are refused. OUT/batch.json
records the scenes' origin; OUT/scene_0000, ... appear whole, each with a separate seed
(``sim.scenes.seeds``), so that the number of processes and the order change nothing; OUT/.store
holds their shared files.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Callable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from sim.errors import InputError, SimulationError
from sim.files import writing
from sim.scenes.batch import record
from sim.scenes.batch.workers import WorkerProcesses
from sim.scenes.models import ModelInfo
from sim.scenes.scene import Scene
from sim.scenes.seeds import check_seed, scene_seed

if TYPE_CHECKING:
    from sim.scenes.scenario import LoadedScenario

DEFAULT_ITERATIONS = 20000
WORK_FOLDER = ".work"
STORE_FOLDER = ".store"
NAME_PATTERN = re.compile(r"scene_(\d{4,})")
MAX_COUNT = 10**7


@dataclass(frozen=True)
class BatchOptions:
    """Options of a batch.

    Number of scenes, first seed, number of processes, time limit of each scene in s (0: unlimited);
    ``check``: each is measured again as written, ``preview``: each gets an image.
    """

    count: int
    seed: int
    jobs: int = 1
    max_iterations: int = DEFAULT_ITERATIONS
    check: bool = True
    preview: bool = False
    timeout: float = 0.0


@dataclass(frozen=True)
class BatchResult:
    """Result of a batch.

    Scenes made and found, iterations over those made, and findings of checks, as (scene's number,
    line).
    """

    folder: Path
    made: int
    found: int
    iterations: int
    problems: Tuple[Tuple[int, str], ...]


@dataclass(frozen=True)
class SceneResult:
    """Result of a worker for one scene."""

    iterations: int
    problems: Tuple[str, ...]


class SceneBatch:
    """Writes scenes of a loaded scenario into a folder.

    ``world``: the empty world, by default ours.
    """

    def __init__(
        self,
        scenario: LoadedScenario,
        out: Union[str, Path],
        options: BatchOptions,
        world: str = "",
        model_path: Sequence[str] = (),
    ) -> None:
        check_seed("seed", options.seed)
        for name in ("count", "jobs", "max_iterations"):
            if not 1 <= getattr(options, name) <= MAX_COUNT:
                raise InputError(name, f"{getattr(options, name)} is not between 1 and {MAX_COUNT}")
        self._scenario, self._options, self._out = (
            scenario,
            options,
            Path(out).expanduser().absolute(),
        )
        self._world, self._model_path = world, tuple(model_path)

    def run(self, progress: Callable[[int, int], None] = lambda done, total: None) -> BatchResult:
        """Make the missing scenes.

        ``progress`` gets the number of finished scenes and the total. Ctrl-C and errors leave whole
        scenes only.
        """
        with self._folder():
            wanted = record.begin(
                self._out, self._scenario, self._options.seed, self._options.count
            )
            there = {number for number, _ in scene_folders(self._out)}
            missing = [number for number in range(wanted) if number not in there]
            progress(wanted - len(missing), wanted)
            iterations, problems = 0, []  # type: int, List[Tuple[int, str]]
            with self._clean(), WorkerProcesses(
                self._maker, min(self._options.jobs, len(missing))
            ) as workers:
                for done, (number, made) in enumerate(workers.results(missing), 1):
                    iterations += made.iterations
                    problems += [(number, line) for line in made.problems]
                    progress(wanted - len(missing) + done, wanted)
        return BatchResult(
            self._out, len(missing), wanted - len(missing), iterations, tuple(sorted(problems))
        )

    def _maker(self) -> Callable[[int], SceneResult]:
        """Return a worker's function that makes scenes. Each worker has a separate one."""
        from sim.scenes.check import Measures, check_scene
        from sim.scenes.gazebo import Store, Writer

        scenario, options = self._scenario, self._options
        writer, measures = (
            Writer(scenario.models, self._world, self._model_path, Store(self._out / STORE_FOLDER)),
            Measures(),
        )

        def make(number: int) -> SceneResult:
            scene = _sampled(scenario, number, options)
            folder = writer.write(scene, self._out / WORK_FOLDER / scene_folder(number))
            if options.preview:
                _draw(scene, scenario.models, folder)
            problems = check_scene(folder, measures).problems if options.check else ()
            os.rename(folder, self._out / scene_folder(number))
            return SceneResult(scene.iterations, tuple(problem.what for problem in problems))

        return make

    @contextmanager
    def _folder(self) -> Iterator[None]:
        """Lock the batch's folder for this process."""
        with writing(self._out):
            self._out.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._out, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError as error:
            raise InputError(
                self._out,
                "another process is writing this batch; wait for it, or choose another folder",
            ) from error
        finally:
            os.close(lock)

    @contextmanager
    def _clean(self) -> Iterator[None]:
        """Remove unfinished scenes of an interrupted batch, before and after."""
        shutil.rmtree(self._out / WORK_FOLDER, ignore_errors=True)
        try:
            yield
        finally:
            shutil.rmtree(self._out / WORK_FOLDER, ignore_errors=True)


def _sampled(scenario: LoadedScenario, number: int, options: BatchOptions) -> Scene:
    seed = scene_seed(options.seed, number)
    try:
        return scenario.sample(seed, options.max_iterations, options.timeout)
    except SimulationError as error:
        raise SimulationError(f"scene {number} (seed {seed}): {error}") from error


def scene_folder(number: int) -> str:
    """Return the name of a scene's folder in a batch."""
    return f"scene_{number:04d}"


def scene_folders(out: Union[str, Path]) -> List[Tuple[int, Path]]:
    """Return the scenes in a batch's folder with their numbers, in order."""
    found = [
        (NAME_PATTERN.fullmatch(path.name), path) for path in Path(out).iterdir() if path.is_dir()
    ]
    return sorted((int(match.group(1)), path) for match, path in found if match)


def _draw(scene: Scene, models: Mapping[str, ModelInfo], folder: Path) -> Optional[Path]:
    from sim.scenes.preview import draw

    return draw(scene, models, folder / "preview.png")
