"""Command line: ``suite``, ``record``, ``calibrate`` and ``model``.

``suite`` runs methods on simulated scenes with known truth, ``record`` makes a recording of one,
``calibrate`` calibrates by recordings, ``model`` makes a board's model; errors give one line and
exit code 2.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Tuple, TypeVar

from sim import checks
from sim.arrays import Array
from sim.calibration.board import read_board
from sim.calibration.chessboards.chessboard import read_chessboard
from sim.calibration.method_names import BOARD_FIT, RENAMED, VELO2CAM
from sim.calibration.recording import (
    CAMERA_FROM_OPTICAL,
    BoardRecording,
    RigRecording,
    SensorFrame,
    read_recording,
    write_recording,
)
from sim.calibration.suite.settings import SETTINGS
from sim.console import run_command
from sim.deprecation import current_value
from sim.errors import InputError
from sim.resources import resource
from sim.transforms import (
    inverse,
    pose_from_transform,
    quaternion_from_rotation,
    transform,
)

BAG_SUFFIX = ".bag"
PCD_SUFFIX = ".pcd"
NO_ROS_MESSAGE = "bags need ROS: ./run exec python3 -m sim.ros.calibration"
ReadBag = Callable[[Sequence[Path], argparse.Namespace], RigRecording]
# A recording, its file, and the lidar's name.
WriteBag = Callable[[BoardRecording, Path, str], None]
Value = TypeVar("Value", int, float)


def parser(program: str = "sim.calibration") -> argparse.ArgumentParser:
    """Return the parser of all commands of ``program``."""
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
    suite.add_argument(
        "--methods",
        default=",".join((BOARD_FIT, VELO2CAM)),
        help="of board_fit, velo2cam, chessboards, velas (default: %(default)s)",
    )
    suite.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    suite.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    single = commands.add_parser("calibrate", help="calibrate by a recording")
    single.add_argument(
        "recordings",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="an .npz; .bag files, one for each place of the board; or .pcd files, with --images",
    )
    single.add_argument(
        "--board", default="board_2017", help="name or YAML file (default: %(default)s)"
    )
    single.add_argument("--parent", help="frame of the left camera (default: of its pictures)")
    single.add_argument("--child", help="frame of the lidar (default: of its clouds)")
    single.add_argument("--out", type=Path, metavar="FILE.yaml", help="write the result there")
    single.add_argument(
        "--picture", type=Path, metavar="FILE.png", help="draw the cloud over the picture"
    )
    single.add_argument(
        "--method",
        default=BOARD_FIT,
        help="board_fit, or velo2cam: stereo, clouds with ring (default: %(default)s)",
    )
    files = single.add_argument_group("of .pcd files")
    files.add_argument(
        "--images", type=Path, nargs="+", metavar="FILE", help="PNG or JPEG, one for each cloud"
    )
    files.add_argument(
        "--camera", type=Path, metavar="FILE.yaml", help="intrinsics, as of camera_calibration"
    )
    bags = single.add_argument_group("of bags")
    bags.add_argument("--left", metavar="TOPIC", help="rectified pictures (default: the only ones)")
    bags.add_argument("--right", metavar="TOPIC", help="with a stereo camera")
    bags.add_argument("--points", metavar="TOPIC", help="clouds (default: the only ones)")
    bags.add_argument("--frames", type=int, default=30, help="at most (default: %(default)s)")
    bags.add_argument(
        "--apart", type=float, default=0.1, help="of picture and cloud, s (default: %(default)s)"
    )
    record = commands.add_parser("record", help="make a recording of a setting of the suite")
    record.add_argument("--setting", type=int, default=1, help="of the nine (default: %(default)s)")
    record.add_argument("--lidar", default="vlp16", help="model (default: %(default)s)")
    record.add_argument("--noise", type=float, default=1.0, help="factor (default: %(default)s)")
    record.add_argument("--frames", type=int, default=30, help="(default: %(default)s)")
    record.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    record.add_argument("--out", type=Path, required=True, metavar="FILE", help=".npz or .bag")
    model = commands.add_parser("model", help="make a model of a board for a simulator")
    model.add_argument("board", metavar="FILE.yaml", type=Path)
    model.add_argument("--seed", type=int, default=1, help="of the texture (default: %(default)s)")
    model.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    return found


def run_suite_command(options: argparse.Namespace) -> None:
    """Run the trials, then write the figures and the tables."""
    from sim.calibration.suite.figures import draw_figures, table, write_tables
    from sim.calibration.suite.methods import METHODS
    from sim.calibration.suite.runner import run_suite
    from sim.calibration.suite.trials import TrialPlan

    say = partial(print, file=sys.stderr)
    methods = tuple(
        current_value(one, RENAMED, "--methods", say) for one in options.methods.split(",")
    )
    unknown = [one for one in methods if one not in METHODS]
    if unknown:
        raise InputError("--methods", f"must be one of: {', '.join(METHODS)}; got {unknown[0]!r}")
    if options.seeds < 1 or options.jobs < 1:
        raise InputError("--seeds and --jobs", "must be at least 1")
    settings = numbers(options.settings, int, "--settings")
    frames = numbers(options.frames, int, "--frames")
    if min(frames) < 1:
        raise InputError("--frames", "must be at least 1 each")
    for setting in settings:
        if setting not in SETTINGS:
            raise InputError("--settings", f"must be 1 to {max(SETTINGS)}, got {setting}")
    plan = TrialPlan(
        settings,
        tuple(options.lidar.split(",")),
        numbers(options.noise, float, "--noise"),
        frames,
        tuple(range(1, options.seeds + 1)),
        methods,
    )
    results = run_suite(plan, options.out, options.jobs, lambda text: print(text, flush=True))
    write_tables(results, options.out)
    print(table(results), end="")
    for path in draw_figures(results, options.out):
        print(f"wrote {path}")


def run_calibrate(read: ReadBag, options: argparse.Namespace) -> int:
    """Print the calibration; return 1 if it failed."""
    from sim.calibration.fit.calibrate import calibrate
    from sim.calibration.report import report, result_yaml
    from sim.calibration.result import GOOD
    from sim.calibration.velo2cam.method import calibrate_velo2cam

    board, rig = read_board(board_file(options.board)), _rig(read, options)
    method = current_value(options.method, RENAMED, "--method", partial(print, file=sys.stderr))
    if method == VELO2CAM and not rig.recordings[-1].optics.baseline:
        raise InputError("--method", "velo2cam needs a stereo camera")
    if method == VELO2CAM:
        found = calibrate_velo2cam(board, rig.recordings[-1])
    elif method == BOARD_FIT:
        found = calibrate(board, rig.recordings)
    else:
        raise InputError("--method", f"must be {BOARD_FIT} or {VELO2CAM}, got {method!r}")
    parent, child = options.parent or rig.camera, options.child or rig.lidar
    shown = found.in_optical_frame() if rig.optical else found
    print(report(shown, parent, child))
    if found.pose is not None:
        if options.out is not None:
            options.out.write_text(result_yaml(shown, parent, child), encoding="utf-8")
            print(f"wrote {options.out}")
        if options.picture is not None:
            _draw(rig, found.pose.matrix, options.picture)
    return 0 if found.verdict == GOOD else 1


def run_record(write: WriteBag, options: argparse.Namespace) -> None:
    """Write a recording of a simulated scene, and print the truth."""
    from sim.calibration.suite.trials import Case, record

    if options.frames < 1:
        raise InputError("--frames", "must be at least 1")
    if options.setting not in SETTINGS:
        raise InputError("--setting", f"must be 1 to 9, got {options.setting}")
    case = Case(options.setting, options.lidar, options.noise, options.seed)
    recording, truth = record(case, options.frames)
    if options.out.suffix == BAG_SUFFIX:
        write(recording, options.out, options.lidar)
    else:
        write_recording([recording], options.out)
    print(f"wrote {options.out}")
    print(_truth(truth, options.out.suffix == BAG_SUFFIX))


def _truth(camera_from_lidar: Array, optical: bool) -> str:
    """Return the true transform as text, in the frame of a calibration."""
    if optical:
        matrix = inverse(transform([0.0] * 3, CAMERA_FROM_OPTICAL)) @ camera_from_lidar
        turn = " ".join(f"{one:.5f}" for one in quaternion_from_rotation(matrix[:3, :3].tolist()))
        place = " ".join(f"{one:.4f}" for one in matrix[:3, 3])
        return f"the lidar in the pictures' optical frame: {place} m, quaternion {turn}"
    x, y, z, roll, pitch, yaw = pose_from_transform(camera_from_lidar)
    return (
        f"the lidar in the left camera's frame: x {x:.4f} y {y:.4f} z {z:.4f} m, "
        f"roll {roll:.5f} pitch {pitch:.5f} yaw {yaw:.5f} rad"
    )


def _rig(read: ReadBag, options: argparse.Namespace) -> RigRecording:
    """Read the recordings of a command's files."""
    first = options.recordings[0]
    if first.suffix == PCD_SUFFIX:
        return RigRecording((_pictures_and_clouds(options),), optical=True)
    if first.suffix != BAG_SUFFIX:
        if len(options.recordings) > 1:
            raise InputError(options.recordings[1], "one .npz has all places of the board")
        return RigRecording(read_recording(first))
    return read(options.recordings, options)


def _pictures_and_clouds(options: argparse.Namespace) -> BoardRecording:
    """Read .pcd files and their pictures as frames of one place."""
    from sim.calibration.camera_file import read_camera
    from sim.calibration.pcd import read_pcd

    clouds, images = options.recordings, options.images or []
    if options.camera is None:
        raise InputError("--camera", "is needed with .pcd files: the YAML file of the intrinsics")
    if len(images) != len(clouds):
        raise InputError(
            "--images", f"must be one for each cloud, got {len(images)} for {len(clouds)}"
        )
    camera = read_camera(options.camera)
    frames = [
        SensorFrame(read_pcd(cloud), camera.picture(image)) for cloud, image in zip(clouds, images)
    ]
    return BoardRecording(camera.rectified(), tuple(frames))


def _draw(rig: RigRecording, camera_from_lidar: Array, path: Path) -> None:
    import cv2

    from sim.calibration.overlay import overlay

    recording = rig.recordings[0]
    frame = recording.frames[0]
    if not cv2.imwrite(
        str(path), overlay(recording.optics, camera_from_lidar, frame.cloud, frame.left)
    ):
        raise InputError(path, "cannot be written as a picture")
    print(f"wrote {path}")


def run_model(options: argparse.Namespace) -> None:
    """Write a model named as its folder."""
    from sim.calibration.suite.board_model import write_board_model, write_chessboard_model

    if "squares" in (checks.read_yaml(options.board) or {}):
        write_chessboard_model(read_chessboard(options.board), options.out.name, options.out)
    else:
        write_board_model(read_board(options.board), options.out.name, options.out, options.seed)
    print(f"wrote {options.out}")


def board_file(name: str) -> Path:
    """Return a board's file. ``name`` is a path, or a name in the package's config."""
    path = Path(name)
    return path if path.suffix else resource("config", "calibration", f"{name}.yaml")


def numbers(text: str, kind: Callable[[str], Value], where: str) -> Tuple[Value, ...]:
    """Parse numbers written as 1,5,9, or whole ones as 1-9.

    Raises InputError that names the option.
    """
    found: List[Value] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            if dash and kind is int:
                found += [kind(str(one)) for one in range(int(first), int(last) + 1)]
            else:
                found.append(kind(part))
        except ValueError:
            raise InputError(where, f"{part!r} is not a number; write 1,5,9 or 1-9") from None
    if not found or min(found) < 0:
        raise InputError(where, f"must be numbers of at least 0, got {text!r}")
    return tuple(found)


def no_bags(paths: Sequence[Path], options: argparse.Namespace) -> RigRecording:
    """Raise InputError: bags need ROS."""
    raise InputError(paths[0], NO_ROS_MESSAGE)


def no_bag(recording: BoardRecording, path: Path, lidar: str) -> None:
    """Raise InputError like :func:`no_bags`, for a bag to write."""
    raise InputError(path, NO_ROS_MESSAGE)


def main(
    argv: Optional[List[str]] = None,
    read: ReadBag = no_bags,
    write: WriteBag = no_bag,
    program: str = "sim.calibration",
) -> int:
    """Run a command line and return its exit code. ``read`` reads bags, ``write`` writes one."""
    commands: Dict[str, Callable[[argparse.Namespace], Optional[int]]] = {
        "suite": run_suite_command,
        "calibrate": partial(run_calibrate, read),
        "record": partial(run_record, write),
        "model": run_model,
    }
    return run_command(parser(program), commands, argv)
