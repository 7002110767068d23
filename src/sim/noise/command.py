"""Command line of the noise library: ``fit BAG TOPIC``, ``compare``, ``map``.

Errors give one line and exit code 2. The program passes the reader of bags: ``python3 -m
sim.ros.noise`` has one; ``python3 -m sim.noise``, which needs no ROS, has not.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

import numpy as np
import yaml

from sim.console import run_command
from sim.errors import InputError
from sim.noise.fit.estimate import estimate
from sim.noise.fit.noise_estimate import NoiseEstimate
from sim.noise.fit.recording import SignalRecording
from sim.noise.profile import read_profile
from sim.noise.registration import RegistrationOffsets
from sim.noise.registration_model import RegistrationError
from sim.resources import resource

FOLDERS = [Path.cwd(), resource("config", "noise")]
POINTS = 200
# Reader of a recording, from a bag's path and a topic's name.
ReadRecording = Callable[[str, str], SignalRecording]


def parser(program: str = "sim.noise") -> argparse.ArgumentParser:
    """Return the parser of all commands of ``program``."""
    found = argparse.ArgumentParser(
        prog=program, description="Noise of recordings, and registration error."
    )
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    fit = commands.add_parser("fit", help="estimate a profile from a recording of a still scene")
    fit.add_argument("bag", metavar="BAG")
    fit.add_argument("topic", metavar="TOPIC")
    fit.add_argument("--object", default="", help="name of the object, of several")
    fit.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path("."),
        help="where NAME.yaml and NAME.png go (default: here)",
    )
    fit.add_argument(
        "--name", default="", help="name of the profile (default: the bag's and the topic's)"
    )
    fit.add_argument(
        "--force", action="store_true", help="estimate also if the scene moves or has no noise"
    )
    compare = commands.add_parser(
        "compare", help="recordings side by side, as the real and the simulated one"
    )
    compare.add_argument(
        "pairs", metavar="BAG TOPIC", nargs="+", help="two or more bags, each with its topic"
    )
    compare.add_argument("--object", default="", help="name of the object, of several")
    compare.add_argument("--together", action="store_true", help="places of all in one plot")
    compare.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=Path("compare.png"),
        help="picture (default: %(default)s)",
    )
    area = commands.add_parser("map", help="table and map of a profile's registration error")
    area.add_argument(
        "profile",
        metavar="PROFILE",
        help="name or file of a profile with a registration step, as motoman_table_1",
    )
    area.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=Path("registration.png"),
        help="picture (default: %(default)s)",
    )
    return found


def run_fit(read: ReadRecording, options: argparse.Namespace) -> None:
    """Write the estimated profile and its picture, and print the findings."""
    recording = read(options.bag, options.topic)
    found = estimate(recording, options.object, options.force)
    name = options.name or f"{recording.name}_{recording.topic.strip('/').replace('/', '_')}"
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f"{name}.yaml"
    path.write_text(
        yaml.safe_dump(
            document(recording, found), sort_keys=False, width=150, default_flow_style=None
        ),
        encoding="utf-8",
    )
    print("\n".join([*found.findings, f"wrote {path}"]))
    pictures().draw_panels(
        found.panels, f"{recording.name} {recording.topic}", options.out / f"{name}.png"
    )
    print(f"wrote {options.out / f'{name}.png'}")


def document(recording: SignalRecording, found: NoiseEstimate) -> Dict[str, Any]:
    """Return an estimate as the document of a profile."""
    source = f"estimated from {recording.name}: {'; '.join(found.findings)}"
    chain = {
        "topic": recording.topic,
        "type": recording.type,
        "models": {
            name: {**step, "source": "; ".join(filter(None, (source, found.interval_text(name))))}
            for name, step in found.models.items()
        },
    }
    return {
        "description": f"noise of {recording.topic} in {recording.name}",
        "source": source,
        "chains": {recording.part: chain},
    }


def run_compare(read: ReadRecording, options: argparse.Namespace) -> None:
    """Draw recordings side by side and print the findings of each."""
    if len(options.pairs) < 4 or len(options.pairs) % 2:
        raise InputError(
            "compare", f"two or more pairs of BAG TOPIC are needed, not {len(options.pairs)} words"
        )
    columns = []
    for bag, topic in zip(options.pairs[::2], options.pairs[1::2]):
        recording = read(bag, topic)
        found = estimate(recording, options.object, force=True)
        columns.append((f"{recording.name} {topic}", found.panels, recording.kind))
        print("\n".join([f"{recording.name} {topic}", *(f"  {one}" for one in found.findings)]))
    if len({kind for *_, kind in columns}) > 1:
        raise InputError(
            "compare",
            f"the topics are of different kinds: {', '.join(kind for *_, kind in columns)}",
        )
    if options.together and columns[0][2] not in ("objects", "gps"):
        raise InputError("--together", f"is for places, and these are of kind {columns[0][2]}")
    draw = pictures().draw_together if options.together else pictures().draw_side_by_side
    print(f"wrote {draw([(name, panels) for name, panels, _ in columns], options.out)}")


def run_map(options: argparse.Namespace) -> None:
    """Print the offsets in mm and draw the map of their inverse."""
    steps = [
        step.model
        for chain in read_profile(options.profile, FOLDERS).chains
        for step in chain.steps
    ]
    model = next((one for one in steps if isinstance(one, RegistrationError)), None)
    if model is None:
        raise InputError(options.profile, "no step of model registration found")
    registration = RegistrationOffsets(model.points, model.offsets, model.rotations)
    print("  X (mm)   Y (mm)  X offset  Y offset")
    for point, offset in zip(1e3 * registration.points, 1e3 * registration.offsets):
        print(f"{point[0]:8.1f} {point[1]:8.1f} {offset[0]:9.1f} {offset[1]:9.1f}")
    low, high = registration.points.min(axis=0), registration.points.max(axis=0)
    x, y = (
        np.linspace(
            low[axis] - 0.1 * (high - low)[axis], high[axis] + 0.1 * (high - low)[axis], POINTS
        )
        for axis in (0, 1)
    )
    print(f"wrote {pictures().draw_error_map(registration, x, y, options.out)}")


def pictures() -> Any:
    """Return the module that draws; raises InputError without matplotlib."""
    try:
        from sim.noise import pictures as found
    except ModuleNotFoundError as error:
        raise InputError(
            "sim.noise",
            f"{sys.executable} has no module {error.name}; in the package's folder, run ./run "
            "setup, or "
            f"{sys.executable} -m pip install -r setup/requirements/plots.txt",
        ) from None
    return found


def main(read: ReadRecording, argv: Optional[List[str]] = None, program: str = "sim.noise") -> int:
    """Run one command of ``program`` and return its exit code.

    Errors print one line on stderr and return 2.
    """
    commands: Dict[str, Callable[[argparse.Namespace], None]] = {
        "fit": partial(run_fit, read),
        "compare": partial(run_compare, read),
        "map": run_map,
    }
    return run_command(parser(program), commands, argv)
