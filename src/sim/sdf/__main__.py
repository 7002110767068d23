"""Command ``python -m sim.sdf bounds``.

One row per model with its size and centre, or the reason for a missing size.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from typing import Iterator, List, Optional, Sequence

from sim.console import exit_code
from sim.sdf.measure import OK, ModelMeasurement, measure_model
from sim.sdf.model_path import CONFIGS

COLUMNS = (
    "model",
    "status",
    "width_x",
    "length_y",
    "height_z",
    "center_x",
    "center_y",
    "center_z",
    "dynamic_size",
    "notes",
)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Print the rows; 2 where a folder is not there."""
    options = _options(arguments)
    missing = [path for path in options.models if not os.path.exists(path)]
    if missing:
        print(
            f"sim.sdf: {', '.join(missing)}: no such folder; name folders of models, or folders "
            "that hold such",
            file=sys.stderr,
        )
        return 2
    paths = [path for item in options.models for path in model_folders(item)]
    rows = (row(measure_model(path, options.model_path)) for path in paths)
    return exit_code(lambda: write_csv(rows) if options.csv else write_table(list(rows)))


def _options(arguments: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m sim.sdf", description="Measures Gazebo models."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    bounds = commands.add_parser("bounds", help="size and centre of models, one row per model")
    bounds.add_argument(
        "models",
        nargs="+",
        metavar="MODEL_DIR",
        help="a model's folder, an SDF file, or a folder of models",
    )
    bounds.add_argument(
        "--csv", action="store_true", help="comma separated values, exact, instead of a table"
    )
    bounds.add_argument(
        "--model-path",
        type=lambda text: text.split(":"),
        default=os.environ.get("GAZEBO_MODEL_PATH", "").split(":"),
        metavar="DIRS",
        help="where models that others refer to are, separated by ':' (default: "
        "GAZEBO_MODEL_PATH); "
        "the folder around each model is searched as well",
    )
    return parser.parse_args(arguments)


def model_folders(path: str) -> Iterator[str]:
    """Yield the models in a folder by name, or the model itself.

    ``path`` is a folder of models, a model's folder or a file.
    """
    inner = (
        [os.path.join(path, name) for name in sorted(os.listdir(path))]
        if os.path.isdir(path)
        else []
    )
    models = [folder for folder in inner if _is_model(folder)]
    if models and not _is_model(path):
        yield from models
    else:
        yield path


def _is_model(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for name in CONFIGS)


def row(measured: ModelMeasurement) -> List[str]:
    """Return the values of all columns. Sizes and dynamic_size are empty if unknown."""
    numbers = [""] * 6
    if measured.status == OK:
        numbers = [
            f"{value:.6f}".rstrip("0").rstrip(".")
            for value in (*measured.size, *(measured.center + 0.0))
        ]
        numbers = ["0" if value == "-0" else value for value in numbers]
    dynamic = "" if measured.status == "error" else str(measured.simple).lower()
    return [measured.name, measured.status, *numbers, dynamic, "; ".join(measured.notes)]


def write_csv(rows: Iterator[List[str]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for values in rows:
        writer.writerow(values)


def write_table(rows: List[List[str]]) -> None:
    short = [
        [_rounded(value) if 2 <= index < 8 else value for index, value in enumerate(values)]
        for values in rows
    ]
    widths = [
        max(len(values[index]) for values in [list(COLUMNS), *short])
        for index in range(len(COLUMNS) - 1)
    ]
    for values in [list(COLUMNS), *short]:
        cells = [
            value.rjust(width) if 2 <= index < 8 else value.ljust(width)
            for index, (value, width) in enumerate(zip(values, widths))
        ]
        print("  ".join([*cells, values[-1]]).rstrip())


def _rounded(value: str) -> str:
    # Adding zero takes the sign off a zero.
    return f"{round(float(value), 3) + 0.0:.3f}" if value else value


if __name__ == "__main__":
    sys.exit(main())
