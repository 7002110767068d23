"""``gzscenic SCENARIO MODELS OUT``: GzScenic's command, with its options and its layout of the output."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import List, Optional

from sim.console import exit_code
from sim.errors import InputError
from sim.scenes.commands.options import add_sampling, seed_of
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import Writer
from sim.scenes.library import load_models, search_path
from sim.scenes.seeds import scene_seed


def parser() -> argparse.ArgumentParser:
    """GzScenic's arguments."""
    found = argparse.ArgumentParser(prog="gzscenic", description="Samples scenes of a Scenic scenario for Gazebo: OUT/<world>, OUT/models and OUT/poses.yaml; "
                                    "of several scenes, a folder of these each.")
    found.add_argument("scenario", metavar="SCENARIO", help="Scenic program (.scenic)")
    found.add_argument("models", metavar="MODELS", help="model descriptor (.yaml)")
    found.add_argument("out", metavar="OUT", help="folder to write, which must not exist or be empty")
    add_sampling(found)
    found.add_argument("--noplt", action="store_true", help="no picture of the scene (preview.png)")
    found.add_argument("--load", metavar="FILE", default="", help="Scenic module to use as gzscenic.model, e.g. one that --dump wrote")
    found.add_argument("--dump", metavar="FILE", default="", help="write the Scenic module that the descriptor becomes")
    return found


def main(argv: Optional[List[str]] = None) -> int:
    """Samples and writes; 0, or 2 after one line on stderr."""
    arguments = parser().parse_args(argv)
    return exit_code(lambda: _run(arguments))


def _run(arguments: argparse.Namespace) -> None:
    from sim.scenes.scenario import load_scenario

    descriptor = read_descriptor(arguments.models)
    models = load_models(descriptor)
    if arguments.dump:
        _dump(models, arguments)
    loaded = load_scenario(arguments.scenario, models, arguments.mode, dict(arguments.param), model=arguments.model, scenario=arguments.name,
                           module=arguments.load, world=Path(descriptor.world).name)
    for change in loaded.changes():
        print(change)
    writer, seed, out = Writer(models, descriptor.world, search_path(descriptor)), seed_of(arguments), Path(arguments.out).expanduser()
    for number in range(arguments.number):
        scene = loaded.sample(scene_seed(seed, number), arguments.max_iterations)
        folder = writer.write(scene, out if arguments.number == 1 else out / f"scene_{number:04d}", gzscenic=True)
        if not arguments.noplt:
            from sim.scenes.preview import draw
            draw(scene, models, folder / "preview.png")
        print(f"wrote {folder}: seed {scene.seed}, {scene.iterations} iterations", flush=True)


def _dump(models, arguments: argparse.Namespace) -> None:
    from sim.scenes.classes import module_source

    try:
        Path(arguments.dump).write_text(module_source(models, arguments.mode), encoding="utf-8")
    except OSError as error:
        raise InputError(arguments.dump, f"cannot be written ({error.strerror or error})") from error
