"""Command ``models MODELS``: models of a descriptor, with classes and sizes."""

from __future__ import annotations

import argparse
from typing import List, Sequence

from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.models import ModelInfo

HEAD = ("class", "model", "width", "length", "height", "resizable", "shape", "folder")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser(
        "models", help="the classes that a descriptor gives a scenario, with their sizes"
    )
    parser.add_argument("models", metavar="MODELS", help="model descriptor (.yaml)")


def run(arguments: argparse.Namespace) -> int:
    """Print a table."""
    print(
        table(
            [HEAD, *(row(info) for info in load_models(read_descriptor(arguments.models)).values())]
        )
    )
    return 0


def row(info: ModelInfo) -> Sequence[str]:
    """Return a model's row of the table. Width, length and height as in the scenario, m."""
    x, y, z = info.size
    width, length = (y, x) if info.front == "x" else (x, y)
    sizes = [f"{value:.4g}" for value in (width, length, z)]
    return (
        info.class_name,
        info.name,
        *sizes,
        "yes" if info.dynamic_size else "no",
        info.shape,
        info.folder or "(mission only)",
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Format rows of text in columns."""
    widths: List[int] = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()
        for cells in rows
    )
