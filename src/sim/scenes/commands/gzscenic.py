"""GzScenic's command ``gzscenic SCENARIO MODELS OUT`` with its options and layout of output."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, List, Mapping, Optional

import sim
from sim.console import exit_code
from sim.errors import SimError
from sim.files import writing
from sim.scenes.check import Measures, check_scene
from sim.scenes.commands.options import (
    above_zero,
    add_sampling,
    not_negative,
    parameters_of,
    seed_of,
)
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import Writer
from sim.scenes.library import load_models, search_path
from sim.scenes.models import ModelInfo
from sim.scenes.seeds import scene_seed
from sim.scenes.time_limit import time_limit

if TYPE_CHECKING:
    from sim.scenes.scenario import LoadedScenario


def parser() -> argparse.ArgumentParser:
    """Return GzScenic's arguments."""
    found = argparse.ArgumentParser(
        prog="gzscenic",
        description="Samples scenes of a Scenic scenario for Gazebo: OUT/<world>, OUT/models and "
        "OUT/poses.yaml; "
        "of several scenes, a folder of these each.",
    )
    found.add_argument("scenario", metavar="SCENARIO", help="Scenic program (.scenic)")
    found.add_argument("models", metavar="MODELS", help="model descriptor (.yaml)")
    found.add_argument(
        "out", metavar="OUT", help="folder to write, which must not exist or be empty"
    )
    add_sampling(found, number=None)
    found.add_argument("--verbose", action="store_true", help="say how long each scene took")
    found.add_argument("--noplt", action="store_true", help="no picture of the scene (preview.png)")
    found.add_argument(
        "--load",
        metavar="FILE",
        default="",
        help="Scenic module to use as gzscenic.model, e.g. one that --dump wrote",
    )
    found.add_argument(
        "--dump",
        metavar="FILE",
        default="",
        help="write the Scenic module that the descriptor becomes",
    )
    pictures = found.add_argument_group("pictures, in place of GzScenic's window")
    pictures.add_argument(
        "-d",
        "--delay",
        type=not_negative,
        metavar="S",
        help="wait so long between scenes, and not for the Enter key",
    )
    pictures.add_argument(
        "-z",
        "--zoom",
        type=above_zero,
        default=1.0,
        help="show a part of the world so many times as wide (default 1)",
    )
    debugging = found.add_argument_group("debugging")
    debugging.add_argument(
        "--show-params", action="store_true", help="print each scene's global parameters"
    )
    debugging.add_argument(
        "-b", "--full-backtrace", action="store_true", help="a traceback with each error"
    )
    debugging.add_argument(
        "--pdb", action="store_true", help="a debugger where an error was raised (implies -b)"
    )
    debugging.add_argument(
        "--no-pruning", action="store_true", help="without Scenic's pruning of regions"
    )
    debugging.add_argument(
        "--version",
        action="version",
        version=f"sim {sim.__version__}, Scenic {version('scenic')}",
        help="print versions and end",
    )
    return found


def main(argv: Optional[List[str]] = None) -> int:
    """Sample and write scenes. Returns 0, or 2 after one line on stderr."""
    arguments = parser().parse_args(argv)
    return exit_code(lambda: _shown(arguments))


def _shown(arguments: argparse.Namespace) -> None:
    """Run, with the requested traceback or debugger on an error."""
    try:
        _run(arguments)
    except SimError as error:
        if arguments.full_backtrace or arguments.pdb:
            traceback.print_exc()
        if arguments.pdb:
            import pdb

            pdb.post_mortem(error.__traceback__)
        raise


def _run(arguments: argparse.Namespace) -> None:
    from sim.scenes.scenario import load_scenario

    descriptor = read_descriptor(arguments.models)
    models = load_models(descriptor)
    if arguments.dump:
        _dump(models, arguments)
    with pruning(not arguments.no_pruning), time_limit(
        arguments.timeout, str(Path(arguments.scenario).expanduser().absolute())
    ):
        loaded = load_scenario(
            arguments.scenario,
            models,
            arguments.mode,
            parameters_of(arguments),
            model=arguments.model,
            scenario=arguments.name,
            module=arguments.load,
            world=Path(descriptor.world).name,
        )
    for line in (*loaded.changes(), *loaded.warnings):
        print(line)
    making = _Making(
        loaded, Writer(models, descriptor.world, search_path(descriptor)), models, arguments
    )
    seed, out = seed_of(arguments), Path(arguments.out).expanduser()
    for number in itertools.count() if arguments.number is None else range(arguments.number):
        making.scene(
            scene_seed(seed, number), out if arguments.number == 1 else out / f"scene_{number:04d}"
        )
        if number + 1 != arguments.number and not _go_on(arguments):
            break


def _go_on(arguments: argparse.Namespace) -> bool:
    """Wait for the next scene: the requested time, else Enter on a terminal.

    GzScenic waits for its window to be closed.
    """
    if arguments.delay is not None:
        time.sleep(arguments.delay)
    elif arguments.number is None and not arguments.noplt and sys.stdin.isatty():
        try:
            input("Enter: the next scene; Ctrl-D: the end ")
        except EOFError:
            return False
    return True


class _Making:
    """Samples, writes, draws and checks scenes, and prints the results."""

    def __init__(
        self,
        loaded: LoadedScenario,
        writer: Writer,
        models: Mapping[str, ModelInfo],
        arguments: argparse.Namespace,
    ) -> None:
        self._loaded, self._writer, self._models, self._arguments = (
            loaded,
            writer,
            models,
            arguments,
        )
        self._measures = Measures()

    def scene(self, seed: int, out: Path) -> None:
        begin = time.perf_counter()
        scene = self._loaded.sample(seed, self._arguments.max_iterations, self._arguments.timeout)
        seconds = time.perf_counter() - begin
        folder = self._writer.write(scene, out, gzscenic=True)
        if not self._arguments.noplt:
            from sim.scenes.preview import draw

            draw(scene, self._models, folder / "preview.png", self._arguments.zoom)
        took = f", sampled in {seconds:.3g} s" if self._arguments.verbose else ""
        print(f"wrote {folder}: seed {scene.seed}, {scene.iterations} iterations{took}", flush=True)
        for name, value in scene.params.items() if self._arguments.show_params else ():
            print(f"  parameter {name!r}: {value}")
        for problem in check_scene(folder, self._measures).problems:
            print(f"  {problem.kind}: {problem.what}", flush=True)


@contextmanager
def pruning(wanted: bool) -> Iterator[None]:
    """Switch Scenic's pruning of regions by requirements, within the block."""
    from scenic.syntax import translator

    before, translator.usePruning = translator.usePruning, wanted
    try:
        yield
    finally:
        translator.usePruning = before


def _dump(models: Mapping[str, ModelInfo], arguments: argparse.Namespace) -> None:
    from sim.scenes.classes import module_source

    with writing(arguments.dump):
        Path(arguments.dump).write_text(module_source(models, arguments.mode), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
