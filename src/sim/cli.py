"""Command ``sim``: one subcommand for each capability.

Each is imported at its call, so that the help needs no requirements. Errors give one line and exit
code 2.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from pathlib import Path
from typing import List, NamedTuple, Optional

import sim
from sim.console import exit_code
from sim.errors import InputError

DISTRIBUTION = "closed-loop-sim"


class Subcommand(NamedTuple):
    """Module with a ``main``, the extra of its requirements, its help."""

    module: str
    extra: str
    help: str
    # Subcommand for words that begin with none of ``choices``.
    usual: str = ""
    choices: str = ""


COMMANDS = {
    "scenes": Subcommand("sim.scenes.__main__", "scenes", "sample, check, draw and replay scenes"),
    "scenario": Subcommand("sim.openscenario.__main__", "openscenario", "play OpenSCENARIO files"),
    "calibrate": Subcommand(
        "sim.calibration.__main__",
        "calibration",
        "calibrate a lidar and a camera by a recording",
        "calibrate",
        "suite calibrate record model",
    ),
    "noise": Subcommand("sim.noise.__main__", "noise", "draw the registration error of a profile"),
    "export": Subcommand(
        "sim.bags.__main__", "export", "write a recording of ROS 1 as MCAP, as a bag or for ROS 2"
    ),
    "crcl": Subcommand("sim.crcl.__main__", "", "check CRCL programs, and send them to a robot"),
}


def usage() -> str:
    """Return the help of all subcommands."""
    lines = [
        f"usage: sim COMMAND ...        sim {sim.__version__}",
        "",
        *(f"  {name:<10} {command.help}" for name, command in COMMANDS.items()),
        "",
        "sim COMMAND --help lists the words of one.",
    ]
    return "\n".join(lines)


def check_installed_once() -> None:
    """Raise InputError if a catkin workspace hides what pip has installed."""
    try:
        distribution = importlib.metadata.distribution(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return
    ours = Path(str(distribution.locate_file("sim"))).resolve()
    found = Path(sim.__file__).resolve().parent
    # An editable installation has no such folder.
    if ours.is_dir() and found != ours:
        raise InputError(
            "sim",
            f"is in {ours} by pip and in {found} by a workspace, which comes first: use a shell in "
            f"which the workspace is not sourced, or pip uninstall {DISTRIBUTION}",
        )


def run(name: str, words: List[str]) -> Optional[int]:
    """Run a subcommand; raise InputError without a module of its extra."""
    command = COMMANDS[name]
    if command.usual and words and words[0] not in [*command.choices.split(), "-h", "--help"]:
        words = [command.usual, *words]
    try:
        main = importlib.import_module(command.module).main
        code: Optional[int] = main(words, program=f"sim {name}")
        return code
    except ModuleNotFoundError as error:
        if not command.extra or (error.name or "").split(".")[0] == "sim":
            raise
        raise InputError(
            f"sim {name}",
            f"{sys.executable} has no module {error.name}: pip install "
            f"'{DISTRIBUTION}[{command.extra}]'",
        ) from None


def main(argv: Optional[List[str]] = None) -> int:
    """Run the subcommand named by the first word; return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    if not words or words[0] in ("-h", "--help"):
        print(usage(), file=sys.stdout if words else sys.stderr)
        return 0 if words else 2
    if words[0] == "--version":
        print(sim.__version__)
        return 0
    if words[0] not in COMMANDS:
        print(
            f"sim: command {words[0]!r} not found; commands: {', '.join(COMMANDS)}", file=sys.stderr
        )
        return 2

    def checked() -> Optional[int]:
        check_installed_once()
        return run(words[0], words[1:])

    return exit_code(checked)
