"""Runs the suite's trials in a running simulator.

It moves board, camera and lidar from setting to setting, has nodes ``extrinsic_calibration``
calibrate each scene, and compares their results with the true poses of the models.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence

import rospy
from geometry_msgs.msg import Twist
from std_msgs.msg import String
from std_srvs.srv import Trigger

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import GetModelState, SetModelState
from sim import srv
from sim.arrays import Array
from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.recording import CAMERA_FROM_OPTICAL
from sim.calibration.report import read_head, read_result
from sim.calibration.result import Calibration
from sim.calibration.suite.runner import RESULTS, read_results, trials_of
from sim.calibration.suite.settings import SuiteSetting, setting_for
from sim.calibration.suite.trials import (
    Case,
    MethodTrial,
    TrialOutcome,
    TrialPlan,
    outcome_of,
    remaining,
)
from sim.errors import SimulationError
from sim.ros.conversions import matrix_from_pose, pose_from_matrix
from sim.transforms import inverse, transform, transform_from_pose

# Simulated s after a move, for scans that overlap with its end.
SETTLING = 1.0
LOOK = 0.05
Ended = Callable[[], bool]


class LiveSuiteScene:
    """Models ``board``, ``camera`` and ``lidar`` in the simulator, and its noise node."""

    def __init__(self) -> None:
        self._move = rospy.ServiceProxy("/gazebo/set_model_state", SetModelState)
        self._state = rospy.ServiceProxy("/gazebo/get_model_state", GetModelState)
        self._scale = rospy.ServiceProxy("/sensor_noise/scale", srv.NoiseScale)

    def stands(self) -> bool:
        """Return whether all models exist."""
        return all(self._state(model, "world").success for model in ("board", "camera", "lidar"))

    def arrange(self, setting: SuiteSetting, noise: float) -> None:
        """Move the models to a setting, and scale the noise."""
        for model in ("board", "camera", "lidar"):
            pose = pose_from_matrix(transform_from_pose(getattr(setting, model)))
            _accepted(self._move(ModelState(model, pose, Twist(), "world")))
        _accepted(self._scale(noise, ""))

    def camera_from_lidar(self) -> Array:
        """Return the true transform (4, 4), x forward and z up.

        The models' origins are the left lens and the origin of the rays.
        """
        camera, lidar = (
            matrix_from_pose(_accepted(self._state(model, "world")).pose)
            for model in ("camera", "lidar")
        )
        return inverse(camera) @ lidar


class Calibrator:
    """The node ``extrinsic_calibration`` of a method, by its services."""

    def __init__(self, method: str) -> None:
        name = f"{method}/extrinsic_calibration"
        self._services = {
            action: rospy.ServiceProxy(f"{name}/{action}", Trigger)
            for action in ("start", "stop", "save", "forget")
        }
        self._report: Optional[str] = None
        self._subscriber = rospy.Subscriber(f"{name}/report", String, self._take)

    def wait(self) -> None:
        """Wait until the node offers its services and publishes."""
        for service in self._services.values():
            service.wait_for_service()
        while not self._subscriber.get_num_connections() and not rospy.is_shutdown():
            rospy.rostime.wallsleep(LOOK)

    def begin(self) -> None:
        """Start gathering frames of the only place of the board."""
        self._ask("forget")
        self._report = None
        self._ask("start")

    @property
    def done(self) -> bool:
        """True once the node has published its report."""
        return self._report is not None

    def stop(self) -> None:
        """End gathering; the node calibrates with the frames it has."""
        self._services["stop"]()

    def outcome(self, trial: MethodTrial, truth: Array) -> TrialOutcome:
        """Return the result compared with the true transform (4, 4)."""
        assert self._report is not None
        head = read_head(self._report)
        answer = self._services["save"]()
        pose = None
        if answer.success:
            optical, _, _ = read_result(answer.message.partition("wrote ")[2])
            camera_from_optical = transform([0.0] * 3, CAMERA_FROM_OPTICAL)
            pose = PoseEstimate(camera_from_optical @ optical.matrix, optical.covariance)
        found = Calibration(head.verdict, pose, head.reasons)
        return outcome_of(trial, found, truth, head.seconds)

    def _take(self, message: String) -> None:
        self._report = message.data

    def _ask(self, action: str) -> None:
        answer = self._services[action]()
        if not answer.success:
            raise SimulationError(f"{self._services[action].resolved_name}: {answer.message}")


class LiveSuite:
    """Runs the trials of a plan, one scene after the other.

    All methods of a scene are run on it at the same time.
    """

    def __init__(self, plan: TrialPlan, folder: Path, patience: float) -> None:
        """``patience``: simulated s for a scene's frames."""
        self._plan, self._path, self._patience = plan, folder / RESULTS, patience
        folder.mkdir(parents=True, exist_ok=True)
        self._scene = LiveSuiteScene()
        self._calibrators = {method: Calibrator(method) for method in plan.methods}

    def run(self, ended: Ended) -> List[Dict[str, Any]]:
        """Run the trials without a result in the folder, until ``ended``.

        Returns all results in the folder.
        """
        left = remaining(self._plan, trials_of(read_results(self._path)))
        rospy.loginfo("calibration_suite: %d scenes to go, results in %s", len(left), self._path)
        if left:
            for calibrator in self._calibrators.values():
                calibrator.wait()
            _until(self._scene.stands, ended)
        for number, (case, trials) in enumerate(left, 1):
            if ended():
                break
            outcomes = self._outcomes(case, trials, ended)
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(outcome.line()) + "\n" for outcome in outcomes)
            for outcome in outcomes:
                rospy.loginfo(
                    "calibration_suite: scene %d of %d, setting %d, K = %g, %s: %s",
                    *(number, len(left), case.setting, case.noise, outcome.trial.method),
                    _in_words(outcome),
                )
        return read_results(self._path)

    def _outcomes(
        self, case: Case, trials: Sequence[MethodTrial], ended: Ended
    ) -> List[TrialOutcome]:
        """Return the outcomes of one scene; an empty list if ``ended`` before."""
        self._scene.arrange(setting_for(case.setting, case.lidar), case.noise)
        _until(_passed(SETTLING), ended)
        chosen = [self._calibrators[trial.method] for trial in trials]
        for calibrator in chosen:
            calibrator.begin()
        late = _passed(self._patience)
        _until(lambda: late() or all(one.done for one in chosen), ended)
        for calibrator in chosen:
            if not calibrator.done and not ended():
                calibrator.stop()
        _until(lambda: all(one.done for one in chosen), ended)
        if not all(one.done for one in chosen):
            return []
        truth = self._scene.camera_from_lidar()
        return [one.outcome(trial, truth) for one, trial in zip(chosen, trials)]


def _in_words(outcome: TrialOutcome) -> str:
    if outcome.e_t is None or outcome.e_r is None:
        return f"{outcome.verdict}: {', '.join(outcome.reasons)}"
    return f"{outcome.verdict}, {1e3 * outcome.e_t:.2f} mm, {outcome.e_r:.3f} deg"


def _passed(seconds: float) -> Callable[[], bool]:
    """Return a function: have ``seconds`` of simulated time passed since this call?"""
    end = rospy.get_time() + seconds
    return lambda: bool(rospy.get_time() >= end)


def _until(condition: Callable[[], bool], ended: Ended) -> None:
    while not ended() and not condition():
        rospy.rostime.wallsleep(LOOK)


def _accepted(answer: Any) -> Any:
    if not answer.success:
        raise SimulationError(answer.status_message)
    return answer
