"""Command line: ``./run exec python -m sim.drivers grid IN.csv OUT.csv``; one line and exit code 2
on errors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from sim.console import run_command
from sim.drivers.reference.catalogue import DRIVERS
from sim.drivers.reference.grid import answers
from sim.drivers.reference.grid_file import read_grid, write_grid


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sim.drivers",
        description="UN Regulation 157's reference drivers, without a simulator.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    grid = commands.add_parser(
        "grid", help="whether each reference driver crashes in each cell of a grid"
    )
    grid.add_argument(
        "source",
        metavar="IN.csv",
        type=Path,
        help="columns scenario,a,b,c,d; docs/reference_drivers.md says what they hold",
    )
    grid.add_argument(
        "out",
        metavar="OUT.csv",
        type=Path,
        help=f"the same with the columns {', '.join(DRIVERS)}: 1 is a crash",
    )
    return parser


def main(argv: Optional[List[str]] = None) -> int:
    return run_command(_parser(), {"grid": _grid}, argv)


def _grid(options: argparse.Namespace) -> None:
    grid = read_grid(options.source, list(DRIVERS))
    found = answers(grid)
    write_grid(options.out, grid, found)
    print(f"{len(grid.cells)} cells in {options.out}")
    for name, column in found.items():
        defined = len(column) - column.count("")
        print(f"{name}: {column.count('1')} crashes in {defined}")


if __name__ == "__main__":
    sys.exit(main())
