"""Command ``replay MANIFEST MODELS OUT``: a scene's folder from its manifest.

Byte for byte, without Scenic.
"""

from __future__ import annotations

import argparse

from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import rebuild
from sim.scenes.library import load_models, search_path


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser(
        "replay", help="write a scene's folder again from its manifest, without Scenic"
    )
    parser.add_argument(
        "manifest", metavar="MANIFEST", help="scene.json, or the folder that has it"
    )
    parser.add_argument("models", metavar="MODELS", help="model descriptor (.yaml)")
    parser.add_argument("out", metavar="OUT", help="folder to write, which must not exist")


def run(arguments: argparse.Namespace) -> int:
    """Write the folder. An error names the model or the world that differs from the manifest's."""
    descriptor = read_descriptor(arguments.models)
    found = rebuild(
        arguments.manifest,
        load_models(descriptor),
        descriptor.world,
        arguments.out,
        model_path=search_path(descriptor),
    )
    print(f"wrote {found}")
    return 0
