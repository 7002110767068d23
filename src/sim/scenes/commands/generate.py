"""Command ``generate SCENARIO MODELS OUT``: a batch of scenes.

They are sampled, written and checked.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from sim.scenes.batch import BatchOptions, BatchResult, SceneBatch, record
from sim.scenes.batch.progress import BatchProgress
from sim.scenes.commands.options import add_sampling, parameters_of, positive, seed_of
from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import search_path
from sim.scenes.time_limit import time_limit

# Of a batch's problems this many are listed; check lists all.
LISTED = 10


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser(
        "generate", help="scenes of a scenario: sampled, written as folders for Gazebo, checked"
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="Scenic program (.scenic)")
    parser.add_argument("models", metavar="MODELS", help="model descriptor (.yaml)")
    parser.add_argument(
        "out",
        metavar="OUT",
        help="folder for scene_0000, scene_0001, ...; an interrupted batch in it is resumed",
    )
    add_sampling(parser)
    parser.add_argument(
        "--jobs",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: one per core, %(default)s)",
    )
    parser.add_argument(
        "--preview", action="store_true", help="a picture of each scene (preview.png)"
    )
    parser.add_argument("--no-check", action="store_true", help="do not measure what was written")


def run(arguments: argparse.Namespace) -> int:
    """Make the batch; return 1 if a check found problems."""
    from sim.scenes.scenario import load_described

    descriptor = read_descriptor(arguments.models)
    with time_limit(arguments.timeout, str(Path(arguments.scenario).expanduser().absolute())):
        scenario = load_described(
            arguments.scenario,
            descriptor,
            arguments.mode,
            parameters_of(arguments),
            model=arguments.model,
            scenario=arguments.name,
        )
    for line in (*scenario.changes(), *scenario.warnings):
        print(line)
    options = BatchOptions(
        arguments.number,
        _seed(arguments),
        arguments.jobs,
        arguments.max_iterations,
        not arguments.no_check,
        arguments.preview,
        arguments.timeout,
    )
    with BatchProgress() as progress:
        result = SceneBatch(
            scenario, arguments.out, options, descriptor.world, search_path(descriptor)
        ).run(progress)
    print(_summary(result, options.check))
    return 1 if result.problems else 0


def _seed(arguments: argparse.Namespace) -> int:
    """Return the seed; for a resumed batch by default its own."""
    out = Path(arguments.out).expanduser()
    if arguments.seed is None and (out / record.RECORD_FILE).is_file():
        arguments.seed = record.read(out).get("seed")
    return seed_of(arguments)


def _summary(result: BatchResult, checked: bool) -> str:
    lines = [f"scene {number}: {line}" for number, line in result.problems[:LISTED]]
    if len(result.problems) > LISTED:
        lines.append(f"... and {len(result.problems) - LISTED} more; the command check lists all")
    found = f", {result.found} were there" if result.found else ""
    each = f", {result.iterations / result.made:.3g} iterations each" if result.made else ""
    outcome = f", {len(result.problems)} problems found" if checked else ""
    return "\n".join([*lines, f"{result.folder}: {result.made} scenes made{each}{found}{outcome}"])
