"""Arguments that the commands which sample have in common."""

from __future__ import annotations

import argparse
import secrets
from typing import Dict, Optional, Union

from sim.errors import InputError


def add_sampling(parser: argparse.ArgumentParser, number: Optional[int] = 1) -> None:
    """Add GzScenic's options of sampling, and the mode.

    ``number``: default number of scenes, None for unlimited.
    """
    parser.add_argument(
        "-s",
        "--seed",
        type=int,
        help="of all that is random (default: one that is drawn, and printed)",
    )
    parser.add_argument(
        "-n",
        "--number",
        "--scenes-num",
        type=positive,
        default=number,
        metavar="N",
        help=f"scenes to sample (default {number or 'unlimited, until Ctrl-C'})",
    )
    parser.add_argument(
        "-p",
        "--param",
        nargs=2,
        action="append",
        default=[],
        metavar=("PARAM", "VALUE"),
        help="value of one of the program's global parameters",
    )
    parser.add_argument(
        "-m",
        "--model",
        default="",
        help="Scenic world model, in place of that of the program's model statement",
    )
    parser.add_argument(
        "--scenario",
        dest="name",
        default="",
        metavar="NAME",
        help="which of the program's modular scenarios",
    )
    parser.add_argument(
        "--mode",
        choices=("2D", "3D"),
        default="2D",
        help="whether Scenic knows heights (default %(default)s)",
    )
    parser.add_argument(
        "--max-iterations",
        type=positive,
        default=20000,
        metavar="N",
        help="tries per scene (default %(default)s)",
    )
    parser.add_argument(
        "--timeout",
        type=not_negative,
        default=120.0,
        metavar="S",
        help="wall time per scene, and to load the program, s; 0: any (default %(default)g)",
    )


def parameters_of(arguments: argparse.Namespace) -> Dict[str, Union[int, float, str]]:
    """Return the program's global parameters, with numbers as Scenic reads them."""
    return {name: _number(value) for name, value in arguments.param}


def _number(text: str) -> Union[int, float, str]:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def seed_of(arguments: argparse.Namespace) -> int:
    """Return the given seed, or a random one; it is printed."""
    seed = secrets.randbelow(2**31) if arguments.seed is None else arguments.seed
    if seed < 0:
        raise InputError("--seed", f"{seed} is below 0")
    print(f"seed {seed}", flush=True)
    return seed


def not_negative(text: str) -> float:
    """Parse a number of 0 or more."""
    value = float(text)
    if not 0.0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not 0 or more")
    return value


def above_zero(text: str) -> float:
    """Parse a number above 0."""
    value = not_negative(text)
    if value == 0.0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def positive(text: str) -> int:
    """Parse a whole number above 0."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is below 1")
    return value
