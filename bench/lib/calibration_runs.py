"""Figures of single calibrations in the embedded simulator's scene.

Time and memory, board poses, consistency of the covariance, and a drift check without drift.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Callable, List, Sequence, Tuple, TypeVar

import numpy as np
from scipy.stats import chi2

from bench.lib.report import Figure
from sim.arrays import Array
from sim.calibration.board import read_board
from sim.calibration.drift import DRIFTED, HOLDS, judge
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.fit.pose import PoseEstimate, step_between
from sim.calibration.recording import BoardRecording, SensorFrame, write_recording
from sim.calibration.result import errors
from sim.calibration.suite.noise import RigNoise
from sim.calibration.suite.scene import NANOSECONDS_PER_SECOND, SuiteScene
from sim.calibration.suite.settings import SETTINGS, SuiteSetting
from sim.resources import resource
from sim.transforms import inverse, transform_from_pose

JOBS = 2
FRAMES = 30
SEEDS = 100
FEW_FRAMES = 10
# Of the rig that is drawn for each seed.
HALF_PICTURE_SIZE = (0.394, 0.295)  # m, at 1 m
BASELINE = 0.12  # m
VERTICAL_VIEW = 0.2618  # rad, of a VLP-16 to either side
HALF_HOUSING_SIZE = 0.08  # m
# Of the drift check, with two frames per second.
WATCH_TIME = 600.0  # s of simulated time
WINDOW_FRAMES = 6
FRAME_PERIOD = 0.5  # s
# Of the board's second and third place against the first, x y z (m) roll pitch yaw (rad).
PLACES = ((0.0,) * 6, (0.3, 0.15, 0.05, 0.05, 0.15, 0.35), (0.2, -0.15, -0.05, -0.05, -0.1, -0.35))
LACKING = (
    Figure("30 frames of VLP-16 and stereo 1280x960: time", None, "s", 20.0),
    Figure("30 frames of VLP-16 and stereo 1280x960: memory", None, "MB", 1000.0),
)
MEASURE = """
import resource, sys, time
from pathlib import Path
from sim.calibration.board import read_board
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.recording import read_recording
began = time.perf_counter()
found = calibrate(read_board(Path(sys.argv[2])), read_recording(Path(sys.argv[1])))
print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6)
"""
Work = TypeVar("Work")
Found = TypeVar("Found")


def resources() -> List[Figure]:
    """Measure one calibration in a separate process, with reading the recording."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recording.npz"
        with SuiteScene(SETTINGS[1]) as scene:
            write_recording([scene.recording(FRAMES, 1.0, 1)], path)
        command = [sys.executable, "-c", MEASURE, str(path), str(_board_file("board_2017"))]
        ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=600)
    values = [float(one) for one in ended.stdout.split()]
    return [replace(figure, value=value) for figure, value in zip(LACKING, values)]


def places() -> List[Figure]:
    """Measure the board of 2022 at three poses, over all settings.

    It stands before a camera and an HDL-32.
    """
    found = np.array(_together(_three_places, sorted(SETTINGS)))
    worst_t, worst_r = found.max(axis=0)
    name = "2022 board, three places, HDL-32, 30 frames, K = 1: worst"
    note = f"medians {np.median(found[:, 0]):.2f} mm and {np.median(found[:, 1]):.3f} deg"
    return [
        Figure(f"{name} e_t", float(worst_t), "mm", 1.5, note=note),
        Figure(f"{name} e_r", float(worst_r), "deg", 0.05, note=note),
    ]


def normalised() -> List[Figure]:
    """Return squared errors normalised by the predicted covariance.

    Rig and board are drawn for each seed.
    """
    found = [one for one in _together(_normalised, range(SEEDS)) if one is not None]
    low, high = (chi2.ppf(share, 6 * len(found)) / len(found) for share in (0.025, 0.975))
    mean = float(np.mean(found))
    note = f"{len(found)} of {SEEDS} with a transform; 95 % band {low:.2f} to {high:.2f}"
    return [
        Figure("mean normalised squared error, VLP-16", mean, "", float(high), note=note),
        Figure("the same, from below", mean, "", float(low), "higher", note=note),
    ]


def false_alarms() -> List[Figure]:
    """Of a check that watches a lidar which has not moved."""
    windows = round(WATCH_TIME / FRAME_PERIOD / WINDOW_FRAMES)
    halves = [range(0, windows, 2), range(1, windows, 2)]
    states = [state for half in _together(_watched, halves) for state in half]
    held = 100.0 * states.count(HOLDS) / len(states)
    note = f"of {len(states)} judgements, 2 Hz, VLP-16, K = 1"
    return [
        Figure("drift reported without cause in 10 min", states.count(DRIFTED), "", 0.0, note=note),
        Figure("judgements that say that it holds", held, "%", 95.0, "higher", note=note),
    ]


def _three_places(number: int) -> Tuple[float, float]:
    """e_t in mm and e_r in deg."""
    setting, recordings = SETTINGS[number], []
    for place, shift in enumerate(PLACES):
        board = tuple(a + b for a, b in zip(setting.board, shift))
        with SuiteScene(replace(setting, board=board), "board_2022", "hdl32") as scene:  # type: ignore[arg-type]
            recordings.append(scene.recording(FRAMES, 1.0, 10 * number + place))
    return _errors(calibrate(read_board(_board_file("board_2022")), recordings).pose, setting)


def _errors(pose: object, setting: SuiteSetting) -> Tuple[float, float]:
    assert isinstance(pose, PoseEstimate)
    e_t, e_r = errors(pose.matrix, setting.camera_from_lidar)
    return 1e3 * e_t, float(np.degrees(e_r))


def _normalised(seed: int) -> object:
    setting = _drawn(np.random.default_rng([seed, 2017]))
    with SuiteScene(setting) as scene:
        found = calibrate(
            read_board(_board_file("board_2017")), [scene.recording(FEW_FRAMES, 1.0, seed)]
        )
    if found.pose is None:
        return None
    step = step_between(found.pose.matrix, setting.camera_from_lidar)
    return float(step @ np.linalg.solve(found.pose.covariance, step))


def _drawn(rng: np.random.Generator) -> SuiteSetting:
    """Draw a rig and a board that both sensors see completely."""
    while True:
        camera = (*rng.uniform(-0.2, 0.2, 2), 1.5, *rng.uniform(-0.1, 0.1, 3))
        lidar = (*rng.uniform(-0.3, 0.3, 2), rng.uniform(1.3, 1.7), *rng.uniform(-0.2, 0.2, 3))
        ahead, aside, up = rng.uniform([2.2, -0.1, 1.4], [2.7, 0.1, 1.6])
        board = (ahead, aside, up, *rng.uniform(-0.15, 0.15, 2), np.pi + rng.uniform(-0.3, 0.3))
        setting = SuiteSetting(camera, lidar, board)
        if _whole_in_view(setting):
            return setting


def _whole_in_view(setting: SuiteSetting) -> bool:
    """Return whether both sensors see the whole board.

    All corners must be in both pictures and between the lidar's outer rings, and the lidar's
    housing must hide nothing from a camera.
    """
    corners = [[0.0, y, z, 1.0] for y in (-0.6, 0.6) for z in (-0.4, 0.4)]
    world = transform_from_pose(setting.board) @ np.transpose(corners)
    x, y, z, _ = inverse(transform_from_pose(setting.lidar)) @ world
    scanned = np.abs(np.arctan2(z, np.hypot(x, y))) < VERTICAL_VIEW
    seen = inverse(transform_from_pose(setting.camera)) @ world
    housing = setting.camera_from_lidar[:, 3:]
    return bool(
        scanned.all()
        and all(_pictured(seen, aside, 0.0).all() for aside in (0.0, BASELINE))
        and not any(_pictured(housing, aside, HALF_HOUSING_SIZE).any() for aside in (0.0, BASELINE))
    )


def _pictured(places: Array, aside: float, beside: float) -> Array:
    """Return whether a camera sees places (4, n), within ``beside`` m.

    Places are in the left camera's frame; the camera is ``aside`` m to its right.
    """
    x, y, z, _ = places
    across, up = x * HALF_PICTURE_SIZE[0] + beside, x * HALF_PICTURE_SIZE[1] + beside
    found: Array = (x > 0.0) & (np.abs(y + aside) < across) & (np.abs(z) < up)
    return found


def _watched(windows: Sequence[int]) -> List[str]:
    """Return drift states of windows, against the same rig's calibration."""
    board, setting = read_board(_board_file("board_2017")), SETTINGS[4]
    with SuiteScene(setting) as scene:
        calibrated = calibrate(board, [scene.recording(FRAMES, 1.0, 1)]).pose
        assert calibrated is not None
        noise = RigNoise(1.0, 2)
        scans = round(FRAME_PERIOD * 10.0)

        def frame(number: int) -> SensorFrame:
            return noise(
                scene.frame(1000 + number * scans),
                int(number * FRAME_PERIOD * NANOSECONDS_PER_SECOND),
            )

        return [
            judge(
                board,
                BoardRecording(
                    scene.optics,
                    tuple(
                        frame(window * WINDOW_FRAMES + number) for number in range(WINDOW_FRAMES)
                    ),
                ),
                calibrated,
            ).state
            for window in windows
        ]


def _board_file(name: str) -> Path:
    return resource("config", "calibration", f"{name}.yaml")


def _together(work: Callable[[Work], Found], parts: Sequence[Work]) -> List[Found]:
    """In several processes: one that has begun OpenGL cannot be forked."""
    with ProcessPoolExecutor(JOBS, multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(work, parts))
