"""Trials of calibration methods on the suite: which there are, and one after the other of one
scene."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.recording import Recording
from sim.calibration.result import Calibration, errors
from sim.calibration.suite.methods import BOARD, METHODS, WORLDS
from sim.calibration.suite.scene import Scene
from sim.calibration.suite.settings import setting_for

COMPARED = ("ours", "velo2cam")


@dataclass(frozen=True)
class Plan:
    """All trials: every combination; ``frames`` are prefixes of one recording."""

    settings: Tuple[int, ...]
    lidars: Tuple[str, ...]
    noise: Tuple[float, ...]
    frames: Tuple[int, ...]
    seeds: Tuple[int, ...]
    methods: Tuple[str, ...] = COMPARED

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
    """Puts a scene up with each target that methods need, records it once, and tries these methods
    on it."""
    found = []
    for target in dict.fromkeys(METHODS[trial.method].target for trial in trials):
        own = [trial for trial in trials if METHODS[trial.method].target == target]
        recording, truth = record(case, max(trial.frames for trial in own), target)
        begun = {name: METHODS[name].begin(case.seed) for name in {trial.method for trial in own}}
        for trial in own:
            began = time.perf_counter()
            result = begun[trial.method](recording.first(trial.frames))
            found.append(outcome_of(trial, result, truth, time.perf_counter() - began))
    return found


def record(case: Case, frames: int, target: str = BOARD) -> Tuple[Recording, Array]:
    """A recording of a scene with a board or a world of targets, and the truth: the lidar in the
    left camera's frame (4, 4)."""
    setting = setting_for(case.setting, case.lidar)
    world = target if target in WORLDS else ""
    with Scene(setting, target, case.lidar, world=world) as scene:
        return scene.recording(frames, case.noise, case.seed), setting.camera_from_lidar


def remaining(plan: Plan, done: Set[Trial]) -> List[Tuple[Case, List[Trial]]]:
    """The scenes of which a trial is not done, with these trials."""
    left = [
        (case, [trial for trial in plan.trials(case) if trial not in done])
        for case in plan.scenes()
    ]
    return [(case, trials) for case, trials in left if trials]


def outcome_of(trial: Trial, result: Calibration, truth: Array, seconds: float) -> Outcome:
    """A trial's result against the truth, the lidar in the left camera's frame (4, 4)."""
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
