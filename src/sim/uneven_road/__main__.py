"""Command line: ``./run uneven_road CLASS``.

Errors give one line and exit code 2.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import List, Optional

from sim.console import exit_code
from sim.errors import InputError
from sim.uneven_road.model import write_road
from sim.uneven_road.surface import DENSITIES, UnevenRoad


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run uneven_road",
        description="A random road of a class of ISO 8608 along x, as a model and a world that has "
        "it alone, for both simulators.",
    )
    parser.add_argument("grade", metavar="CLASS", help=f"{', '.join(DENSITIES)}; A is smooth")
    words = {
        "length": "m of uneven road",
        "width": "m",
        "seed": "another seed, another road",
        "along": "m between heights along the road",
        "across": "m between heights across it",
        "run_in": "m of level road at each end",
    }
    usual = {each.name: each.default for each in dataclasses.fields(UnevenRoad)}
    for name, meaning in words.items():
        option = "--" + name.replace("_", "-")
        kind = int if name == "seed" else float
        parser.add_argument(
            option, type=kind, default=usual[name], help=f"{meaning} ({usual[name]:g})"
        )
    parser.add_argument("--friction", type=float, default=0.9, help="mu (0.9)")
    parser.add_argument("--name", default="", help="of model and world (road_CLASS_SEED)")
    parser.add_argument("--out", default=".", help="folder that both are written into (.)")
    return parser


def main(arguments: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    return exit_code(lambda: _run(options))


def _run(options: argparse.Namespace) -> None:
    if not options.friction >= 0.0:
        raise InputError("--friction", f"{options.friction:g} is below 0")
    if options.seed < 0:
        raise InputError("--seed", f"{options.seed} is below 0")
    own = {each.name for each in dataclasses.fields(UnevenRoad)} & set(vars(options))
    road = UnevenRoad(**{name: getattr(options, name) for name in own})
    name = options.name or f"road_{road.grade}_{road.seed}"
    model, world = write_road(road, name, options.friction, Path(options.out))
    print(f"class {road.grade}, seed {road.seed}")
    print(model)
    print(world)


if __name__ == "__main__":
    sys.exit(main())
