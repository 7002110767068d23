"""The command ``coverage``: where the objects of a batch were, and how much of the workspace that is."""
from __future__ import annotations

import argparse
from pathlib import Path

from sim.scenes.coverage import batch_coverage, write


def add_parser(commands: argparse._SubParsersAction) -> None:
    """Adds the command to a command line."""
    parser = commands.add_parser("coverage", help="where the objects of a batch were: coverage.json, coverage.csv and coverage.png in its folder")
    parser.add_argument("folder", metavar="FOLDER", help="a batch's folder")
    parser.add_argument("--cell", type=float, default=0.5, metavar="M", help="side of a cell in m (default %(default)s)")
    parser.add_argument("--noplt", action="store_true", help="no picture")


def run(arguments: argparse.Namespace) -> int:
    """Measures, writes and prints the last line of each model; 0."""
    found, folder = batch_coverage(arguments.folder, arguments.cell), Path(arguments.folder)
    paths = list(write(found, folder))
    if not arguments.noplt:
        from sim.scenes.preview.coverage_picture import draw_coverage
        paths.append(draw_coverage(found, folder / "coverage.png"))
    print(f"{found.scenes} scenes, cells of {found.grid.cell:g} m, {int(found.grid.inside.sum())} in the workspace")
    for item in found.models:
        print(f"{item.model}: {item.objects} objects in {100.0 * item.growth[-1][1]:.1f} % of the cells, {100.0 * float((item.headings > 0).mean()):.0f} % of the headings")
    print("wrote " + ", ".join(map(str, paths)))
    return 0
