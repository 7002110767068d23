"""The command ``pack SCENE ARCHIVE``: one portable file of one scene."""

from __future__ import annotations

import argparse

from sim.scenes.gazebo import pack


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser("pack", help="one portable file of one scene")
    parser.add_argument("scene", metavar="SCENE", help="a scene's folder")
    parser.add_argument("archive", metavar="ARCHIVE", help="file to write: .tar.gz, .tgz or .zip")


def run(arguments: argparse.Namespace) -> int:
    """Pack a scene's folder."""
    print(f"wrote {pack(arguments.scene, arguments.archive)}")
    return 0
