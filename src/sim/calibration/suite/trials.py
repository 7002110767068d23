"""Trials of calibration methods on the suite: which there are, and one after the other of one
scene."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.board import Board, read_board
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.recording import Recording
from sim.calibration.result import Calibration, errors
from sim.calibration.suite.scene import Scene
from sim.calibration.suite.settings import setting_for
from sim.calibration.velo2cam.method import Centers, calibrate_velo2cam
from sim.resources import resource

BOARD = "board_2017"
METHODS = ("ours", "velo2cam")


@dataclass(frozen=True)
class Plan:
    """All trials: every combination; ``frames`` are prefixes of one recording."""

    settings: Tuple[int, ...]
    lidars: Tuple[str, ...]
    noise: Tuple[float, ...]
    frames: Tuple[int, ...]
    seeds: Tuple[int, ...]
    methods: Tuple[str, ...] = METHODS

    def scenes(self) -> Iterator[Case]:
        """Each scene with its noise and seed, of which the trials are made together."""
        for setting in self.settings:
            for lidar in self.lidars:
                for noise in self.noise:
                    for seed in self.seeds:
                        yield Case(setting, lidar, noise, seed)

    def trials(self, case: Case) -> List[Trial]:
        """The trials of a scene."""
        return [
            Trial(**asdict(case), frames=frames, method=method)
            for method in self.methods
            for frames in self.frames
        ]


@dataclass(frozen=True)
class Case:
    """A scene, the factor of its noise, and the seed."""

    setting: int
    lidar: str
    noise: float
    seed: int


@dataclass(frozen=True)
class Trial(Case):
    """A method on the first ``frames`` of a scene's recording."""

    frames: int
    method: str


@dataclass(frozen=True)
class Outcome:
    """What a trial came to: errors in m and deg, None where there is no transform; the
    ``covariance`` is of a step on the right of camera_from_lidar, m and rad."""

    trial: Trial
    verdict: str
    reasons: Tuple[str, ...]
    e_t: Optional[float]
    e_r: Optional[float]
    covariance: Optional[List[List[float]]]
    seconds: float

    def line(self) -> Dict[str, Any]:
        """As one JSON object."""
        values = asdict(self)
        return {**values.pop("trial"), **values}


def run_case(case: Case, trials: Sequence[Trial]) -> List[Outcome]:
    """Puts a scene up, records it once, and tries every method on it."""
    board = read_board(resource("config", "calibration", f"{BOARD}.yaml"))
    recording, truth = record(case, max(trial.frames for trial in trials))
    centers: Dict[int, Centers] = {}
    methods: Dict[str, Callable[[Recording], Calibration]] = {
        "ours": lambda part: calibrate(board, [part]),
        "velo2cam": partial(_velo2cam, board, centers, case.seed),
    }
    found = []
    for trial in trials:
        began = time.perf_counter()
        result = methods[trial.method](recording.first(trial.frames))
        found.append(_outcome(trial, result, truth, time.perf_counter() - began))
    return found


def record(case: Case, frames: int) -> Tuple[Recording, Array]:
    """A recording of a scene, and the truth: the lidar in the left camera's frame (4, 4)."""
    setting = setting_for(case.setting, case.lidar)
    with Scene(setting, BOARD, case.lidar) as scene:
        return scene.recording(frames, case.noise, case.seed), setting.camera_from_lidar


def remaining(plan: Plan, done: Set[Trial]) -> List[Tuple[Case, List[Trial]]]:
    """The scenes of which a trial is not done, with these trials."""
    left = [
        (case, [trial for trial in plan.trials(case) if trial not in done])
        for case in plan.scenes()
    ]
    return [(case, trials) for case, trials in left if trials]


def _velo2cam(
    board: Board, centers: Dict[int, Centers], seed: int, recording: Recording
) -> Calibration:
    """The centres of a frame are the same in each prefix that has it."""
    return calibrate_velo2cam(board, recording, seed, centers)


def _outcome(trial: Trial, result: Calibration, truth: Array, seconds: float) -> Outcome:
    if result.pose is None:
        return Outcome(trial, result.verdict, result.reasons, None, None, None, seconds)
    e_t, e_r = errors(result.pose.matrix, truth)
    covariance = result.pose.covariance
    return Outcome(
        trial,
        result.verdict,
        result.reasons,
        e_t,
        float(np.degrees(e_r)),
        covariance.tolist() if np.isfinite(covariance).all() else None,
        seconds,
    )
