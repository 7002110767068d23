"""Command line of the scenes.

``python3 -m sim.scenes generate SCENARIO MODELS OUT`` and its siblings; one line and exit code 2 on
errors.
"""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from sim.console import exit_code
from sim.scenes.commands import check, coverage, generate, models, pack, preview, replay

COMMANDS = {
    "generate": generate,
    "check": check,
    "preview": preview,
    "replay": replay,
    "pack": pack,
    "coverage": coverage,
    "models": models,
}


def parser(program: str = "sim.scenes") -> argparse.ArgumentParser:
    """Return all commands' arguments."""
    found = argparse.ArgumentParser(
        prog=program, description="Scenes for Gazebo from Scenic scenarios."
    )
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    for module in COMMANDS.values():
        module.add_parser(commands)
    return found


def main(argv: Optional[List[str]] = None, program: str = "sim.scenes") -> int:
    """Run one command and return its exit code.

    Bad input gives one line on stderr and exit code 2.
    """
    arguments = parser(program).parse_args(argv)
    if arguments.command is None:
        parser(program).print_help(sys.stderr)
        return 2
    return exit_code(lambda: COMMANDS[arguments.command].run(arguments))


if __name__ == "__main__":
    sys.exit(main())
