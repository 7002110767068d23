"""The command ``check FOLDER...``: measures translated scenes again."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import List

from sim.errors import InputError
from sim.scenes import manifest
from sim.scenes.check import Measures, check_scene
from sim.scenes.check.settled import settling
from sim.scenes.commands.options import not_negative
from sim.scenes.scene_folder import is_unlisted


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to a command line."""
    parser = commands.add_parser(
        "check", help="measure translated scenes again: overlaps, sunk objects, missing files"
    )
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="+", help="a scene's folder, or that of a batch"
    )
    parser.add_argument(
        "--settle",
        type=not_negative,
        default=0.0,
        metavar="S",
        help="let each scene stand for so many simulated s, and name what does not stay where "
        "it is",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="only scenes with problems, and the sum"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the problems; return 1 if there are any."""
    scenes = [scene for folder in arguments.folders for scene in scene_folders(folder)]
    measures, bad = Measures(), 0
    for scene in scenes:
        try:
            report = check_scene(scene, measures)
            if arguments.settle:
                report = replace(
                    report, problems=(*report.problems, *settling(str(scene), arguments.settle))
                )
        except InputError as error:
            if len(scenes) == 1:
                raise
            print(error, flush=True)
            bad += 1
            continue
        bad += not report.ok
        if not (report.ok and arguments.quiet):
            print("\n".join(report.lines()), flush=True)
    print(f"{len(scenes)} scene{'s' if len(scenes) != 1 else ''} checked, {bad} with problems")
    return 1 if bad else 0


def scene_folders(folder: str) -> List[Path]:
    """Return the folder of a scene, or all scenes' of a batch."""
    path = Path(folder).expanduser()
    if (path / manifest.FILE).is_file() or is_unlisted(path):
        return [path]
    found = sorted(
        {
            *(child.parent for child in path.glob(f"*/{manifest.FILE}")),
            *(child for child in path.glob("scene_[0-9]*") if child.is_dir()),
        }
    )
    if not found:
        raise InputError(
            path,
            f"holds no scene; a scene's folder has a {manifest.FILE}, that of a batch has such "
            "folders in it",
        )
    return found
