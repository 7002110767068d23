"""``python3 -m sim.kitting check TRIAL.yaml``: kitting's commands that need no ROS."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from sim.console import run_command
from sim.kitting.planning import command as planning
from sim.kitting.trial import command as trial


def main(argv: Optional[List[str]] = None) -> int:
    """Run a command and return its exit code."""
    parser = argparse.ArgumentParser(prog="sim.kitting", description="Kitting trials.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    return run_command(parser, {**trial.register(commands), **planning.register(commands)}, argv)


if __name__ == "__main__":
    sys.exit(main())
