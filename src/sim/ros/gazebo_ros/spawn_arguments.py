"""Options of spawn_model: from gazebo_ros, and this package's own."""

from __future__ import annotations

import argparse
import math
from typing import Sequence

DESCRIPTION = """Spawns an SDF or URDF model through the simulator's services, with gazebo_ros's
options, or on a lane of a SUMO net."""


def parse(words: Sequence[str], namespace: str) -> argparse.Namespace:
    """Return the options of a command line; ``namespace`` is the program's own."""
    parser = argparse.ArgumentParser(prog="spawn_model", description=DESCRIPTION)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("-sdf", action="store_true")
    kind.add_argument("-urdf", action="store_true")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("-file", help="model file")
    source.add_argument("-param", help="parameter that holds the model's text")
    source.add_argument("-database", help="name of a model on GAZEBO_MODEL_PATH")
    source.add_argument("-stdin", action="store_true", help="the model's text is standard input")
    parser.add_argument("-model", required=True, help="name in the simulator")
    for axis, what in zip(("x", "y", "z", "R", "P", "Y"), ("m", "m", "m", "rad", "rad", "rad")):
        parser.add_argument(f"-{axis}", type=_finite, default=0.0, help=what)
    parser.add_argument(
        "-J",
        dest="joints",
        action="append",
        nargs=2,
        default=[],
        metavar=("JOINT", "POSITION"),
        help="rad or m that a joint begins at; may be given several times",
    )
    parser.add_argument("-reference_frame", default="", help="model or link that the pose is in")
    parser.add_argument(
        "-robot_namespace",
        default=namespace,
        help="where the topics of the model's plugins are",
    )
    parser.add_argument("-gazebo_namespace", default="/gazebo", help="where the services are")
    parser.add_argument(
        "-package_to_model",
        action="store_true",
        help="write model:// for package:// in the file names of meshes",
    )
    parser.add_argument("-wait", metavar="MODEL", help="spawn once this model is there")
    parser.add_argument("-unpause", action="store_true", help="start physics afterwards")
    parser.add_argument(
        "-b", dest="bond", action="store_true", help="stay, and delete the model at the end"
    )
    parser.add_argument(
        "-sensors",
        default="",
        help="model whose sensors are mounted on the model's first link, a folder on "
        "GAZEBO_MODEL_PATH",
    )
    parser.add_argument("-net", help="SUMO net of -lane")
    parser.add_argument("-lane", help="lane to stand on, instead of -x -y -Y; -z is above it")
    parser.add_argument(
        "-pos", type=_finite, default=0.0, help="m along the lane; negative from its end"
    )
    parser.add_argument(
        "-timeout", type=float, default=60.0, help="s to wait for a simulator that is not starting"
    )
    parser.add_argument(
        "-stay",
        action="store_true",
        help="do not end after spawning, so that a launch file can require the model",
    )
    given = parser.parse_args(list(words))
    try:
        given.joints = [(name, _finite(position)) for name, position in given.joints]
    except argparse.ArgumentTypeError as error:
        parser.error(f"argument -J: {error}")
    return given


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a finite number, not {text!r}")
    return value
