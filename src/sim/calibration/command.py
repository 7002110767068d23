"""Command line: ``suite`` runs methods on simulated scenes with known truth, ``calibrate`` a
recording, ``model`` makes a board's model; one line and exit code 2 on errors."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Callable, List, Optional, Tuple, TypeVar

from sim.calibration.board import read_board
from sim.calibration.suite.settings import SETTINGS
from sim.console import run_command
from sim.errors import InputError
from sim.resources import resource

Value = TypeVar("Value", int, float)


def parser(program: str = "sim.calibration") -> argparse.ArgumentParser:
    """All commands' arguments; ``program`` is the name in its help."""
    found = argparse.ArgumentParser(
        prog=program, description="Extrinsic calibration of lidar and camera, and its suite."
    )
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    suite = commands.add_parser("suite", help="try methods on simulated scenes with known truth")
    suite.add_argument("--settings", default="1-9", help="of the nine (default: %(default)s)")
    suite.add_argument(
        "--lidar",
        default="vlp16,hdl32,hdl64",
        help="models: vlp16, hdl32, hdl64, or with _uniform behind it (default: %(default)s)",
    )
    suite.add_argument("--noise", default="0,1,2", help="factors K (default: %(default)s)")
    suite.add_argument("--frames", default="1,5,10,30", help="(default: %(default)s)")
    suite.add_argument(
        "--seeds", type=int, default=5, help="how many, from 1 (default: %(default)s)"
    )
    suite.add_argument("--methods", default="ours,velo2cam", help="(default: %(default)s)")
    suite.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    suite.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    single = commands.add_parser("calibrate", help="calibrate by a recording")
    single.add_argument("recording", type=Path, metavar="FILE.npz")
    single.add_argument(
        "--board", default="board_2017", help="name or YAML file (default: %(default)s)"
    )
    single.add_argument("--parent", default="stereo_left", help="frame of the left camera's body")
    single.add_argument("--child", default="lidar", help="frame of the lidar")
    single.add_argument("--out", type=Path, metavar="FILE.yaml", help="write the result there")
    model = commands.add_parser("model", help="make a model of a board for a simulator")
    model.add_argument("board", metavar="FILE.yaml", type=Path)
    model.add_argument("--seed", type=int, default=1, help="of the texture (default: %(default)s)")
    model.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    return found


def run_suite_command(options: argparse.Namespace) -> None:
    """Runs the trials, then writes the figures and the table."""
    from sim.calibration.suite.figures import draw_figures, table
    from sim.calibration.suite.runner import run_suite
    from sim.calibration.suite.trials import METHODS, Plan

    methods = tuple(options.methods.split(","))
    unknown = [one for one in methods if one not in METHODS]
    if unknown:
        raise InputError("--methods", f"there is no {unknown[0]!r}; known are {', '.join(METHODS)}")
    if options.seeds < 1 or options.jobs < 1:
        raise InputError("--seeds and --jobs", "must be at least 1")
    settings = numbers(options.settings, int, "--settings")
    frames = numbers(options.frames, int, "--frames")
    if min(frames) < 1:
        raise InputError("--frames", "must be at least 1 each")
    for setting in settings:
        if setting not in SETTINGS:
            raise InputError("--settings", f"there is no {setting}; they are 1 to {max(SETTINGS)}")
    plan = Plan(
        settings,
        tuple(options.lidar.split(",")),
        numbers(options.noise, float, "--noise"),
        frames,
        tuple(range(1, options.seeds + 1)),
        methods,
    )
    results = run_suite(plan, options.out, options.jobs, lambda text: print(text, flush=True))
    (options.out / "table.md").write_text(table(results), encoding="utf-8")
    print(table(results), end="")
    for path in draw_figures(results, options.out):
        print(f"wrote {path}")


def run_calibrate(options: argparse.Namespace) -> int:
    """Says what was found; 1 where nothing can be believed."""
    from sim.calibration.fit.calibrate import calibrate
    from sim.calibration.recording import read_recording
    from sim.calibration.report import report, result_yaml
    from sim.calibration.result import GOOD

    found = calibrate(read_board(board_file(options.board)), read_recording(options.recording))
    print(report(found, options.parent, options.child))
    if options.out is not None and found.pose is not None:
        options.out.write_text(result_yaml(found, options.parent, options.child), encoding="utf-8")
        print(f"wrote {options.out}")
    return 0 if found.verdict == GOOD else 1


def run_model(options: argparse.Namespace) -> None:
    """Writes a model named as its folder."""
    from sim.calibration.suite.board_model import write_board_model

    write_board_model(read_board(options.board), options.out.name, options.out, options.seed)
    print(f"wrote {options.out}")


def board_file(name: str) -> Path:
    """A board's file: a path, or a name in the package's config."""
    path = Path(name)
    return path if path.suffix else resource("config", "calibration", f"{name}.yaml")


def numbers(text: str, kind: Callable[[str], Value], where: str) -> Tuple[Value, ...]:
    """Numbers written as 1,5,9, or whole ones as 1-9; InputError names the option."""
    found: List[Value] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            if dash and kind is int:
                found += [kind(str(one)) for one in range(int(first), int(last) + 1)]
            else:
                found.append(kind(part))
        except ValueError:
            raise InputError(where, f"{part!r} is no number; write them as 1,5,9 or 1-9") from None
    if not found or min(found) < 0:
        raise InputError(where, f"{text!r} has no numbers of at least 0")
    return tuple(found)


def main(argv: Optional[List[str]] = None, program: str = "sim.calibration") -> int:
    """Run a command line; its exit code."""
    return run_command(
        parser(program),
        {"suite": run_suite_command, "calibrate": run_calibrate, "model": run_model},
        argv,
    )
