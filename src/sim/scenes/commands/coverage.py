"""Command ``coverage BATCH``: coverage of a batch's scenes."""

from __future__ import annotations

import argparse
from pathlib import Path

from sim.scenes.commands.models import table
from sim.scenes.coverage import batch_coverage, write

PICTURE = "coverage.png"


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser(
        "coverage", help="where a batch's objects stand, and how much of the workspace that covers"
    )
    parser.add_argument(
        "batch",
        metavar="BATCH",
        help="a batch's folder; coverage.json, coverage.csv and coverage.png go there",
    )
    parser.add_argument(
        "--cell",
        type=float,
        default=0.5,
        metavar="M",
        help="side of a cell in m (default %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write data and image, and print the coverage of all scenes."""
    from sim.scenes.preview.coverage_picture import draw_coverage

    folder = Path(arguments.batch).expanduser()
    found = batch_coverage(folder, arguments.cell)
    paths = (*write(found, folder), draw_coverage(found, folder / PICTURE))
    head, *rows = found.rows()
    print(table([head, *([str(cell) for cell in row] for row in rows if row[1] == found.scenes)]))
    print(f"wrote {', '.join(map(str, paths))}")
    return 0
