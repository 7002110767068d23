"""Command line ``rosrun sim plot_run RUN ...``: plots and tables of runs.

PNG files, and the runs' figures side by side.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from sim.errors import InputError, SimError
from sim.files import writing
from sim.plots.run_folder import RunFolder
from sim.plots.table import comparison
from sim.traffic.measures.thresholds import Thresholds


def _parser() -> argparse.ArgumentParser:
    default = Thresholds()
    parser = argparse.ArgumentParser(
        prog="plot_run",
        description="Pictures of traffic runs; several runs are drawn together and compared.",
    )
    parser.add_argument("runs", metavar="RUN", nargs="+", type=Path, help="folder of a run")
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="folder of the pictures; default: 'plots' in the first run's folder",
    )
    parser.add_argument(
        "--ttc",
        type=float,
        default=default.time_to_collision,
        help="threshold that is drawn, s (default %(default)s)",
    )
    parser.add_argument(
        "--drac",
        type=float,
        default=default.deceleration,
        help="threshold that is drawn, m/s^2 (default %(default)s)",
    )
    parser.add_argument(
        "--pet",
        type=float,
        default=default.post_encroachment,
        help="threshold that is drawn, s (default %(default)s)",
    )
    return parser


def _run(options: argparse.Namespace) -> str:
    runs = [RunFolder(folder.expanduser()) for folder in options.runs]
    try:
        from sim.plots.pictures import draw
    except ModuleNotFoundError as error:
        raise InputError(
            "plot_run",
            f"{sys.executable} has no module {error.name}; in the package's folder, run ./run "
            "setup, or "
            f"{sys.executable} -m pip install -r setup/requirements/plots.txt",
        ) from error
    out = (options.out or options.runs[0] / "plots").expanduser()
    with writing(out):
        written = draw(runs, out, Thresholds(options.ttc, options.pet, options.drac))
    if not written:
        raise InputError(
            ", ".join(map(str, options.runs)),
            "nothing to draw: no logs of egos, no detectors and no trips found",
        )
    return "\n".join([comparison(runs), *(f"wrote {path}" for path in written)])


def main(argv: Optional[List[str]] = None) -> int:
    """Draw plots; return 0, or 2 after one line on stderr."""
    options = _parser().parse_args(argv)
    try:
        print(_run(options))
    except SimError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
