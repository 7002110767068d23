"""The command ``preview SCENE``: a picture of a scene from above."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Dict

from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.models import ModelInfo
from sim.scenes.scene_folder import scene_of


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser("preview", help="a picture of a scene from above (.png, .svg)")
    parser.add_argument("scene", metavar="SCENE", help="a scene's folder, or its scene.json")
    parser.add_argument(
        "out",
        metavar="PICTURE",
        nargs="?",
        default="",
        help=".png or .svg (default: preview.png beside the scene.json)",
    )
    parser.add_argument(
        "--models",
        metavar="MODELS",
        default="",
        help="model descriptor, for footprints true to shape; without it, boxes",
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw a scene."""
    from sim.scenes.preview import draw

    path = Path(arguments.scene).expanduser()
    folder = path if path.is_dir() else path.parent
    models: Dict[str, ModelInfo] = (
        load_models(read_descriptor(arguments.models)) if arguments.models else {}
    )
    print(f"wrote {draw(scene_of(path), models, arguments.out or folder / 'preview.png')}")
    return 0
