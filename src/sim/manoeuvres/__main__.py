"""Command line: ``./run manoeuvre NAME``.

Errors give one line and exit code 2.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Dict, List, Optional

import numpy as np

from sim.console import exit_code
from sim.errors import InputError
from sim.manoeuvres.drives import ManoeuvreSetup
from sim.manoeuvres.manoeuvres import ASSISTED_SUFFIX, MANOEUVRES, Manoeuvre
from sim.manoeuvres.motion import CarMotion
from sim.manoeuvres.pictures import draw
from sim.manoeuvres.reference import reference
from sim.resources import resource

MODELS = resource("models")
# Model with a reference, which has the same parameters.
REFERENCED = "bmw_320i"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run manoeuvre",
        description="Standard manoeuvres of one car on level ground: a table, and a picture in the "
        f"folder OUT. {REFERENCED} is driven beside the multi-body car of "
        "commonroad-vehicle-models, which has the same parameters.",
    )
    names = ", ".join(f"{name} ({each.title})" for name, each in MANOEUVRES.items())
    parser.add_argument("name", metavar="NAME", choices=list(MANOEUVRES), help=names)
    parser.add_argument("--model", default="ego_car", help="folder on the model path (ego_car)")
    parser.add_argument("--model-path", default="", help="further folders of models, with colons")
    parser.add_argument("--speed", type=float, default=80.0, help="km/h (80)")
    parser.add_argument("--step", type=float, default=0.005, help="s of a physics step (0.005)")
    parser.add_argument("--friction", type=float, default=1.0, help="of the ground (1)")
    parser.add_argument(
        "--tyre", default="", help="paper, linear or fiala in place of the model's own tyres"
    )
    parser.add_argument("--out", default="manoeuvres", help="folder for NAME_MODEL.png")
    return parser


def main(arguments: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    return exit_code(lambda: _run(options))


def _run(options: argparse.Namespace) -> None:
    for name, lower in (("speed", 1.0), ("step", 1e-4), ("friction", 0.01)):
        if not getattr(options, name) >= lower:
            raise InputError(f"--{name}", f"{getattr(options, name):g} is below {lower:g}")
    manoeuvre = MANOEUVRES[options.name]
    folders = [*filter(None, options.model_path.split(":")), str(MODELS)]
    course = ManoeuvreSetup(
        options.model,
        folders,
        options.speed / 3.6,
        options.step,
        options.friction,
        tyre=options.tyre,
    )
    motions = manoeuvre.drive(course)
    beside: Dict[str, CarMotion] = {}
    if options.model == REFERENCED and manoeuvre.reference is not None and not options.tyre:
        beside = {
            label: reference(motion, manoeuvre.reference)
            for label, motion in motions.items()
            if not label.endswith(ASSISTED_SUFFIX)
        }
    _print(manoeuvre, motions, beside)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{options.name}_{options.model}.png"
    draw(manoeuvre, options.model, motions, beside).savefig(path)
    print(path)


def _print(
    manoeuvre: Manoeuvre, motions: Dict[str, CarMotion], beside: Dict[str, CarMotion]
) -> None:
    for label, motion in motions.items():
        words = ", beside the reference" if label in beside else ""
        print(f"{manoeuvre.title}, {label}{words}")
        other = manoeuvre.read(beside[label]) if label in beside else {}
        for name, value in manoeuvre.read(motion).items():
            compared = f"{other[name]:12.4g}" if np.isfinite(other.get(name, np.nan)) else ""
            print(f"  {name:<48} {value:12.4g}{compared}")


if __name__ == "__main__":
    sys.exit(main())
