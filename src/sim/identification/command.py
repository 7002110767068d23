"""Command line of the identification, for any reader of recordings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Callable, List, Optional

from sim.console import exit_code
from sim.identification.recording import DriveRecording
from sim.identification.result import identify, table, yaml_part
from sim.resources import resource
from sim.vehicle.parameters import load_parameters

# Reads a recording by a file's name and the name of a car in it.
Reader = Callable[[str, str], DriveRecording]


def main(read: Reader, argv: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(argv)
    return exit_code(lambda: _run(read, options))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="identify_vehicle",
        description="A car's parameters from a bag of a drive on level ground: a table with 95 % "
        "intervals, undetermined parameters, and a part of vehicle.yaml. It needs the "
        "car's ground truth or odometry and its commands; with IMU and vehicle_state it finds "
        "more.",
    )
    parser.add_argument("bag", metavar="BAG")
    parser.add_argument("--name", default="ego", help="of the car in the bag's topics (ego)")
    parser.add_argument(
        "--parameters",
        default="",
        metavar="FILE",
        help="vehicle.yaml with its known parameters: axles, centre of mass, wheels, shares of "
        "drive and brakes, the steering's largest rate, the tyres' relaxation length (ego_car's)",
    )
    parser.add_argument("--out", default="", metavar="FILE", help="for the part of vehicle.yaml")
    return parser


def _run(read: Reader, options: Namespace) -> None:
    known = options.parameters or resource("models", "ego_car", "vehicle.yaml")
    parameters = load_parameters(known)
    result = identify(read(options.bag, options.name), parameters)
    print(table(result))
    part = yaml_part(result, parameters)
    if options.out:
        Path(options.out).write_text(part, encoding="utf-8")
        print(f"\n{options.out}")
    else:
        print(f"\n{part}")
