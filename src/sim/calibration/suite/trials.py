"""Trials of calibration methods on the suite.

All trials of one scene run together.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.calibration.method_names import BOARD_FIT, VELO2CAM
from sim.calibration.recording import BoardRecording
from sim.calibration.result import Calibration, errors
from sim.calibration.suite.methods import BOARD, METHODS, WORLDS
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import setting_for

COMPARED = (BOARD_FIT, VELO2CAM)


@dataclass(frozen=True)
class TrialPlan:
    """Plan of all trials: every combination. ``frames`` are prefixes of one recording."""

    settings: Tuple[int, ...]
    lidars: Tuple[str, ...]
    noise: Tuple[float, ...]
    frames: Tuple[int, ...]
    seeds: Tuple[int, ...]
    methods: Tuple[str, ...] = COMPARED

    def scenes(self) -> Iterator[Case]:
        """Yield each scene with noise and seed; its trials run together."""
        for setting in self.settings:
            for lidar in self.lidars:
                for noise in self.noise:
                    for seed in self.seeds:
                        yield Case(setting, lidar, noise, seed)

    def trials(self, case: Case) -> List[MethodTrial]:
        """Return the trials of a scene."""
        return [
            MethodTrial(**asdict(case), frames=frames, method=method)
            for method in self.methods
            for frames in self.frames
        ]


@dataclass(frozen=True)
class Case:
    """Scene with the factor of its noise and the seed."""

    setting: int
    lidar: str
    noise: float
    seed: int


@dataclass(frozen=True)
class MethodTrial(Case):
    """Method on the first ``frames`` of a scene's recording."""

    frames: int
    method: str


@dataclass(frozen=True)
class TrialOutcome:
    """Result of a trial.

    Errors in m and deg, None without a transform; ``covariance`` of a step on the right of
    camera_from_lidar, m and rad.
    """

    trial: MethodTrial
    verdict: str
    reasons: Tuple[str, ...]
    e_t: Optional[float]
    e_r: Optional[float]
    covariance: Optional[List[List[float]]]
    seconds: float

    def line(self) -> Dict[str, Any]:
        """Return the outcome as one JSON object."""
        values = asdict(self)
        return {**values.pop("trial"), **values}


def run_case(case: Case, trials: Sequence[MethodTrial]) -> List[TrialOutcome]:
    """Run the trials of a scene.

    Sets the scene up with each target that methods need, records it once, and runs these methods on
    it.
    """
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


def record(case: Case, frames: int, target: str = BOARD) -> Tuple[BoardRecording, Array]:
    """Record a scene with a board or a world of targets.

    Returns also the truth: the lidar in the left camera's frame (4, 4).
    """
    setting = setting_for(case.setting, case.lidar)
    world = target if target in WORLDS else ""
    with SuiteScene(setting, target, case.lidar, world=world) as scene:
        return scene.recording(frames, case.noise, case.seed), setting.camera_from_lidar


def remaining(plan: TrialPlan, done: Set[MethodTrial]) -> List[Tuple[Case, List[MethodTrial]]]:
    """Return the scenes with missing trials, and these trials."""
    left = [
        (case, [trial for trial in plan.trials(case) if trial not in done])
        for case in plan.scenes()
    ]
    return [(case, trials) for case, trials in left if trials]


def outcome_of(
    trial: MethodTrial, result: Calibration, truth: Array, seconds: float
) -> TrialOutcome:
    """Compare a trial's result with the true camera_from_lidar (4, 4)."""
    if result.pose is None:
        return TrialOutcome(trial, result.verdict, result.reasons, None, None, None, seconds)
    e_t, e_r = errors(result.pose.matrix, truth)
    covariance = result.pose.covariance
    return TrialOutcome(
        trial,
        result.verdict,
        result.reasons,
        e_t,
        float(np.degrees(e_r)),
        covariance.tolist() if np.isfinite(covariance).all() else None,
        seconds,
    )
