"""Command line: ``./run exec python -m sim.openscenario run FILE.xosc``.

Errors give one line and exit code 2.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Dict, List, Optional

from sim.console import run_command
from sim.drivers.reference.catalogue import DRIVERS, named
from sim.errors import InputError
from sim.openscenario.play.ignored import ignored_elements
from sim.openscenario.play.player import (
    AT_END_LEAVE,
    AT_END_STOP,
    EGO,
    MAX_DURATION,
    PlayOptions,
    ScenarioPlayer,
)
from sim.openscenario.play.result import write_result
from sim.openscenario.play.trajectory_file import TrajectoryRecorder
from sim.openscenario.reading.grammar import GRAMMARS, LENIENT
from sim.openscenario.reading.reader import read_scenario
from sim.openscenario.recorded.plain import COLUMNS
from sim.openscenario.recorded.reading import FORMATS, read_recording, roads_of
from sim.openscenario.recorded.writing import cut_of, write_scenario
from sim.openscenario.variations.variations import choose_scenario, read_variations

DEFAULT = "default"
FILE = "file"  # the scenario's own actions move the entity under test
SEED = "seed of random routes and of stochastic variations, of which 0 is the file's own"


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program, description="Scenarios of OpenSCENARIO by kinematics alone."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="play a scenario to its stop trigger")
    run.add_argument("scenario", metavar="FILE.xosc", type=Path)
    run.add_argument(
        "--ego",
        default=DEFAULT,
        metavar="DRIVER",
        help=f"driver of the entity under test: {DEFAULT}, {', '.join(DRIVERS)}, or {FILE}: the "
        "scenario's own actions",
    )
    run.add_argument("--entity", default=EGO, metavar="NAME", help=f"the entity under test ({EGO})")
    run.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter's value in place of the file's; may be given several times",
    )
    run.add_argument(
        "--trajectories", type=Path, metavar="OUT.csv", help="file of the entities' trajectories"
    )
    run.add_argument("--folder", type=Path, metavar="DIR", help="folder for the files of a verdict")
    run.add_argument(
        "--longest",
        type=float,
        default=MAX_DURATION,
        metavar="S",
        help="simulated s at most (3600)",
    )
    run.add_argument(
        "--grammar",
        choices=GRAMMARS,
        default=LENIENT,
        help="whether text beyond OpenSCENARIO that other players accept is refused (lenient)",
    )
    run.add_argument(
        "--at-road-end",
        choices=(AT_END_STOP, AT_END_LEAVE),
        default=AT_END_STOP,
        help="what an entity does at the end of its road (stop)",
    )
    run.add_argument(
        "--variation",
        type=int,
        default=0,
        metavar="N",
        help="number of the variation in a file of variations",
    )
    run.add_argument("--seed", type=int, default=0, help=SEED)
    listed = commands.add_parser("variations", help="list the scenarios of a file of variations")
    listed.add_argument("scenario", metavar="FILE.xosc", type=Path)
    listed.add_argument("--seed", type=int, default=0, help=SEED)
    listed.add_argument(
        "--most", type=int, default=1000, metavar="N", help="list no more than these (1000)"
    )
    listed.add_argument(
        "--numbers", action="store_true", help="only the numbers of those that are allowed"
    )
    recorded = commands.add_parser("recorded", help="write recorded traffic as a scenario")
    recorded.add_argument("recording", metavar="FILE", type=Path, help="see --format")
    recorded.add_argument("scenario", metavar="OUT.xosc", type=Path, help="file to write")
    recorded.add_argument(
        "--format",
        choices=FORMATS,
        help="csv, SUMO's fcd, or drone: NN_tracks.csv of highD, inD, rounD, exiD (default: by the "
        "file's name)",
    )
    recorded.add_argument(
        "--columns",
        action="append",
        default=[],
        metavar="NAME=COLUMN",
        help=f"column of a CSV file for {', '.join(COLUMNS)}; may be given several times",
    )
    recorded.add_argument("--roads", type=Path, metavar="FILE.xodr", help="the roads under it")
    recorded.add_argument(
        "--net", type=Path, metavar="FILE.net.xml", help="SUMO's network under it, for its roads"
    )
    recorded.add_argument("--ego", default="", metavar="ID", help=f"object that becomes {EGO}")
    recorded.add_argument("--begin", type=float, metavar="S", help="s of the recording")
    recorded.add_argument("--end", type=float, metavar="S", help="s of the recording")
    recorded.add_argument(
        "--hand-over",
        type=float,
        metavar="S",
        help=f"s of the recording at which a driver takes over {EGO} (default: the beginning)",
    )
    return parser


def main(argv: Optional[List[str]] = None, program: str = "sim.openscenario") -> int:
    return run_command(
        _parser(program), {"run": _run, "variations": _list, "recorded": _write}, argv
    )


def _run(options: argparse.Namespace) -> None:
    own = options.ego in (DEFAULT, FILE)
    reference = None if own else named(options.ego, "--ego", [DEFAULT, FILE])
    ego = "" if options.ego == FILE else options.entity
    given = _pairs("--parameter", options.parameter)
    wanted = choose_scenario(options.scenario, options.variation, options.seed, given)
    if wanted.said:
        print(wanted.said)
    document = read_scenario(wanted.path, wanted.parameters, options.grammar)
    play = PlayOptions(
        ego,
        reference,
        longest=options.longest,
        at_road_end=options.at_road_end,
        seed=options.seed,
    )
    player = ScenarioPlayer(document, play)
    for line in (
        *document.grammar.notes,
        *player.roads.notes,
        *ignored_elements(document.scenario, ego),
    ):
        print(line)
    if options.entity not in player.entities:
        if options.entity != EGO:
            known = ", ".join(player.entities)
            raise InputError("--entity", f"'{options.entity}' not found; there are {known}")
        if ego:
            print(f"{options.scenario}: no entity is named {EGO}; the file moves all")
    recorder = TrajectoryRecorder()
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
                ego=options.entity,
                driver=options.ego,
                variation=options.variation,
                seed=options.seed,
            )
        for line in player.notes:
            print(line)
    print(f"ended at {player.time:.2f} s; {len(player.entities)} entities")


def _write(options: argparse.Namespace) -> None:
    path = options.recording
    for each in (path, options.roads, options.net):
        if each is not None and not each.is_file():
            raise InputError(each, "file not found")
    recording = read_recording(path, options.format, _pairs("--columns", options.columns))
    cut = cut_of(recording, options.ego, options.begin, options.end, options.hand_over)
    roads = options.roads
    if options.net is not None:
        roads = roads_of(options.net, options.scenario.with_suffix(".xodr"))
    count = write_scenario(recording, cut, options.scenario, roads)
    said = f"{options.scenario}: {count} entities, {cut.end - cut.begin:g} s"
    print(f"{said}; {EGO} drives from {cut.hands_over - cut.begin:g} s on" if cut.ego else said)


def _list(options: argparse.Namespace) -> None:
    """Print one line per variation that the scenario's constraints allow."""
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


def _pairs(option: str, given: List[str]) -> Dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(option, f"'{text}' is not NAME=VALUE")
        found[name] = value
    return found


if __name__ == "__main__":
    sys.exit(main())
