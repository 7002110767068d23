"""Command line: ``./run exec python -m sim.openscenario run FILE.xosc``; one line and exit code 2
on errors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Dict, List, Optional

from sim.console import run_command
from sim.drivers.reference.catalogue import DRIVERS, named
from sim.errors import InputError
from sim.openscenario.play.player import EGO, LONGEST, Player, PlayOptions
from sim.openscenario.play.result import write_result
from sim.openscenario.play.trajectory_file import Recorder
from sim.openscenario.play.uncarried import uncarried
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.variations.variations import chosen, read_variations

DEFAULT = "default"
SEED = "of stochastic variations; 0: the file's own"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sim.openscenario", description="Scenarios of OpenSCENARIO by kinematics alone."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="play a scenario to its stop trigger")
    run.add_argument("scenario", metavar="FILE.xosc", type=Path)
    run.add_argument(
        "--ego",
        default=DEFAULT,
        metavar="DRIVER",
        help=f"who drives the entity {EGO}: {DEFAULT}, {', '.join(DRIVERS)}",
    )
    run.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter's value in place of the file's; may be given several times",
    )
    run.add_argument("--trajectories", type=Path, metavar="OUT.csv", help="where entities were")
    run.add_argument(
        "--folder", type=Path, metavar="DIR", help="where to put all that a judge of the run needs"
    )
    run.add_argument(
        "--longest", type=float, default=LONGEST, metavar="S", help="simulated s at most (3600)"
    )
    run.add_argument(
        "--variation", type=int, default=0, metavar="N", help="which of a file of variations"
    )
    run.add_argument("--seed", type=int, default=0, help=SEED)
    listed = commands.add_parser("variations", help="which scenarios a file of variations holds")
    listed.add_argument("scenario", metavar="FILE.xosc", type=Path)
    listed.add_argument("--seed", type=int, default=0, help=SEED)
    listed.add_argument(
        "--most", type=int, default=1000, metavar="N", help="list no more than these (1000)"
    )
    listed.add_argument(
        "--numbers", action="store_true", help="only the numbers of those that are allowed"
    )
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    return run_command(_parser(), {"run": _run, "variations": _list}, argv)


def _run(options: argparse.Namespace) -> None:
    reference = None if options.ego == DEFAULT else named(options.ego, "--ego", [DEFAULT])
    given = _parameters(options.parameter)
    wanted = chosen(options.scenario, options.variation, options.seed, given)
    if wanted.said:
        print(wanted.said)
    document = read_scenario(wanted.path, wanted.parameters)
    for line in uncarried(document.scenario, EGO):
        print(line)
    player = Player(document, PlayOptions(reference=reference, longest=options.longest))
    if EGO not in player.entities:
        print(f"{options.scenario}: no entity is named {EGO}; the file moves all")
    recorder = Recorder()
    try:
        for time in player.play():
            recorder.take(time, player.entities.values())
    finally:
        if options.trajectories:
            recorder.write(options.trajectories)
        if options.folder:
            write_result(
                options.folder,
                document,
                player,
                recorder.rows,
                ego=EGO,
                driver=options.ego,
                variation=options.variation,
                seed=options.seed,
            )
        for line in player.notes:
            print(line)
    print(f"ended at {player.time:.2f} s; {len(player.entities)} entities")


def _list(options: argparse.Namespace) -> None:
    """One line each, as far as the scenario's constraints allow it."""
    variations = read_variations(options.scenario, options.seed)
    if options.numbers:
        if variations.count > options.most:
            raise InputError(
                options.scenario, f"holds {variations.count} variations, more than {options.most}"
            )
        for number, _ in variations.all():
            print(number)
        return
    print(f"{variations.scenario.name}: {variations.said()}")
    if variations.count > options.most:
        print(f"not listed, as there are more than --most {options.most}")
        return
    refused = 0
    for number in range(1, variations.count + 1):
        if variations.allowed(number):
            refused += 1
            continue
        values = variations.parameters(number)
        print(f"{number}: {', '.join(f'{name} = {value}' for name, value in values.items())}")
    if refused:
        print(f"{refused} more are refused by the scenario's own constraints")


def _parameters(given: List[str]) -> Dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError("--parameter", f"'{text}' is not NAME=VALUE")
        found[name] = value
    return found


if __name__ == "__main__":
    sys.exit(main())
