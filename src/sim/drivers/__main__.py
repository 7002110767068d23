"""Command line of the reference drivers.

``./run exec python -m sim.drivers grid IN.csv OUT.csv`` prints one line and exits with code 2 on
errors.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from sim.console import run_command
from sim.drivers.reference.beside import driven, recorded, scene
from sim.drivers.reference.beside_report import RECORDED, lines, write_json
from sim.drivers.reference.catalogue import DRIVERS
from sim.drivers.reference.grid import answers
from sim.drivers.reference.grid_file import read_grid, write_grid
from sim.drivers.reference.recording import chosen, read_recording


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sim.drivers",
        description="UN Regulation 157's reference drivers, without a simulator.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    grid = commands.add_parser(
        "grid", help="crashes of each reference driver in each cell of a grid"
    )
    grid.add_argument(
        "source",
        metavar="IN.csv",
        type=Path,
        help="columns scenario,a,b,c,d; see docs/reference_drivers.md",
    )
    grid.add_argument(
        "out",
        metavar="OUT.csv",
        type=Path,
        help=f"the same with the columns {', '.join(DRIVERS)}: 1 is a crash",
    )
    beside = commands.add_parser(
        "beside", help="which reference drivers would have avoided the crash of a run"
    )
    beside.add_argument(
        "source",
        metavar="TRAJECTORIES.csv",
        type=Path,
        help="columns t,entity,x,y,heading,speed; see docs/reference_drivers.md",
    )
    beside.add_argument("--ego", default="Ego", help="entity in whose place they drive (Ego)")
    beside.add_argument("--json", type=Path, metavar="OUT.json", help="the same as JSON")
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    return run_command(_parser(), {"grid": _grid, "beside": _beside}, argv)


def _grid(options: argparse.Namespace) -> None:
    grid = read_grid(options.source, list(DRIVERS))
    found = answers(grid)
    write_grid(options.out, grid, found)
    print(f"{len(grid.cells)} cells in {options.out}")
    for name, column in found.items():
        defined = len(column) - column.count("")
        print(f"{name}: {column.count('1')} crashes in {defined}")


def _beside(options: argparse.Namespace) -> None:
    tracks = read_recording(options.source)
    chosen(tracks, options.ego, f"{options.source}: --ego")
    run = scene(tracks, options.ego)
    drives = {RECORDED: recorded(run)}
    drives.update((name, driven(run, driver)) for name, driver in DRIVERS.items())
    if options.json:
        write_json(options.json, drives)
    print("\n".join(lines(drives)))


if __name__ == "__main__":
    sys.exit(main())
