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
from sim.openscenario.play.trajectory_file import Recorder
from sim.openscenario.play.uncarried import uncarried
from sim.openscenario.reading.reader import read_scenario

DEFAULT = "default"


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
        "--longest", type=float, default=LONGEST, metavar="S", help="simulated s at most (3600)"
    )
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    return run_command(_parser(), {"run": _run}, argv)


def _run(options: argparse.Namespace) -> None:
    reference = None if options.ego == DEFAULT else named(options.ego, "--ego", [DEFAULT])
    document = read_scenario(options.scenario, _parameters(options.parameter))
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
        for line in player.notes:
            print(line)
    print(f"ended at {player.time:.2f} s; {len(player.entities)} entities")


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
